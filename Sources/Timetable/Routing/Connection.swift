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

extension Connection {
  /// The ways on foot before each ride, and after the last one, with the time that the search has given to the first and the last.
  public func walks(from: Stop, to: Stop) -> [Walk?] {
    var walks = rides.walks(from: from, to: to)
    guard let first = rides.first?.departure, let last = rides.last?.arrival, let end = walks.indices.last else {
      return walks
    }
    if first > departure { walks[0]?.seconds = first.timeIntervalSince(departure) }
    if arrival > last { walks[end]?.seconds = arrival.timeIntervalSince(last) }
    return walks
  }
}
