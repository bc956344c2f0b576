import GRDB

/// What feeds say of changing: the rules of transfers.txt and the ways over pathways.
struct TransferRules {
  private struct Key: Hashable {
    var from: Int64
    var to: Int64
    var fromRoute: Int64 = 0
    var toRoute: Int64 = 0
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
  private var stations: [Int64: Int64] = [:]
  /// The platforms of a station, by its key.
  private var platforms: [Int64: [Int64]] = [:]

  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT from_stop, to_stop, from_route, to_route, type, seconds FROM transfer ORDER BY id")
    for row in rows {
      let key = Key(
        from: row[0], to: row[1], fromRoute: (row[2] as Int64?) ?? 0, toRoute: (row[3] as Int64?) ?? 0)
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
  }

  /// Whether it matters at a stop which route one comes from or goes on with.
  func isByRoute(_ stop: Int64) -> Bool { byRoute.contains(stop) }

  /// The rule for a change, the most specific of those that fit: routes before none, stops before their stations.
  func rule(from: PlaceKey, to: PlaceKey) -> Rule? {
    guard !rules.isEmpty else { return nil }
    let (fromStation, toStation) = (stations[from.stop] ?? from.stop, stations[to.stop] ?? to.stop)
    for (fromRoute, toRoute) in [(from.route, to.route), (from.route, 0), (0, to.route), (0, 0)] {
      for (fromStop, toStop) in [
        (from.stop, to.stop), (from.stop, toStation), (fromStation, to.stop), (fromStation, toStation),
      ] {
        if let rule = rules[Key(from: fromStop, to: toStop, fromRoute: fromRoute, toRoute: toRoute)] { return rule }
      }
    }
    return nil
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
