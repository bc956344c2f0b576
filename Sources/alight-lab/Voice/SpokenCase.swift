import ArgumentParser
import Foundation

/// A recording of an answer to a question, with what it says; a line of a table of such recordings.
struct SpokenCase {
  /// What was asked, and what may be answered.
  struct Question: Hashable {
    var question: String
    /// The mode that is chosen already; "" for none.
    var mode = ""
    /// A TSV of the stops that may be named; "" for none.
    var options = ""
    var language = "en"

    /// The arguments that put it to `alight transcribe` or `alight match`.
    var arguments: [String] {
      ["--question", question, "--lang", language] + (mode.isEmpty ? [] : ["--mode", mode])
        + (options.isEmpty ? [] : ["--options", options])
    }
  }

  var suite: String
  var label: String
  var question: Question
  var voice: String
  /// Who says it, where that is a person who is known by some name.
  var speaker = ""
  var condition: String
  var path: String
  /// "" where it is no answer, so that nothing may be taken.
  var expected: String

  private static let columns = [
    "suite", "label", "question", "mode", "options", "lang", "voice", "speaker", "condition", "path", "expected",
  ]

  /// Reads such a table, or one of `alight voice record`, whose recordings lie beside it in the column utterance.
  /// - Throws: `ValidationError` that names the file and what it lacks.
  static func read(_ path: String) throws -> [SpokenCase] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let table = try TabSeparated(path, needs: ["question", "expected"])
    return try table.rows.map { row -> SpokenCase in
      let file = row["path"].isEmpty ? folder.appending(path: row["utterance"]).path : row["path"]
      guard !row["path"].isEmpty || !row["utterance"].isEmpty else {
        throw ValidationError("\(path) needs the column path, or utterance, in line 1 and a recording in every line")
      }
      let expected = row["expected"]
      return SpokenCase(
        suite: row["suite"], label: row["label"],
        question: Question(
          question: row["question"], mode: row["mode"], options: row["options"],
          language: row["lang"].isEmpty ? "en" : row["lang"]),
        voice: row["voice"], speaker: row["speaker"], condition: row["condition"], path: file,
        expected: expected == "NONE" ? "" : expected.hasPrefix("CMD:") ? String(expected.dropFirst(4)) : expected)
    }
  }

  static func write(_ cases: [SpokenCase], to file: URL) throws {
    let lines = cases.map {
      [
        $0.suite, $0.label, $0.question.question, $0.question.mode, $0.question.options, $0.question.language, $0.voice,
        $0.speaker, $0.condition, $0.path, $0.expected,
      ].joined(separator: "\t")
    }
    let text = ([columns.joined(separator: "\t")] + lines).joined(separator: "\n") + "\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

/// A table of tab-separated fields with names in its first line.
struct TabSeparated {
  struct Row {
    fileprivate var fields: [String: String]

    /// A field; "" where the table has none of the name.
    subscript(_ column: String) -> String { fields[column] ?? "" }
  }

  let rows: [Row]

  /// - Throws: `ValidationError` that names the file and what it lacks.
  init(_ path: String, needs columns: [String]) throws {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw ValidationError("cannot read \(path): name a TSV file in UTF-8")
    }
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let header = lines.first ?? []
    let missing = columns.filter { !header.contains($0) }
    guard missing.isEmpty else {
      throw ValidationError("\(path) needs the columns \(missing.joined(separator: ", ")) in line 1")
    }
    rows = lines.dropFirst().map { line in
      Row(fields: Dictionary(zip(header, line)) { first, _ in first })
    }
  }
}
