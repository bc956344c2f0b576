import ArgumentParser
import Foundation
import Matching

/// Reads labelled answers to the question for a command: TSV with the columns question, lang, utterance, expected, source.
enum LabelledAnswers {
  struct Row {
    var utterance: String
    var meaning: String
    /// The name of the data that the row is from, and its licence.
    var name: String
    var licence: String
    var mayEnter: Bool
  }

  /// The rows of one language.
  /// - Throws: `ValidationError` that names the file and what is missing in it.
  static func read(_ path: String, language: String, _ phrases: TrainingPhrases) throws -> [Row] {
    guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
    else { throw ValidationError("cannot read \(path): name a TSV file in UTF-8") }
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    guard let header = lines.first else { throw ValidationError("\(path) is empty: name a TSV file with a header") }
    func column(_ name: String) throws -> Int {
      guard let place = header.firstIndex(of: Substring(name)) else {
        throw ValidationError("\(path) has no column \(name): its header must name it")
      }
      return place
    }
    let (question, lang, utterance) = (try column("question"), try column("lang"), try column("utterance"))
    let (expected, source) = (try column("expected"), try column("source"))
    return try lines.enumerated().dropFirst().compactMap { number, fields in
      guard fields.count >= header.count else {
        throw ValidationError("\(path), line \(number + 1): \(fields.count) fields, the header has \(header.count)")
      }
      guard fields[question] == "command", fields[lang] == Substring(language) else { return nil }
      let known = phrases.source(of: String(fields[source]))
      return Row(
        utterance: String(fields[utterance]), meaning: String(fields[expected]),
        name: known?.source.name ?? "an unknown source", licence: known?.source.licence ?? "no licence known",
        mayEnter: known?.mayEnter ?? false)
    }
  }
}
