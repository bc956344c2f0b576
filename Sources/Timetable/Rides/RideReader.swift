import Foundation
import GRDB
import Journey

/// Reads whole rides of a feed.
struct RideReader {
  private let feed: String
  private let isDemonstration: Bool
  private let zone: TimeZone
  private let zoneName: String

  /// - Parameter feed: The feed's key.
  init(_ database: Database, feed: Int64) throws {
    let known = try database.cachedStatement(sql: "SELECT name, demonstration, zone FROM feed WHERE id = ?")
    guard let row = try Row.fetchOne(known, arguments: [feed]) else {
      throw TimetableError.damaged
    }
    self.feed = row["name"]
    isDemonstration = row["demonstration"]
    zoneName = row["zone"]
    zone = TimeZone(identifier: zoneName) ?? .gmt
  }

  /// One ride over all trips that the vehicle runs while the rider keeps their seat.
  func ride(_ parts: [RoutingNetwork.Part], on day: ServiceDay, _ database: Database) throws -> Ride {
    let rides = try parts.map { part in
      try ride(
        DirectLeg(pattern: part.pattern, from: part.board, to: part.alight), trip: part.trip, day: day,
        start: part.start, database)
    }
    guard let first = rides.first else { throw TimetableError.damaged }
    return rides.dropFirst().reduce(first) { $0.goingOn($1) }
  }

  /// - Parameters:
  ///   - leg: The part of the pattern that is ridden.
  ///   - trip: The trip's key.
  ///   - start: Seconds from the start of the service day at which the trip starts; nil for what its timetable says.
  func ride(_ leg: DirectLeg, trip: Int64, day: ServiceDay, start: Int?, _ database: Database) throws -> Ride {
    guard
      let row = try Row.fetchOne(
        try database.cachedStatement(
          sql: """
            SELECT t.trip_id, t.headsign, t.start, t.times, t.wheelchair, t.bikes, r.name AS line, r.color, r.text_color, r.type,
              p.shape, a.zone, a.name AS agency FROM trip t JOIN route r ON r.id = t.route LEFT JOIN agency a ON a.id = r.agency JOIN pattern p ON p.id = t.pattern WHERE t.id = ?
            """), arguments: [trip]),
      let times = TripTimes(packed: row["times"])
    else { throw TimetableError.damaged }
    let start = day.start(in: zone) + Double(start ?? row["start"])
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT p.position, p.metres, p.headsign, s.stop_id, s.latitude, s.longitude, s.platform, s.wheelchair, t.name,
            t.stop_id AS station_id, t.zone
          FROM pattern_stop p JOIN stop s ON s.id = p.stop JOIN stop t ON t.id = p.station
          WHERE p.pattern = ? AND p.position BETWEEN ? AND ? ORDER BY p.position
          """), arguments: [leg.pattern, leg.from, leg.to + 1])
    let boarding: Double = rows.first?["metres"] ?? 0
    let stops = rows.map { row in
      let position: Int = row["position"]
      return RideStop(
        stop: stop(row), arrival: start + Double(times.arrivals[position]),
        departure: start + Double(times.departures[position]), metres: (row["metres"] as Double) - boarding,
        platform: row["platform"])
    }
    let count = leg.to - leg.from + 1
    guard stops.count >= count, stops.count <= times.arrivals.count - leg.from else { throw TimetableError.damaged }
    let packed = try (row["shape"] as Int64?).flatMap {
      try Data.fetchOne(
        try database.cachedStatement(sql: "SELECT points FROM shape WHERE id = ?"), arguments: [$0])
    }
    var ride = Ride(
      tripID: row["trip_id"], line: row["line"], headsign: rows.first?["headsign"] ?? row["headsign"],
      color: Self.color(row["color"]),
      serviceDay: day.text,
      zone: (row["zone"] as String?) ?? zoneName, stops: Array(stops.prefix(count)),
      next: stops.count > count ? stops[count] : nil,
      shape: packed.map { ShapePoints(packed: $0).cut(from: boarding, to: boarding + stops[count - 1].metres) } ?? [],
      isDemonstration: isDemonstration)
    ride.textColor = ride.color == nil ? nil : Self.color(row["text_color"])
    (ride.routeType, ride.agency) = (row["type"], row["agency"])
    ride.wheelchair = Self.possible([row["wheelchair"], rows[0]["wheelchair"], rows[count - 1]["wheelchair"]])
    ride.bikes = Self.possible([row["bikes"]])
    return ride
  }

  /// A run that the timetable does not have.
  func ride(
    _ added: RunChanges.Added, _ leg: RoutingNetwork.Leg, _ network: RoutingNetwork, on day: ServiceDay,
    _ database: Database
  ) throws -> Ride {
    let begins = day.start(in: zone)
    var stops: [RideStop] = []
    for (place, key) in network.stops(of: leg).enumerated() {
      guard
        let row = try Row.fetchOne(
          try database.cachedStatement(
            sql: """
              SELECT s.stop_id, s.latitude, s.longitude, s.platform, t.name, t.stop_id AS station_id, t.zone
              FROM stop s JOIN stop t ON t.id = s.station WHERE s.id = ?
              """), arguments: [key])
      else { throw TimetableError.damaged }
      let (stop, position) = (self.stop(row), Int(leg.board) + place)
      let way = stops.last.map { $0.metres + $0.stop.position.metres(to: stop.position) } ?? 0
      stops.append(
        RideStop(
          stop: stop, arrival: begins + Double(network.arrival(Int(leg.trip), position)),
          departure: begins + Double(network.departure(Int(leg.trip), position)), metres: way, platform: row["platform"]
        ))
    }
    let route = try Row.fetchOne(
      try database.cachedStatement(
        sql: "SELECT r.name, r.type FROM route r JOIN feed f ON f.id = r.feed WHERE f.name = ? AND r.route_id = ?"),
      arguments: [feed, added.routeID])
    var ride = Ride(
      tripID: added.id, line: route?["name"] ?? added.routeID ?? added.id, serviceDay: day.text, zone: zoneName,
      stops: stops, isDemonstration: isDemonstration)
    ride.routeType = route?["type"]
    return ride
  }

  /// What GTFS answers with 1 for yes and 2 for no: no where one answer is no, yes where all are yes.
  private static func possible(_ answers: [Int?]) -> Bool? {
    answers.contains(2) ? false : answers.contains(nil) ? nil : true
  }

  /// Six hexadecimal digits in capitals; nil for anything else, which feeds have as well.
  private static func color(_ text: String?) -> String? {
    text.flatMap { $0.count == 6 && $0.allSatisfy(\.isHexDigit) ? $0.uppercased() : nil }
  }

  /// A stop of a ride: the station's name at the platform's place.
  private func stop(_ row: Row) -> Stop {
    let (stopID, station): (String, String) = (row["stop_id"], row["station_id"])
    return Stop(
      name: row["name"], position: Position(latitude: row["latitude"], longitude: row["longitude"]),
      gtfs: Stop.GTFSReference(feed: feed, stopID: stopID, parentStation: station == stopID ? nil : station),
      zone: row["zone"])
  }
}
