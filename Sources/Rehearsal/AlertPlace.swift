import Journey

/// Where the vehicle is when an alert comes.
public struct AlertPlace: Sendable, Hashable {
  /// Index of the last stop that was reached.
  public var behind: Int
  /// Metres since that stop.
  public var metresBehind: Double
  public var metresLeft: Double
  /// Until the arrival, below zero after it.
  public var secondsLeft: Double
  public var position: Position
}
