import Conversation

/// What comes of an input, up to where the rider is waited for.
public struct DialogueStep: Sendable {
  /// What the wizard put out, look-ups and the save included, in order: phrases, to be shown or spoken.
  public let outputs: [WizardOutput]
  /// A sentence about stops that the recogniser did not listen for.
  public let notice: String?
  /// How the conversation ended; nil while it goes on.
  public let ending: Ending?
}

extension WizardOutput {
  /// What keeps an answer from being taken.
  var trouble: Phrase? {
    switch self {
    case .unclear(_, let text): text
    case .confirm(let question): question.text
    case .choose(let choice): choice.text
    default: nil
    }
  }

  var isEnding: Bool { if case .ended = self { true } else { false } }
}

extension Ending {
  /// Whether no draft is left to go on with.
  var isFinal: Bool {
    switch self {
    case .saved, .cancelled: true
    case .kept, .interrupted, .unanswered, .unclear: false
    }
  }
}
