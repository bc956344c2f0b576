import Foundation
import GRDB
import Journey

/// A trip that leaves a stop.
public struct StopDeparture: Sendable, Hashable {
  public var time: Date
  public var line: StopLine
  /// Where it goes: the headsign, or where the feed has none, its last stop.
  public var headsign: String
  public var platform: String?
  /// The stop or platform that it leaves from.
  public var stopID: String
  public var tripID: String
  /// The day of the timetable, which a trip after midnight shares with the evening before.
  public var serviceDay: String
}

extension TimetableStore {
  /// The next departures from a stop, looked for over a week.
  /// - Parameters:
  ///   - id: a stop, for all its platforms; or one platform.
  ///   - line: only trips of the lines of this name, in upper or lower case.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func departures(from id: String, at instant: Date, line: String? = nil, limit: Int) throws
    -> [StopDeparture]
  {
    try board(id, line) { board, database in
      try board.next(at: instant, limit: limit).map { try board.departure($0, database) }
    }
  }

  /// The next departures of each line in each direction, looked for over a week; those of one line stand together, by the
  /// time of its first.
  /// - Parameter limit: so many of each.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func departuresByLine(from id: String, at instant: Date, line: String? = nil, limit: Int) throws
    -> [StopDeparture]
  {
    try board(id, line) { board, database in
      try board.nextByLine(at: instant, limit: limit).map { try board.departure($0, database) }
    }
  }

  /// The last departure of each line in each direction on a service day, the earliest of them first. A day goes on until four in
  /// the morning: at half past midnight the last trains are those of the evening before.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func lastDepartures(from id: String, at instant: Date, line: String? = nil) throws -> [StopDeparture] {
    try board(id, line) { board, database in
      try board.last(at: instant).map { try board.departure($0, database) }
    }
  }

  private func board(
    _ id: String, _ line: String?, _ body: (StopBoard, Database) throws -> [StopDeparture]
  ) throws -> [StopDeparture] {
    try read { database in
      guard let station = try StopRow.station(id, database) else { throw TimetableError.unknownStop(id: id) }
      let board = try StopBoard(database, station: station, id: id, line: line)
      return try body(board, database)
    }
  }
}

/// The trips that leave a stop, and the days on which they run.
struct StopBoard {
  /// A trip at the stop, on no day yet.
  struct Call {
    var stop: Int64
    var trip: Int64
    var route: Int64
    var service: Int64
    var headsign: String
    /// Seconds from the start of the service day.
    var departure: Int

    var direction: Direction { Direction(route: route, headsign: headsign) }
  }

  struct Direction: Hashable {
    var route: Int64
    var headsign: String
  }

  /// A trip on a service day.
  struct Found {
    var call: Call
    var day: ServiceDay
    var time: Date
  }

  private let feed: String
  private let calls: [Call]
  private let days: TripDays

  init(_ database: Database, station: StopRow, id: String, line: String?) throws {
    feed = station.feed
    calls = try Self.calls(database, station, platform: id == station.stop.id ? nil : id, line: line)
    days = try TripDays(database, feed: station.feedKey, services: Set(calls.map(\.service)))
  }

  private static func calls(
    _ database: Database, _ station: StopRow, platform: String?, line: String?
  ) throws -> [Call] {
    let places = try Row.fetchAll(
      database,
      sql: """
        SELECT p.pattern, p.position, p.stop, p.headsign, s.stop_id, e.name AS terminus FROM pattern_stop p
        JOIN stop s ON s.id = p.stop
        JOIN pattern_stop l ON l.pattern = p.pattern
          AND l.position = (SELECT max(position) FROM pattern_stop WHERE pattern = p.pattern)
        JOIN stop e ON e.id = l.station
        WHERE p.station = ? AND p.boards AND p.position < l.position
        """, arguments: [station.key])
    let trips = try database.makeStatement(
      sql: """
        SELECT t.id, t.route, t.service, t.start, t.times, t.headsign FROM trip t JOIN route r ON r.id = t.route
        WHERE t.pattern = ? AND (? IS NULL OR r.name = ? COLLATE NOCASE OR r.long_name = ? COLLATE NOCASE)
        """)
    var calls: [Call] = []
    for place in places where platform == nil || platform == "\(station.feed):\(place["stop_id"] as String)" {
      let pattern: Int64 = place["pattern"]
      let position: Int = place["position"]
      let frequencies = try DepartureBoard.frequencies(pattern, database)
      let rows = try Row.fetchCursor(trips, arguments: [pattern, line, line, line])
      while let trip = try rows.next() {
        guard let times = TripTimes(packed: trip["times"]), times.departures.count > position else { continue }
        let id: Int64 = trip["id"]
        for start in frequencies[id] ?? [trip["start"]] {
          calls.append(
            Call(
              stop: place["stop"], trip: id, route: trip["route"], service: trip["service"],
              headsign: place["headsign"] ?? trip["headsign"] ?? place["terminus"],
              departure: start + times.departures[position]))
        }
      }
    }
    return calls
  }

