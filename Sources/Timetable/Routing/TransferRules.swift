import GRDB

/// What feeds say of changing: the rules of transfers.txt and the ways over pathways.
struct TransferRules {
  private struct Key: Hashable {
    var from: Int64 = 0
    var to: Int64 = 0
    var fromRoute: Int64 = 0
    var toRoute: Int64 = 0
    var fromTrip: Int64 = 0
    var toTrip: Int64 = 0
  }

  /// One rule: 0 recommended, 1 timed, 2 with a minimum time, 3 not possible.
  struct Rule {
    var type: Int
    var seconds: Int?

    /// Seconds that a change takes; nil where it is not possible.
    /// - Parameter usual: what it takes where nothing is said.
    func seconds(usual: Int) -> Int? {
      switch type {
      case 3: nil
      // The one vehicle waits for the other.
      case 1: seconds ?? 0
      case 2: seconds ?? usual
      default: usual
      }
    }
  }

  private var rules: [Key: Rule] = [:]
  private var byRoute: Set<Int64> = []
  /// By trip, the stops at which rules name it.
  private var byTrip: [Int64: Set<Int64>] = [:]
  private var stations: [Int64: Int64] = [:]
  /// The platforms of a station, by its key.
  private var platforms: [Int64: [Int64]] = [:]

  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT from_stop, to_stop, from_route, to_route, type, seconds, NULL, NULL FROM transfer
        UNION ALL
        SELECT from_stop, to_stop, from_route, to_route, type, seconds, from_trip, to_trip FROM trip_transfer WHERE type <= 3
        """)
    for row in rows {
      var key = Key(
        from: row[0], to: row[1], fromRoute: (row[2] as Int64?) ?? 0, toRoute: (row[3] as Int64?) ?? 0,
        fromTrip: (row[6] as Int64?) ?? 0, toTrip: (row[7] as Int64?) ?? 0)
      // A trip is of one route.
      if key.fromTrip != 0 { key.fromRoute = 0 }
      if key.toTrip != 0 { key.toRoute = 0 }
      rules[key] = Rule(type: row[4], seconds: row[5])
    }
  }

  /// Learns which platforms stations have.
  mutating func expand(_ stations: [Int64: Int64]) {
    self.stations = stations
    for (stop, station) in stations { platforms[station, default: []].append(stop) }
    for key in rules.keys where key.fromRoute != 0 || key.toRoute != 0 {
      for stop in [key.from, key.to] { byRoute.formUnion([stop] + (platforms[stop] ?? [])) }
    }
    for key in rules.keys {
      for (trip, stop) in [(key.fromTrip, key.from), (key.toTrip, key.to)] where trip != 0 {
        byTrip[trip, default: []].formUnion([stop] + (platforms[stop] ?? []))
      }
    }
  }

  /// The place of a trip at a stop: one for all, or one of its route's or its own where rules ask for that.
  func place(_ stop: Int64, route: Int64, trip: Int64) -> PlaceKey {
    PlaceKey(
      stop: stop, route: byRoute.contains(stop) ? route : 0, trip: byTrip[trip]?.contains(stop) == true ? trip : 0)
  }

  /// Whether rules name a trip alone.
  func isNamed(trip: Int64) -> Bool { byTrip[trip] != nil }

  /// The rule for a change, the most specific of those that fit: trips before routes, routes before none, stops before their stations.
  func rule(from: PlaceKey, to: PlaceKey) -> Rule? {
    guard !rules.isEmpty else { return nil }
    let stations = (from: self.stations[from.stop] ?? from.stop, to: self.stations[to.stop] ?? to.stop)
    for who in Self.whos(from, to) {
      for (start, end) in [
        (from.stop, to.stop), (from.stop, stations.to), (stations.from, to.stop), (stations.from, stations.to),
      ] {
        var key = who
        (key.from, key.to) = (start, end)
        if let rule = rules[key] { return rule }
      }
    }
    return nil
  }

  /// For whom a rule may be, in the order that GTFS gives, without its stops.
  private static func whos(_ from: PlaceKey, _ to: PlaceKey) -> [Key] {
    var whos: [Key] = []
    if from.trip != 0, to.trip != 0 { whos.append(Key(fromTrip: from.trip, toTrip: to.trip)) }
    if from.trip != 0 { whos.append(Key(toRoute: to.route, fromTrip: from.trip)) }
    if to.trip != 0 { whos.append(Key(fromRoute: from.route, toTrip: to.trip)) }
    if from.trip != 0 { whos.append(Key(fromTrip: from.trip)) }
    if to.trip != 0 { whos.append(Key(toTrip: to.trip)) }
    return whos + [
      Key(fromRoute: from.route, toRoute: to.route), Key(fromRoute: from.route), Key(toRoute: to.route), Key(),
    ]
  }

  /// By stop, the stops that rules name for a change from it, stations as their platforms.
  /// - Parameter most: so many platforms of a station at most, and hardly more destinations of a stop.
  func destinations(most: Int) -> [Int64: Set<Int64>] {
    func stops(_ stop: Int64) -> [Int64] { platforms[stop].map { [stop] + $0.prefix(most) } ?? [stop] }
    var destinations: [Int64: Set<Int64>] = [:]
    for key in rules.keys {
      let to = stops(key.to)
      for from in stops(key.from) where destinations[from, default: []].count < most {
        destinations[from, default: []].formUnion(to)
      }
    }
    return destinations
  }
}
