import Foundation
import Journey

/// One position of the rider as a receiver reports it.
public struct Fix: Sendable, Hashable, Codable {
  /// When the position was taken, which may be long before it arrives.
  public var at: Date
  public var position: Position
  /// Radius in metres that holds the true position in 68 % of cases; nil where the receiver does not say.
  public var accuracy: Double?
  /// Speed over ground in m/s; nil where the receiver does not measure it.
  public var speed: Double?

  public init(at: Date, position: Position, accuracy: Double? = nil, speed: Double? = nil) {
    self.at = at
    self.position = position
    self.accuracy = accuracy
    self.speed = speed
  }
}

extension Date {
  /// Whether the instant lies within 3000 years of now: beyond it seconds can no longer be counted one by one.
  public var isCountable: Bool { abs(timeIntervalSinceReferenceDate) < 1e11 }
}
