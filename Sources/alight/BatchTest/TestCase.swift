import Foundation
import Journey
import Matching

/// One utterance with what is expected to be understood.
struct TestCase: Sendable {
  /// What is expected of an utterance.
  enum Expectation: Sendable, Equatable {
    /// `id` or a name: accepted with this value.
    case accept(String)
    /// `CONFIRM:id`: this value is asked back.
    case confirm(String)
    /// `ASK:a|b`: the rider must choose, and these are among the choices.
    case ask([String])
    /// `NONE`: refused.
    case refuse
    /// `CMD:back`: the command is recognised.
    case command(String)
    /// `from=a;to=b`: several answers in one utterance.
    case slots([Slot: String])
  }

  let file: String
  let line: Int
  let question: AskedQuestion
  /// Words, or the path of a recording.
  let utterance: String
  let expected: Expectation
  /// As it was written.
  let expectedText: String
  let mode: Mode?
  /// A TSV of options, if the case does not mean the timetable's stops.
  let options: String?

  var isRecording: Bool { utterance.lowercased().hasSuffix(".wav") }
}

/// Reads cases from a TSV with a header: `question`, `utterance`, `expected`, and perhaps `mode` and `options`.
struct CaseFile {
  private let path: String
  private let columns: [String: Int]

  /// The cases of a file, or of every TSV below a folder in the order of their paths.
  /// - Throws: `CommandFailure` (66, 65) that names the file and the line.
  static func read(_ path: String) throws -> [TestCase] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
      return try readFile(path)
    }
    let below = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".tsv") }.sorted()
    guard !below.isEmpty else { throw CommandFailure(.noInput, "no TSV file of cases is below \(path)") }
    return try below.flatMap { try readFile("\(path)/\($0)") }
  }

  private static func readFile(_ path: String) throws -> [TestCase] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "cannot read the cases \(path): name a TSV file that exists")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CommandFailure(.badData, "the cases \(path) are not valid UTF-8: save the file as UTF-8")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let header = lines.first, let file = CaseFile(path, header: header) else {
      throw CommandFailure(
        .badData, "\(path), line 1: a header with question, utterance and expected is needed, with tabs between")
    }
    return try lines.enumerated().dropFirst().compactMap { number, line in
      line.isEmpty || line.hasPrefix("#") ? nil : try file.testCase(line, number + 1)
    }
  }

  private init?(_ path: String, header: Substring) {
    self.path = path
    let names = header.split(separator: "\t").map(String.init)
    columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    guard ["question", "utterance", "expected"].allSatisfy({ columns[$0] != nil }) else { return nil }
  }

  private func testCase(_ line: Substring, _ number: Int) throws -> TestCase {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    func field(_ name: String) -> String? {
      columns[name].flatMap { $0 < fields.count && !fields[$0].isEmpty ? fields[$0] : nil }
    }
    guard let question = field("question").flatMap(AskedQuestion.init(rawValue:)) else {
      throw CommandFailure(
        .badData, "\(path), line \(number): the question must be one of from, to, mode, interval and command")
    }
    guard let expected = field("expected") else {
      throw CommandFailure(
        .badData, "\(path), line \(number): nothing is expected: write an id, NONE, ASK:a|b or CMD:back")
    }
    let mode = field("mode")
    if let mode, Mode(rawValue: mode) == nil {
      throw CommandFailure(.badData, "\(path), line \(number): the mode \(mode) is none of time, stations and distance")
    }
    let options = field("options").map { URL(filePath: $0, relativeTo: URL(filePath: path)).path }
    let utterance = field("utterance") ?? ""
    let isRecording = utterance.lowercased().hasSuffix(".wav")
    return TestCase(
      file: path, line: number, question: question,
      utterance: isRecording ? URL(filePath: utterance, relativeTo: URL(filePath: path)).path : utterance,
      expected: try expectation(expected, number), expectedText: expected, mode: mode.flatMap(Mode.init(rawValue:)),
      options: options)
  }

  private func expectation(_ text: String, _ number: Int) throws -> TestCase.Expectation {
    func rest(_ prefix: String) -> String { String(text.dropFirst(prefix.count)) }
    if text == "NONE" { return .refuse }
    if text == "ASK" { return .ask([]) }
    if text.hasPrefix("ASK:") { return .ask(rest("ASK:").split(separator: "|").map(String.init)) }
    if text.hasPrefix("CONFIRM:") { return .confirm(rest("CONFIRM:")) }
    if text.hasPrefix("CMD:") { return .command(rest("CMD:")) }
    guard text.contains("=") else { return .accept(text) }
    var slots: [Slot: String] = [:]
    for part in text.split(separator: ";") {
      let pieces = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pieces.count == 2, let slot = Slot(rawValue: pieces[0]) else {
        throw CommandFailure(
          .badData, "\(path), line \(number): \(part) is not of the form from=…, to=…, mode=… or interval=…")
      }
      slots[slot] = pieces[1]
    }
    return .slots(slots)
  }
}
