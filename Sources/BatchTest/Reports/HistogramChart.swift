import Foundation

/// A histogram of scores as SVG: right outcomes above, wrong ones below, each with a scale of its own, so that a few
/// wrong ones are seen beside many right ones.
package struct HistogramChart {
  package let histogram: ScoreHistogram

  package static let width = 460
  package static let height = 258
  private let left = 44
  private let barWidth = 19
  private let panelHeight = 72

  package var svg: String {
    let rightTotal = histogram.right.reduce(0, +)
    let wrongTotal = histogram.wrong.reduce(0, +)
    var parts = [
      "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.width) \(Self.height)\" "
        + "width=\"\(Self.width)\" height=\"\(Self.height)\" role=\"img\" "
        + "aria-label=\"Scores of \(histogram.question): \(rightTotal) right, \(wrongTotal) wrong\">"
    ]
    parts += panel(histogram.right, top: 32, "right", "right", rightTotal)
    parts += panel(histogram.wrong, top: 148, "wrong", "wrong", wrongTotal)
    let base = 148 + panelHeight
    for tenth in stride(from: 0, through: 10, by: 2) {
      let x = left + tenth * 2 * barWidth
      parts.append("<text class=\"axis\" x=\"\(x)\" y=\"\(base + 15)\" text-anchor=\"middle\">\(label(tenth))</text>")
    }
    let middle = left + 10 * barWidth
    parts.append("<text class=\"axis\" x=\"\(middle)\" y=\"\(base + 30)\" text-anchor=\"middle\">score</text>")
    parts.append("</svg>")
    return parts.joined(separator: "\n")
  }

  private func label(_ tenth: Int) -> String { tenth == 10 ? "1" : "0.\(tenth)" }

  private func panel(_ counts: [Int], top: Int, _ name: String, _ style: String, _ total: Int) -> [String] {
    let most = max(1, counts.max() ?? 1)
    let base = top + panelHeight
    let right = left + counts.count * barWidth
    var parts = [
      "<text class=\"name\" x=\"\(left)\" y=\"\(top - 18)\">\(total) \(name)</text>",
      "<line class=\"rule\" x1=\"\(left)\" y1=\"\(base)\" x2=\"\(right)\" y2=\"\(base)\"/>",
      "<text class=\"axis\" x=\"\(left - 6)\" y=\"\(base)\" text-anchor=\"end\">0</text>",
    ]
    guard total > 0 else {
      let middle = (left + right) / 2
      parts.append(
        "<text class=\"axis\" x=\"\(middle)\" y=\"\(base - 12)\" text-anchor=\"middle\">none</text>")
      return parts
    }
    parts.append("<text class=\"axis\" x=\"\(left - 6)\" y=\"\(top + 6)\" text-anchor=\"end\">\(most)</text>")
    for (bin, count) in counts.enumerated() where count > 0 {
      let height = max(2, count * panelHeight / most)
      let x = left + bin * barWidth
      let start = TextReport.short(ScoreHistogram.start(ofBin: bin))
      parts.append(
        "<rect class=\"\(style)\" x=\"\(x + 1)\" y=\"\(base - height)\" width=\"\(barWidth - 2)\" height=\"\(height)\">"
          + "<title>\(count) \(name) from \(start)</title></rect>")
      parts.append(
        "<text class=\"count\" x=\"\(x + barWidth / 2)\" y=\"\(base - height - 3)\" text-anchor=\"middle\">\(count)</text>"
      )
    }
    return parts
  }
}
