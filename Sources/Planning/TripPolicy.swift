import Journey

/// Every constant of planning trips, each with its reason.
public struct TripPolicy: Sendable, Hashable {
  /// Metres along streets that a rider walks from one errand to the next rather than wait for a bus: a mile, a quarter of an hour. Who
  /// has set less than the usual way to a stop cannot walk well, and does not here either.
  public var farthestWalk = Walking.farthestRange.upperBound
  /// Seconds after a stay from which on waiting is no pause but a gap in the timetable: the last one has gone.
  public var longestWait = 3 * 3600.0
  /// Orders are tried out exactly up to so many stops: with each one more, the work doubles.
  public var mostExact = 10
  /// So far a stop is moved at once where there are more: what is best lies near in an order that is good already.
  public var farthestMove = 4
  /// Days for which opening hours are looked at.
  public var days = 8

  public static let standard = TripPolicy()

  /// Metres that a rider walks from one stop of a trip to the next at most.
  func farthestWalk(_ walking: Walking) -> Double {
    walking.farthest < Walking.standard.farthest ? walking.farthest : farthestWalk
  }
}
