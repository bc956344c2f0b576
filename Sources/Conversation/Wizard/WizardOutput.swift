import Foundation
import Journey

/// One line of a numbered list.
public struct ChoiceItem: Sendable, Hashable, Codable {
  /// `1` or, where a number would be a value, `a`.
  public var label: String
  public var value: String
  public var name: String

  public init(label: String, value: String, name: String) {
    self.label = label
    self.value = value
    self.name = name
  }
}

/// What the wizard wants done or said, in order.
public enum WizardOutput: Sendable, Hashable {
  case ask(QuestionPrompt)
  case confirm(question: Question, text: String, value: String, label: String)
  case choose(question: Question, text: String, options: [ChoiceItem])
  case readBack(ReadBack)
  /// What was heard in a recording.
  case heard(String)
  /// What was understood.
  case understood(String)
  /// Anything else to tell.
  case told(String)
  /// Nothing was understood, or it is impossible; the question stays open.
  case unclear(Question, String)
  /// Answer with `WizardInput.found` before anything else.
  case lookUp(LookUp)
  /// Store the reminder, then answer with `Finding.saved`.
  case save(Reminder, Preferences)
  case ended(Ending)
}

/// A question as it is put.
public struct QuestionPrompt: Sendable, Hashable {
  public var question: Question
  public var text: String
  /// "2 of 4"
  public var progress: String
  public var options: [ChoiceItem]
  /// What Enter takes; nil where an answer is needed.
  public var standard: String?
}

/// The whole reminder for a last look.
public struct ReadBack: Sendable, Hashable {
  /// A row of the table: its number, its name and its value.
  public struct Row: Sendable, Hashable {
    public var number: Int
    public var name: String
    public var value: String
  }

  public var sentence: String
  public var rows: [Row]
  /// What will happen on the ride, and warnings.
  public var notes: [String]
  public var question: String
}

/// How a dialogue ended.
public enum Ending: Sendable, Hashable, Codable {
  case saved(UUID)
  /// The draft is kept for later because the rider said so.
  case kept
  case cancelled
  case interrupted
  /// The input ended while a question was open; the draft is kept.
  case unanswered(Question)
  /// An answer stayed unclear and nobody can be asked; the draft is kept.
  case unclear(Question, heard: String)
}
