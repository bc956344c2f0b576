import Foundation
import Journey

/// A confusion matrix as SVG: a row for each value that was mistaken, a column for what was made of it.
///
/// Values that are always right are left out, and beyond twenty the rarer ones are put together, so that it stays readable
/// however many options there are.
package struct ConfusionChart {
  private static let most = 20
  private static let others = "others"
  private static let cell = 34
  private static let labelLength = 30
  private static let labelWidth = 236

  package let question: String
  private let rows: [String]
  private let columns: [String]
  private var counts: [String: [String: Int]] = [:]

  /// Nil where nothing was confused.
  package init?(_ table: ConfusionTable) {
    let wrong = table.wrong.map { (expected: Self.label($0.expected), got: Self.label($0.got), count: $0.count) }
    guard !wrong.isEmpty else { return nil }
    question = table.question
    let rows = Self.mostFrequent(wrong.map { ($0.expected, $0.count) })
    let columns = Self.mostFrequent(wrong.map { ($0.got, $0.count) })
    self.rows = rows
    self.columns = columns
    for pair in wrong {
      let column = columns.contains(pair.got) ? pair.got : Self.others
      counts[Self.row(pair.expected, rows), default: [:]][column, default: 0] += pair.count
    }
    for value in Set(table.wrong.map(\.expected)) {
      counts[Self.row(Self.label(value), rows), default: [:]][Self.right, default: 0] += table.count(value, value)
    }
  }

  private static func row(_ value: String, _ rows: [String]) -> String { rows.contains(value) ? value : others }

  /// Lists differ nearly every time, so they share a row and a column.
  private static func label(_ value: String) -> String {
    if value.hasPrefix("ASK:") { return "ASK" }
    return value.contains("=") ? "several slots" : value
  }

  private static let right = "\u{0}right"

  private static func mostFrequent(_ pairs: [(String, Int)]) -> [String] {
    let totals = pairs.reduce(into: [String: Int]()) { $0[$1.0, default: 0] += $1.1 }
    let sorted = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return sorted.count <= most ? sorted : sorted.prefix(most - 1) + [others]
  }

  package var width: Int { Self.labelWidth + (columns.count + 1) * Self.cell + 130 }
  /// As much as the longest name of a column needs on its slant.
  private var headHeight: Int { 34 + 5 * min(30, columns.map(\.count).max() ?? 0) }
  package var height: Int { headHeight + rows.count * Self.cell + 8 }

  package var svg: String {
    var parts = [
      "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
        + "height=\"\(height)\" role=\"img\" aria-label=\"What was taken for what: \(question)\">"
    ]
    for (place, column) in ([Self.right] + columns).enumerated() {
      let x = Self.labelWidth + place * Self.cell + Self.cell / 2
      let name = column == Self.right ? "as expected" : column
      parts.append(
        "<text class=\"label\" transform=\"translate(\(x + 4) \(headHeight - 8)) rotate(-52)\">"
          + "\(Markup.escaped(Markup.short(name, 30)))<title>\(Markup.escaped(name))</title></text>")
    }
    parts.append("<text class=\"axis\" x=\"0\" y=\"\(headHeight - 8)\">expected ↓ got →</text>")
    for (place, row) in rows.enumerated() { parts += line(row, y: headHeight + place * Self.cell) }
    parts.append("</svg>")
    return parts.joined(separator: "\n")
  }

  private func line(_ row: String, y: Int) -> [String] {
    let middle = y + Self.cell / 2 + 4
    var parts = [
      "<text class=\"label\" x=\"\(Self.labelWidth - 8)\" y=\"\(middle)\" text-anchor=\"end\">"
        + "\(Markup.escaped(Markup.short(row, Self.labelLength)))<title>\(Markup.escaped(row))</title></text>"
    ]
    let most = max(1, counts.values.flatMap { $0.filter { $0.key != Self.right }.values }.max() ?? 1)
    for (place, column) in ([Self.right] + columns).enumerated() {
      let x = Self.labelWidth + place * Self.cell
      let count = counts[row]?[column] ?? 0
      let style = count == 0 ? "empty" : column == Self.right ? "right" : "wrong"
      let opacity = style == "wrong" ? String(format: "%.2f", 0.7 + 0.3 * Double(count) / Double(most)) : "1"
      parts.append(
        "<rect class=\"\(style)\" x=\"\(x + 1)\" y=\"\(y + 1)\" width=\"\(Self.cell - 2)\" height=\"\(Self.cell - 2)\" "
          + "fill-opacity=\"\(style == "right" ? "0.85" : opacity)\"/>")
      guard count > 0 else { continue }
      parts.append(
        "<text class=\"cell\" x=\"\(x + Self.cell / 2)\" y=\"\(middle)\" text-anchor=\"middle\">\(count)</text>")
    }
    return parts
  }
}
