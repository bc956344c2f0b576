/// What a batch of cases came to.
struct BatchReport: Encodable {
  /// A case that did not come out as expected.
  struct Failure: Encodable {
    var file: String
    var line: Int
    var question: String
    var utterance: String
    var expected: String
    var got: String
    var score: Double
    var margin: Double
    var runnerUp: String?
    var reason: String
  }

  /// One row of the table.
  struct Row: Encodable {
    var question: String
    var cases = 0
    var accepted = 0
    var asked = 0
    var refused = 0
    /// Cases that failed.
    var wrong = 0
    /// Of those, the ones that took a value they should not have: the costly error.
    var falseAccepts = 0
  }

  let schema = "alight.test/1"
  private(set) var failures: [Failure] = []
  private(set) var questions: [Row] = []

  var passed: Bool { failures.isEmpty }
  var count: Int { questions.map(\.cases).reduce(0, +) }

  mutating func add(_ outcome: CaseOutcome) {
    let question = outcome.testCase.question.rawValue
    var row = questions.first { $0.question == question } ?? Row(question: question)
    row.cases += 1
    switch outcome.match.decision {
    case .accept: row.accepted += 1
    case .confirm, .ask: row.asked += 1
    case .reject: row.refused += 1
    }
    if !outcome.passed {
      row.wrong += 1
      if outcome.match.decision == .accept { row.falseAccepts += 1 }
      failures.append(Failure(outcome))
    }
    questions.removeAll { $0.question == question }
    questions.append(row)
    questions.sort { Self.order($0.question) < Self.order($1.question) }
  }

  private static func order(_ question: String) -> Int {
    AskedQuestion.allCases.firstIndex { $0.rawValue == question } ?? AskedQuestion.allCases.count
  }

  /// The failures, then the table.
  var text: String {
    var lines = failures.map(\.text)
    lines.append(Self.columns(["question", "cases", "accepted", "asked", "refused", "wrong", "false accepts"]))
    for row in questions {
      let figures = [row.cases, row.accepted, row.asked, row.refused, row.wrong, row.falseAccepts]
      lines.append(Self.columns([row.question] + figures.map(String.init)))
    }
    lines.append(passed ? "all \(count) cases passed" : "\(failures.count) of \(count) cases failed")
    return lines.joined(separator: "\n")
  }

  private static func columns(_ cells: [String]) -> String {
    zip(cells, [10, 7, 10, 7, 9, 7, 14]).enumerated().map { place, cell in
      let padding = String(repeating: " ", count: max(1, cell.1 - cell.0.count))
      return place == 0 ? cell.0 + padding : padding + cell.0
    }.joined()
  }
}

extension BatchReport.Failure {
  init(_ outcome: CaseOutcome) {
    let match = outcome.match
    self.init(
      file: outcome.testCase.file, line: outcome.testCase.line, question: outcome.testCase.question.rawValue,
      utterance: outcome.testCase.utterance, expected: outcome.testCase.expectedText, got: outcome.got,
      score: match.score, margin: match.margin,
      runnerUp: match.candidates.count > 1 ? match.candidates[1].name : nil, reason: match.reason)
  }

  var text: String {
    let next = runnerUp.map { ", next \($0)" } ?? ""
    return "\(file):\(line): \(question) \"\(utterance)\": expected \(expected), got \(got) "
      + "(score \(Self.short(score)), margin \(Self.short(margin))\(next); \(reason))"
  }

  private static func short(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
