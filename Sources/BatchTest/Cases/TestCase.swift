import Foundation
import Journey
import Listening

/// Where a case is written.
package struct CasePlace: Sendable, Hashable, CustomStringConvertible {
  package let file: String
  /// From 1.
  package let line: Int

  package var description: String { "\(file):\(line)" }

  /// A failure that names the file and the line.
  package func failure(_ cause: String, _ kind: BatchTestError.Kind = .badData) -> BatchTestError {
    BatchTestError(kind, "\(file), line \(line): \(cause)")
  }

  /// A path written in the file, which is relative to the file.
  package func resolve(_ path: String) -> String {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    return path.hasPrefix("/") || !file.contains("/") ? path : "\(folder)/\(path)"
  }
}

/// One utterance, or one whole dialogue, with what is expected to be understood.
package struct TestCase: Sendable {
  /// What is tried.
  package enum Subject: Sendable {
    case answer(AskedQuestion, Expectation)
    case dialogue(DialogueScript)
  }

  package var place: CasePlace
  package let subject: Subject
  /// Words, the path of a recording, or the name of a dialogue.
  package let utterance: String
  /// What is expected, as it was written.
  package let expected: String
  /// The mode that is known already.
  package var mode: Mode?
  /// The preferred language of the answer; nil for that of the run.
  package var language: String?
  /// A TSV of options, if the case does not mean the timetable's stops.
  package var options: String?
  /// Names of slices: `accent`, `noise`, `short`.
  package var tags: [String] = []
  /// Why the case is expected to fail; nil where it is expected to pass.
  package var xfail: String?
  /// The words of a recording, where they are known.
  package var transcript: String?
  /// Whether it is read from the text beside a recording.
  package var isBesideRecording = false

  package var isRecording: Bool {
    if case .answer = subject { return Self.isRecording(utterance) }
    return false
  }

  package static func isRecording(_ utterance: String) -> Bool { utterance.lowercased().hasSuffix(".wav") }

  /// The row of the table that the case counts in: its question, or `dialogue`.
  package var question: String {
    switch subject {
    case .answer(let question, _): question.rawValue
    case .dialogue: "dialogue"
    }
  }

  /// What is tried, on one line, with nothing in it that a terminal would obey.
  package var title: String {
    let visible = String(
      String.UnicodeScalarView(
        utterance.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    return isRecording ? "\(question) \(visible)" : "\(question) \"\(visible)\""
  }

  /// What stays the same while lines move, files are named by another path, and expectations change.
  package var key: String {
    let file = URL(filePath: place.file).lastPathComponent
    let words = isRecording ? URL(filePath: utterance).lastPathComponent : utterance
    return [file, question, mode?.rawValue, language, words].compactMap(\.self).joined(separator: " ")
  }
}
