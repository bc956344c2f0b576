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

/// Those runs of a source that a rider may be on by what they say.
public struct RunsAmong: RunSource {
  private let source: any RunSource
  private let isWanted: @Sendable (Run) -> Bool

  public init(_ source: any RunSource, _ isWanted: @escaping @Sendable (Run) -> Bool) {
    (self.source, self.isWanted) = (source, isWanted)
  }

  /// Those of a line, by the name that riders give it, or with `avoids` those of all others.
  public init(_ source: any RunSource, line: String, avoids: Bool) {
    self.init(source) { LineName.isSame($0.line, line) != avoids }
  }

  public func ways(near position: Position) -> Set<Int> { source.ways(near: position) }

  public func way(_ number: Int) throws -> RunWay { try source.way(number) }

  public func runs(of number: Int, around instant: Date) throws -> [Run] {
    try source.runs(of: number, around: instant).filter(isWanted)
  }
}
