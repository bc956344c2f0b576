/// Where the rider is and how fast, smoothed: a Kalman filter with constant velocity and white noise of acceleration
/// (Bar-Shalom, Li, Kirubarajan, *Estimation with Applications to Tracking and Navigation*, 2001, section 6.2.2).
///
/// East and north have the same noise, so that one covariance serves both.
struct MotionFilter: Sendable, Hashable, Codable {
  /// Seconds since the reference date of the newest fix used.
  var at: Double
  var point: Point
  /// m/s east and north.
  var velocity = Point(x: 0, y: 0)
  private var positionVariance: Double
  private var covariance = 0.0
  private var velocityVariance: Double
  /// Fixes in a row that were left out.
  var jumps = 0
  /// How often so many did agree that it began anew.
  private(set) var restarts = 0
  /// How much farther than claimed fixes lie from where they were expected, squared and smoothed, where they come one after the
  /// other: about 1 where the claims are right and errors come anew each time, and less where these last.
  private(set) var surprise = 0.0

  /// - Parameter deviation: standard deviation of the fix per axis in metres.
  init(at: Double, point: Point, deviation: Double) {
    self.at = at
    self.point = point
    positionVariance = deviation * deviation
    // Before anything has moved, a vehicle may have any speed up to that of a fast train.
    velocityVariance = 15 * 15
  }

  var speed: Double { (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot() }

  /// The standard deviation of the speed in each direction, in m/s.
  var speedDeviation: Double { velocityVariance.squareRoot() }

  /// The radius in metres that holds the true position in 68 % of cases.
  var accuracy: Double { 1.51 * positionVariance.squareRoot() }

  /// Takes one fix in. A fix far from the prediction is left out, unless several in a row are.
  /// - Returns: whether the fix was used.
  mutating func add(_ measured: Point, deviation: Double, at time: Double, policy: AlertPolicy) -> Bool {
    let dt = time - at
    let noise = policy.accelerationNoise
    let predicted = Point(x: point.x + velocity.x * dt, y: point.y + velocity.y * dt)
    let variance = positionVariance + 2 * dt * covariance + dt * dt * velocityVariance + noise * dt * dt * dt / 3
    let cross = covariance + dt * velocityVariance + noise * dt * dt / 2
    let total = variance + deviation * deviation
    let dx = measured.x - predicted.x
    let dy = measured.y - predicted.y
    if dx * dx + dy * dy > policy.jumpDeviations * policy.jumpDeviations * total {
      jumps += 1
      guard jumps >= policy.jumpsInARow else { return false }
      let restarts = restarts
      self = MotionFilter(at: time, point: measured, deviation: deviation)
      self.restarts = restarts + 1
      return true
    }
    jumps = 0
    if dt < policy.sparse.lowerBound {
      surprise += dt / policy.surpriseSeconds * ((dx * dx + dy * dy) / (2 * total) - surprise)
    }
    let gain = variance / total
    let velocityGain = cross / total
    point = Point(x: predicted.x + gain * dx, y: predicted.y + gain * dy)
    velocity = Point(x: velocity.x + velocityGain * dx, y: velocity.y + velocityGain * dy)
    velocityVariance += noise * dt - velocityGain * cross
    covariance = (1 - gain) * cross
    positionVariance = (1 - gain) * variance
    at = time
    return true
  }

  /// Where the rider should be at a later moment, if nothing changes.
  func point(at time: Double) -> Point {
    Point(x: point.x + velocity.x * (time - at), y: point.y + velocity.y * (time - at))
  }
}
