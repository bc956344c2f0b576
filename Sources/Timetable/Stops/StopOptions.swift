import Foundation
import GRDB
import Journey
import Matching

extension TimetableStore {
  /// All stops that a trip calls at as options for the matcher, the most served first: each with its names in other languages,
  /// its readings, its codes and those of its platforms. `served` is the logarithm of the number of calls, 1 for the most served
  /// stop of the timetable.
  public func matchOptions() throws -> [MatchOption] { try read { try StopOptions($0).options } }
}

/// The options of a timetable, in an order that depends on its contents alone.
struct StopOptions {
  private(set) var options: [MatchOption] = []

  /// Which stops, and in which order: the place of a stop is its number wherever what was built of stops names one.
  static let order = " WHERE s.calls > 0 ORDER BY s.calls DESC, s.name, s.stop_id, s.feed"

  init(_ database: Database) throws {
    let others = try Self.otherNames(database)
    let rows = try StopRow.fetchCursor(
      database, sql: StopRow.select + Self.order)
    var most = 0.0
    while let row = try rows.next() {
      if most == 0 { most = log(1 + Double(row.calls)) }
      options.append(
        MatchOption(
          id: row.stop.id, name: row.stop.name,
          alternatives: (others[row.key] ?? []).filter { $0.name != row.stop.name },
          position: row.stop.position, served: most > 0 ? log(1 + Double(row.calls)) / most : 0))
    }
  }

  private static let readings: Set = ["ja-Hrkt", "ja-Hira", "ja-Kana"]

  /// By station: what its own rows and those of its platforms are called beside their names, each name once.
  private static func otherNames(_ database: Database) throws -> [Int64: [MatchOption.Alternative]] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT s.station, '' AS language, s.code AS name FROM stop s WHERE s.code IS NOT NULL AND s.code <> ''
        UNION
        SELECT s.station, n.language, n.name FROM stop_name n JOIN stop s ON s.id = n.stop
        ORDER BY 1, 2, 3
        """)
    var names: [Int64: [MatchOption.Alternative]] = [:]
    while let row = try rows.next() {
      let name: String = row["name"]
      let language: String = row["language"]
      // Feeds tell how a name is read in kana; many type that in Latin letters.
      let latin = readings.contains(language) ? Romaji.readings(ofKana: name) : []
      let station: Int64 = row["station"]
      for other in [MatchOption.Alternative(language: language, name: name)]
        + latin.map({ MatchOption.Alternative(language: "ja-Latn", name: $0) })
      where names[station]?.contains(where: { $0.name == other.name }) != true {
        names[station, default: []].append(other)
      }
    }
    return names
  }
}
