import Matching

/// The report as one JSON document: what `--json` prints and `report.json` holds.
package struct ReportDocument: Encodable {
  package static let schema = "alight.test/1"

  /// A case with its outcome.
  package struct Case: Encodable {
    var key: String
    var file: String
    var line: Int
    var question: String
    var utterance: String
    var mode: String?
    var lang: String?
    var tags: [String]
    var expected: String
    var got: String
    var right: Bool
    var status: CaseOutcome.Status
    var xfail: String?
    var decision: Decision?
    var score: Double
    var margin: Double
    var runnerUp: String?
    var reason: String
    var heard: String?
    var differences: [String]?
    var explanation: [String]?
    var microseconds: Int?

    enum CodingKeys: String, CodingKey {
      case key, file, line, question, utterance, mode, lang, tags, expected, got, right, status, xfail, decision, score
      case margin, reason, heard, differences, explanation, microseconds
      case runnerUp = "runner_up"
    }

    init(_ outcome: CaseOutcome, explains: Bool, showsTimings: Bool) {
      let testCase = outcome.testCase
      key = testCase.key
      (file, line) = (testCase.place.file, testCase.place.line)
      (question, utterance) = (testCase.question, testCase.utterance)
      (mode, lang, tags) = (testCase.mode?.rawValue, testCase.language, testCase.tags)
      (expected, got, right, status) = (testCase.expected, outcome.got, outcome.isRight, outcome.status)
      xfail = testCase.xfail
      decision = outcome.decision
      score = Self.rounded(outcome.score)
      margin = Self.rounded(outcome.margin)
      (runnerUp, reason, heard) = (outcome.runnerUp, outcome.reason, outcome.hearing?.heard)
      differences = outcome.differences.isEmpty ? nil : outcome.differences
      explanation = explains && !outcome.explanation.isEmpty ? outcome.explanation : nil
      microseconds = showsTimings ? outcome.microseconds : nil
    }

    private static func rounded(_ value: Double) -> Double { (value * 10000).rounded() / 10000 }
  }

  package let schema = Self.schema
  package let passed: Bool
  package let total: CaseCounts
  package let questions: [CaseCounts]
  package let tags: [CaseCounts]
  package let languages: [CaseCounts]
  package let values: [ConfusionTable.ValueScore]
  package let confusions: [ConfusionTable.Pair]
  package let histograms: [ScoreHistogram]
  package let speech: SpeechCounts?
  package let limits: [BatchReport.Limit]
  package let baseline: BaselineComparison?
  package let coverage: [Coverage]?
  package let timings: [Timings]?
  package let cases: [Case]

  package init(_ report: BatchReport) {
    passed = report.isSuccess
    (total, questions, tags, languages) = (report.total, report.questions, report.tags, report.languages)
    values = report.confusions.flatMap(\.values)
    confusions = report.confusions.flatMap(\.wrong)
    (histograms, speech, limits) = (report.histograms, report.speech, report.limits)
    (baseline, coverage) = (report.baseline, report.coverage)
    timings = report.showsTimings ? Timings.rows(report.outcomes) : nil
    cases = Self.cases(report.outcomes, report)
  }

  package static func cases(_ outcomes: [CaseOutcome], _ report: BatchReport) -> [Case] {
    outcomes.map { Case($0, explains: report.explains, showsTimings: report.showsTimings) }
  }
}
