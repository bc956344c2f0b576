import Foundation

/// Writes what was understood into the cases that failed, a line of a file at a time and everything else as it was.
package struct ExpectationUpdate {
  /// A line as it was and as it becomes.
  package struct Change {
    let place: CasePlace
    let before: String
    let after: String
  }

  package private(set) var changes: [Change] = []
  /// Failures whose expectation can only be changed by hand: dialogues, and records of several lines.
  package private(set) var leftOut: [CasePlace] = []
  private var files: [String: [Substring]] = [:]

  /// - Throws: `BatchTestError` where a file of cases has gone since.
  package init(_ outcomes: [CaseOutcome]) throws {
    for outcome in outcomes where outcome.isFailure {
      let place = outcome.testCase.place
      guard let format = CaseFiles.Format(path: place.file), outcome.decision != nil,
        !outcome.testCase.isBesideRecording
      else {
        leftOut.append(place)
        continue
      }
      if files[place.file] == nil {
        files[place.file] = try CaseText(place.file).text.split(omittingEmptySubsequences: false) { $0.isNewline }
      }
      guard let lines = files[place.file], place.line <= lines.count,
        let new = Self.rewritten(lines[place.line - 1], header: Self.header(lines), format, outcome)
      else {
        leftOut.append(place)
        continue
      }
      let before = String(lines[place.line - 1])
      changes.append(Change(place: place, before: before, after: new))
      files[place.file]?[place.line - 1] = new[...]
    }
  }

  private static func header(_ lines: [Substring]) -> Substring {
    lines.first { !$0.isEmpty && !$0.hasPrefix("#") } ?? ""
  }

  /// The diff, two lines a change.
  package var lines: [String] {
    changes.flatMap { ["\($0.place)", "- \($0.before)", "+ \($0.after)"] }
      + leftOut.map { "\($0): change it by hand" }
  }

  /// Writes the files.
  /// - Throws: `BatchTestError` where one cannot be written.
  package func write() throws {
    for path in Set(changes.map(\.place.file)).sorted() {
      guard let lines = files[path] else { continue }
      let text = try CaseText(path).text
      let end = text.first(where: \.isNewline).map(String.init) ?? "\n"
      try ReportFolder.write(lines.joined(separator: end), to: path)
    }
  }

  private static func rewritten(
    _ line: Substring, header: Substring, _ format: CaseFiles.Format, _ outcome: CaseOutcome
  ) -> String? {
    switch format {
    case .delimited(let separator):
      func fields(_ text: Substring) -> [String]? {
        let records = try? DelimitedText(String(text), file: "", separator: separator).records
        return records?.count == 1 ? records?[0].fields : nil
      }
      guard var cells = fields(line),
        let column = fields(header)?.firstIndex(where: { $0.lowercased().filter { !$0.isWhitespace } == "expected" }),
        column < cells.count, cells[column] == outcome.testCase.expected
      else { return nil }
      cells[column] = outcome.got
      return cells.map { separator == .tab ? $0 : ReportFolder.quoted($0) }.joined(
        separator: String(separator.rawValue))
    case .objects:
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      func json(_ text: String) -> String? { (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } }
      // The keys keep their order: only the text of the one value is replaced.
      guard let old = json(outcome.testCase.expected), let new = json(outcome.got),
        let range = line.range(of: "\"expected\"\\s*:\\s*", options: .regularExpression),
        line[range.upperBound...].hasPrefix(old)
      else { return nil }
      return line[..<range.upperBound] + new + line[range.upperBound...].dropFirst(old.count)
    case .script, .recording: return nil
    }
  }
}
