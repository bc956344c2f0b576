import Listening

/// What a batch of cases came to: the document from which every report is made.
package struct BatchReport {
  package let outcomes: [CaseOutcome]
  /// The language of cases that name none.
  package var language = "en"
  /// Whether times are told, which no two runs share.
  package var showsTimings = false
  /// Whether failures tell how their scores came about.
  package var explains = false
  package var baseline: BaselineComparison?
  package var limits: [Limit] = []
  package var coverage: [Coverage]?

  /// A bound that the run must keep, and whether it did.
  package struct Limit: Encodable {
    let name: String
    let bound: Double
    let value: Double
    let isKept: Bool

    package init(name: String, bound: Double, value: Double, isKept: Bool) {
      (self.name, self.bound, self.value, self.isKept) = (name, bound, value, isKept)
    }
  }

  package init(_ outcomes: [CaseOutcome]) { self.outcomes = outcomes }

  package static let questionOrder = AskedQuestion.allCases.map(\.rawValue) + ["dialogue"]

  package var total: CaseCounts {
    var total = CaseCounts("all")
    for outcome in outcomes { total.add(outcome) }
    return total
  }

  package var failures: [CaseOutcome] { outcomes.filter(\.isFailure) }
  package var unexpectedPasses: [CaseOutcome] { outcomes.filter { $0.status == .xpassed } }
  package var expectedFailures: [CaseOutcome] { outcomes.filter { $0.status == .xfailed } }

  package var questions: [CaseCounts] {
    CaseCounts.rows(outcomes, order: Self.questionOrder) { [$0.testCase.question] }
  }
  package var tags: [CaseCounts] { CaseCounts.rows(outcomes) { Set($0.testCase.tags).sorted() } }

  /// By language, where cases name more than the run's own.
  package var languages: [CaseCounts] {
    guard outcomes.contains(where: { $0.testCase.language != nil }) else { return [] }
    return CaseCounts.rows(outcomes) { [$0.testCase.language ?? language] }
  }

  /// The outcomes of each question that answers one, in order.
  private var byQuestion: [(String, [CaseOutcome])] {
    AskedQuestion.allCases.map(\.rawValue).compactMap { question in
      let own = outcomes.filter { $0.testCase.question == question }
      return own.isEmpty ? nil : (question, own)
    }
  }

  package var confusions: [ConfusionTable] { byQuestion.map { ConfusionTable($0.0, $0.1) } }
  package var histograms: [ScoreHistogram] { byQuestion.map { ScoreHistogram($0.0, $0.1) } }
  package var speech: SpeechCounts? { SpeechCounts(outcomes) }

  /// Whether the run is a success: with a baseline nothing that passed may fail, with limits they must be kept, and
  /// without either no case may fail.
  package var isSuccess: Bool {
    let keepsLimits = limits.allSatisfy(\.isKept)
    if let baseline { return keepsLimits && baseline.regressions.isEmpty }
    return limits.isEmpty ? failures.isEmpty : keepsLimits
  }
}
