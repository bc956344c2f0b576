import Foundation

/// The report in the Test Anything Protocol, version 14: a test point for each case, failures with a YAML block.
package struct TAPReport {
  let report: BatchReport

  package init(report: BatchReport) { self.report = report }

  package var lines: [String] {
    ["TAP version 14", "1..\(report.outcomes.count)"] + report.outcomes.enumerated().flatMap { point($1, $0 + 1) }
  }

  private func point(_ outcome: CaseOutcome, _ number: Int) -> [String] {
    let testCase = outcome.testCase
    let todo = testCase.xfail.map { " # TODO \(escaped($0))" } ?? ""
    let line =
      "\(outcome.isRight ? "ok" : "not ok") \(number) - \(escaped("\(testCase.place): \(testCase.title)"))\(todo)"
    guard !outcome.isRight else { return [line] }
    let fields = [
      ("expected", testCase.expected), ("got", outcome.got), ("reason", outcome.reason),
      ("score", TextReport.short(outcome.score)),
    ]
    return [line, "  ---"] + fields.map { "  \($0.0): \(quoted($0.1))" }
      + (outcome.differences.isEmpty ? [] : ["  differences:"] + outcome.differences.map { "    - \(quoted($0))" })
      + ["  ..."]
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "#", with: "\\#")
      .replacingOccurrences(of: "\n", with: " ")
  }

  /// A JSON string, which is YAML too.
  private func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
