/// Which value was taken for which, over the cases of one question.
package struct ConfusionTable {
  /// One pair of values with how often it came.
  package struct Pair: Encodable {
    let question: String
    let expected: String
    let got: String
    let count: Int
  }

  /// Precision, recall and F1 of one value as in information retrieval: of what was taken for it, and of what meant it.
  package struct ValueScore: Encodable {
    struct Other: Encodable {
      let value: String
      let count: Int
    }

    let question: String
    let value: String
    let precision: Double
    let recall: Double
    let f1: Double
    /// Cases that expect it.
    let support: Int
    /// What it was taken for, most often first.
    let confusedWith: [Other]

    enum CodingKeys: String, CodingKey {
      case question, value, precision, recall, f1, support
      case confusedWith = "confused_with"
    }
  }

  package let question: String
  private var counts: [String: [String: Int]] = [:]

  package init(_ question: String, _ outcomes: [CaseOutcome]) {
    self.question = question
    for outcome in outcomes {
      let expected = outcome.testCase.expected
      // What is right is the same value, however it is written.
      counts[expected, default: [:]][outcome.isRight ? expected : outcome.got, default: 0] += 1
    }
  }

  /// The pairs that are wrong, most frequent first.
  package var wrong: [Pair] {
    counts.flatMap { expected, row in
      row.filter { $0.key != expected }.map {
        Pair(question: question, expected: expected, got: $0.key, count: $0.value)
      }
    }.sorted { ($1.count, $0.expected, $0.got) < ($0.count, $1.expected, $1.got) }
  }

  package func count(_ expected: String, _ got: String) -> Int { counts[expected]?[got] ?? 0 }

  package var values: [ValueScore] {
    let got = counts.values.reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
    return counts.keys.sorted().map { value in
      let row = counts[value] ?? [:]
      let (right, support) = (row[value] ?? 0, row.values.reduce(0, +))
      let others = row.filter { $0.key != value }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return ValueScore(
        question: question, value: value, precision: CaseCounts.share(right, of: got[value] ?? 0),
        recall: CaseCounts.share(right, of: support),
        f1: CaseCounts.share(2 * right, of: support + (got[value] ?? 0)), support: support,
        confusedWith: others.map { .init(value: $0.key, count: $0.value) })
    }
  }

  /// Every count as rows of `question,expected,got,count`, for `confusion.csv`.
  package var rows: [[String]] {
    counts.sorted { $0.key < $1.key }.flatMap { expected, row in
      row.sorted { $0.key < $1.key }.map { [question, expected, $0.key, String($0.value)] }
    }
  }
}
