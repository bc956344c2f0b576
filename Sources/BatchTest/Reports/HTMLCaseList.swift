import Journey

/// Every case with its outcome, folded away below the report.
package struct HTMLCaseList {
  package let outcomes: [CaseOutcome]

  package var text: String {
    let rows = outcomes.map { outcome in
      let style = outcome.isFailure ? "bad" : "good"
      let cells = [
        "<span class=\"\(style)\">\(outcome.status.rawValue)</span>", Markup.escaped(outcome.testCase.title),
        Markup.escaped(outcome.got), TextReport.short(outcome.score),
        HTMLReport.place(outcome.testCase.place.description),
      ]
      return HTMLReport.row(cells)
    }
    return """
      <details>
      <summary>All \(outcomes.count) cases</summary>
      <div class="wide"><table><thead><tr><th>outcome</th><th>answer</th><th>got</th><th>score</th><th>where</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      </details>
      """
  }
}
