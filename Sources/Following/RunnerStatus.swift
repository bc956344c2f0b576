import Alerts
import Foundation
import Journey

/// How the rides of a runner stand.
public struct RunnerStatus: Sendable, Hashable, Codable {
  /// The runner's process.
  public var process: Int32
  /// The instant that it has come to, by the clock of its source; nil before the first input.
  public var at: Date?
  /// By arrival.
  public var rides: [RideStatus]
}

/// How one ride stands.
public struct RideStatus: Sendable, Hashable, Codable {
  public var reminder: UUID
  public var serviceDay: String
  public var line: String
  public var destination: String
  /// The time zone of the ride, for times of day.
  public var zone: String
  /// The name of the stop that comes next; nil while that is not known.
  public var nextStop: String?
  /// The names of all stops, to which `standing` refers by their places.
  public var stops: [String]
  public var standing: Standing
  /// What became of the newest fix.
  public var fix: FixOutcome?
  /// Seconds by which it comes later to the destination than the timetable says, below zero earlier, as its positions tell or else a
  /// live feed; nil without either, and without a timetable.
  public var delay: Double?
  /// Whether it is of a reminder of a place, and of no ride; nil for a ride.
  public var place: Bool?
}

extension AlertRunner {
  /// How all rides that are followed stand now.
  public func status() -> RunnerStatus {
    let rides = watches.values.sorted { one, other in
      let (left, right) = (one.reminder.anchor.arrival, other.reminder.anchor.arrival)
      return (left ?? .distantFuture, one.reminder.id.uuidString) < (
        right ?? .distantFuture, other.reminder.id.uuidString
      )
    }
    return RunnerStatus(process: getpid(), at: now, rides: rides.map(status))
  }

  private func status(_ watch: Watch) -> RideStatus {
    let leg = watch.reminder.leg(watch.state.leg)
    let ride = leg.ride
    let now = now ?? watch.savedAt
    let standing = AlertEngine.standing(watch.plan, watch.state, at: now)
    let stops = ride.stops.map(\.stop.name)
    // A time that the rider has named is no timetable to be late by.
    let left = standing.basis == .position && !ride.isFromAnywhere ? standing.secondsLeft : nil
    let delay =
      left.flatMap { left in
        (watch.state.caught?.arrival ?? ride.arrival).map {
          now.addingTimeInterval(left).timeIntervalSince($0).rounded()
        }
      } ?? standing.reportedDelay
    return RideStatus(
      reminder: watch.reminder.id, serviceDay: watch.reminder.ride.serviceDay,
      line: watch.state.caught?.line ?? ride.line,
      destination: leg.destination.name, zone: ride.arrivalZone,
      nextStop: standing.nextStop.flatMap { stops.indices.contains($0) ? stops[$0] : nil }, stops: stops,
      standing: standing, fix: watch.state.outcome, delay: delay, place: watch.reminder.visit == nil ? nil : true)
  }
}
