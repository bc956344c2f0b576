import Foundation

/// A way from one station to another: one ride, or several with changes between them.
public struct Connection: Sendable, Hashable, Codable {
  /// Never empty, in order.
  public var rides: [Ride]
  /// When the rider must be at the first station: before the first ride where they walk to it.
  public var departure: Date
  /// When the rider is at the last station: after the last ride where they walk from it.
  public var arrival: Date
  /// Seconds that each change takes, walks included; one less than there are rides.
  public var changeSeconds: [Int]

  public init(rides: [Ride], departure: Date, arrival: Date, changeSeconds: [Int] = []) {
    (self.rides, self.departure, self.arrival, self.changeSeconds) = (rides, departure, arrival, changeSeconds)
  }

  public var changes: Int { rides.count - 1 }
}

extension Connection {
  /// Seconds on foot before each ride and behind the last one, as the search has counted them; 0 where there is nothing to walk.
  public var walkSeconds: [Double] {
    guard let first = rides.first?.departure, let last = rides.last?.arrival else { return [] }
    let between = zip(rides, rides.dropFirst()).enumerated().map { place, rides in
      let isOneStation = rides.0.stops.last?.stop.id == rides.1.stops.first?.stop.id
      return isOneStation || !changeSeconds.indices.contains(place) ? 0 : Double(changeSeconds[place])
    }
    return [max(0, first.timeIntervalSince(departure))] + between + [max(0, arrival.timeIntervalSince(last))]
  }

  /// The ways on foot before each ride, and after the last one; nil where there is none.
  public func walks(from: Stop, to: Stop) -> [Walk?] { rides.walks(from: from, to: to, seconds: walkSeconds) }
}
