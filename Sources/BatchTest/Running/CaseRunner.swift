import Foundation
import Journey
import Listening
import Matching

/// Turns a recording into what was understood.
package protocol CaseListener: Sendable {
  func match(recording: String, testCase: TestCase, question: AskedQuestion, among options: [MatchOption]) async throws
    -> Match
}

/// Runs cases, each alone: what becomes of one depends on no other.
package struct CaseRunner: Sendable {
  package var words: [CaseWords.Key: CaseWords]
  package let listener: any CaseListener
  package let dialogues: DialogueRunner?
  /// Thresholds to try; nil for the matcher's own.
  package var policy: MatchPolicy?

  package init(
    _ words: [CaseWords.Key: CaseWords], listener: any CaseListener, dialogues: DialogueRunner? = nil
  ) {
    self.words = words
    self.listener = listener
    self.dialogues = dialogues
  }

  package func run(_ testCase: TestCase) async throws -> CaseOutcome {
    let start = ContinuousClock.now
    var outcome: CaseOutcome
    switch testCase.subject {
    case .dialogue(let script):
      guard let dialogues else { throw testCase.place.failure("no dialogue can be held here", .internal) }
      outcome = try await dialogues.run(script, of: testCase)
    case .answer(let question, let expectation):
      guard var own = words[CaseWords.Key(testCase)] else {
        throw testCase.place.failure("its words were not read", .internal)
      }
      if let policy { own.matcher.policy = policy }
      let asked = AskedCase(testCase: testCase, question: question, expectation: expectation, words: own)
      outcome = testCase.isRecording ? try await hear(asked) : asked.typed(testCase.utterance)
    }
    outcome.microseconds = Int(start.duration(to: .now) / .microseconds(1))
    return outcome
  }

  private func hear(_ asked: AskedCase) async throws -> CaseOutcome {
    let testCase = asked.testCase
    let match = try await listener.match(
      recording: testCase.utterance, testCase: testCase, question: asked.question,
      among: asked.words.places.map { Array($0.options) } ?? [])
    var outcome = asked.outcome(of: match)
    outcome.hearing = Hearing(
      heard: match.utterance, reference: testCase.transcript, isRightAsHeard: asked.typed(match.utterance).isRight,
      isRightAsSaid: testCase.transcript.map { asked.typed($0).isRight })
    return outcome
  }
}

/// One case with the words it is matched with.
package struct AskedCase {
  package let testCase: TestCase
  package let question: AskedQuestion
  package let expectation: Expectation
  package let words: CaseWords

  private var policy: MatchPolicy { words.matcher.policy }

  /// What becomes of words.
  package func typed(_ text: String) -> CaseOutcome {
    if case .slots(let slots, let times) = expectation { return interpret(text, slots, times) }
    return outcome(of: match(text))
  }

  func match(_ text: String) -> Match {
    words.matcher.match(text, question: question.matchQuestion, mode: testCase.mode, among: words.places)
  }

  package func outcome(of match: Match) -> CaseOutcome {
    var outcome = CaseOutcome(testCase, isRight: isRight(match), got: match.notation(policy))
    outcome.take(match)
    outcome.isFalseAccept = isTaken(match) && !isMeant(match)
    outcome.isFalseReject = match.decision == .reject && match.command == nil && !isRefusal
    return outcome
  }

  private var isRefusal: Bool { expectation == .refuse }

  private func isRight(_ match: Match) -> Bool {
    guard expectation == .asTyped else { return expectation.fits(match, policy: policy) }
    let typed = self.match(testCase.transcript ?? "")
    return match.decision == typed.decision && match.value == typed.value && match.command == typed.command
  }

  private func isTaken(_ match: Match) -> Bool {
    match.decision == .accept || (match.decision == .reject && match.command != nil)
  }

  /// Whether what was taken is what the rider meant, be it that it should have been asked back.
  private func isMeant(_ match: Match) -> Bool {
    if let command = match.command { return expectation == .command(command) || isRight(match) }
    switch expectation {
    case .confirm(let value), .accept(let value), .heard(let value), .unmistaken(let value): return match.names(value)
    default: return isRight(match)
    }
  }

  private func interpret(
    _ text: String, _ expected: [Slot: Expectation], _ expectedTimes: [TravelTime.Event: String]
  ) -> CaseOutcome {
    let open = question.slot ?? .from
    let meaning = words.matcher.interpret(
      text, open: open, mode: testCase.mode, from: words.places, to: words.places)
    let understood = meaning.slots.filter { $0.value.decision != .reject }
    let areRight = expected.allSatisfy { slot, value in understood[slot].map { value.fits($0, policy: policy) } ?? false
    }
    let got = Slot.allCases.compactMap { slot in
      understood[slot].map { "\(slot.rawValue)=\($0.notation(policy))" }
    }
    // Times are looked at where the case names one.
    let times = expectedTimes.isEmpty ? [] : meaning.times.map { ($0.event, $0.canonical) }
    let areTimesRight =
      times.count == expectedTimes.count && times.allSatisfy { expectedTimes[$0.0] == $0.1 }
    let isRight = areRight && areTimesRight && Set(understood.keys) == Set(expected.keys) && meaning.command == nil
    let all = got + times.map { "\($0.0.rawValue)=\($0.1)" }
    let notation = meaning.command.map { $0.notation(policy) } ?? (all.isEmpty ? "NONE" : all.joined(separator: ";"))
    var outcome = CaseOutcome(testCase, isRight: isRight, got: notation)
    outcome.take(meaning.command ?? meaning.slots[open] ?? Self.nothing(text))
    outcome.isFalseReject = understood.isEmpty && meaning.command == nil
    outcome.isFalseAccept =
      meaning.command != nil
      || understood.contains { slot, match in
        match.decision == .accept && !(expected[slot]?.values.contains(where: match.names) ?? false)
      }
    return outcome
  }

  private static func nothing(_ text: String) -> Match {
    Match(utterance: text, decision: .reject, reason: .init(.nothingLikeIt, "no answer"))
  }
}

extension CaseOutcome {
  fileprivate mutating func take(_ match: Match) {
    decision = match.decision
    score = match.score
    margin = match.margin
    runnerUp = match.candidates.count > 1 ? match.candidates[1].name : nil
    reason = match.reason.description
    explanation = match.explanation
  }
}
