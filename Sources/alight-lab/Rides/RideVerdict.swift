import Alerts
import Foundation

/// Whether a last call came when it should: after the stop before was left, and with time to get off.
enum RideVerdict: String, CaseIterable {
  case right, early, late, never
  /// Nothing was due, and nothing came.
  case quiet
  /// Nothing was due, and a last call came.
  case falseAlarm = "false"

  /// Seconds before the stop before is left for which nobody gets off too soon: the doors are closing.
  private static let tolerance = 5.0
  /// Seconds that one needs to get to the door, or this share of the way between the two stops where that is less.
  private static let (lead, leadShare) = (10.0, 0.6)

  /// Follows a case and judges it.
  /// - Throws: `RecordedRideError` where the case cannot be read.
  init(_ file: RideCase) throws {
    let ride = try RecordedRide(json: JSONEncoder().encode(file))
    guard let plan = ride.plan() else { throw RecordedRideError.tooFewStops(0) }
    var state = AlertState()
    var call: Double?
    for moment in RideReplay(ride.fixes) {
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) where alert.level == 3 {
        call = call ?? alert.at.timeIntervalSince(ride.start)
      }
    }
    guard let arrival = file.truth.destination_reached_t, let passed = file.truth.penultimate_passed_t else {
      self = call == nil ? .quiet : .falseAlarm
      return
    }
    guard let call else {
      self = .never
      return
    }
    if call < passed - Self.tolerance {
      self = .early
    } else {
      self = arrival - call < min(Self.lead, Self.leadShare * (arrival - passed)) ? .late : .right
    }
  }
}
