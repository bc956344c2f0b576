import Foundation
import Journey

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
