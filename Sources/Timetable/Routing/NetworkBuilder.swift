import Foundation
import GRDB
import Journey

/// Reads the network out of a timetable.
struct NetworkBuilder {
  struct Call {
    var stop: Int64
    var flags: UInt8
  }

  struct ReadTrip {
    var first: Int32
    var profile: Int32
    var service: Int32
    var key: Int64
    /// The trips that the vehicle goes on with.
    var further: [Int64] = []
  }

  /// What the trips of a line have in common.
  struct LineKind {
    struct Call {
      var place: Int32
      var flags: UInt8
    }

    /// A pattern that is run, and the positions of its first and last call.
    struct Part {
      var pattern: Int64
      var first: Int32
      var last: Int32
    }

    var feed: Int32
    var calls: [Call]
    /// One after the other, mostly one.
    var parts: [Part]
  }

  let database: Database
  var network = NetworkTables()
  private var rules: TransferRules
  private var placeOf: [PlaceKey: Int32] = [:]
  private(set) var stations: [Int64: Int64] = [:]
  private(set) var positions: [Int64: Position] = [:]
  private var feedOf: [Int64: Int32] = [:]
  private var serviceOf: [Int64: Int32] = [:]
  /// By pattern.
  private(set) var calls: [Int64: [Call]] = [:]
  private(set) var seated: SeatedTrips
  /// The trips that a vehicle may run one after the other, by key.
  private(set) var seatedTrips: [Int64: SeatedTrip] = [:]
  private var profiles: [Data: Int32] = [:]
  /// By what they are made of: the trips' own times and when each begins.
  var seatedProfiles: [[Int32]: Int32] = [:]
  private var frequencies: [Int64: [(first: Int32, until: Int32, headway: Int32)]] = [:]
  let policy: RoutingPolicy

  /// - Throws: `DatabaseError`
  static func network(_ database: Database, _ policy: RoutingPolicy = .standard) throws -> NetworkTables {
    var builder = try NetworkBuilder(database, policy)
    try builder.readServices()
    try builder.readStops()
    try builder.readLines()
    builder.addSeatedLines()
    builder.network.orderPlaces()
    builder.network.setWays(
      TransferWays(builder.network, builder.rules, builder.positions, policy).ways(builder.placeKeys))
    return builder.network
  }

  private init(_ database: Database, _ policy: RoutingPolicy) throws {
    self.database = database
    self.policy = policy
    rules = try TransferRules(database)
    seated = try SeatedTrips(database)
  }

  /// Whose each place is.
  private var placeKeys: [PlaceKey] {
    var keys = network.placeStops.map { PlaceKey(stop: $0, route: 0, trip: 0) }
    for (key, place) in placeOf { keys[Int(place)] = key }
    return keys
  }

  private mutating func readServices() throws {
    for row in try Row.fetchAll(database, sql: "SELECT id, zone, latest FROM feed ORDER BY id") {
      feedOf[row["id"]] = Int32(network.feeds.count)
      network.feeds.append(RoutingNetwork.Feed(key: row["id"], zone: row["zone"], latest: row["latest"]))
    }
    var exceptions: [Int64: [ServiceDay: Bool]] = [:]
    let rows = try Row.fetchCursor(database, sql: "SELECT service, day, runs FROM service_exception")
    while let row = try rows.next() { exceptions[row[0], default: [:]][ServiceDay(number: row[1])] = row[2] }
    for row in try Row.fetchAll(
      database, sql: "SELECT id, weekdays, first_day, last_day, feed FROM service ORDER BY id")
    {
      let key: Int64 = row[0]
      serviceOf[key] = Int32(network.services.count)
      let days = Service(
        weekdays: row[1], firstDay: ServiceDay(number: row[2]), lastDay: ServiceDay(number: row[3]),
        exceptions: exceptions[key] ?? [:])
      network.services.append((feedOf[row[4]] ?? 0, days))
    }
    for row in try Row.fetchAll(database, sql: "SELECT trip, first, until, headway FROM frequency ORDER BY trip, first")
    {
      frequencies[row[0], default: []].append((row[1], row[2], row[3]))
    }
  }

  private mutating func readStops() throws {
    let rows = try Row.fetchCursor(database, sql: "SELECT id, station, latitude, longitude FROM stop")
    while let row = try rows.next() {
      stations[row[0]] = row[1]
      positions[row[0]] = Position(latitude: row[2], longitude: row[3])
    }
    rules.expand(stations)
  }

