import Foundation
import Journey
import Matching
import Yams

/// Everything that one language says and understands: one file of `Prompts/`.
///
/// ```swift
/// let prompts = try Prompts.load(from: folder.appending(path: "en.yaml"))
/// prompts.texts.say(.askFrom)
/// ```
public struct Prompts: Sendable {
  /// The language's BCP 47 tag: `en`.
  public let language: String
  public private(set) var texts: PromptTexts
  /// The texts as they are spoken.
  public let spokenTexts: PromptTexts
  /// The texts as they stand on the page, whose rider has no terminal.
  private let pageTexts: PromptTexts
  public let choices: IntervalChoices
  /// The words for times of day: the section `clock`.
  public let clock: ClockWords
  /// The words that the matcher knows: the sections `lexicon`, `commands` and `options`.
  public let lexicon: Lexicon
  /// The matcher of these words. Making one takes as long as a dialogue of a few answers, so that all of a program share it; it is
  /// made when it is first asked for.
  public var matcher: Matcher { shared.matcher(of: lexicon) }
  private let shared = SharedMatcher()
  /// How answers are corrected.
  public let corrections: CorrectionWords
  /// What riders call places of their own.
  public let places: PlaceWords
  /// How riders say on which days a reminder comes again.
  public let repetition: RepetitionWords
  /// What riders say beside the answers.
  public let asides: AsideWords
  /// What the alerts say.
  public let alerts: AlertTexts
  /// What is listened for when an answer is spoken.
  public let speech: SpokenAnswers
}

extension Prompts {
  /// The same with the texts of the page.
  public func onPage() -> Prompts {
    var page = self
    page.texts = pageTexts
    return page
  }

  /// Reads and checks a language file.
  /// - Parameter lexicon: the words to understand by instead of the file's own, which are not read then: those of several
  ///   languages, or of a `LexiconCache`.
  /// - Throws: `PromptsError`, which names the file and, for a mistake in it, the line.
  public static func load(from file: URL, understanding lexicon: Lexicon? = nil) throws(PromptsError) -> Prompts {
    let document = try PromptsDocument(
      yaml: try text(of: file), file: file.lastPathComponent,
      without: lexicon == nil ? [PageWords.section] : Lexicon.ownSections.union([PageWords.section]))
    if let lexicon { return try Prompts(document, lexicon: lexicon) }
    var own = try document.whole(as: Lexicon.self)
    try FittedModels(beside: file).complete(&own)
    return try Prompts(document, lexicon: own)
  }

  /// Whether a language file has texts to talk with, and not only words to understand.
  public static func hasTexts(_ file: URL) -> Bool {
    guard let text = try? text(of: file) else { return false }
    return text.utf8.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "texts:".utf8) }
  }

  /// Reads only the words of a language file, for a language that has no texts yet or where they are not needed.
  ///
  /// - Parameter weights: whether the model of its commands is read as well; not where it is about to be made anew.
  /// - Throws: `PromptsError` as `load` does.
  public static func lexicon(from file: URL, weights: Bool = true) throws(PromptsError) -> Lexicon {
    let yaml = try text(of: file)
    let document = try PromptsDocument(yaml: yaml, file: file.lastPathComponent, sections: Lexicon.sections)
    var lexicon = try document.whole(as: Lexicon.self)
    try FittedModels(beside: file).complete(&lexicon, weights: weights)
    return lexicon
  }

  /// Reads only what is listened for in a language, which may be more than it has texts for.
  /// - Throws: `PromptsError` as `load` does, and `notListening` where the file has no section `speech`.
  public static func speech(from file: URL) throws(PromptsError) -> SpokenAnswers {
    let document = try PromptsDocument(
      yaml: try text(of: file), file: file.lastPathComponent, sections: ["language", "speech", "commands"])
    guard document.has("speech") else {
      throw .notListening(language: try document.section("language", as: String.self))
    }
    return try speech(of: document)
  }

  private static func speech(of document: PromptsDocument) throws(PromptsError) -> SpokenAnswers {
    var speech = try document.section("speech", as: SpokenAnswers.self)
    speech.language = try document.section("language", as: String.self)
    let commands = try document.section("commands", as: [SpokenAnswers.CommandPhrases].self)
    speech.commands = commands.filter { !$0.phrases.isEmpty }
    return speech
  }

  /// Where the fitted thresholds of a folder of prompts are stored.
  public static func thresholds(in folder: URL) -> URL { FittedModels.thresholds(in: folder) }

  /// Reads what the model of a language's commands learns from.
  /// - Throws: `PromptsError` as `load` does.
  public static func trainingPhrases(from file: URL) throws(PromptsError) -> TrainingPhrases {
    try PromptsDocument(yaml: try text(of: file), file: file.lastPathComponent).whole(as: TrainingPhrases.self)
  }

  /// Reads and checks the text of a language file; `file` is the name for messages.
  public static func parse(_ yaml: String, file: String) throws(PromptsError) -> Prompts {
    let document = try PromptsDocument(yaml: yaml, file: file)
    return try Prompts(document, lexicon: try document.whole(as: Lexicon.self))
  }

  private init(_ document: PromptsDocument, lexicon: Lexicon) throws(PromptsError) {
    language = try document.section("language", as: String.self)
    texts = try PromptTexts(document)
    try AlertPlaceholders.check(document)
    try WizardCommand.check(document)
    self.lexicon = lexicon
    spokenTexts = try texts.spoken(document)
    pageTexts = try texts.onPage(document)
    choices = try document.section("intervals", as: IntervalChoices.self)
    clock = try document.section("clock", as: ClockWords.self)
    corrections = try document.section("corrections", as: CorrectionWords.self)
    places = try document.section("places", as: PlaceWords.self)
    repetition = try document.section("repetition", as: RepetitionWords.self)
    asides = AsideWords(
      try document.section("asides", as: [AsideWords.Phrases].self), rules: lexicon.words.rules,
      joiners: lexicon.words.numbers.and)
    alerts = try document.section("alerts", as: AlertTexts.self)
    speech = try Self.speech(of: document)
  }

  static func text(of file: URL) throws(PromptsError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw .unreadable(file: file.path, cause: (error as NSError).localizedDescription)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .invalid(file: file.lastPathComponent, line: 1, cause: "the file is not valid UTF-8")
    }
    return text
  }
}

/// What can be wrong with a language file.
public enum PromptsError: Error, Equatable, CustomStringConvertible {
  case unreadable(file: String, cause: String)
  case invalid(file: String, line: Int, cause: String)
  case weights(file: String, cause: String)
  /// The language has words for typed answers, but none for spoken ones.
  case notListening(language: String)

  public var description: String {
    switch self {
    case .unreadable(let file, let cause): "the prompts file \(file) cannot be read: \(cause)"
    case .invalid(let file, let line, let cause): "\(file), line \(line): \(cause)"
    case .weights(let file, let cause): "the weights \(file) cannot be used: \(cause)"
    case .notListening(let language): "no spoken answers are known in the language \(language)"
    }
  }
}
