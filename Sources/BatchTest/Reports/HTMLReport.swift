import Foundation
import Journey

/// The report as one HTML page that loads nothing and runs nothing: what changed, what failed, then figures and charts.
package struct HTMLReport {
  let report: BatchReport

  package init(report: BatchReport) { self.report = report }

  package var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Alight test: \(verdict)</title>
    <style>
    \(ChartStyle.colours)
    \(ChartStyle.charts)
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <h1>Alight test <span class="verdict \(report.isSuccess ? "good" : "bad")">\(verdict)</span></h1>
    \(tiles)
    </header>
    <main>
    \(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private var sections: [String] {
    let questions = section("By question", counts("question", report.questions))
    return changes + failures + [questions] + charts + slices + rest
  }

  private var verdict: String {
    if let baseline = report.baseline {
      let (worse, better) = (baseline.regressions.count, baseline.newPasses.count)
      return "\(worse) \(worse == 1 ? "regression" : "regressions"), \(better) new \(better == 1 ? "pass" : "passes")"
    }
    let failed = report.failures.count
    return failed == 0 ? "passed" : "\(failed) of \(report.outcomes.count) failed"
  }

  private var tiles: String {
    let total = report.total
    var tiles = [
      ("cases", "\(total.cases)"), ("right", TextReport.percent(total.accuracy)),
      ("failed", "\(report.failures.count)"),
      ("false accepts", "\(total.falseAccepts)"), ("false rejects", "\(total.falseRejects)"),
    ]
    if !report.expectedFailures.isEmpty { tiles.append(("failed as expected", "\(report.expectedFailures.count)")) }
    tiles += report.limits.map { ("\($0.name), limit \(TextReport.percent($0.bound))", TextReport.percent($0.value)) }
    return "<dl class=\"tiles\">"
      + tiles.map { "<div><dt>\(Markup.escaped($0.0))</dt><dd>\($0.1)</dd></div>" }.joined() + "</dl>"
  }

  // MARK: What changed and what failed

  private var changes: [String] {
    guard let baseline = report.baseline else { return [] }
    func list(_ title: String, _ style: String, _ changes: [BaselineComparison.Change]) -> String {
      guard !changes.isEmpty else { return "" }
      let rows = changes.map { change in
        Self.row([
          code(change.title), code(change.expected), code(change.before),
          "<span class=\"\(style)\">\(code(change.now))</span>", Markup.escaped(change.reason),
          Self.place(change.place),
        ])
      }
      return section("\(title) (\(changes.count))", table(["answer", "expected", "was", "is", "why", "where"], rows))
    }
    let none = baseline.regressions.isEmpty && baseline.newPasses.isEmpty
    return [
      list("Broken since the baseline", "bad", baseline.regressions),
      list("Mended since the baseline", "good", baseline.newPasses),
      list("Wrong otherwise than before", "bad", baseline.changedFailures),
      none ? section("Since the baseline", "<p>No case changed sides.</p>") : "",
    ]
  }

  private var failures: [String] {
    // What is told above as changed is not told again.
    let changed = Set((report.baseline.map { $0.regressions + $0.changedFailures } ?? []).map(\.place))
    let utterances = report.failures.filter { $0.decision != nil && !changed.contains($0.testCase.place.description) }
    let title = report.baseline == nil ? "Failures" : "Other failures"
    let dialogues = report.failures.filter { $0.decision == nil }
    var sections: [String] = []
    if !utterances.isEmpty {
      sections.append(section("\(title) (\(utterances.count))", table(Self.failureTitles, utterances.map(failureRow))))
    }
    if !dialogues.isEmpty {
      let blocks = dialogues.map { outcome in
        "<h3>\(Markup.escaped(outcome.testCase.utterance)) <small>\(Self.place(outcome.testCase.place.description))</small></h3>"
          + "<pre>\(outcome.differences.map(diffLine).joined(separator: "\n"))</pre>"
      }
      sections.append(
        section(
          "Dialogues that went otherwise (\(dialogues.count)): − expected, + came", blocks.joined(separator: "\n")))
    }
    return sections
  }

  private static let failureTitles = ["answer", "expected", "got", "score", "next best", "why", "where"]

  private func failureRow(_ outcome: CaseOutcome) -> String {
    let kind = outcome.isFalseAccept ? " <em>false accept</em>" : outcome.isFalseReject ? " <em>false reject</em>" : ""
    let heard = outcome.hearing.map { "<br><small>heard “\(Markup.escaped($0.heard))”</small>" } ?? ""
    let explanation =
      report.explains ? outcome.explanation.map { "<br><small>\(Markup.escaped($0))</small>" }.joined() : ""
    let next = outcome.runnerUp.map { "\(Markup.escaped($0)), \(TextReport.short(outcome.margin)) behind" } ?? ""
    return Self.row([
      code(outcome.testCase.title) + heard, code(outcome.testCase.expected),
      "<span class=\"bad\">\(code(outcome.got))</span>\(kind)", TextReport.short(outcome.score), next,
      Markup.escaped(outcome.reason) + explanation, Self.place(outcome.testCase.place.description),
    ])
  }

  private func diffLine(_ line: String) -> String {
    let text = Markup.escaped(line)
    if line.hasPrefix("  - ") { return "<span class=\"good\">\(text)</span>" }
    return line.hasPrefix("  + ") ? "<span class=\"bad\">\(text)</span>" : text
  }

  // MARK: Figures

  private var slices: [String] {
    [("By tag", "tag", report.tags), ("By language", "language", report.languages)].map { title, heading, rows in
      rows.isEmpty ? "" : section(title, counts(heading, rows))
    }
  }

  private func counts(_ heading: String, _ rows: [CaseCounts]) -> String {
    let titles = [
      heading, "cases", "right", "", "accepted", "confirmed", "asked", "rejected", "false accepts", "false rejects",
    ]
    return table(
      titles,
      rows.map { row in
        let bar = "<span class=\"bar\"><i style=\"width:\(Int(row.accuracy * 100))%\"></i></span>"
        let figures = [row.accepted, row.confirmed, row.asked, row.rejected, row.falseAccepts, row.falseRejects]
        return Self.row(
          [Markup.escaped(row.name), "\(row.cases)", TextReport.percent(row.accuracy), bar] + figures.map { "\($0)" })
      }, style: "figures")
  }

  private var charts: [String] {
    let histograms = report.histograms.map { histogram in
      "<figure><figcaption>\(histogram.question)</figcaption>\(HistogramChart(histogram: histogram).svg)</figure>"
    }
    let confusions = report.confusions.compactMap(ConfusionChart.init).map { chart in
      "<figure><figcaption>\(chart.question)</figcaption>\(chart.svg)</figure>"
    }
    return [
      histograms.isEmpty ? "" : section("Scores, right and wrong apart", figure(histograms)),
      confusions.isEmpty ? "" : section("What was taken for what", Self.matrixNote + figure(confusions)),
    ]
  }

  private static let matrixNote =
    "<p>A row is what was expected, a column what came instead. Values that are always right are left out; ASK stands for "
    + "every list of choices.</p>\n"

  private func figure(_ figures: [String]) -> String {
    "<div class=\"figures-row\">\(figures.joined(separator: "\n"))</div>"
  }

  private var rest: [String] {
    let xpassed = report.unexpectedPasses.map { outcome in
      Self.row([
        code(outcome.testCase.title), Markup.escaped(outcome.testCase.xfail ?? ""),
        Self.place("\(outcome.testCase.place)"),
      ])
    }
    let xfailed = report.expectedFailures.map { outcome in
      Self.row([
        code(outcome.testCase.title), code(outcome.testCase.expected), code(outcome.got),
        Markup.escaped(outcome.testCase.xfail ?? ""), Self.place("\(outcome.testCase.place)"),
      ])
    }
    return [
      xpassed.isEmpty
        ? "" : section("Passes though expected to fail", table(["answer", "why it should fail", "where"], xpassed)),
      xfailed.isEmpty
        ? ""
        : folded("Fails as expected", table(["answer", "expected", "got", "why", "where"], xfailed), xfailed.count),
      recordings, coverage, timings, HTMLCaseList(outcomes: report.outcomes).text,
    ]
  }

  private var recordings: String {
    guard let speech = report.speech else { return "" }
    let rows = [
      ("recordings", "\(speech.recordings)"), ("right", "\(speech.right)"),
      ("with known words", "\(speech.known)"), ("exact transcripts", "\(speech.exact)"),
      ("word error rate", TextReport.percent(speech.wordErrorRate)),
      ("what was heard, typed, would be right", "\(speech.rightAsHeard)"),
      ("what was said, typed, would be right", "\(speech.rightAsSaid)"),
    ]
    return section("Recordings", table(["", ""], rows.map { Self.row([$0.0, $0.1]) }))
  }

  private var coverage: String {
    guard let coverage = report.coverage else { return "" }
    let rows = coverage.map { row in
      Self.row([row.question, "\(row.tested) of \(row.options)", Markup.escaped(row.untested.joined(separator: ", "))])
    }
    return section("Coverage", table(["options", "tested", "never tested"], rows))
  }

  private var timings: String {
    guard report.showsTimings else { return "" }
    let rows = Timings.rows(report.outcomes).map { Self.row([$0.question, "\($0.median) µs", "\($0.p95) µs"]) }
    return section("Times", table(["question", "median", "95 of 100 within"], rows))
  }

  // MARK: Parts

  private func section(_ title: String, _ body: String) -> String {
    "<section>\n<h2>\(Markup.escaped(title))</h2>\n\(body)\n</section>"
  }

  private func folded(_ title: String, _ body: String, _ count: Int) -> String {
    "<details>\n<summary>\(Markup.escaped(title)) (\(count))</summary>\n\(body)\n</details>"
  }

  private func table(_ titles: [String], _ rows: [String], style: String = "") -> String {
    let head = titles.map { "<th scope=\"col\">\($0)</th>" }.joined()
    return "<div class=\"wide\"><table class=\"\(style)\"><thead><tr>\(head)</tr></thead>\n<tbody>\n"
      + rows.joined(separator: "\n") + "\n</tbody></table></div>"
  }

  package static func row(_ cells: [String]) -> String { "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>" }

  /// Text in the notation of the cases, which may break between its values.
  private func code(_ text: String) -> String {
    let breakable = Markup.escaped(text).replacingOccurrences(of: "|", with: "|<wbr>")
    return "<span class=\"code\">\(breakable)</span>"
  }

  /// The file's name and the line; the whole path shows when pointed at.
  package static func place(_ text: String) -> String {
    let name = text.split(separator: "/").last.map(String.init) ?? text
    return "<span class=\"place\" title=\"\(Markup.escaped(text))\">\(Markup.escaped(name))</span>"
  }
}
