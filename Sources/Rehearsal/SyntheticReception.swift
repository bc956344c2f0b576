import Alerts
import Foundation
import Journey

/// What a receiver makes of a ride: errors that wander, fixes that are lost, and none at all in a tunnel.
///
/// All chance is in the seed: the same seed and fixes give the same. Fixes that one kind of trouble takes away change nothing about
/// the others, so that two troubles can be compared on one ride.
public struct SyntheticReception: Sendable, Hashable {
  /// Standard deviation of the error to each side, in metres.
  public var noise: Double
  /// How many of the fixes are lost, over 0 to 1.
  public var lost: Double
  /// The time without a fix.
  public var tunnel: ClosedRange<Date>?
  public var seed: UInt64

  /// The radius that holds 68 % of positions, for a deviation of 1 to each side.
  private static let radius = 1.51

  public init(noise: Double = 0, lost: Double = 0, tunnel: ClosedRange<Date>? = nil, seed: UInt64) {
    self.noise = noise
    self.lost = lost
    self.tunnel = tunnel
    self.seed = seed
  }

  /// What arrives of each fix; nil where nothing does.
  public func received(_ fixes: [Fix]) -> [Fix?] {
    var random = SplitMix(seed: seed)
    var wandering = WanderingError(deviation: 1, using: &random)
    return fixes.map { fix in
      let error = wandering.next(using: &random)
      let isLost = random.uniform() < lost
      if isLost || tunnel?.contains(fix.at) == true { return nil }
      guard noise > 0 else { return fix }
      var moved = fix
      moved.position = fix.position.moved(north: noise * error.north, east: noise * error.east)
      let accuracy = fix.accuracy ?? 0
      moved.accuracy = (accuracy * accuracy + Self.radius * noise * Self.radius * noise).squareRoot()
      return moved
    }
  }
}
