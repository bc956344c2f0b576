/// What goes wrong on a simulated ride. Times are seconds, ways metres.
public struct RideConditions: Sendable, Hashable {
  /// By how much it runs late, from a stop by chance on.
  public var delay: Double
  /// For how long there is no position, round the stop before the destination.
  public var tunnel: Double
  /// Standard deviation of each position to each side.
  public var noise: Double
  /// The share of fixes that is lost, over 0 to 1.
  public var lost: Double
  /// Where chance begins.
  public var seed: UInt64

  public init(delay: Double = 0, tunnel: Double = 0, noise: Double = 0, lost: Double = 0, seed: UInt64 = 1) {
    (self.delay, self.tunnel, self.noise, self.lost, self.seed) = (delay, tunnel, noise, lost, seed)
  }
}
