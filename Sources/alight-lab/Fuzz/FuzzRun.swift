import Foundation
import Journey

/// What one utterance did at one question.
struct FuzzFinding: Codable {
  var kind: String
  var language: String
  var question: String
  /// The least of three times.
  var milliseconds: Double
  /// What is wrong with the result; empty for one that is only slow.
  var flaws: [String]
  var utterance: String
}

/// Answers every question with fuzzed utterances, one after the other.
struct FuzzRun {
  let questions: [FuzzQuestions.Asked]
  /// A result that takes longer is reported.
  let limit: Double
  /// Called before an utterance is answered, so that it is known when the answer never comes.
  var willAnswer: (String) -> Void = { _ in }
  var report: (FuzzFinding) -> Void = { _ in }

  private(set) var count = 0
  /// The slowest results that were within the limit, slowest first.
  private(set) var slowest: [FuzzFinding] = []

  private let turns: Int

  init(_ questions: [FuzzQuestions.Asked], limit: Double) {
    self.questions = questions
    turns = (questions.compactMap(\.turn).max() ?? 0) + 1
    self.limit = limit
  }

  /// Answers one utterance at all questions.
  mutating func answer(_ input: (kind: FuzzInputs.Kind, text: String)) {
    willAnswer(input.text)
    count += 1
    let turn = count % turns
    for asked in questions where asked.turn ?? turn == turn {
      let (milliseconds, flaws) = measure(asked, input.text)
      guard milliseconds > limit || !flaws.isEmpty || milliseconds > (slowest.last?.milliseconds ?? 0) else { continue }
      let finding = FuzzFinding(
        kind: input.kind.rawValue, language: asked.language, question: asked.question, milliseconds: milliseconds,
        flaws: flaws, utterance: input.text)
      if milliseconds > limit || !flaws.isEmpty { report(finding) } else { keep(finding) }
    }
  }

  private mutating func keep(_ finding: FuzzFinding) {
    // One utterance is slow in every language.
    if let known = slowest.firstIndex(where: { $0.utterance == finding.utterance }) {
      if slowest[known].milliseconds < finding.milliseconds { slowest[known] = finding }
    } else {
      slowest.append(finding)
    }
    slowest.sort { $0.milliseconds > $1.milliseconds }
    if slowest.count > 10 { slowest.removeLast() }
  }

  /// The least of three times of this thread, because a machine that is busy with other things makes the matcher no
  /// slower; quick ones are taken once.
  private func measure(_ asked: FuzzQuestions.Asked, _ text: String) -> (milliseconds: Double, flaws: [String]) {
    var flaws: [String] = []
    func once() -> Double {
      let start = ProcessorTime.milliseconds
      flaws = asked.answer(text)
      return ProcessorTime.milliseconds - start
    }
    var least = once()
    for _ in 0..<2 where least > limit / 2 { least = min(least, once()) }
    return (least, flaws)
  }
}
