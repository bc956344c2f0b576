import Foundation
import Journey
import Timetable

/// What runs where: a timetable, or a few runs by hand.
public protocol RunSource: Sendable {
  /// The numbers of the ways that may come by a place.
  func ways(near position: Position) -> Set<Int>
  func way(_ number: Int) throws -> RunWay
  /// The runs of a way on the service days round an instant.
  func runs(of number: Int, around instant: Date) throws -> [Run]
}

extension RunFinder: RunSource {}
