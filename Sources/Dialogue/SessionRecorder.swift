import Conversation
import Foundation
import Journey
import Storage

/// Writes a conversation down while it goes on, so that it can be read and replayed.
struct SessionRecorder {
  private var session: StoredSession
  private var number = 0
  private var waiting: [StoredTurn] = []
  /// A dialogue to which nobody says anything is no conversation.
  private var hasAnswer = false

  /// - Parameters:
  ///   - state: The wizard's state before it begins.
  ///   - setting: Its zone is the one that times are told in.
  init(state: WizardState, _ setting: DialogueSetting, at start: Date) throws {
    session = StoredSession(
      id: UUID(), startedAt: start, language: setting.prompts.language, program: setting.program,
      prompts: setting.promptsDigest, zone: setting.zone, initialState: try DialogueCoding.encode(state))
  }

  /// Notes one input and what the wizard made of it.
  /// - Parameter input: Nil for the beginning.
  mutating func note(_ input: WizardInput?, _ outputs: [WizardOutput], at instant: Date) throws {
    number += 1
    if let input, input.isAnswer { hasAnswer = true }
    waiting.append(
      StoredTurn(
        number: number, at: instant, input: try input.map { try DialogueCoding.encode($0) } ?? RecordedTurn.beginning,
        outputs: try DialogueCoding.encode(outputs)))
  }

  /// The conversation with the turns that are not stored yet; nil as long as nobody has said anything.
  mutating func takeStep(_ ending: Ending?, at instant: Date) -> (session: StoredSession, turns: [StoredTurn])? {
    guard hasAnswer else { return nil }
    if let ending {
      session.ending = ending.name
      session.endedAt = instant
    }
    defer { waiting = [] }
    return (session, waiting)
  }
}

extension WizardInput {
  /// Whether the rider said something.
  fileprivate var isAnswer: Bool {
    switch self {
    case .text, .transcript, .heard, .choice, .option: true
    case .silence, .interrupt, .endOfFile, .found: false
    }
  }
}
