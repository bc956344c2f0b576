/// How long the cases of a question took.
package struct Timings: Encodable {
  package let question: String
  /// In microseconds.
  package let median: Int
  package let p95: Int

  package static func rows(_ outcomes: [CaseOutcome]) -> [Timings] {
    BatchReport.questionOrder.compactMap { question in
      let times = outcomes.filter { $0.testCase.question == question }.map(\.microseconds).sorted()
      guard !times.isEmpty else { return nil }
      return Timings(question: question, median: times[times.count / 2], p95: times[times.count * 95 / 100])
    }
  }
}
