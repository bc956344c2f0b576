import Alerts
import Foundation
import Journey

/// What live feeds say of the rides that are followed.
extension RiderShard {
  /// The rides that are followed, and those after their changes: each once, however many take it.
  public var rides: Set<Ride> {
    watches.values.joined().reduce(into: []) { rides, watch in
      let reminder = watch.own.common.reminder
      guard reminder.visit == nil, !watch.state.latches.isOver else { return }
      for leg in watch.state.leg..<reminder.legs.count where reminder.leg(leg).ride.tripID != nil {
        rides.insert(reminder.leg(leg).ride)
      }
    }
  }

  /// Takes in what is said of rides now.
  /// - Parameter reports: Of all rides that were asked about; nil where nothing is said of one any more.
  public mutating func take(_ reports: [Ride: LiveReport?], at now: Date) -> [FleetAlert] {
    watches.keys.sorted().flatMap { rider in
      step(rider) { watch in
        let reminder = watch.own.common.reminder
        return (watch.state.leg..<max(watch.state.leg, reminder.legs.count)).compactMap { leg in
          guard let report = reports[reminder.leg(leg).ride] else { return nil }
          guard leg > watch.state.leg else { return .live(now, report) }
          guard var later = report else { return nil }
          later.leg = leg
          return .live(now, later)
        }
      }
    }
  }
}
