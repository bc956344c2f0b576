import Foundation
import Journey

/// The trip that a rider is on already: it is taken wherever it goes to the destination.
public struct AboardTrip: Sendable, Hashable {
  public var tripID: String
  public var serviceDay: String

  public init(tripID: String, serviceDay: String) { (self.tripID, self.serviceDay) = (tripID, serviceDay) }
}

extension Connections {
  /// With the trip taken that the rider is on; whoever has to leave it is told.
  func boarding(_ trip: AboardTrip) -> Connections {
    var found = self
    if let place = rides.firstIndex(where: { $0.tripID == trip.tripID && $0.serviceDay == trip.serviceDay }) {
      found.chosen = place
    } else {
      found.leavesOwnRide = true
    }
    return found
  }
}
