import Foundation
import Listening

/// A recording with a text beside it: `to.wav` and `to.txt`.
///
/// The first line of the text is what is said. Lines such as `expected: Hagenberg` may follow, with the names of the columns;
/// without a question the recording's own name is taken for it, and without anything expected the words mean what they mean
/// when they are typed.
package struct RecordingCase {
  package let recording: String

  private var sidecar: String { URL(filePath: recording).deletingPathExtension().path + ".txt" }

  package var exists: Bool { FileManager.default.fileExists(atPath: sidecar) }

  /// - Throws: `BatchTestError` that names the file and the line.
  package func read() throws -> TestCase {
    guard exists else {
      throw BatchTestError(
        .badData,
        "\(recording): nothing tells what is said in it: write \(sidecar), or a table that names the recording")
    }
    let text = try CaseText(sidecar)
    let lines = text.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var values: [String: String] = ["transcript": trimmed(lines.first ?? "")]
    for (number, line) in lines.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
      let place = CasePlace(file: sidecar, line: number + 1)
      let parts = line.split(separator: ":", maxSplits: 1)
      let name = trimmed(parts[0])
      guard parts.count == 2, CaseFields.known.contains(name) else {
        throw place.failure("\"\(line)\" is not of the form question: to, expected: …, mode: …, lang: … or tags: …")
      }
      guard values.updateValue(trimmed(parts[1]), forKey: name) == nil else {
        throw place.failure("\(name) is written twice")
      }
    }
    let name = URL(filePath: recording).deletingPathExtension().lastPathComponent
    if values["question"] == nil, AskedQuestion(rawValue: name) != nil { values["question"] = name }
    values["utterance"] = URL(filePath: recording).lastPathComponent
    if values["expected"] == nil { values["expected"] = Expectation.typed }
    var testCase = try CaseFields(place: CasePlace(file: sidecar, line: 1), values: values).testCase()
    testCase.isBesideRecording = true
    return testCase
  }

  private func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
}
