import Foundation
import Journey

/// A way from one station to another: one ride, or several with changes between them.
public struct Connection: Sendable, Hashable, Codable {
  /// Never empty, in order.
  public var rides: [Ride]
  /// When the rider must be at the first station: before the first ride where they walk to it.
  public var departure: Date
  /// When the rider is at the last station: after the last ride where they walk from it.
  public var arrival: Date

  public init(rides: [Ride], departure: Date, arrival: Date) {
    (self.rides, self.departure, self.arrival) = (rides, departure, arrival)
  }

  public var changes: Int { rides.count - 1 }
}
