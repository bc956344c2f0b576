import Listening
import Matching

/// Which values of a question some case expects, and which none does.
package struct Coverage: Encodable {
  package let question: String
  package let options: Int
  package let tested: Int
  package let untested: [String]

  /// Of the timetable's stops, and of the modes, intervals and commands of a language.
  package static func rows(_ cases: [TestCase], stops: [MatchOption], lexicon: Lexicon) -> [Coverage] {
    var expected: [AskedQuestion: Set<String>] = [:]
    for testCase in cases {
      guard case .answer(let question, let expectation) = testCase.subject else { continue }
      Self.note(expectation, question, in: &expected)
    }
    let places = expected[.from, default: []].union(expected[.to, default: []])
    let named = Set(places.map { Normalizer.key($0) })
    return [
      Coverage("stops", stops.map(\.name)) { name in
        named.contains(Normalizer.key(name)) || stops.contains { $0.name == name && places.contains($0.id) }
      },
      Coverage("mode", lexicon.options.mode.map(\.value.rawValue)) { expected[.mode]?.contains($0) == true },
      Coverage("interval", lexicon.options.interval.map(\.value)) { expected[.interval]?.contains($0) == true },
      Coverage("command", lexicon.commands.map(\.name)) { expected[.command]?.contains($0) == true },
    ]
  }

  private init(_ question: String, _ values: [String], isTested: (String) -> Bool) {
    self.question = question
    untested = values.filter { !isTested($0) }
    options = values.count
    tested = values.count - untested.count
  }

  private static func note(
    _ expectation: Expectation, _ question: AskedQuestion, in expected: inout [AskedQuestion: Set<String>]
  ) {
    switch expectation {
    case .slots(let slots, _):
      for (slot, value) in slots {
        if let own = AskedQuestion(rawValue: slot.rawValue) { note(value, own, in: &expected) }
      }
    case .command(let name): expected[.command, default: []].insert(name)
    default: expected[question, default: []].formUnion(expectation.values)
    }
  }
}
