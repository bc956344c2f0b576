import Foundation
import Storage

/// A conversation as a file, which replays anywhere: it holds no more than the wizard was told.
package struct SessionFile: Codable {
  /// A turn with its input and outputs as they were written, byte for byte.
  package struct Turn: Codable {
    var number: Int
    /// Seconds since 1970.
    var at: Double
    var input: String
    var outputs: String
  }

  package var initialState: String
  package var language: String
  package var prompts: String
  package var zone: String
  package var turns: [Turn]

  package init(_ session: StoredSession, _ turns: [StoredTurn]) {
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
  package var stored: (session: StoredSession, turns: [StoredTurn]) {
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
