import Alerts
import Blocking
import Following
import Foundation
import Journey
import Live
import Timetable

/// Finds out which vehicles riders sit in, by the timetable in use.
actor RiderVehicles: VehicleFinder {
  /// Reading the ways of a country takes seconds.
  private let executor = BlockingExecutor(label: "vehicles of riders")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let timetable: TimetableStore
  private let talk: @Sendable (String) -> Void
  private var finder: RunFinder?
  private var checks: [FollowedRide: VehicleCheck] = [:]
  /// The timetable cannot be read, which was told.
  private var isBroken = false

  init(_ timetable: TimetableStore, talk: @escaping @Sendable (String) -> Void) {
    (self.timetable, self.talk) = (timetable, talk)
  }

  func take(_ fix: Fix, of ride: FollowedRide) -> FoundVehicle? {
    guard !isBroken else { return nil }
    do {
      let finder = try self.finder ?? RunFinder(timetable)
      self.finder = finder
      guard var check = checks[ride] ?? VehicleCheck(ride.ride, among: finder) else { return nil }
      let finding = try check.add(fix)
      checks[ride] = check
      switch finding {
      case .planned: return .own
      case .other(let run): return .caught(run)
      case .elsewhere(let run, let isOpposite):
        return .astray(VehicleNews(line: run.line, headsign: run.headsign, isOpposite: isOpposite))
      case nil: return nil
      }
    } catch {
      isBroken = true
      talk("Alight cannot tell whether you sit in the right vehicle: \(error). Alerts go on as before.")
      return nil
    }
  }

  func keep(_ rides: Set<FollowedRide>) { checks = checks.filter { rides.contains($0.key) } }
}
