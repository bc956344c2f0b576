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

/// What tells places of one name apart.
public enum Distinction: Sendable, Hashable {
  /// The lines that stop there, as none of the others' do.
  case lines([String])
  /// The best known stop of another name near it.
  case near(String)
}

extension TimetableStore {
  /// What tells places of one name apart, one for each; nil where nothing does.
  /// - Parameter places: the stops of each place.
  public func distinctions(of places: [[Stop]]) throws -> [Distinction?] {
    let listed = try places.map { try self.listed($0.map(\.id)) }
    let lines = listed.map { stops in
      var seen: Set<String> = []
      return stops.flatMap(\.lines).map(\.name).filter { seen.insert($0).inserted }
    }
    // A line that stops at two of them, or so many that nobody reads them, tell nothing apart.
    let areTheirOwn =
      lines.allSatisfy { (1...Self.mostLines).contains($0.count) }
      && Set(lines.joined()).count == lines.map(\.count).reduce(0, +)
    if areTheirOwn { return lines.map { .lines($0) } }
    return try places.map { stops in try stops.first.flatMap { try landmark(near: $0) }.map { .near($0.name) } }
  }

  /// So many lines are read at a glance.
  private static let mostLines = 4
}
