import Foundation
import Journey

/// Where a case is written.
struct CasePlace: Sendable, Hashable, CustomStringConvertible {
  let file: String
  /// From 1.
  let line: Int

  var description: String { "\(file):\(line)" }

  /// A failure that names the file and the line.
  func failure(_ cause: String, _ status: ExitStatus = .badData) -> CommandFailure {
    CommandFailure(status, "\(file), line \(line): \(cause)")
  }

  /// A path written in the file, which is relative to the file.
  func resolve(_ path: String) -> String {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return path.hasPrefix("/") || !file.contains("/") ? path : "\(folder)/\(path)"
  }
}

/// One utterance, or one whole dialogue, with what is expected to be understood.
struct TestCase: Sendable {
  /// What is tried.
  enum Subject: Sendable {
    case answer(AskedQuestion, Expectation)
    case dialogue(DialogueScript)
  }

  var place: CasePlace
  let subject: Subject
  /// Words, the path of a recording, or the name of a dialogue.
  let utterance: String
  /// What is expected, as it was written.
  let expected: String
  /// The mode that is known already.
  var mode: Mode?
  /// The preferred language of the answer; nil for that of the run.
  var language: String?
  /// A TSV of options, if the case does not mean the timetable's stops.
  var options: String?
  /// Names of slices: `accent`, `noise`, `short`.
  var tags: [String] = []
  /// Why the case is expected to fail; nil where it is expected to pass.
  var xfail: String?
  /// The words of a recording, where they are known.
  var transcript: String?
  /// Whether it is read from the text beside a recording.
  var isBesideRecording = false

  var isRecording: Bool {
    if case .answer = subject { return Self.isRecording(utterance) }
    return false
  }

  static func isRecording(_ utterance: String) -> Bool { utterance.lowercased().hasSuffix(".wav") }

  /// The row of the table that the case counts in: its question, or `dialogue`.
  var question: String {
    switch subject {
    case .answer(let question, _): question.rawValue
    case .dialogue: "dialogue"
    }
  }

  /// What is tried, on one line, with nothing in it that a terminal would obey.
  var title: String {
    let visible = String(
      String.UnicodeScalarView(
        utterance.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    return isRecording ? "\(question) \(visible)" : "\(question) \"\(visible)\""
  }

  /// What stays the same while lines move, files are named by another path, and expectations change.
  var key: String {
    let file = URL(filePath: place.file).lastPathComponent
    let words = isRecording ? URL(filePath: utterance).lastPathComponent : utterance
    return [file, question, mode?.rawValue, language, words].compactMap(\.self).joined(separator: " ")
  }
}
