/// What a batch of cases came to: the document from which every report is made.
struct BatchReport {
  let outcomes: [CaseOutcome]
  /// The language of cases that name none.
  var language = "en"
  /// Whether times are told, which no two runs share.
  var showsTimings = false
  /// Whether failures tell how their scores came about.
  var explains = false
  var baseline: BaselineComparison?
  var limits: [Limit] = []
  var coverage: [Coverage]?

  /// A bound that the run must keep, and whether it did.
  struct Limit: Encodable {
    let name: String
    let bound: Double
    let value: Double
    let isKept: Bool
  }

  init(_ outcomes: [CaseOutcome]) { self.outcomes = outcomes }

  static let questionOrder = AskedQuestion.allCases.map(\.rawValue) + ["dialogue"]

  var total: CaseCounts {
    var total = CaseCounts("all")
    for outcome in outcomes { total.add(outcome) }
    return total
  }

  var failures: [CaseOutcome] { outcomes.filter(\.isFailure) }
  var unexpectedPasses: [CaseOutcome] { outcomes.filter { $0.status == .xpassed } }
  var expectedFailures: [CaseOutcome] { outcomes.filter { $0.status == .xfailed } }

  var questions: [CaseCounts] { CaseCounts.rows(outcomes, order: Self.questionOrder) { [$0.testCase.question] } }
  var tags: [CaseCounts] { CaseCounts.rows(outcomes) { Set($0.testCase.tags).sorted() } }

  /// By language, where cases name more than the run's own.
  var languages: [CaseCounts] {
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

  var confusions: [ConfusionTable] { byQuestion.map { ConfusionTable($0.0, $0.1) } }
  var histograms: [ScoreHistogram] { byQuestion.map { ScoreHistogram($0.0, $0.1) } }
  var speech: SpeechCounts? { SpeechCounts(outcomes) }

  /// Whether the run is a success: with a baseline nothing that passed may fail, with limits they must be kept, and
  /// without either no case may fail.
  var isSuccess: Bool {
    let keepsLimits = limits.allSatisfy(\.isKept)
    if let baseline { return keepsLimits && baseline.regressions.isEmpty }
    return limits.isEmpty ? failures.isEmpty : keepsLimits
  }
}
