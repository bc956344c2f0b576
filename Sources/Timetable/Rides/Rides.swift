import Foundation
import GRDB
import Journey

extension TimetableStore {
  /// The direct rides between two stops round a departure.
  ///
  /// The ride chosen is the first that departs at `instant` or later, looked for over one week; with it come up to `before`
  /// earlier and `after` later ones. Where one vehicle passes a stop twice, the shortest way is taken.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func rides(from: String, to: String, at instant: Date, before: Int = 2, after: Int = 2) throws -> RideChoice {
    try choose(from: from, to: to, before: before, after: after, around: instant) { departures in
      departures.firstIndex { $0.departure >= instant }
    }
  }

  /// The direct rides between two stops round an arrival: the ride chosen is the last to arrive at `instant` or sooner.
  public func ridesArriving(from: String, to: String, by instant: Date, before: Int = 2, after: Int = 2) throws
    -> RideChoice
  {
    try choose(from: from, to: to, before: before, after: after, around: instant) { departures in
      departures.lastIndex { $0.arrival <= instant }
    }
  }

  private func choose(
    from: String, to: String, before: Int, after: Int, around instant: Date,
    pick: ([Departure]) -> Int?
  ) throws -> RideChoice {
    try read { database in
      guard let origin = try StopRow.station(from, database) else { throw TimetableError.unknownStop(id: from) }
      guard let destination = try StopRow.station(to, database) else { throw TimetableError.unknownStop(id: to) }
      guard origin.feedKey == destination.feedKey, origin.key != destination.key else { return RideChoice() }
      let board = try DepartureBoard(database, from: origin, to: destination)
      let reader = try RideReader(database, feed: origin.feedKey)
      let (departures, chosen) = try board.departures(around: instant, after: after, database, pick: pick)
      let first = max(0, (chosen ?? departures.count) - before)
      let end = chosen.map { min(departures.count, $0 + 1 + after) } ?? departures.count
      return RideChoice(
        rides: try departures[first..<end].map { departure in
          try reader.ride(
            departure.leg, trip: departure.trip, day: departure.day, start: departure.start, database)
        }, chosenIndex: chosen.map { $0 - first })
    }
  }
}

/// One trip on one service day, from the boarding stop to the destination.
struct Departure: Hashable {
  var leg: DirectLeg
  var trip: Int64
  var route: Int64
  var day: ServiceDay
  /// Seconds from the start of the service day at which the trip starts.
  var start: Int
  var departure: Date
  var arrival: Date
}

/// Two positions of a pattern between which one can ride.
struct DirectLeg: Hashable {
  var pattern: Int64
  var from: Int
  var to: Int
}

/// The trips between two stops of a feed, and the days on which they run.
struct DepartureBoard {
  private struct Call {
    var leg: DirectLeg
    var trip: Int64
    var route: Int64
    var service: Int64
    var start: Int
    var departure: Int
    var arrival: Int
  }

  private let calls: [Call]
  private let days: TripDays

  init(_ database: Database, from: StopRow, to: StopRow) throws {
    var calls: [Call] = []
    for leg in try DirectLeg.all(database, from: from.key, to: to.key) {
      let frequencies = try Self.frequencies(leg.pattern, database)
      let trips = try Row.fetchCursor(
        database, sql: "SELECT id, route, service, start, times FROM trip WHERE pattern = ?", arguments: [leg.pattern])
      while let trip = try trips.next() {
        guard let times = TripTimes(packed: trip["times"]), times.arrivals.count > leg.to else { continue }
        let id: Int64 = trip["id"]
        for start in frequencies[id] ?? [trip["start"]] {
          calls.append(
            Call(
              leg: leg, trip: id, route: trip["route"], service: trip["service"], start: start,
              departure: start + times.departures[leg.from], arrival: start + times.arrivals[leg.to]))
        }
      }
    }
    self.calls = calls
    days = try TripDays(database, feed: from.feedKey, services: Set(calls.map(\.service)))
  }

  /// The starts of the trips of a pattern that run by headway.
  static func frequencies(_ pattern: Int64, _ database: Database) throws -> [Int64: [Int]] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT f.* FROM frequency f JOIN trip t ON t.id = f.trip WHERE t.pattern = ?",
      arguments: [pattern])
    var starts: [Int64: [Int]] = [:]
    for row in rows {
      starts[row["trip"], default: []] += Array(stride(from: row["first"] as Int, to: row["until"], by: row["headway"]))
    }
    return starts
  }

  /// The departures of the days round an instant in order, with the index of the one picked; days are added for up to a week
  /// until one is picked and enough follow it.
  func departures(around instant: Date, after: Int, _ database: Database, pick: ([Departure]) -> Int?) throws
    -> ([Departure], Int?)
  {
    let today = ServiceDay(of: instant, in: days.zone)
    var found: [Departure] = []
    for day in (today.number - days.daysInto - 1)...(today.number + 1) { found += on(ServiceDay(number: day)) }
    found = ordered(found)
    var next = today + 2
    while next <= today + 8, found.count <= (pick(found) ?? found.count) + after {
      found = ordered(found + on(next))
      next = next + 1
    }
    return (found, pick(found))
  }

  private func on(_ day: ServiceDay) -> [Departure] {
    let running = days.running(on: day)
    guard !running.isEmpty else { return [] }
    let start = day.start(in: days.zone)
    return calls.filter { running.contains($0.service) }.map { call in
      Departure(
        leg: call.leg, trip: call.trip, route: call.route, day: day, start: call.start,
        departure: start + Double(call.departure), arrival: start + Double(call.arrival))
    }
  }

  /// By departure, then arrival.
  private func ordered(_ departures: [Departure]) -> [Departure] {
    departures.sorted { ($0.departure, $0.arrival, $0.trip) < ($1.departure, $1.arrival, $1.trip) }
      .withoutTwins(at: \.departure) { $0.arrival == $1.arrival && $0.route == $1.route }
  }
}

extension DirectLeg {
  /// The legs between two stations on all patterns, without those that hold a shorter one: a line that passes a stop twice
  /// is boarded the last time before the destination and left the first time after the boarding.
  fileprivate static func all(_ database: Database, from: Int64, to: Int64) throws -> [DirectLeg] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT a.pattern, a.position AS board, b.position AS alight FROM pattern_stop a
        JOIN pattern_stop b ON b.pattern = a.pattern AND b.station = ? AND b.position > a.position
        WHERE a.station = ? AND a.boards AND b.alights ORDER BY a.pattern, board DESC, alight
        """, arguments: [to, from])
    var legs: [DirectLeg] = []
    for row in rows {
      let leg = DirectLeg(pattern: row["pattern"], from: row["board"], to: row["alight"])
      let holdsShorter = legs.reversed().prefix { $0.pattern == leg.pattern }.contains { $0.to <= leg.to }
      if !holdsShorter { legs.append(leg) }
    }
    return legs
  }
}
