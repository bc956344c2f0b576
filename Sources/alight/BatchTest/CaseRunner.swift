import Foundation
import Journey
import Matching

/// Turns a recording into what was understood; only made when a case needs it.
protocol CaseListener: Sendable {
  func match(recording: String, question: AskedQuestion, mode: Mode?, among options: [MatchOption]) async throws
    -> Match
}

/// What became of one case.
struct CaseOutcome: Sendable {
  let testCase: TestCase
  let match: Match
  let passed: Bool
  /// What was understood, in the notation of the cases.
  let got: String
}

/// Runs cases against the matcher.
struct CaseRunner {
  private let matcher: Matcher
  private let stops: OptionIndex
  private let listener: any CaseListener
  private var indexes: [String: OptionIndex] = [:]

  init(matcher: Matcher, stops: OptionIndex, listener: any CaseListener) {
    self.matcher = matcher
    self.stops = stops
    self.listener = listener
  }

  mutating func run(_ testCase: TestCase) async throws -> CaseOutcome {
    let index = try index(for: testCase)
    if case .slots(let slots) = testCase.expected { return interpret(testCase, slots, index) }
    let match: Match
    if testCase.isRecording {
      match = try await listener.match(
        recording: testCase.utterance, question: testCase.question, mode: testCase.mode, among: index.options)
    } else {
      match = matcher.match(
        testCase.utterance, question: testCase.question.matchQuestion, mode: testCase.mode, among: index)
    }
    return CaseOutcome(
      testCase: testCase, match: match, passed: fits(match, testCase.expected), got: Self.notation(match))
  }

  private mutating func index(for testCase: TestCase) throws -> OptionIndex {
    guard let path = testCase.options else { return stops }
    if let known = indexes[path] { return known }
    let index = OptionIndex(try OptionsFile.read([path]), lexicon: matcher.lexicon)
    indexes[path] = index
    return index
  }

  private func interpret(_ testCase: TestCase, _ slots: [Slot: String], _ index: OptionIndex) -> CaseOutcome {
    let open = testCase.question.slot ?? .from
    let meaning = matcher.interpret(testCase.utterance, open: open, mode: testCase.mode, from: index, to: index)
    let accepted = meaning.slots.filter { $0.value.decision == .accept }
    let passed =
      Set(accepted.keys) == Set(slots.keys)
      && slots.allSatisfy { slot, value in accepted[slot].map { names($0, value) } ?? false }
    let got = Slot.allCases.compactMap { slot in meaning.slots[slot].map { "\(slot.rawValue)=\(Self.notation($0))" } }
    let match =
      meaning.slots[open]
      ?? Match(utterance: testCase.utterance, decision: .reject, reason: "nothing-like-it: no answer")
    return CaseOutcome(
      testCase: testCase, match: match, passed: passed, got: got.isEmpty ? "NONE" : got.joined(separator: ";"))
  }

  private func fits(_ match: Match, _ expected: TestCase.Expectation) -> Bool {
    switch expected {
    case .accept(let value): match.decision == .accept && names(match, value)
    case .confirm(let value): match.decision == .confirm && names(match, value)
    case .refuse: match.decision == .reject && match.command == nil
    case .command(let name): match.command == name
    case .ask(let values):
      match.decision == .ask
        && values.allSatisfy { value in match.candidates.contains { isSame($0, value) } }
    case .slots: false
    }
  }

  private func names(_ match: Match, _ value: String) -> Bool {
    guard let got = match.value else { return false }
    return match.candidates.contains { $0.value == got && isSame($0, value) } || got == value
  }

  /// An option is named by its id or by its name.
  private func isSame(_ candidate: Candidate, _ value: String) -> Bool {
    candidate.value == value || Normalizer.key(candidate.name) == Normalizer.key(value)
  }

  static func notation(_ match: Match) -> String {
    let value = match.candidates.first { $0.value == match.value }?.name ?? match.value ?? ""
    switch match.decision {
    case .accept: return value
    case .confirm: return "CONFIRM:\(value)"
    case .ask: return "ASK:" + match.candidates.prefix(4).map(\.name).joined(separator: "|")
    case .reject: return match.command.map { "CMD:\($0)" } ?? "NONE"
    }
  }
}
