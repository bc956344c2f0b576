import Foundation
import Terminal
import Timetable

/// A list of stops, as a table or as objects.
struct StopRows {
  private let rows: [StopRecord]

  init(_ rows: [StopRecord]) { self.rows = rows }

  func write(json: Bool, _ output: Output, _ paint: Paint) throws {
    if json { return try rows.forEach { try output.json($0) } }
    for line in table(paint) { output.data(line) }
  }

  /// Name, lines, what tells it apart, id; each column as wide as its widest entry.
  private func table(_ paint: Paint) -> [String] {
    let cells = rows.map { row in
      [row.shownName, row.shownLines.map { " \($0.shortName) " }.joined() + row.moreLines, row.remarks, row.id]
    }
    let widths = (0..<4).map { column in cells.map { TextColumns.of($0[column]) }.max() ?? 0 }
    return zip(rows, cells).map { row, cells in
      var painted = cells
      painted[0] = paint.strong(cells[0])
      painted[1] = row.shownLines.map { paint.badge($0) }.joined() + row.moreLines
      painted[3] = paint.faint(cells[3])
      return (0..<4).filter { widths[$0] > 0 }.map { column in
        painted[column]
          + String(repeating: " ", count: column == 3 ? 0 : widths[column] - TextColumns.of(cells[column]))
      }.joined(separator: "  ")
    }
  }
}

extension StopRecord {
  var shownName: String { reading.map { "\(name) (\($0))" } ?? name }

  /// As many lines as a row has room for.
  var shownLines: ArraySlice<StopLine> {
    var room = Self.columnsForLines
    let count = stopLines.prefix { line in
      room -= TextColumns.of(line.shortName) + 2
      return room >= 0
    }.count
    return stopLines.prefix(max(1, count))
  }
  var moreLines: String {
    let rest = stopLines.count - shownLines.count
    return rest > 0 ? " +\(rest)" : ""
  }
  private static let columnsForLines = 32

  var remarks: String {
    var parts: [String] = []
    if let metres { parts.append("\(metres) m") }
    if let near { parts.append("\(Self.distance(near.metres)) \(near.direction) of \(near.name)") }
    if platforms > 1 { parts.append("\(platforms) platforms") }
    if !aliases.isEmpty { parts.append("yours: \(aliases.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }

  private static func distance(_ metres: Int) -> String {
    metres < 1000 ? "\(metres) m" : String(format: "%.1f km", Double(metres) / 1000)
  }
}
