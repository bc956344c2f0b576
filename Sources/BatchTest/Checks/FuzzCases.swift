import Journey
import Listening
import Matching

/// Cases made from the options by noise: nothing else than the option may be taken, while asking back and refusing are fine.
package struct FuzzCases {
  /// Something that a rider may answer, and what it means.
  private struct Answer {
    let question: AskedQuestion
    let words: String
    let value: String
    /// Words may be left out of it without its meaning something else.
    let isName: Bool
  }

  private let answers: [Answer]
  /// Names that stand for themselves, so that noise which makes one of them is no noise.
  private let names: [String: Set<String>]

  package init(stops: [MatchOption], lexicon: Lexicon) {
    var answers: [Answer] = []
    for stop in stops {
      for question in [AskedQuestion.from, .to] {
        answers.append(Answer(question: question, words: stop.name, value: stop.id, isName: true))
      }
    }
    for mode in lexicon.options.mode {
      for words in [mode.name] + (mode.examples ?? []) {
        answers.append(Answer(question: .mode, words: words, value: mode.value.rawValue, isName: false))
      }
    }
    for interval in lexicon.options.interval {
      for words in [interval.name] + (interval.examples ?? []) {
        answers.append(Answer(question: .interval, words: words, value: interval.value, isName: false))
      }
    }
    for command in lexicon.commands {
      for words in command.examples {
        answers.append(Answer(question: .command, words: words, value: command.name, isName: false))
      }
    }
    self.answers = answers
    let keys = stops.flatMap { stop in
      ([stop.name] + stop.alternatives.map(\.name)).map { (Normalizer.key($0), stop.id) }
    }
    names = keys.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
  }

  /// As many cases as asked for, the same for the same seed; fewer only where there is nothing to make them from.
  package func cases(_ count: Int, seed: Int) -> [TestCase] {
    var random = RepeatableRandom(seed: seed)
    var cases: [TestCase] = []
    var tries = 0
    while cases.count < count, tries < count * 50 {
      tries += 1
      guard let answer = random.pick(questionFirst(&random)), let noise = random.pick(AnswerNoise.allCases),
        answer.isName || noise != .droppedWord,
        let words = noise.applied(to: answer.words, &random), !isOther(words, answer)
      else { continue }
      cases.append(testCase(answer, words, noise, number: cases.count + 1))
    }
    return cases
  }

  /// The answers of one question, so that the many stops do not crowd the others out.
  private func questionFirst(_ random: inout RepeatableRandom) -> [Answer] {
    let questions = AskedQuestion.allCases.filter { question in answers.contains { $0.question == question } }
    guard let question = random.pick(questions) else { return [] }
    return answers.filter { $0.question == question }
  }

  /// Whether the noise has made a name of something else, or changed nothing.
  private func isOther(_ words: String, _ answer: Answer) -> Bool {
    let key = Normalizer.key(words)
    if key == Normalizer.key(answer.words) || key.isEmpty { return true }
    return answer.isName && names[key].map { !$0.contains(answer.value) } == true
  }

  private func testCase(_ answer: Answer, _ words: String, _ noise: AnswerNoise, number: Int) -> TestCase {
    TestCase(
      place: CasePlace(file: "fuzz", line: number), subject: .answer(answer.question, .unmistaken(answer.value)),
      utterance: words, expected: answer.isName ? answer.words : answer.value, tags: ["fuzz-\(noise.rawValue)"])
  }
}
