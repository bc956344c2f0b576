import Foundation
import GRDB
import Journey

/// A trip as the timetable has it, on whatever day: what live updates are put on.
public struct ScheduledTrip: Sendable {
  /// A call of it.
  public struct Call: Sendable, Hashable {
    public var stopID: String
    /// Of the station that the stop belongs to, or the stop itself.
    public var stationID: String
    /// What orders the calls in the feed; nil where the feed was imported by a version that did not keep it.
    public var sequence: Int?
    /// Seconds after the trip's start.
    public var arrival: Int
    public var departure: Int

    public init(stopID: String, stationID: String, sequence: Int?, arrival: Int, departure: Int) {
      (self.stopID, self.stationID, self.sequence) = (stopID, stationID, sequence)
      (self.arrival, self.departure) = (arrival, departure)
    }
  }

  public var tripID: String
  public var routeID: String
  /// 0 or 1 as in GTFS; nil where the feed does not say.
  public var direction: Int?
  public var headsign: String?
  public var calls: [Call]
  /// Seconds from the start of the service day at which it starts; several where it runs by headway.
  public var starts: [Int]
  public var runsByHeadway: Bool
  /// What its way is read by.
  let pattern: Int64
  let service: Service
  let zone: TimeZone

  /// A service day on which it runs.
  public struct Day: Sendable, Hashable {
    /// `2026-12-01`
    public var text: String
    /// From which the seconds of the trip are counted.
    public var begins: Date
  }

  /// The day of a date as GTFS writes it, `20261201`, if the trip runs then; nil for what is no such day.
  public func day(_ date: String) -> Day? {
    guard let day = Self.serviceDay(date), service.runs(on: day) else { return nil }
    return Day(text: day.text, begins: day.start(in: zone))
  }

  /// Whether a text is a date as GTFS writes it.
  public static func isDate(_ text: String) -> Bool { serviceDay(text) != nil }

  private static func serviceDay(_ date: String) -> ServiceDay? {
    date.utf8.count == 8 ? Int(date).flatMap(ServiceDay.init(gtfs:)) : nil
  }

  /// The days round an instant on which the trip is under way, or no more than so many seconds before or after.
  public func days(around instant: Date, within seconds: TimeInterval) -> [Day] {
    guard let first = starts.min(), let last = starts.max(), let length = calls.last?.departure else { return [] }
    let today = ServiceDay(of: instant, in: zone)
    let into = (last + length) / 86_400 + 1
    return ((today.number - into)...(today.number + 1)).compactMap { number in
      let day = ServiceDay(number: number)
      guard service.runs(on: day) else { return nil }
      let begins = day.start(in: zone)
      let isNear =
        begins + Double(first) - seconds <= instant && instant <= begins + Double(last + length) + seconds
      return isNear ? Day(text: day.text, begins: begins) : nil
    }
  }
}

extension TimetableStore {
  /// The trips of a feed with these ids, by id; those that it does not have are left out.
  /// - Throws: `TimetableError.storage`, or `.damaged`
  public func scheduledTrips(_ ids: some Sequence<String>, of feed: String) throws -> [String: ScheduledTrip] {
    try read { database in
      let reader = try ScheduledTripReader(feed, database)
      var trips: [String: ScheduledTrip] = [:]
      for id in ids where trips[id] == nil { trips[id] = try reader?.trip(id) }
      return trips
    }
  }
}

extension TimetableStore {
  /// The stations of a feed's stops, by the id of the stop; a stop that belongs to none is its own.
  /// - Throws: `TimetableError.storage`
  public func stations(of feed: String) throws -> [String: String] {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT s.stop_id, t.stop_id AS station_id FROM stop s JOIN stop t ON t.id = s.station
          JOIN feed f ON f.id = s.feed WHERE f.name = ?
          """, arguments: [feed])
      var stations: [String: String] = [:]
      while let row = try rows.next() { stations[row["stop_id"]] = row["station_id"] }
      return stations
    }
  }

  /// The line that a trip takes: its shape, or straight pieces from stop to stop.
  /// - Throws: `TimetableError.storage`
  public func line(of trip: ScheduledTrip) throws -> [Position] {
    try read { database in
      let shape = try Int64?.fetchOne(
        database, sql: "SELECT shape FROM pattern WHERE id = ?", arguments: [trip.pattern])
      return try RunFinder.line(of: trip.pattern, shape: shape ?? nil, database)
    }
  }
}

/// Reads trips of one feed, the calls of each pattern once.
private final class ScheduledTripReader {
  private struct Pattern {
    var stops: [String]
    var stations: [String]
    var sequences: [Int?]
  }

  private let database: Database
  private let feed: Int64
  private let zone: TimeZone
  private let select: Statement
  private var patterns: [Int64: Pattern] = [:]
  private var services: [Int64: Service] = [:]

  /// Nil where there is no such feed.
  init?(_ feed: String, _ database: Database) throws {
    guard let row = try Row.fetchOne(database, sql: "SELECT id, zone FROM feed WHERE name = ?", arguments: [feed])
    else {
      return nil
    }
    (self.database, self.feed, zone) = (database, row["id"], TimeZone(identifier: row["zone"]) ?? .gmt)
    select = try database.makeStatement(
      sql: """
        SELECT t.*, r.route_id FROM trip t JOIN route r ON r.id = t.route WHERE t.trip_id = ? AND r.feed = ?
        """)
  }

  func trip(_ id: String) throws -> ScheduledTrip? {
    guard let row = try Row.fetchOne(select, arguments: [id, feed]) else { return nil }
    let pattern = try self.pattern(row["pattern"])
    guard let times = TripTimes(packed: row["times"]), times.arrivals.count == pattern.stops.count,
      let service = try self.service(row["service"])
    else { throw TimetableError.damaged }
    let own = (row["sequences"] as Data?).flatMap(CallSequences.init(packed:))?.numbers
    let starts = try Row.fetchAll(
      try database.cachedStatement(sql: "SELECT first, until, headway FROM frequency WHERE trip = ?"),
      arguments: [row["id"] as Int64]
    ).flatMap { Array(stride(from: $0["first"] as Int, to: $0["until"], by: $0["headway"])) }
    return ScheduledTrip(
      tripID: id, routeID: row["route_id"], direction: row["direction"], headsign: row["headsign"],
      calls: pattern.stops.indices.map { place in
        ScheduledTrip.Call(
          stopID: pattern.stops[place], stationID: pattern.stations[place],
          sequence: own.flatMap { $0.indices.contains(place) ? $0[place] : nil } ?? pattern.sequences[place],
          arrival: times.arrivals[place], departure: times.departures[place])
      }, starts: starts.isEmpty ? [row["start"]] : starts, runsByHeadway: !starts.isEmpty,
      pattern: row["pattern"], service: service, zone: zone)
  }

  private func pattern(_ key: Int64) throws -> Pattern {
    if let known = patterns[key] { return known }
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT s.stop_id, t.stop_id AS station_id, p.sequence FROM pattern_stop p JOIN stop s ON s.id = p.stop
          JOIN stop t ON t.id = p.station WHERE p.pattern = ?
          ORDER BY p.position
          """), arguments: [key])
    let pattern = Pattern(
      stops: rows.map { $0["stop_id"] }, stations: rows.map { $0["station_id"] }, sequences: rows.map { $0["sequence"] }
    )
    patterns[key] = pattern
    return pattern
  }

  private func service(_ key: Int64) throws -> Service? {
    if let known = services[key] { return known }
    let service = try Service.all([key], database)[key]
    services[key] = service
    return service
  }
}
