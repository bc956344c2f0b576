import Journey

/// The colours of charts and pages, light and dark: blue and orange, which nearly everybody can tell apart.
package enum ChartStyle {
  package static let colours = """
    :root {
      color-scheme: light dark;
      --page: #ffffff; --ink: #1b1f24; --soft: #5a6470; --rule: #d5dae0; --panel: #f4f6f8; --empty: #eceff2;
      --right: #1f6fb5; --wrong: #c4520c; --good: #14713d; --on-colour: #ffffff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14171a; --ink: #e6e9ec; --soft: #9aa5b1; --rule: #343b43; --panel: #1d2126; --empty: #23282e;
        --right: #4f9fe3; --wrong: #ee8a3f; --good: #5bc28a; --on-colour: #101316;
      }
    }
    """

  package static let charts = """
    .chart text { font: 12px system-ui, "Liberation Sans", sans-serif; fill: var(--ink); }
    .chart .axis { fill: var(--soft); font-size: 11px; }
    .chart .count { font-size: 10px; fill: var(--soft); }
    .chart .name { font-weight: 600; }
    .chart .cell { fill: var(--on-colour); font-weight: 600; }
    .chart .right { fill: var(--right); }
    .chart .wrong { fill: var(--wrong); }
    .chart .empty { fill: var(--empty); }
    .chart .rule { stroke: var(--rule); }
    """

  /// Charts under each other in one file that stands alone; nil where there are none.
  package static func document(_ charts: [(title: String, svg: String, width: Int, height: Int)]) -> String {
    var y = 8
    var parts: [String] = []
    for chart in charts {
      parts.append("<text class=\"name\" x=\"8\" y=\"\(y + 14)\">\(Markup.escaped(chart.title))</text>")
      parts.append("<g transform=\"translate(8 \(y + 24))\">\n\(chart.svg)\n</g>")
      y += chart.height + 40
    }
    let width = (charts.map(\.width).max() ?? 200) + 16
    if charts.isEmpty { parts.append("<text x=\"8\" y=\"24\">nothing was confused</text>") }
    let height = max(40, y)
    return """
      <svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <style>
      \(colours)
      \(Self.charts)
      </style>
      <rect width="100%" height="100%" fill="var(--page)"/>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }
}
