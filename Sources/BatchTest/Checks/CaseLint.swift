import Journey
import Listening
import Matching

/// Looks for cases that cannot all be right, and for options that cannot be told apart when they are said.
package struct CaseLint {
  package struct Finding: Encodable {
    let file: String
    /// From 1; nil for what concerns no case.
    let line: Int?
    /// `duplicate`, `contradiction`, `no-option`, `unknown-column`, `sounds-alike`.
    let kind: String
    let message: String

    package var text: String { "\(line.map { "\(file):\($0)" } ?? file): \(message)" }
  }

  private let stops: [MatchOption]
  private let lexicon: Lexicon
  private let tables: [String: [MatchOption]]

  /// - Parameter tables: by path, the tables of options that cases name.
  package init(stops: [MatchOption], lexicon: Lexicon, tables: [String: [MatchOption]]) {
    self.stops = stops
    self.lexicon = lexicon
    self.tables = tables
  }

  package func findings(_ cases: [TestCase], unknownColumns: [(CasePlace, String)] = []) -> [Finding] {
    unknownColumns.map { place, name in
      Finding(
        file: place.file, line: place.line, kind: "unknown-column",
        message: "the column \"\(name)\" means nothing and is passed over")
    } + repeated(cases) + cases.compactMap(withoutOption) + alike
  }

  // MARK: Cases

  /// The same words to the same question: twice the same, or expected to mean different things.
  private func repeated(_ cases: [TestCase]) -> [Finding] {
    var exact: [[String?]: TestCase] = [:]
    var alike: [[String?]: TestCase] = [:]
    return cases.compactMap { testCase in
      guard case .answer(let question, let expectation) = testCase.subject else { return nil }
      let own = [question.rawValue, testCase.mode?.rawValue, testCase.language, testCase.options]
      // Case and accents are tried on purpose, so only the very same words are there twice.
      if let other = exact.updateValue(testCase, forKey: own + [testCase.utterance]),
        other.expected == testCase.expected
      {
        return Finding(
          file: testCase.place.file, line: testCase.place.line, kind: "duplicate",
          message: "\(testCase.title) is tested already in \(other.place)")
      }
      // What nobody hears the difference of must mean the same; but quoted words are a name.
      let isPlain = !testCase.isRecording && !testCase.utterance.contains("\"") && expectation != .asTyped
      let key = own + [Normalizer.key(testCase.utterance)]
      guard isPlain, key.last != "", let other = alike[key] else {
        if isPlain { alike[key] = testCase }
        return nil
      }
      guard !isSame(testCase, other) else { return nil }
      return Finding(
        file: testCase.place.file, line: testCase.place.line, kind: "contradiction",
        message:
          "\(testCase.title) is expected to mean \(testCase.expected) here and \(other.expected) in \(other.place)")
    }
  }

  private func isSame(_ first: TestCase, _ second: TestCase) -> Bool {
    guard case .answer(let question, let one) = first.subject, case .answer(_, let other) = second.subject else {
      return false
    }
    func meaning(_ expectation: Expectation, besideSlots: Bool) -> String {
      // All that one sentence tells holds what it tells of the question alone.
      if case .slots(let slots, _) = expectation, !besideSlots, let own = question.slot.flatMap({ slots[$0] }) {
        return "\(own)"
      }
      return "\(expectation)"
    }
    var areBothSlots = false
    if case .slots = one, case .slots = other { areBothSlots = true }
    return Normalizer.key(meaning(one, besideSlots: areBothSlots))
      == Normalizer.key(meaning(other, besideSlots: areBothSlots))
  }

  /// What is expected and can never be understood.
  private func withoutOption(_ testCase: TestCase) -> Finding? {
    guard case .answer(let question, let expectation) = testCase.subject,
      let cause = missing(expectation, question, testCase)
    else { return nil }
    return Finding(file: testCase.place.file, line: testCase.place.line, kind: "no-option", message: cause)
  }

  private func missing(_ expectation: Expectation, _ question: AskedQuestion, _ testCase: TestCase) -> String? {
    switch expectation {
    case .slots(let slots, _):
      return slots.sorted { $0.key.rawValue < $1.key.rawValue }.lazy.compactMap { slot, value in
        AskedQuestion(rawValue: slot.rawValue).flatMap { missing(value, $0, testCase) }
      }.first
    case .command(let name):
      return lexicon.commands.contains { $0.name == name } ? nil : "there is no command \(name)"
    case .refuse, .asTyped: return nil
    case .accept, .confirm, .heard, .unmistaken, .ask:
      return expectation.values.lazy.compactMap { missing($0, question, testCase) }.first
    }
  }

  private func missing(_ value: String, _ question: AskedQuestion, _ testCase: TestCase) -> String? {
    switch question {
    case .from, .to:
      let options = testCase.options.flatMap { tables[$0] } ?? stops
      let isThere = options.contains { $0.id == value || Normalizer.key($0.name) == Normalizer.key(value) }
      return isThere ? nil : "no stop is called \(value)"
    case .mode: return Mode(rawValue: value) == nil ? "there is no mode \(value)" : nil
    case .interval:
      return Interval(canonical: value) == nil ? "\(value) is no interval such as duration:300s or stops:2" : nil
    case .command: return lexicon.commands.contains { $0.name == value } ? nil : "there is no command \(value)"
    }
  }

  // MARK: Options

  /// Options that differ in writing and not in sound.
  private var alike: [Finding] {
    let commands = lexicon.commands.flatMap { command in command.examples.map { (command.name, $0) } }
    let modes = lexicon.options.mode.map { ($0.value.rawValue, $0.name) }
    return Self.alike("the stops", stops.map { ($0.id, $0.name) })
      + tables.sorted { $0.key < $1.key }.flatMap { path, options in
        Self.alike(path, options.map { ($0.id, $0.name) })
      } + Self.alike("the commands", commands) + Self.alike("the modes", modes)
  }

  private static func alike(_ place: String, _ options: [(id: String, name: String)]) -> [Finding] {
    var first: [String: (id: String, name: String)] = [:]
    return options.compactMap { option in
      let words = Normalizer.tokens(option.name).map(\.word)
      let sound = words.map(Phonetics.key).joined()
      guard !sound.isEmpty else { return nil }
      guard let other = first[sound] else {
        first[sound] = option
        return nil
      }
      // The same name twice is one name for the rider.
      guard other.id != option.id, Normalizer.key(other.name) != Normalizer.key(option.name) else { return nil }
      return Finding(
        file: place, line: nil, kind: "sounds-alike",
        message: "\"\(option.name)\" and \"\(other.name)\" sound alike, so that a recording cannot tell them apart")
    }
  }
}
