import Foundation
import GRDB
import Journey

/// What a trip of the past says about the next one.
public struct TripPolicy: Sendable {
  /// What was done a month ago counts half: habits change with the season.
  public var halfLifeDays = 30.0
  /// Whoever leaves at eight today may leave at half past seven tomorrow, but hardly at noon: beyond this many minutes a use
  /// says nothing about the time of day.
  public var minutesApart = 120.0
  /// What a use counts on another weekday of the same kind (working days, weekend), and on one of the other kind.
  public var sameKindOfDay = 0.7
  public var otherKindOfDay = 0.2
  /// Nobody is at a stop that is farther away than this many metres when the rider stands somewhere else.
  public var metresApart = 2000.0
  /// Uses of one pair that are kept: a year of working days.
  public var usesKept = 250

  public init() {}
}

/// A trip with how likely it is meant now; only the order matters.
public struct SuggestedTrip: Sendable, Equatable {
  public var trip: Trip
  /// The uses that speak for it, each weighed between 0 and 1.
  public var weight: Double
}

extension ReminderStore {
  /// The trip between two stops, by their ids; nil where none was made.
  public func trip(from: String, to: String) throws -> Trip? {
    try read { database in
      try Row.fetchOne(
        database, sql: "SELECT * FROM trips WHERE from_stop = ? AND to_stop = ?", arguments: [from, to])
    }.flatMap(Trip.init)
  }

  /// The trips used last, the newest first.
  public func lastTrips(limit: Int) throws -> [Trip] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM trips ORDER BY last_used_at DESC, from_stop, to_stop LIMIT ?", arguments: [limit])
    }.compactMap(Trip.init)
  }

  /// The trips that are likely at an instant, the likeliest first: those used at this time of day, on this weekday, lately, and
  /// from where the rider is. A trip that nothing speaks for is left out.
  /// - Parameters:
  ///   - zone: The IANA zone in which the time of day is meant.
  ///   - near: Where the rider is; nil where nobody knows.
  public func suggestedTrips(
    at now: Date, zone: String, near: Position? = nil, limit: Int = 3, policy: TripPolicy = TripPolicy()
  ) throws -> [SuggestedTrip] {
    let (trips, uses) = try read { database in
      (
        try Row.fetchAll(database, sql: "SELECT * FROM trips"),
        try Row.fetchAll(database, sql: "SELECT * FROM trip_uses")
      )
    }
    let moment = Moment(now, zone: zone)
    var weights: [Pair: Double] = [:]
    for use in uses {
      weights[Pair(use), default: 0] += weight(of: use, at: now, moment, policy)
    }
    return trips.compactMap { row -> SuggestedTrip? in
      guard let trip = Trip(row), var weight = weights[Pair(row)] else { return nil }
      if let near { weight *= max(0, 1 - near.metres(to: trip.origin.position) / policy.metresApart) }
      return weight > 0 ? SuggestedTrip(trip: trip, weight: weight) : nil
    }.sorted {
      $0.weight != $1.weight ? $0.weight > $1.weight : $0.trip.lastUsedAt > $1.trip.lastUsedAt
    }.prefix(limit).map(\.self)
  }

  /// Forgets the trips and when they were made.
  /// - Returns: how many there were.
  @discardableResult
  public func forgetTrips() throws -> Int {
    try forget { database in
      try database.execute(sql: "DELETE FROM trips")
      return database.changesCount
    }
  }

  /// Writes a trip over the last one between the same stops and notes when it was made.
  static func remember(
    _ trip: Trip, leaving: Date, zone: String, in database: Database, policy: TripPolicy = TripPolicy()
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO trips (from_stop, to_stop, origin, destination, mode, interval, vibration, alarm, count, last_used_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (from_stop, to_stop) DO UPDATE SET origin = excluded.origin, destination = excluded.destination,
          mode = excluded.mode, interval = excluded.interval, vibration = excluded.vibration, alarm = excluded.alarm,
          count = count + 1, last_used_at = excluded.last_used_at
        """,
      arguments: [
        trip.origin.id, trip.destination.id, try text(trip.origin), try text(trip.destination), trip.mode.rawValue,
        trip.interval.canonical, trip.vibration, trip.alarm, trip.count, trip.lastUsedAt.timeIntervalSince1970,
      ])
    let moment = Moment(leaving, zone: zone)
    try database.execute(
      sql: "INSERT INTO trip_uses (from_stop, to_stop, used_at, weekday, minute) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        trip.origin.id, trip.destination.id, trip.lastUsedAt.timeIntervalSince1970, moment.weekday, moment.minute,
      ])
    try database.execute(
      sql: """
        DELETE FROM trip_uses WHERE from_stop = :from AND to_stop = :to AND id NOT IN (
          SELECT id FROM trip_uses WHERE from_stop = :from AND to_stop = :to ORDER BY used_at DESC, id DESC LIMIT :kept)
        """, arguments: ["from": trip.origin.id, "to": trip.destination.id, "kept": policy.usesKept])
  }

  private func weight(of use: Row, at now: Date, _ moment: Moment, _ policy: TripPolicy) -> Double {
    let age = max(0, now.timeIntervalSince1970 - (use["used_at"] as Double)) / 86400
    let day: Int = use["weekday"]
    let sameDay =
      day == moment.weekday ? 1 : (day > 5) == moment.isWeekend ? policy.sameKindOfDay : policy.otherKindOfDay
    // Half past eleven and half past midnight are an hour apart.
    let apart = abs((use["minute"] as Int) - moment.minute)
    let minutes = Double(min(apart, 1440 - apart))
    return pow(0.5, age / policy.halfLifeDays) * sameDay * max(0, 1 - minutes / policy.minutesApart)
  }
}

/// An instant by the clock on the wall.
private struct Moment {
  /// From 1 (Monday) to 7.
  let weekday: Int
  /// From midnight.
  let minute: Int

  var isWeekend: Bool { weekday > 5 }

  init(_ instant: Date, zone: String) {
    let calendar = Calendar.gregorian(zone: zone)
    let parts = calendar.dateComponents([.hour, .minute, .weekday], from: instant)
    // Foundation counts from Sunday as 1.
    weekday = ((parts.weekday ?? 1) + 5) % 7 + 1
    minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }
}

/// The ends of a trip, by their ids.
private struct Pair: Hashable {
  let from: String
  let to: String

  init(_ row: Row) {
    from = row["from_stop"]
    to = row["to_stop"]
  }
}

extension Trip {
  /// Nil for a row that no program of this version wrote.
  fileprivate init?(_ row: Row) {
    func stop(_ column: String) -> Stop? {
      try? RecordCoding.decoder().decode(Stop.self, from: Data((row[column] as String).utf8))
    }
    guard let origin = stop("origin"), let destination = stop("destination"), let mode = Mode(rawValue: row["mode"]),
      let interval = Interval(canonical: row["interval"])
    else { return nil }
    self.init(
      origin: origin, destination: destination, mode: mode, interval: interval, vibration: row["vibration"],
      alarm: row["alarm"], count: row["count"], lastUsedAt: Date(timeIntervalSince1970: row["last_used_at"]))
  }
}
