import Foundation
import Journey

/// The report as JUnit XML, which continuous-integration servers read: a suite for each question, a test for each case.
package struct JUnitReport {
  let report: BatchReport

  package init(report: BatchReport) { self.report = report }

  package var text: String {
    let total = report.outcomes
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites name=\"alight\" \(counts(total))>",
    ]
    for question in BatchReport.questionOrder {
      let own = total.filter { $0.testCase.question == question }
      guard !own.isEmpty else { continue }
      lines.append("  <testsuite name=\"\(question)\" \(counts(own))>")
      lines += own.flatMap(testCase)
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func counts(_ outcomes: [CaseOutcome]) -> String {
    let failures = outcomes.filter(\.isFailure).count
    let skipped = outcomes.filter { $0.status == .xfailed }.count
    return "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\"\(time(outcomes))"
  }

  private func time(_ outcomes: [CaseOutcome]) -> String {
    guard report.showsTimings else { return "" }
    let seconds = Double(outcomes.map(\.microseconds).reduce(0, +)) / 1_000_000
    return String(format: " time=\"%.6f\"", seconds)
  }

  private func testCase(_ outcome: CaseOutcome) -> [String] {
    let testCase = outcome.testCase
    let name = Markup.escaped(testCase.title).replacingOccurrences(of: "\n", with: "&#10;")
    let file = Markup.escaped(testCase.place.file)
    let start =
      "    <testcase name=\"\(name)\" classname=\"\(file)\" file=\"\(file)\" line=\"\(testCase.place.line)\"\(time([outcome]))"
    guard outcome.status != .passed else { return [start + "/>"] }
    return [start + ">", "      " + verdict(outcome), "    </testcase>"]
  }

  private func verdict(_ outcome: CaseOutcome) -> String {
    let reason = Markup.escaped(outcome.testCase.xfail ?? "")
    switch outcome.status {
    case .passed: return ""
    case .xfailed: return "<skipped message=\"expected to fail: \(reason)\"/>"
    case .xpassed: return "<system-out>passes now, though expected to fail: \(reason)</system-out>"
    case .failed:
      let expected = Markup.escaped(outcome.testCase.expected)
      let details = Markup.escaped(([outcome.reason] + outcome.differences).joined(separator: "\n"))
      let kind = outcome.isFalseAccept ? "false-accept" : outcome.isFalseReject ? "false-reject" : "other"
      return "<failure type=\"\(kind)\" message=\"expected \(expected), got \(Markup.escaped(outcome.got))\">\(details)"
        + "</failure>"
    }
  }
}
