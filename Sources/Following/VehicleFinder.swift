import Alerts
import Foundation
import Journey

/// Where it is found out whether riders sit in the vehicle of their ride.
public protocol VehicleFinder: Sendable {
  /// Takes a fix of a rider who may sit in a vehicle.
  /// - Returns: Which one it is; nil where nothing says so.
  func take(_ fix: Fix, of ride: FollowedRide) async -> FoundVehicle?

  /// Keeps what is known of these rides alone.
  func keep(_ rides: Set<FollowedRide>) async
}

/// Which vehicle a rider sits in, for all that is known.
public enum FoundVehicle: Sendable, Hashable {
  /// The one of their ride.
  case own
  /// Another one that comes to their stop as well.
  case caught(CaughtRun)
  /// One that does not come there.
  case astray(VehicleNews)

  func input(at instant: Date) -> AlertInput {
    switch self {
    case .own: .caught(instant, nil)
    case .caught(let run): .caught(instant, run)
    case .astray(let vehicle): .astray(instant, vehicle)
    }
  }
}

/// A ride that a rider is followed on.
public struct FollowedRide: Sendable, Hashable {
  public var reminder: UUID
  public var ride: Ride

  public init(reminder: UUID, ride: Ride) { (self.reminder, self.ride) = (reminder, ride) }
}

/// It is looked which vehicle riders sit in while alerts go on, and waited for by none.
extension AlertRunner {
  /// Puts a fix to all rides on which somebody may sit by now, one fix at a time.
  func findVehicles(_ input: AlertInput) {
    guard case .fix(let fix) = input, let vehicles, findingVehicles == nil,
      foundVehiclesAt.map({ abs(fix.at.timeIntervalSince($0)) >= Self.vehiclesEvery }) ?? true
    else { return }
    let rides = watches.values.filter { watch in
      watch.reminder.visit == nil && watch.reminder.leg(watch.state.leg).ride.tripID != nil
        && AlertEngine.isStillToCall(watch.state)
    }.map { FollowedRide(reminder: $0.reminder.id, ride: $0.reminder.leg($0.state.leg).ride) }
    guard !rides.isEmpty else { return }
    foundVehiclesAt = fix.at
    findingVehicles = Task {
      await vehicles.keep(Set(rides))
      var found: [(FollowedRide, FoundVehicle)] = []
      for ride in rides { await vehicles.take(fix, of: ride).map { found.append((ride, $0)) } }
      await take(found, at: fix.at)
    }
  }

  private func take(_ found: [(FollowedRide, FoundVehicle)], at instant: Date) async {
    findingVehicles = nil
    guard !Task.isCancelled, !found.isEmpty else { return }
    let steps = found.compactMap { ride, vehicle -> Step? in
      guard let watch = watches[ride.reminder], watch.reminder.leg(watch.state.leg).ride == ride.ride else {
        return nil
      }
      let caught = watch.state.caught
      defer {
        // Of another run other things are said: at once, and not by the time of the next question.
        if watch.state.caught != caught { askedFeedsAt = nil }
      }
      return advance(ride.reminder, vehicle.input(at: instant))
    }
    await follow(steps, .tick(instant))
  }

  /// Seconds between two fixes that are looked at: the errors of those that follow each other sooner are one and the same.
  private static let vehiclesEvery = 15.0
}
