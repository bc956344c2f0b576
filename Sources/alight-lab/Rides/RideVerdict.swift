import Alerts
import Foundation
import Rehearsal

/// What became of a simulated ride: whether a last call came when it should, or none where none should.
enum RideVerdict: String, CaseIterable {
  case right, early, late, never
  /// Nothing was due, and nothing came.
  case quiet
  /// Nothing was due, and a last call came.
  case falseAlarm = "false"

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
    let verdict = LastCallVerdict(call: call, leavesBefore: passed, arrival: arrival)
    self =
      switch verdict {
      case .right: .right
      case .early: .early
      case .late: .late
      case .never: .never
      }
  }
}
