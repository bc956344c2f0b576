import Foundation
import GRDB
import Journey

/// All that is known of a stop.
public struct StopDetails: Sendable, Hashable {
  /// A platform of the station, or the stop itself where it belongs to none.
  public struct Platform: Sendable, Hashable {
    /// `feed:stop_id`
    public var id: String
    public var name: String
    /// What the sign at it says, like "3" or "A".
    public var platform: String?
    public var code: String?
    public var position: Position
    /// Whether a rider in a wheelchair can get on here; nil where the feed does not say.
    public var wheelchair: Bool?
  }

  /// A name in another language, or how the name is read.
  public struct OtherName: Sendable, Hashable {
    /// A language tag like `en`, or that of a script for a reading: `ja-Hrkt`.
    public var language: String
    public var name: String
  }

  public var stop: Stop
  public var code: String?
  public var zone: String
  public var names: [OtherName]
  /// Those that trips call at; empty where the stop has none beside itself.
  public var platforms: [Platform]
  public var lines: [StopLine]
  /// Whether a rider in a wheelchair can get on here, for some of its vehicles at least; nil where the feed does not say.
  public var wheelchair: Bool?
  /// The first and last day on which a trip calls, like `2026-12-01`; nil where none ever does.
  public var firstDay: String?
  public var lastDay: String?
}

extension TimetableStore {
  /// All about the stop with an id; a platform's id gives its station. Nil where no feed has it.
  public func stopDetails(id: String) throws -> StopDetails? {
    try read { database in
      guard let row = try StopRow.station(id, database) else { return nil }
      let days = try Service.days(at: row.key, database)
      return StopDetails(
        stop: row.stop, code: row.code,
        zone: try row.stop.zone
          ?? String.fetchOne(database, sql: "SELECT zone FROM feed WHERE id = ?", arguments: [row.feedKey]) ?? "",
        names: try StopDetails.names(row, database), platforms: try StopDetails.platforms(row, database),
        lines: try StopLine.all(at: row.key, database),
        wheelchair: StopDetails.possible(
          try Int.fetchOne(database, sql: "SELECT wheelchair FROM stop WHERE id = ?", arguments: [row.key])),
        firstDay: days?.lowerBound.text,
        lastDay: days?.upperBound.text)
    }
  }
}

extension StopDetails {
  /// As GTFS answers: 1 for yes, 2 for no.
  fileprivate static func possible(_ answer: Int?) -> Bool? { answer.map { $0 == 1 } }

  fileprivate static func names(_ station: StopRow, _ database: Database) throws -> [OtherName] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT n.language, n.name FROM stop_name n JOIN stop s ON s.id = n.stop
        WHERE s.station = ? AND n.name <> ? ORDER BY n.language, n.name
        """, arguments: [station.key, station.stop.name]
    ).map { OtherName(language: $0["language"], name: $0["name"]) }
  }

  fileprivate static func platforms(_ station: StopRow, _ database: Database) throws -> [Platform] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT stop_id, name, platform, code, latitude, longitude, wheelchair FROM stop s
        WHERE station = ? AND EXISTS (SELECT * FROM pattern_stop WHERE stop = s.id)
        """, arguments: [station.key])
    let platforms = rows.map { row in
      Platform(
        id: "\(station.feed):\(row["stop_id"] as String)", name: row["name"], platform: row["platform"],
        code: row["code"], position: Position(latitude: row["latitude"], longitude: row["longitude"]),
        wheelchair: possible(row["wheelchair"]))
    }
    guard platforms.count > 1 || platforms.first.map({ $0.id != station.stop.id }) == true else { return [] }
    return platforms.sorted { one, other in
      let order = (one.platform ?? "").compare(other.platform ?? "", options: .numeric)
      return order == .orderedSame ? one.id < other.id : order == .orderedAscending
    }
  }
}

extension Service {
  /// The days from the first to the last on which a trip calls at a station; nil where none does.
  static func days(at station: Int64, _ database: Database) throws -> ClosedRange<ServiceDay>? {
    let keys = try Set(
      Int64.fetchAll(
        database,
        sql: """
          SELECT DISTINCT service FROM trip WHERE pattern IN (SELECT pattern FROM pattern_stop WHERE station = ?)
          """, arguments: [station]))
    let ranges = try Service.all(keys, database).values.compactMap(\.days)
    guard let first = ranges.map(\.lowerBound).min(), let last = ranges.map(\.upperBound).max() else { return nil }
    return first...last
  }

  /// From the first to the last day on which its trips run; nil where there is none.
  private var days: ClosedRange<ServiceDay>? {
    func runsInPeriod(_ day: ServiceDay) -> Bool { day >= firstDay && day <= lastDay && runs(on: day) }
    // A weekday comes within a week, unless exceptions take it out for longer; without one the period may be ages of nothing.
    let span = weekdays == 0 ? 0 : max(0, lastDay.number - firstDay.number)
    let first = (0...span).lazy.map { self.firstDay + $0 }.first(where: runsInPeriod)
    let last = (0...span).lazy.map { self.lastDay - $0 }.first(where: runsInPeriod)
    let added = exceptions.filter(\.value).keys
    guard let earliest = ([first].compactMap(\.self) + added).min(),
      let latest = ([last].compactMap(\.self) + added).max()
    else { return nil }
    return earliest...latest
  }
}
