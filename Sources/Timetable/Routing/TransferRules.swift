import Foundation
import GRDB
import Journey

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
  /// - Parameter most: so many platforms of a station at most.
  func destinations(most: Int) -> [Int64: Set<Int64>] {
    func stops(_ stop: Int64) -> [Int64] { platforms[stop].map { [stop] + $0.prefix(most) } ?? [stop] }
    var destinations: [Int64: Set<Int64>] = [:]
    for key in rules.keys {
      for from in stops(key.from) { destinations[from, default: []].formUnion(stops(key.to)) }
    }
    return destinations
  }
}

/// The ways between the places of a network.
struct TransferWays {
  private let network: NetworkTables
  private let rules: TransferRules
  private let positions: [Int64: Position]
  private let policy: RoutingPolicy

  init(_ network: NetworkTables, _ rules: TransferRules, _ positions: [Int64: Position], _ policy: RoutingPolicy) {
    (self.network, self.rules, self.positions, self.policy) = (network, rules, positions, policy)
  }

  /// - Parameter routes: The route of each place that is one route's alone; 0 for the others.
  func ways(routes: [Int64]) -> [(from: Int32, to: Int32, seconds: Int32)] {
    var ways: [(from: Int32, to: Int32, seconds: Int32)] = []
    let reach = PlaceReach(network, rules, positions, policy)
    for from in 0..<Int32(network.placeCount) {
      let start = PlaceKey(stop: network.placeStops[Int(from)], route: routes[Int(from)])
      for to in reach.places(from: from) {
        let end = PlaceKey(stop: network.placeStops[Int(to)], route: routes[Int(to)])
        let usual = usual(from, to)
        let seconds = rules.rule(from: start, to: end).map { $0.seconds(usual: usual ?? policy.samePlatforms) } ?? usual
        if let seconds { ways.append((from, to, Int32(seconds))) }
      }
    }
    return ways
  }

  /// What a change takes where no rule says it; nil where it is too far to walk.
  private func usual(_ from: Int32, _ to: Int32) -> Int? {
    let (start, end) = (network.placeStops[Int(from)], network.placeStops[Int(to)])
    if start == end { return policy.sameStop }
    if network.placeStations[Int(from)] == network.placeStations[Int(to)] { return policy.samePlatforms }
    guard let here = positions[start], let there = positions[end] else { return nil }
    return policy.walk(here.metres(to: there))
  }
}

/// Which places may be changed to from a place: those of its station, those near by, and those that a rule names.
struct PlaceReach {
  private let network: NetworkTables
  private let policy: RoutingPolicy
  private let positions: [Int64: Position]
  private let destinations: [Int64: Set<Int64>]
  private var placesOf: [Int64: [Int32]] = [:]
  private let cells: PlaceCells

  init(_ network: NetworkTables, _ rules: TransferRules, _ positions: [Int64: Position], _ policy: RoutingPolicy) {
    (self.network, self.policy, self.positions) = (network, policy, positions)
    destinations = rules.destinations(most: policy.mostPlaces)
    cells = PlaceCells(
      network.placeStops.map { positions[$0] }, size: policy.farthestWalk, most: policy.mostNear)
    for (place, stop) in network.placeStops.enumerated() { placesOf[stop, default: []].append(Int32(place)) }
  }

  /// Each once. A place can be changed to from itself.
  func places(from place: Int32) -> Set<Int32> {
    let stop = network.placeStops[Int(place)]
    var reached = Set([place])
    let station = network.places[network.placeStations[Int(place)]] ?? []
    if station.count <= policy.mostPlaces { reached.formUnion(station) }
    for to in destinations[stop] ?? [] { reached.formUnion(placesOf[to] ?? []) }
    if let here = positions[stop] { reached.formUnion(cells.near(here).lazy.map(Int32.init)) }
    return reached
  }
}

/// Places by squares of the map, to find those near by.
struct PlaceCells {
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  private let rowDegrees: Double
  private var cells: [Cell: [Int]] = [:]
  private let size: Double

  /// - Parameter most: so many places are kept of a square; those of a square that has more are not all found.
  init(_ positions: [Position?], size: Double, most: Int) {
    self.size = size
    rowDegrees = size / 111_195
    for (number, position) in positions.enumerated() {
      guard let position else { continue }
      let cell = cell(position)
      if cells[cell, default: []].count < most { cells[cell, default: []].append(number) }
    }
  }

  /// All within the size, and some more.
  func near(_ position: Position) -> [Int] {
    let middle = cell(position)
    return (-1...1).flatMap { row -> [Int] in
      // Columns of the rows beside are as wide as theirs are, not as wide as here.
      let place = Position(latitude: position.latitude + Double(row) * rowDegrees, longitude: position.longitude)
      let column = cell(place).column
      return (-1...1).flatMap { cells[Cell(row: middle.row + row, column: column + $0)] ?? [] }
    }
  }

  private func cell(_ position: Position) -> Cell {
    let row = Int((position.latitude / rowDegrees).rounded(.down))
    // One width a row, at its edge farthest from the equator, where degrees are narrowest.
    let edge = min(89.9, max(abs(Double(row)), abs(Double(row + 1))) * rowDegrees)
    let columnDegrees = rowDegrees / cosDegrees(edge)
    return Cell(row: row, column: Int((position.longitude / columnDegrees).rounded(.down)))
  }

  private func cosDegrees(_ degrees: Double) -> Double { max(0.001, cos(degrees * .pi / 180)) }
}
