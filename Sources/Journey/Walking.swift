/// How far a rider walks to, between and from rides, and how fast.
public struct Walking: Sendable, Hashable, Codable {
  /// Metres along streets, as far as the straight line tells; named changes of a feed are taken however far they are.
  public var farthest: Double
  /// m/s
  public var speed: Double

  /// - Parameters:
  ///   - farthest: within `farthestRange`
  ///   - speed: within `speedRange`
  public init(farthest: Double = 500, speed: Double = Walk.speed) {
    self.farthest = min(max(farthest, Self.farthestRange.lowerBound), Self.farthestRange.upperBound)
    self.speed = min(max(speed, Self.speedRange.lowerBound), Self.speedRange.upperBound)
  }

  public static let standard = Walking()

  /// Farther than a mile nobody walks to a stop, and the search would have to look at a whole city from each of them.
  public static let farthestRange = 0.0...1600
  /// From a walker with a frame to a runner.
  public static let speedRange = 0.3...3.5
}
