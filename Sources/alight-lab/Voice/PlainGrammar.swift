import ArgumentParser
import Conversation
import Foundation
import Journey
import Matching
import Speech

/// What a question allows as a plain JSGF grammar with a dictionary: the same phrases that Alight listens for, one reading
/// a word where the dictionary has no more.
struct PlainGrammar {
  /// A written grammar.
  struct Files {
    var grammar: String
    var dictionary: String
    /// By the recogniser's word.
    fileprivate var spellings: [String: String]
  }

  /// The value of each phrase that is an answer to the question.
  private let values: [String: String]
  private let grammar: AnswerGrammar

  /// - Throws: `OptionsFileError`, or `ValidationError` where the question is unknown.
  init(_ question: SpokenCase.Question, speech: SpokenAnswers) throws {
    var names: [(name: AnswerGrammar.Name, value: String)] = []
    let slot = Slot(rawValue: question.question)
    switch slot {
    case .from, .to:
      names = try OptionsFile.read([question.options]).map { (.init($0.name, language: $0.language), $0.id) }
    case .mode:
      names = Mode.allCases.flatMap { mode in speech.names(of: mode).map { (.init($0), mode.rawValue) } }
    case .interval:
      let modes = Mode(rawValue: question.mode).map { [$0] } ?? Mode.allCases
      names = modes.flatMap { speech.intervals(of: $0) }.map { (.init($0.phrase), $0.value.canonical) }
    case nil:
      guard question.question == "command" else { throw ValidationError("there is no question \(question.question)") }
      names = speech.commands.flatMap { entry in entry.phrases.map { (.init($0), entry.command) } }
    }
    values = Dictionary(names.map { ($0.name.text, $0.value) }) { first, _ in first }
    grammar = AnswerGrammar(
      language: speech.language, carriers: slot.map { speech.carriers[$0] } ?? [],
      trailers: slot.map { speech.trailers[$0] } ?? [], names: names.map(\.name),
      phrases: slot == nil ? [] : speech.commands.flatMap(\.phrases))
  }

  /// The value that a hypothesis says; nil for a command where another answer was asked for.
  func value(of hypothesis: String, in files: Files) -> String? {
    let words = hypothesis.split(separator: " ").compactMap { files.spellings[String($0)] }
    let all = grammar.phrases + grammar.names.map(\.text)
    if let whole = all.first(where: { Self.words(of: $0) == words }) { return values[whole] }
    // With what may stand before and behind, which the grammar writes in small letters as well.
    let spoken = words.joined(separator: " ")
    let name = grammar.names.map(\.text).filter { spoken.contains(Self.words(of: $0).joined(separator: " ")) }
      .max { $0.count < $1.count }
    return name.flatMap { values[$0] }
  }

  /// Writes grammar and dictionary. Words are numbers in them, since umlauts stop the reader of grammars.
  func write(to folder: URL, model: SpeechModel) async throws -> Files {
    let table = try PronunciationTable(model: model)
    var dictionary: [String: [String]] = [:]
    let framed = (grammar.carriers + grammar.trailers + grammar.phrases).map { ($0, grammar.language) }
    for (text, language) in framed + grammar.names.map({ ($0.text, $0.language ?? grammar.language) }) {
      for word in try await table.words(ofName: text, language: language) {
        let listed = word.readings.filter { $0.source == .dictionary }
        dictionary[word.text] = (listed.isEmpty ? Array(word.readings.prefix(1)) : listed).map(\.phones)
      }
    }
    let identifiers = Dictionary(
      uniqueKeysWithValues: dictionary.keys.sorted().enumerated().map { ($0.element, "w\($0.offset)") })
    func alternatives(_ texts: [String]) -> String {
      let known = texts.map { Self.words(of: $0).map { identifiers[$0] } }.filter { !$0.isEmpty && !$0.contains(nil) }
      return Set(known.map { $0.compactMap(\.self) }.map { $0.joined(separator: " ") }).sorted().joined(
        separator: " | ")
    }
    var rules = [
      "#JSGF V1.0;", "grammar answers;",
      "<name> = \(alternatives(grammar.names.map(\.text)));",
    ]
    var answer = "<name>"
    if !grammar.carriers.isEmpty {
      rules.append("<carrier> = \(alternatives(grammar.carriers));")
      answer = "[ <carrier> ] " + answer
    }
    if !grammar.trailers.isEmpty {
      rules.append("<trailer> = \(alternatives(grammar.trailers));")
      answer += " [ <trailer> ]"
    }
    if !grammar.phrases.isEmpty {
      rules.append("<command> = \(alternatives(grammar.phrases));")
      answer += " | <command>"
    }
    rules.append("public <answer> = \(answer);")
    let lines = dictionary.sorted { $0.key < $1.key }.flatMap { word, readings in
      readings.enumerated().map {
        "\(identifiers[word] ?? word)\($0.offset == 0 ? "" : "(\($0.offset + 1))") \($0.element)"
      }
    }
    let files = (folder.appending(path: "answers.gram"), folder.appending(path: "answers.dict"))
    try (rules.joined(separator: "\n") + "\n").write(to: files.0, atomically: true, encoding: .utf8)
    try (lines.joined(separator: "\n") + "\n").write(to: files.1, atomically: true, encoding: .utf8)
    return Files(
      grammar: files.0.path, dictionary: files.1.path,
      spellings: Dictionary(uniqueKeysWithValues: identifiers.map { ($0.value, $0.key) }))
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
  }
}
