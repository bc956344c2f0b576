import Foundation
import GRDB

/// A line that calls at a stop.
public struct StopLine: Sendable, Hashable {
  /// The short name, like "1" or "S3"; where the feed has none, the long one.
  public var name: String
  public var longName: String?
  /// Six hexadecimal digits, as on the operator's maps.
  public var color: String?
  public var textColor: String?
  /// As in GTFS: 0 tram, 1 metro, 2 rail, 3 bus, and so on.
  public var type: Int
  /// Where its trips go from this stop, the most frequent first; none where all of them end here.
  public var headsigns: [String] = []
}

extension StopLine {
  /// The lines of a station, in the order in which people count: 2 before 10.
  static func all(at station: Int64, _ database: Database) throws -> [StopLine] {
    // Where a trip ends nobody boards it, whatever its headsign.
    let rows = try Row.fetchAll(
      database,
      sql: """
        WITH here AS (
          SELECT p.pattern, p.headsign, max(p.boards AND EXISTS (
            SELECT * FROM pattern_stop n WHERE n.pattern = p.pattern AND n.position > p.position)) AS leaves
          FROM pattern_stop p WHERE p.station = ? GROUP BY p.pattern, p.headsign)
        SELECT r.id, r.name, r.long_name, r.color, r.text_color, r.type, coalesce(h.headsign, t.headsign) AS sign,
          max(h.leaves) AS leaves
        FROM here h JOIN trip t ON t.pattern = h.pattern JOIN route r ON r.id = t.route
        GROUP BY r.id, sign, h.leaves ORDER BY r.id, count(*) DESC, sign
        """, arguments: [station])
    var lines: [Int64: StopLine] = [:]
    for row in rows {
      let route: Int64 = row["id"]
      var line = lines[route] ?? StopLine(row: row)
      if row["leaves"], let headsign: String = row["sign"], !line.headsigns.contains(headsign) {
        line.headsigns.append(headsign)
      }
      lines[route] = line
    }
    return lines.values.sorted(by: precedes)
  }

  /// - Parameter headsigns: whether those of its trips are looked up as well.
  static func of(route: Int64, headsigns: Bool = false, _ database: Database) throws -> StopLine? {
    var line = try Row.fetchOne(database, sql: "SELECT * FROM route WHERE id = ?", arguments: [route]).map(
      StopLine.init)
    if headsigns {
      line?.headsigns = try String.fetchAll(
        database,
        sql: """
          SELECT headsign FROM trip WHERE route = ? AND headsign IS NOT NULL GROUP BY headsign ORDER BY count(*) DESC, headsign
          """, arguments: [route])
    }
    return line
  }

  private init(row: Row) {
    name = row["name"]
    longName = row["long_name"]
    color = row["color"]
    textColor = row["text_color"]
    type = row["type"]
  }

  static func precedes(_ one: StopLine, _ other: StopLine) -> Bool {
    switch one.name.compare(other.name, options: [.numeric, .caseInsensitive]) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: (one.longName ?? "", one.type) < (other.longName ?? "", other.type)
    }
  }
}
