import Foundation
import Journey
import Matching

extension Stop {
  /// Poles of one stop stand no farther apart, in metres; two stops of one name seldom this near.
  private static let farthestPole = 300.0

  /// Whether two stops are poles of one place for a rider: of one name, and round one crossing.
  public func isOnePlace(with other: Stop) -> Bool {
    Normalizer.key(name) == Normalizer.key(other.name) && position.metres(to: other.position) <= Self.farthestPole
  }
}

/// What tells a place from the others of its name.
public struct Distinction: Sendable, Hashable {
  /// The lines that stop there and at none of the others; few or none.
  public var lines: [String]
  /// The best known stop of another name near it.
  public var near: String?
}

extension TimetableStore {
  /// What tells places of one name apart, one for each.
  /// - Parameter places: the stops of each place.
  public func distinctions(of places: [[Stop]]) throws -> [Distinction] {
    let lines = try places.map { stops in Set(try listed(stops.map(\.id)).flatMap(\.lines).map(\.name)) }
    var count: [String: Int] = [:]
    for name in lines.joined() { count[name, default: 0] += 1 }
    return try zip(places, lines).map { stops, lines in
      let own = lines.filter { count[$0] == 1 }
        .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
      // More lines than these are not read at a glance.
      return Distinction(
        lines: own.count <= Self.mostLines ? own : [],
        near: try stops.first.flatMap { try landmark(near: $0) }?.name)
    }
  }

  private static let mostLines = 4
}
