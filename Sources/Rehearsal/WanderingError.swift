import Journey

/// The error of a receiver's position, which drifts as errors of satellites do: a first-order Gauss-Markov process.
public struct WanderingError: Sendable {
  /// How much of the error of one fix is in the next, a second later: it drifts over some twenty seconds.
  private static let wander = 0.95

  /// Standard deviation to each side, in metres.
  private let deviation: Double
  private var error: (north: Double, east: Double)

  public init(deviation: Double, using random: inout SplitMix) {
    self.deviation = deviation
    error = (deviation * random.normal(), deviation * random.normal())
  }

  /// The error a second later, in metres.
  public mutating func next(using random: inout SplitMix) -> (north: Double, east: Double) {
    let fresh = deviation * (1 - Self.wander * Self.wander).squareRoot()
    error = (
      Self.wander * error.north + fresh * random.normal(), Self.wander * error.east + fresh * random.normal()
    )
    return error
  }
}
