import Foundation
import GRDB
import Journey
import Matching

extension TimetableStore {
  /// All stations, and stops without one, that a trip calls at, by name.
  public func stops() throws -> [Stop] {
    try read { database in
      try StopRow.fetchAll(database, sql: StopRow.select + " WHERE s.calls > 0 ORDER BY s.name, s.stop_id").map(\.stop)
    }
  }

  /// The names of stops that a trip calls at, in whatever language, that begin with a text, in upper or lower case, the most
  /// served first.
  /// - Parameter limit: how many there are at most.
  public func stopNames(beginningWith text: String, limit: Int) throws -> [String] {
    // SQLite folds the case of ASCII letters alone; the others are compared below.
    let pattern = text.map { character in
      guard character.isASCII else { return "_" }
      return "%_\\".contains(character) ? "\\\(character)" : String(character)
    }.joined()
    let names = try read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM (
            SELECT name, calls FROM stop WHERE calls > 0 AND name LIKE :pattern ESCAPE '\\'
            UNION ALL
            SELECT n.name, t.calls FROM stop_name n JOIN stop s ON s.id = n.stop JOIN stop t ON t.id = s.station
            WHERE t.calls > 0 AND n.name LIKE :pattern ESCAPE '\\')
          GROUP BY name ORDER BY max(calls) DESC, name LIMIT :limit
          """, arguments: ["pattern": pattern + "%", "limit": limit])
    }
    return names.filter { $0.lowercased().hasPrefix(text.lowercased()) }
  }

  /// The stop with an id such as `demo:hagenberg`; a platform's id gives its station. Nil where no feed has it.
  public func stop(id: String) throws -> Stop? {
    try read { database in try StopRow.station(id, database)?.stop }
  }

  /// The ids of the stops to which a direct ride leads from a stop, on whatever day.
  public func reachable(from stopID: String) throws -> Set<String> {
    try connected(to: stopID, here: "a", there: "b")
  }

  /// The ids of the stops from which a direct ride leads to a stop, on whatever day.
  public func reaching(_ stopID: String) throws -> Set<String> {
    try connected(to: stopID, here: "b", there: "a")
  }

  private func connected(to stopID: String, here: String, there: String) throws -> Set<String> {
    try read { database in
      guard let station = try StopRow.station(stopID, database) else { return [] }
      let ids = try String.fetchAll(
        database,
        sql: """
          SELECT stop_id FROM stop WHERE id IN (
            SELECT \(there).station FROM pattern_stop a JOIN pattern_stop b
              ON b.pattern = a.pattern AND b.position > a.position
            WHERE \(here).station = ? AND a.boards AND b.alights AND a.station <> b.station)
          """, arguments: [station.key])
      return Set(ids.map { "\(station.feed):\($0)" })
    }
  }
}

/// A station or stop as it stands in the database.
struct StopRow: FetchableRecord {
  var key: Int64
  var feed: String
  var feedKey: Int64
  var calls: Int
  var code: String?
  var stop: Stop

  static let select = """
    SELECT s.id, s.stop_id, s.name, s.latitude, s.longitude, s.calls, s.code, s.zone, f.name AS feed, f.id AS feed_key
    FROM stop s JOIN feed f ON f.id = s.feed
    """

  init(row: Row) {
    key = row["id"]
    feed = row["feed"]
    feedKey = row["feed_key"]
    calls = row["calls"]
    code = row["code"]
    stop = Stop(
      name: row["name"], position: Position(latitude: row["latitude"], longitude: row["longitude"]),
      gtfs: Stop.GTFSReference(feed: row["feed"], stopID: row["stop_id"]), zone: row["zone"])
  }

  /// The station of the stop with an id `feed:stop_id`.
  static func station(_ id: String, _ database: Database) throws -> StopRow? {
    guard let colon = id.firstIndex(of: ":") else { return nil }
    return try fetchOne(
      database,
      sql: select + """
         WHERE s.id = (SELECT station FROM stop WHERE feed = (SELECT id FROM feed WHERE name = ?) AND stop_id = ?)
        """, arguments: [String(id[..<colon]), String(id[id.index(after: colon)...])])
  }
}

extension TimetableStore {
  /// The ids of the stations that an id of a feed names without the feed's own name, in upper or lower case: what signs show.
  public func stops(withBareID id: String) throws -> [String] {
    let id = id.trimmingCharacters(in: .whitespaces)
    guard id.count > 1, !id.contains(where: \.isWhitespace) else { return [] }
    return try read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT f.name || ':' || t.stop_id FROM stop s JOIN stop t ON t.id = s.station JOIN feed f ON f.id = s.feed
          WHERE s.stop_id = ? COLLATE NOCASE AND t.calls > 0
          """, arguments: [id])
    }
  }

  /// The name of a stop that is called so and at which nothing calls; nil where none is.
  public func unservedStop(named name: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT name FROM stop WHERE name = ? COLLATE NOCASE AND station = id AND calls = 0",
        arguments: [name.trimmingCharacters(in: .whitespaces)])
    }
  }
}
