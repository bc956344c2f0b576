import Foundation
import Journey
import Matching
import Terminal
import Timetable

/// A list of stops, as a table or as objects.
struct StopRows {
  private let rows: [StopReport]

  /// - Parameters:
  ///   - seenFrom: where the rider is, from which distances are told.
  ///   - typed: what was searched for.
  init(
    _ groups: [StopGroup], _ timetable: TimetableStore, ownNames: [NamedPlace], seenFrom: Position? = nil,
    typed: String? = nil
  ) throws {
    let names = groups.map { Normalizer.key($0.stop.name) }
    rows = try groups.enumerated().map { place, group in
      let isShared = names.enumerated().contains { $0 != place && $1 == names[place] }
      return StopReport(
        group, landmark: isShared ? try timetable.landmark(near: group.stop) : nil,
        reading: try StopReport.reading(of: group.stop, typed: typed, timetable),
        yours: ownNames.filter { group.ids.contains($0.stop.id) }.map(\.name),
        metres: seenFrom.map { group.stop.position.metres(to: $0) })
    }
  }

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

/// A stop as `--json` prints it.
struct StopReport: Encodable {
  struct Line: Encodable {
    let name: String
    let longName: String?
    let color: String?

    init(_ line: StopLine) {
      name = line.name
      longName = line.longName
      color = line.color
    }
  }

  struct Near: Encodable {
    let name: String
    let metres: Int
    /// north, north-east, ...
    let direction: String
  }

  let schema = "alight.stop/1"
  let id: String
  /// Of all poles that are shown as one stop, this one's among them.
  let ids: [String]
  let name: String
  /// The name in letters that the rider types, where its own are others.
  let reading: String?
  let lat: Double
  let lon: Double
  let platforms: Int
  let lines: [Line]
  /// What tells it apart from others of its name.
  let near: Near?
  /// What the rider calls it.
  let aliases: [String]
  /// How far it is from the place that was asked for.
  let metres: Int?
  private let stopLines: [StopLine]

  enum CodingKeys: String, CodingKey {
    case schema, id, ids, name, reading, lat, lon, platforms, lines, near, aliases, metres
  }

  init(_ group: StopGroup, landmark: Landmark?, reading: String?, yours: [String], metres: Double?) {
    id = group.stop.id
    ids = group.ids
    name = group.stop.name
    self.reading = reading
    lat = group.stop.position.latitude
    lon = group.stop.position.longitude
    platforms = group.platforms
    stopLines = group.lines
    lines = group.lines.map(Line.init)
    near = landmark.map {
      Near(name: $0.name, metres: Int($0.metres.rounded()), direction: Self.directions[$0.direction])
    }
    aliases = yours
    self.metres = metres.map { Int($0.rounded()) }
  }

  private static let directions = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
  ]

  /// A name of the stop in Latin letters for whoever typed such, where its own name has none.
  static func reading(of stop: Stop, typed: String?, _ timetable: TimetableStore) throws -> String? {
    guard let typed, typed.contains(where: isLatin), !stop.name.contains(where: isLatin) else { return nil }
    return try timetable.stopDetails(id: stop.id)?.names.map(\.name).first { $0.contains(where: isLatin) }
  }

  private static func isLatin(_ character: Character) -> Bool {
    character.isLetter && character.unicodeScalars.allSatisfy { $0.value < 0x250 }
  }

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
