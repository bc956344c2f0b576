import Foundation
import Storage

/// A conversation as a file, which replays anywhere: `alight sessions show ID --json` writes it.
struct SessionFile: Codable {
  /// A turn with its input and outputs as they were written, byte for byte.
  struct Turn: Codable {
    var number: Int
    /// Seconds since 1970.
    var at: Double
    var input: String
    var outputs: String
  }

  var initialState: String
  var language: String
  var prompts: String
  var zone: String
  var turns: [Turn]

  init(_ session: StoredSession, _ turns: [StoredTurn]) {
    initialState = String(decoding: session.initialState, as: UTF8.self)
    language = session.language
    prompts = session.prompts
    zone = session.zone
    self.turns = turns.map {
      Turn(
        number: $0.number, at: $0.at.timeIntervalSince1970, input: String(decoding: $0.input, as: UTF8.self),
        outputs: String(decoding: $0.outputs, as: UTF8.self))
    }
  }

  /// What `SessionReplay` needs of it.
  var stored: (session: StoredSession, turns: [StoredTurn]) {
    (
      StoredSession(
        id: UUID(), startedAt: Date(timeIntervalSince1970: turns.first?.at ?? 0), language: language, program: "",
        prompts: prompts, zone: zone, initialState: Data(initialState.utf8)),
      turns.map {
        StoredTurn(
          number: $0.number, at: Date(timeIntervalSince1970: $0.at), input: Data($0.input.utf8),
          outputs: Data($0.outputs.utf8))
      }
    )
  }
}
