import Foundation
import GRDB
import Journey

/// A stop that trips may call at.
struct ReadStop {
  var key: Int64
  /// The station it belongs to; itself where it belongs to none.
  var station: Int64
  var position: Position
  /// Whether trips may call at it, which they may not at entrances and the like.
  var isServed: Bool
}

extension FeedReading {
  private struct Row {
    var id: String
    var name: String?
    var position: Position?
    var type: Int
    var parent: String?
    var code: String?
    var platform: String?
    var line: Int
  }

  /// Reads agency.txt and feed_info.txt and makes the feed's own row.
  mutating func begin(name: String, isDemonstration: Bool) throws {
    var zone: String?
    var spoken: Set<String> = []
    try forEachRow(of: "agency.txt") { reading, row in
      let column = try row.requiredColumn("agency_timezone")
      reading.counts.agencies += 1
      if let language = try row.text(row.column("agency_lang")) { spoken.insert(language.lowercased()) }
      guard zone == nil else { return }
      let name = try row.text(column) ?? ""
      guard TimeZone(identifier: name) != nil, !name.isEmpty else {
        throw row.bad(
          "\"\(name)\" is not the name of a time zone",
          remedy: "it must be one such as Europe/Vienna; get a correct feed")
      }
      zone = name
    }
    guard let zone else { throw refusal("agency.txt", "it names no agency", "get a complete feed") }
    var publisher: String?
    var version: String?
    var language: String?
    try forEachRow(of: "feed_info.txt") { _, row in
      language = try language ?? row.text(row.column("feed_lang"))
      publisher = try publisher ?? row.text(row.column("feed_publisher_name"))
      version = try version ?? row.text(row.column("feed_version"))
    }
    // Where the feed does not say, or says that it mixes languages, its agencies may agree on one.
    if language == nil || language?.lowercased() == "mul", spoken.count == 1 { language = spoken.first }
    try database.execute(
      sql: """
        INSERT INTO feed (name, source, imported_at, zone, publisher, language, version, latest, stations, trips, demonstration)
        VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)
        """,
      arguments: [
        name, files.path, Int(Date().timeIntervalSince1970), zone, publisher, language, version,
        isDemonstration,
      ])
    feed = database.lastInsertedRowID
  }

  /// Reads stops.txt and folds platforms into their stations.
  mutating func readStops() throws {
    var rows: [Row] = []
    var indexByID: [String: Int] = [:]
    try forEachRow(of: "stops.txt") { reading, row in
      guard let stop = try reading.stop(row) else { return }
      guard indexByID[stop.id] == nil else {
        reading.log.note(
          "duplicate-key", .skipped, "stops.txt", line: row.line, "stop_id \(stop.id) stands in the file before")
        return
      }
      indexByID[stop.id] = rows.count
      rows.append(stop)
    }
    guard !rows.isEmpty else { throw refusal("stops.txt", "it holds no stop that can be used", "get a complete feed") }
    let first = (try Int64.fetchOne(database, sql: "SELECT max(id) FROM stop") ?? 0) + 1
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO stop (id, feed, stop_id, station, name, latitude, longitude, code, platform)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for (index, row) in rows.enumerated() {
      let station = station(of: index, rows, indexByID)
      guard let position = row.position ?? rows[station].position else {
        log.note(
          "no-position", .skipped, "stops.txt", line: row.line, "stop \(row.id) has no coordinates that can be")
        continue
      }
      let key = first + Int64(index)
      try insert.execute(arguments: [
        key, feed, row.id, first + Int64(station), row.name ?? rows[station].name ?? row.id, position.latitude,
        position.longitude, row.code, row.platform,
      ])
      counts.stops += 1
      stops[row.id] = ReadStop(
        key: key, station: first + Int64(station), position: position, isServed: row.type == 0 || row.type == 4)
    }
  }

  private mutating func stop(_ row: CSVReader) throws -> Row? {
    guard let id = try row.text(row.requiredColumn("stop_id")) else {
      log.note("missing-key", .skipped, "stops.txt", line: row.line, "the row has no stop_id")
      return nil
    }
    let latitude = row.number(try row.requiredColumn("stop_lat")).value
    let longitude = row.number(try row.requiredColumn("stop_lon")).value
    var position: Position?
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180,
      // The point where both are zero lies in the sea; it stands for a place that nobody entered.
      latitude != 0 || longitude != 0
    {
      position = Position(latitude: latitude, longitude: longitude)
    }
    let type = row.integer(row.column("location_type")).value ?? 0
    // Entrances and the points inside a station may leave their place out, and have that of the station.
    if position == nil, type < 3 {
      log.note(
        "no-position", .skipped, "stops.txt", line: row.line, "stop \(id) has no coordinates, or impossible ones")
      return nil
    }
    return Row(
      id: id, name: try row.text(row.column("stop_name")), position: position, type: type,
      parent: try row.text(row.column("parent_station")), code: try row.text(row.column("stop_code")),
      platform: try row.text(row.column("platform_code")), line: row.line)
  }

  /// The index of the station that a row belongs to: its parent's parent for a boarding area, itself where it has none.
  private mutating func station(of index: Int, _ rows: [Row], _ indexByID: [String: Int]) -> Int {
    var current = index
    for _ in 0..<3 {
      guard let parent = rows[current].parent else { return current }
      guard let next = indexByID[parent] else {
        log.note(
          "unknown-parent", .repaired, "stops.txt", line: rows[current].line,
          "stop \(rows[current].id) belongs to \(parent), which the file does not hold; it stands alone")
        return current
      }
      if next == index { return index }
      guard rows[next].type == 1 || rows[next].parent != nil else {
        log.note(
          "wrong-parent-type", .repaired, "stops.txt", line: rows[current].line,
          "stop \(rows[current].id) belongs to \(parent), which is no station; it stands alone")
        return current
      }
      current = next
    }
    return rows[current].parent == nil ? current : index
  }
}
