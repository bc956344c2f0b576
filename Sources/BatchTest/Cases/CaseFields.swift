import Journey
import Listening

/// The fields of one case as they were read, whatever the format of the file.
package struct CaseFields {
  /// The fields that a case may have; others are passed over, and `alight test lint` tells them.
  package static let known: Set<String> = [
    "question", "utterance", "expected", "mode", "lang", "tier", "tags", "options", "comment", "xfail", "transcript",
    "voice", "speed", "speaker",
  ]
  package static let required = ["question", "utterance", "expected"]

  package let place: CasePlace
  package let values: [String: String]

  /// A field; nil where it is empty or absent.
  package subscript(name: String) -> String? {
    guard let text = values[name], !text.isEmpty else { return nil }
    return text
  }

  /// - Throws: `BatchTestError` that names the place.
  package func testCase() throws -> TestCase {
    let questions = AskedQuestion.allCases.map(\.rawValue).joined(separator: ", ")
    guard let asked = self["question"] else { throw place.failure("no question is named; there are \(questions)") }
    guard let question = AskedQuestion(rawValue: asked) else {
      throw place.failure("the question \"\(asked)\" is none of \(questions)")
    }
    guard let expected = self["expected"] else {
      throw place.failure("nothing is expected: write an id or a name, NONE, ASK:a|b, CONFIRM:a or CMD:back")
    }
    let expectation = try Expectation(expected, tier: try tier(), at: place)
    let utterance = values["utterance"] ?? ""
    return TestCase(
      place: place, subject: .answer(question, expectation),
      utterance: TestCase.isRecording(utterance) ? place.resolve(utterance) : utterance, expected: expected,
      mode: try mode(), language: self["lang"], options: self["options"].map(place.resolve), tags: tags,
      xfail: self["xfail"], transcript: self["transcript"])
  }

  /// Written with commas or spaces between.
  package var tags: [String] { (self["tags"] ?? "").split { $0 == "," || $0 == " " }.map(String.init) }

  private func tier() throws -> Expectation.Tier {
    guard let text = self["tier"] else { return .accept }
    guard let tier = Expectation.Tier(rawValue: text) else {
      let known = Expectation.Tier.allCases.map(\.rawValue).joined(separator: ", ")
      throw place.failure("the tier \"\(text)\" is none of \(known)")
    }
    return tier
  }

  private func mode() throws -> Mode? {
    guard let text = self["mode"] else { return nil }
    guard let mode = Mode(rawValue: text) else {
      throw place.failure("the mode \"\(text)\" is none of \(Mode.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return mode
  }
}