  /// The departures at an instant and after it, by time.
  func next(at instant: Date, limit: Int) -> [Found] {
    let today = ServiceDay(of: instant, in: days.zone)
    var found: [Found] = []
    var day = today - days.daysInto - 1
    while day <= today + 8 {
      found = ordered(found + on(day).filter { $0.time >= instant })
      day = day + 1
      // What leaves before the next day begins can come from no later day.
      let next = day.start(in: days.zone)
      if found.count(where: { $0.time < next }) >= limit { break }
    }
    return Array(found.prefix(limit))
  }

  /// The departures at an instant and after it, so many of each line and headsign.
  func nextByLine(at instant: Date, limit: Int) -> [Found] {
    let today = ServiceDay(of: instant, in: days.zone)
    var waiting = Set(calls.map(\.direction))
    var complete: [[Found]] = []
    var found: [Found] = []
    var day = today - days.daysInto - 1
    while day <= today + 8, !waiting.isEmpty, limit > 0 {
      found += on(day).filter { $0.time >= instant && waiting.contains($0.call.direction) }
      day = day + 1
      // What leaves before the next day begins can come from no later day.
      let next = day.start(in: days.zone)
      for (direction, group) in Dictionary(grouping: ordered(found), by: \.call.direction)
      where group.count(where: { $0.time < next }) >= limit || day > today + 8 {
        complete.append(Array(group.prefix(limit)))
        waiting.remove(direction)
      }
      found.removeAll { !waiting.contains($0.call.direction) }
    }
    return complete.sorted {
      ($0[0].time, $0[0].call.route, $0[0].call.trip) < ($1[0].time, $1[0].call.route, $1[0].call.trip)
    }
    .flatMap(\.self)
  }

  /// The last departure of each line and headsign on the service day that an instant belongs to.
  func last(at instant: Date) -> [Found] {
    var last: [Direction: Found] = [:]
    for found in on(ServiceDay(of: instant - 4 * 3600, in: days.zone)) {
      let key = found.call.direction
      if last[key].map({ $0.time < found.time }) ?? true { last[key] = found }
    }
    return ordered(Array(last.values))
  }

  private func on(_ day: ServiceDay) -> [Found] {
    let running = days.running(on: day)
    guard !running.isEmpty else { return [] }
    let start = day.start(in: days.zone)
    return calls.filter { running.contains($0.service) }.map {
      Found(call: $0, day: day, time: start + Double($0.departure))
    }
  }

  /// By time.
  private func ordered(_ found: [Found]) -> [Found] {
    found.sorted { ($0.time, $0.call.route, $0.call.trip) < ($1.time, $1.call.route, $1.call.trip) }
      .withoutTwins(at: \.time) { $0.call.direction == $1.call.direction }
  }

  /// What is shown of a departure.
  func departure(_ found: Found, _ database: Database) throws -> StopDeparture {
    guard let line = try StopLine.of(route: found.call.route, database),
      let row = try Row.fetchOne(
        database, sql: "SELECT stop_id, platform FROM stop WHERE id = ?", arguments: [found.call.stop]),
      let trip = try String.fetchOne(
        database, sql: "SELECT trip_id FROM trip WHERE id = ?", arguments: [found.call.trip])
    else { throw TimetableError.damaged }
    return StopDeparture(
      time: found.time, line: line, headsign: found.call.headsign, platform: row["platform"],
      stopID: "\(feed):\(row["stop_id"] as String)", tripID: trip, serviceDay: found.day.text)
  }
}
