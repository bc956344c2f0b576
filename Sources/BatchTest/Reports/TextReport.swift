import Foundation

/// The report for a reader at a terminal: failures first, then tables.
package struct TextReport {
  package let report: BatchReport
  /// 0 for the last line and the failures alone, 1 as usual, 2 with a line for every case.
  let verbosity: Int

  package init(report: BatchReport, verbosity: Int = 1) { (self.report, self.verbosity) = (report, verbosity) }

  package var lines: [String] {
    var lines = verbosity > 1 ? report.outcomes.map(Self.line) : []
    lines += report.failures.flatMap(failure)
    guard verbosity > 0 else { return lines + comparison + [summary] }
    lines += report.unexpectedPasses.map {
      "\($0.testCase.place): \($0.testCase.title) passes now: take its xfail out (\($0.testCase.xfail ?? ""))"
    }
    lines += table("question", report.questions)
    lines += report.tags.isEmpty ? [] : table("tag", report.tags)
    lines += report.languages.isEmpty ? [] : table("language", report.languages)
    return lines + confusions + histograms + speech + timings + coverage + comparison + limits + [summary]
  }

  /// A case that failed, with what kept it from passing.
  private func failure(_ outcome: CaseOutcome) -> [String] {
    let testCase = outcome.testCase
    guard outcome.decision != nil else {
      return ["\(testCase.place): \(testCase.title):"] + outcome.differences.map { "  \($0)" }
    }
    let next = outcome.runnerUp.map { ", next \($0)" } ?? ""
    var lines = [
      "\(testCase.place): \(testCase.title): expected \(testCase.expected), got \(outcome.got) "
        + "(score \(Self.short(outcome.score)), margin \(Self.short(outcome.margin))\(next); \(outcome.reason))"
    ]
    if let hearing = outcome.hearing { lines.append("  heard: \(hearing.heard.isEmpty ? "nothing" : hearing.heard)") }
    return lines + (report.explains ? outcome.explanation.map { "  \($0)" } : [])
  }

  private static func line(_ outcome: CaseOutcome) -> String {
    "\(outcome.status.rawValue)\t\(outcome.testCase.place)\t\(outcome.testCase.title)\t\(outcome.got)"
  }

  private func table(_ heading: String, _ rows: [CaseCounts]) -> [String] {
    let titles = [
      heading, "cases", "right", "accuracy", "accepted", "confirmed", "asked", "rejected", "false accepts",
      "false rejects",
    ]
    let cells = rows.map { row in
      [row.name, "\(row.cases)", "\(row.right)", Self.percent(row.accuracy)]
        + [row.accepted, row.confirmed, row.asked, row.rejected, row.falseAccepts, row.falseRejects].map { "\($0)" }
    }
    return [""] + Self.columns([titles] + cells)
  }

  /// The ten pairs that are confused most.
  private var confusions: [String] {
    let pairs = report.confusions.flatMap(\.wrong).sorted { $0.count > $1.count }.prefix(10)
    guard !pairs.isEmpty else { return [] }
    return ["", "confused most (times, question, expected, got)"]
      + pairs.map { "  \($0.count)  \($0.question)  \($0.expected)  →  \($0.got)" }
  }

  private var histograms: [String] {
    report.histograms.flatMap { histogram in
      let most = max(1, (histogram.right + histogram.wrong).max() ?? 1)
      func bar(_ count: Int) -> String { String(repeating: "#", count: count == 0 ? 0 : max(1, count * 30 / most)) }
      let rows = (0..<ScoreHistogram.binCount).filter { histogram.right[$0] + histogram.wrong[$0] > 0 }.map { bin in
        let (right, wrong) = (histogram.right[bin], histogram.wrong[bin])
        let left = "  \(Self.short(ScoreHistogram.start(ofBin: bin)))  right \(right) \(bar(right))"
        return wrong == 0
          ? left
          : left.padding(toLength: max(left.count, 50), withPad: " ", startingAt: 0)
            + "  wrong \(wrong) \(bar(wrong))"
      }
      return rows.isEmpty ? [] : ["", "scores of \(histogram.question), right and wrong"] + rows
    }
  }

  private var speech: [String] {
    guard let speech = report.speech else { return [] }
    func share(_ part: Int, _ whole: Int) -> String {
      "\(part) of \(whole), \(Self.percent(CaseCounts.share(part, of: whole)))"
    }
    return [
      "", "recordings \(speech.recordings): right \(share(speech.right, speech.recordings))",
      "  word error rate \(Self.percent(speech.wordErrorRate)), exact transcripts \(share(speech.exact, speech.known))",
      "  as typed answers: what was heard \(share(speech.rightAsHeard, speech.recordings)), what was said "
        + share(speech.rightAsSaid, speech.known),
    ]
  }

  private var timings: [String] {
    guard report.showsTimings else { return [] }
    let rows = Timings.rows(report.outcomes).map { [$0.question, "\($0.median) µs", "\($0.p95) µs"] }
    return [""] + Self.columns([["time", "median", "p95"]] + rows)
  }

  private var coverage: [String] {
    (report.coverage ?? []).flatMap { row in
      ["", "\(row.question): \(row.tested) of \(row.options) tested"]
        + row.untested.map { "  never tested: \($0)" }
    }
  }

  private var comparison: [String] {
    guard let baseline = report.baseline else { return [] }
    func list(_ title: String, _ changes: [BaselineComparison.Change]) -> [String] {
      changes.isEmpty
        ? []
        : ["\(title): \(changes.count)"]
          + changes.map { "  \($0.place): \($0.title): expected \($0.expected), was \($0.before), is \($0.now)" }
    }
    let counts =
      "against the baseline: \(baseline.regressions.count) regressions, \(baseline.newPasses.count) new passes"
    return [""] + list("regressions", baseline.regressions) + list("new passes", baseline.newPasses)
      + list("wrong otherwise than before", baseline.changedFailures)
      + ["\(counts), \(baseline.added) cases added, \(baseline.removed) removed"]
  }

  private var limits: [String] {
    report.limits.map {
      "\($0.name) is \(Self.percent($0.value)), the limit \(Self.percent($0.bound)): \($0.isKept ? "kept" : "broken")"
    }
  }

  private var summary: String {
    let (total, failed) = (report.total, report.failures.count)
    let expected = report.expectedFailures.count
    let note = expected == 0 ? "" : ", \(expected) failed as expected"
    if failed == 0 { return "all \(total.cases - expected) cases passed\(note)" }
    return "\(failed) of \(total.cases) cases failed\(note)"
  }

  // MARK: Figures

  package static func short(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
  package static func percent(_ share: Double) -> String { String(format: "%.1f %%", share * 100) }

  /// Cells under each other, the first column to the left and the others to the right.
  package static func columns(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }
  }
}
