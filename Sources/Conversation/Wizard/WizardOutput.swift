import Foundation
import Journey

/// One line of a numbered list.
public struct ChoiceItem: Sendable, Hashable, Codable {
  /// `1` or, where a number would be a value, `a`.
  public var label: String
  public var value: String
  public var name: Phrase

  public init(label: String, value: String, name: Phrase) {
    self.label = label
    self.value = value
    self.name = name
  }
}

/// What the wizard wants done or said, in order. What is to be said are phrases, which a front puts into words.
///
/// Once nothing is left to look up or to store, the last output is one that awaits an answer, or the end: never two, and never
/// none, so that a front end that shows one thing at a time misses nothing.
public enum WizardOutput: Sendable, Hashable, Codable {
  case ask(QuestionPrompt)
  case confirm(Confirmation)
  case choose(Choosing)
  case readBack(ReadBack)
  /// What was heard in a recording.
  case heard(Phrase)
  /// What was understood.
  case understood(Phrase)
  /// Anything else to tell.
  case told(Phrase)
  /// Nothing was understood, or it is impossible; the question stays open.
  case unclear(Question, Phrase)
  /// Answer with `WizardInput.found` before anything else.
  case lookUp(LookUp)
  /// Store the reminder, then answer with `Finding.saved`.
  case save(Saving)
  /// Store a trip of several stops and set its reminders, then answer with `Finding.saved`.
  case saveTrip(TripPlan)
  case ended(Ending)

  /// Whether the rider is to answer it.
  public var awaitsAnswer: Bool {
    switch self {
    case .ask, .confirm, .choose, .readBack: true
    case .heard, .understood, .told, .unclear, .lookUp, .save, .saveTrip, .ended: false
    }
  }
}

/// A question that yes or no answers.
public struct Confirmation: Sendable, Hashable, Codable {
  /// What is to be confirmed.
  public enum Subject: Sendable, Hashable, Codable {
    /// A value for a slot.
    case slot(Slot)
    /// Two stops that were said without "from" and "to".
    case ends
    case startOver
    case cancel
    /// Whether being at the place already counts.
    case present

    /// For scripts and other front ends.
    public var name: String {
      switch self {
      case .slot(let slot): slot.rawValue
      case .ends: "ends"
      case .startOver: "startover"
      case .cancel: "cancel"
      case .present: "present"
      }
    }
  }

  public var subject: Subject
  public var text: Phrase
  /// The value in question; nil where a yes takes none.
  public var value: String?
  /// What the value is called; nothing where there is none.
  public var label: Phrase

  public init(_ subject: Subject, text: Phrase, value: String? = nil, label: Phrase = .nothing) {
    self.subject = subject
    self.text = text
    self.value = value
    self.label = label
  }
}

/// A question that one of a few options answers.
public struct Choosing: Sendable, Hashable, Codable {
  /// What is chosen.
  public enum Subject: Sendable, Hashable, Codable {
    case slot(Slot)
    /// A row of the read-back, to be changed.
    case row

    /// For scripts and other front ends.
    public var name: String {
      switch self {
      case .slot(let slot): slot.rawValue
      case .row: "row"
      }
    }
  }

  public var subject: Subject
  public var text: Phrase
  public var options: [ChoiceItem]

  public init(_ subject: Subject, text: Phrase, options: [ChoiceItem]) {
    self.subject = subject
    self.text = text
    self.options = options
  }
}

/// All that is to be stored when a dialogue ends with a reminder.
public struct Saving: Sendable, Hashable, Codable {
  public var reminder: Reminder
  /// The values used, which become the next defaults.
  public var preferences: Preferences
  /// What the rider called the stops; nil for nothing new.
  public var learned: [LearnedName]?

  public init(_ reminder: Reminder, preferences: Preferences, learned: [LearnedName]? = nil) {
    self.reminder = reminder
    self.preferences = preferences
    self.learned = learned
  }
}

/// A question as it is put.
public struct QuestionPrompt: Sendable, Hashable, Codable {
  public var question: Question
  public var text: Phrase
  /// "2 of 4"; nothing where a question is put again in few words.
  public var progress: Phrase
  public var options: [ChoiceItem]
  /// What Enter takes; nil where an answer is needed.
  public var standard: Phrase?
  /// What was heard before and is to be edited; nil where the answer is given anew.
  public var line: String?
}

/// The whole reminder for a last look.
public struct ReadBack: Sendable, Hashable, Codable {
  /// A row of the table: its number, its name and its value.
  public struct Row: Sendable, Hashable, Codable {
    public var number: Int
    public var name: Phrase
    public var value: Phrase
  }

  public var sentence: Phrase
  public var rows: [Row]
  /// What will happen on the ride, and warnings.
  public var notes: [Phrase]
  public var question: Phrase
  public var answers: Answers

  /// The four answers as values.
  public struct Answers: Sendable, Hashable, Codable {
    /// Nil for anywhere.
    public var from: Stop?
    public var to: Stop
    public var mode: Mode
    public var interval: Interval
  }
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

  /// How it is called in lists and by other front ends.
  public var name: String {
    switch self {
    case .saved: "saved"
    case .kept: "kept"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .unanswered: "unanswered"
    case .unclear: "unclear"
    }
  }
}
