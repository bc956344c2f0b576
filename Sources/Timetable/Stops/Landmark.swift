import Foundation
import GRDB
import Journey

/// A better known stop of another name, by which one is told apart from others of its name.
public struct Landmark: Sendable, Hashable {
  public var name: String
  /// How far the stop is from it.
  public var metres: Double
  /// In which direction it is from there: 0 north, 1 north-east, ... 7 north-west.
  public var direction: Int
}

extension TimetableStore {
  /// The stop that people are likely to know round another one: one that is served often, and the nearer the better. Nil where
  /// there is none of another name within 30 km.
  public func landmark(near stop: Stop) throws -> Landmark? {
    try landmark(near: stop, within: 3000) ?? landmark(near: stop, within: 30_000)
  }

  private func landmark(near stop: Stop, within metres: Double) throws -> Landmark? {
    let rows = try read { try StopRow.around(stop.position, metres: metres, $0) }
    let best =
      rows
      // Whose name needs words in parentheses itself is no help.
      .filter { $0.row.stop.name != stop.name && $0.metres <= metres && !$0.row.stop.name.contains("(") }
      .max { $0.row.knownness(at: $0.metres) < $1.row.knownness(at: $1.metres) }
    guard let best else { return nil }
    return Landmark(
      name: best.row.stop.name, metres: best.metres,
      direction: Self.direction(from: best.row.stop.position, to: stop.position))
  }

  private static func direction(from one: Position, to other: Position) -> Int {
    let east = (other.longitude - one.longitude) * cos(one.latitude * .pi / 180)
    let angle = atan2(east, other.latitude - one.latitude)
    return (Int((angle / (.pi / 4)).rounded()) + 8) % 8
  }
}

extension StopRow {
  /// What is served twice as often is as good at twice the distance, 300 m counting as none.
  fileprivate func knownness(at metres: Double) -> Double { Double(calls) / (300 + metres) }

  /// The stations in a square round a place that a trip calls at, with their distances from it.
  static func around(_ position: Position, metres: Double, _ database: Database) throws
    -> [(row: StopRow, metres: Double)]
  {
    // A degree of latitude has 111 km everywhere, one of longitude that many at the equator.
    let north = metres / 111_000
    let east = north / max(0.01, cos(min(89, abs(position.latitude) + north) * .pi / 180))
    return try fetchAll(
      database,
      sql: select + " WHERE s.calls > 0 AND s.latitude BETWEEN ? AND ? AND s.longitude BETWEEN ? AND ?",
      arguments: [
        position.latitude - north, position.latitude + north, position.longitude - east, position.longitude + east,
      ]
    ).map { ($0, $0.stop.position.metres(to: position)) }
  }
}