  private mutating func readLines() throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT pattern, stop, boards, alights FROM pattern_stop ORDER BY pattern, position")
    while let row = try rows.next() {
      let flags: UInt8 = (row[2] as Bool ? 1 : 0) | (row[3] as Bool ? 2 : 0)
      calls[row[0], default: []].append(Call(stop: row[1], flags: flags))
    }
    let trips = try Row.fetchCursor(
      database,
      sql: """
        SELECT t.id, t.pattern, t.route, t.service, t.start, t.times, p.feed, t.block FROM trip t
        JOIN pattern p ON p.id = t.pattern ORDER BY t.pattern, t.route
        """)
    var group: (pattern: Int64, route: Int64, feed: Int64, trips: [ReadTrip])?
    while let row = try trips.next() {
      let (pattern, route): (Int64, Int64) = (row[1], row[2])
      if group?.pattern != pattern || group?.route != route {
        if let group { addLines(group.pattern, group.route, group.feed, group.trips) }
        group = (pattern, route, row[6], [])
      }
      let read = try self.trips(row, calls: calls[pattern]?.count ?? 0)
      if seated.concerns(row[0], block: row[7]), frequencies[row[0]] == nil, let trip = read.first {
        noteSeated(trip, row)
      }
      group?.trips += read
    }
    if let group { addLines(group.pattern, group.route, group.feed, group.trips) }
  }

  private mutating func noteSeated(_ trip: ReadTrip, _ row: Row) {
    let (pattern, route, feed): (Int64, Int64, Int64) = (row[1], row[2], row[6])
    guard let stops = calls[pattern], let first = stops.first, let last = stops.last else { return }
    let times = network.times(profile: trip.profile, calls: stops.count)
    seated.add(
      .init(
        key: trip.key, feed: feed, block: row[7], service: Int(trip.service),
        leaves: Int(trip.first), arrives: Int(trip.first + times[times.endIndex - 2]),
        firstStop: first.stop, lastStop: last.stop))
    seatedTrips[trip.key] = SeatedTrip(read: trip, pattern: pattern, route: route, feed: feedOf[feed] ?? 0)
  }

  /// One trip, or, where it runs by headway, one for each time that it starts.
  private mutating func trips(_ row: Row, calls: Int) throws -> [ReadTrip] {
    guard let profile = profile(row[5], calls: calls), let service = serviceOf[row[3]] else {
      throw TimetableError.damaged
    }
    let key: Int64 = row[0]
    guard let headways = frequencies[key] else {
      return [ReadTrip(first: row[4], profile: profile, service: service, key: key)]
    }
    return headways.flatMap { headway in
      stride(from: headway.first, to: headway.until, by: Int(headway.headway)).map {
        ReadTrip(first: $0, profile: profile, service: service, key: key)
      }
    }
  }

  /// The number of a trip's times; nil where they are damaged.
  private mutating func profile(_ packed: Data, calls: Int) -> Int32? {
    if let known = profiles[packed] { return known }
    guard let times = TripTimes(packed: packed), times.arrivals.count == calls else { return nil }
    let number = network.addProfile(
      zip(times.arrivals, times.departures).flatMap { [Int32(clamping: $0), Int32(clamping: $1)] })
    profiles[packed] = number
    return number
  }

  /// Whether rules name a trip alone.
  func isNamed(_ trip: Int64) -> Bool { rules.isNamed(trip: trip) }

  /// Lines of one pattern and route.
  private mutating func addLines(_ pattern: Int64, _ route: Int64, _ feed: Int64, _ trips: [ReadTrip]) {
    let single = Set(trips.filter { rules.isNamed(trip: $0.key) }.map(\.key))
    let parts = [LineKind.Part(pattern: pattern, first: 0, last: Int32((calls[pattern]?.count ?? 1) - 1))]
    for key in [0] + single.sorted() {
      let trips = trips.filter { key == 0 ? !single.contains($0.key) : $0.key == key }
      guard !trips.isEmpty else { continue }
      let kind = LineKind(feed: feedOf[feed] ?? 0, calls: lineCalls(pattern, route, key), parts: parts)
      network.addLines(kind, trips)
    }
  }

  /// The calls of a pattern at the places of a route, or of a trip that rules name.
  mutating func lineCalls(_ pattern: Int64, _ route: Int64, _ trip: Int64) -> [LineKind.Call] {
    (calls[pattern] ?? []).map { LineKind.Call(place: place($0.stop, route, trip), flags: $0.flags) }
  }

  private mutating func place(_ stop: Int64, _ route: Int64, _ trip: Int64) -> Int32 {
    let key = rules.place(stop, route: route, trip: trip)
    if let known = placeOf[key] { return known }
    let number = Int32(network.placeCount)
    placeOf[key] = number
    let station = stations[stop] ?? stop
    network.placeStops.append(stop)
    network.placeStations.append(station)
    network.places[station, default: []].append(number)
    return number
  }
}

/// A stop, or a stop as one route or one trip uses it.
struct PlaceKey: Hashable {
  var stop: Int64
  /// 0 for all routes.
  var route: Int64
  /// 0 for all trips.
  var trip: Int64
}
