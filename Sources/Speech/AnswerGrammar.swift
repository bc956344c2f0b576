import Foundation

/// What a question allows to be said, as plain text: the caller builds it, the recogniser turns it into states and sounds.
///
/// ```swift
/// var grammar = AnswerGrammar(language: "en")
/// grammar.carriers = ["i want to go to"]
/// grammar.names = [.init("Linz Hauptbahnhof", language: "de")]
/// grammar.phrases = ["help", "go back"]
/// ```
public struct AnswerGrammar: Sendable, Hashable {
  /// An option's spoken name with the language it is pronounced in.
  public struct Name: Sendable, Hashable {
    public var text: String
    /// An espeak-ng voice such as `de` or `fr-fr`; nil where it is the language of the rider.
    public var language: String?
    /// Whether hardly anybody says it: it must be heard the more clearly.
    public var isRare: Bool

    public init(_ text: String, language: String? = nil, isRare: Bool = false) {
      self.text = text
      self.language = language
      self.isRare = isRare
    }
  }

  /// The language of carriers, trailers and phrases.
  public var language: String
  /// Phrases that may stand before a name: "i want to go to".
  public var carriers: [String]
  /// Phrases that may stand after a name: "please".
  public var trailers: [String]
  public var names: [Name]
  /// Complete answers that take neither carrier nor trailer: commands.
  public var phrases: [String]
  /// Phrases that may stand before a name that was misheard: "no i said". They lead to all names.
  public var corrections: [String] = []
  /// Names that may be said behind a correction only: answers to other questions.
  public var corrected: [Name] = []
  /// How signs in names are said: `&` as "and".
  public var signs: [String: String] = [:]

  /// By name or phrase, what it means: "metres" and "meters" are no rivals. One without an entry means itself.
  public var meanings: [String: String] = [:]

  /// What else may be said, in words that are not listed here; nil where only these are listened for.
  public var wording: FreeWording?

  public init(
    language: String = "en", carriers: [String] = [], trailers: [String] = [], names: [Name] = [],
    phrases: [String] = []
  ) {
    self.language = language
    self.carriers = carriers
    self.trailers = trailers
    self.names = names
    self.phrases = phrases
  }

  public var isEmpty: Bool { names.isEmpty && phrases.isEmpty }

  /// How many names and phrases there are.
  public var choiceCount: Int { names.count + corrected.count + phrases.count }

  func meaning(of key: String) -> String { meanings[key] ?? key }
}

extension AnswerGrammar {
  /// The name or phrase in a text of this grammar, without carrier and trailer; nil for any other text.
  public func answer(in text: String) -> String? { plainAnswer(in: text) ?? correctingAnswer(in: text) }

  /// The same of an answer to the question itself, which corrects nothing.
  public func plainAnswer(in text: String) -> String? {
    if phrases.contains(text) { return text }
    let names = Set(self.names.map(\.text))
    if names.contains(text) { return text }
    return answer(in: text, behind: [""] + carriers, among: names)
  }

  private func correctingAnswer(in text: String) -> String? {
    answer(in: text, behind: corrections, among: Set((names + corrected).map(\.text)))
  }

  private func answer(in text: String, behind carriers: [String], among names: Set<String>) -> String? {
    for carrier in carriers.map({ $0.isEmpty ? "" : $0 + " " }) where text.hasPrefix(carrier) {
      let rest = text.dropFirst(carrier.count)
      for trailer in [""] + trailers.map({ " " + $0 }) where rest.hasSuffix(trailer) {
        let name = String(rest.dropLast(trailer.count))
        if names.contains(name) { return name }
      }
    }
    return nil
  }
}
