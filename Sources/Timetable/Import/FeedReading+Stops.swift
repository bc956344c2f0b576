import Foundation
import GRDB
import Journey

/// A place of stops.txt.
struct ReadStop {
  /// What a place is, by its location_type.
  enum Kind: Int {
    case platform = 0
    case station, entrance, node, boardingArea
  }

  var key: Int64
  /// The station it belongs to; itself where it belongs to none.
  var station: Int64
  /// What it lies in, such as the platform of a boarding area.
  var parent: Int64?
  var position: Position
  var kind: Kind
  var name: String

  /// Whether trips may call at it, which they may not at entrances and the like.
  var isServed: Bool { kind == .platform || kind == .boardingArea }
  /// Whether it can be one end of a change.
  var isChangedAt: Bool { kind == .platform || kind == .station }
}

extension FeedReading {
  private struct Row {
    var id: String
    var name: String?
    var position: Position?
    var kind: ReadStop.Kind
    var parent: String?
    var code: String?
    var platform: String?
    var zone: String?
    var wheelchair: Int8?
    var line: Int
  }

  /// Reads stops.txt and folds platforms into their stations.
  mutating func readStops() throws {
    var rows: [Row] = []
    var indexByID: [String: Int] = [:]
    try forEachRow(of: "stops.txt") { reading, row in
      guard let stop = reading.stop(row) else { return }
      guard indexByID[stop.id] == nil else {
        return reading.skip("duplicate-key", row, "stop_id \(stop.id) stands in the file before")
      }
      indexByID[stop.id] = rows.count
      rows.append(stop)
    }
    guard !rows.isEmpty else {
      throw refusal("no-usable-stop", "stops.txt", "it holds no stop that can be used", "get a complete feed")
    }
    let first = (try Int64.fetchOne(database, sql: "SELECT max(id) FROM stop") ?? 0) + 1
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO stop (id, feed, stop_id, station, name, latitude, longitude, code, platform, zone, wheelchair)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for (index, row) in rows.enumerated() {
      let above = station(of: index, rows, indexByID)
      // A place without coordinates is left out itself, and can be nobody's station.
      let station = rows[above].position == nil ? index : above
      guard let position = row.position ?? rows[station].position else {
        log.note(
          "no-position", .skipped, "stops.txt", line: row.line, "stop \(row.id) has no coordinates that can be")
        continue
      }
      if row.name == nil, rows[station].name == nil, row.kind == .platform || row.kind == .station {
        log.note(
          "missing-name", .repaired, "stops.txt", line: row.line,
          "stop \(row.id) has no name; it is called by its id")
      }
      let stop = ReadStop(
        key: first + Int64(index), station: first + Int64(station),
        parent: row.parent.flatMap { indexByID[$0] }.map { first + Int64($0) }, position: position, kind: row.kind,
        name: row.name ?? rows[station].name ?? row.id)
      // Whatever a platform says, its zone is that of its station.
      let hasOneZone = Set(agencyZones.values).count < 2
      let zone = rows[station].zone.flatMap { $0 == self.zone && hasOneZone ? nil : $0 }
      try insert.execute(arguments: [
        stop.key, feed, row.id, stop.station, stop.name, position.latitude, position.longitude, row.code, row.platform,
        zone, row.wheelchair ?? rows[station].wheelchair,
      ])
      counts.stops += 1
      stops[row.id] = stop
    }
  }

  private mutating func stop(_ row: CSVReader) -> Row? {
    guard let id = row.text("stop_id") else {
      skip("missing-key", row, "the row has no stop_id")
      return nil
    }
    let type = row.integer("location_type")
    if type.isInvalid || type.value.map({ ReadStop.Kind(rawValue: $0) == nil }) ?? false {
      repair("invalid-location-type", row, "stop \(id) is of no type from 0 to 4; it is taken for a stop")
    }
    let kind = type.value.flatMap(ReadStop.Kind.init) ?? .platform
    if kind == .boardingArea, row.text("parent_station") == nil {
      tell("missing-parent", row, "boarding area \(id) is on no platform; it stands alone")
    }
    let position = position(row)
    // Entrances and the points inside a station may leave their place out, and have that of the station.
    if position == nil, kind == .platform || kind == .station || kind == .entrance {
      skip("no-position", row, "stop \(id) has no coordinates, or impossible ones")
      return nil
    }
    return Row(
      id: id, name: name("stop_name", row), position: position, kind: kind, parent: row.text("parent_station"),
      code: row.text("stop_code"), platform: row.text("platform_code"), zone: zone(row, of: id),
      wheelchair: row.yesOrNo("wheelchair_boarding"), line: row.line)
  }

  /// The zone of a stop; one that nobody knows is told, and is that of the agency then.
  private mutating func zone(_ row: CSVReader, of id: String) -> String? {
    guard let text = row.text("stop_timezone") else { return nil }
    guard TimeZone(identifier: text) != nil else {
      repair("invalid-timezone", row, "\"\(text)\" is not the name of a time zone; stop \(id) has that of its agency")
      return nil
    }
    return text
  }

  private func position(_ row: CSVReader) -> Position? {
    guard let latitude = row.number("stop_lat").value, let longitude = row.number("stop_lon").value,
      Self.isPlace(latitude, longitude)
    else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }

  /// Whether something can stop there. Round the point where both are zero there is sea: it stands for a place that nobody entered. At
  /// the poles nothing runs.
  static func isPlace(_ latitude: Double, _ longitude: Double) -> Bool {
    abs(latitude) < 89 && abs(longitude) <= 180 && (abs(latitude) >= 1 || abs(longitude) >= 1)
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
      let isRight = rows[current].kind == .boardingArea ? rows[next].kind == .platform : rows[next].kind == .station
      if !isRight || rows[current].kind == .station, current == index {
        log.note(
          "wrong-parent-type", .repaired, "stops.txt", line: rows[current].line,
          "stop \(rows[current].id) belongs to \(parent), which is no place that it can lie in; it belongs to the "
            + "station above that, or stands alone")
      }
      if next == index || rows[current].kind == .station { return index }
      guard rows[next].kind == .station || rows[next].parent != nil else {
        // A boarding area may belong to a platform that belongs to no station.
        return rows[current].kind == .boardingArea ? next : current
      }
      current = next
    }
    return rows[current].parent == nil ? current : index
  }
}
