import Alerts
import Foundation
import Journey
import Rehearsal

/// What became of a hard ride in one mode.
struct HardRideVerdict {
  enum Outcome: String, CaseIterable {
    case right, early, late, never
    /// No right call, but the rider was told in time that the position is doubted.
    case doubted
    /// Nothing was due, and no last call came.
    case quiet
    /// Nothing was due, and a last call came.
    case falseAlarm = "false"
  }

  let outcome: Outcome
  /// Seconds between the last call and the arrival; nil where one of them did not come.
  private(set) var lead: Double?
  /// Whether the rider was told of a missed stop that they had not missed.
  let isMissedWrongly: Bool
  /// Whether a word came that something is wrong: with the way, the line or the position.
  let isWarned: Bool
  /// Whether the call came too early, after the doubt.
  private(set) var isEarlyInDoubt = false

  /// - Parameter told: what was told, with the seconds of the true clock.
  init(_ told: [(second: Double, alert: Alert)], truth: HardRide.Truth) {
    let lastCall = told.first { $0.alert.event == .alert && $0.alert.level == 3 }
    let call = lastCall?.second
    let doubt = told.first { $0.alert.event == .positionDoubted }?.second
    let loss = lastCall?.alert.estimated == true ? told.first { $0.alert.event == .positionLost }?.second : nil
    isMissedWrongly = told.contains { $0.alert.event == .missed && $0.second < truth.leaves ?? .infinity }
    isWarned = told.contains {
      [.offRoute, .wrongWay, .wrongLine, .wrongVehicle, .positionDoubted].contains($0.alert.event)
    }
    guard let arrival = truth.arrival, let before = truth.leavesBefore else {
      outcome = call == nil ? .quiet : .falseAlarm
      return
    }
    lead = call.map { arrival - $0 }
    let isDoubted = doubt.map { $0 <= truth.leaves ?? arrival } ?? false
    switch LastCallVerdict(call: call, leavesBefore: before, arrival: arrival) {
    case .right: outcome = .right
    case .early:
      isEarlyInDoubt = truth.forgivesEarly && min(doubt ?? .infinity, loss ?? .infinity) <= (call ?? 0)
      outcome = isEarlyInDoubt ? .doubted : .early
    case .late: outcome = isDoubted ? .doubted : .late
    case .never: outcome = isDoubted ? .doubted : .never
    }
  }

  /// Follows a ride and judges it.
  /// - Parameter note: called with every alert.
  static func of(_ ride: HardRide, _ plan: AlertPlan) -> HardRideVerdict {
    HardRideVerdict(told(ride, plan), truth: ride.truth)
  }

  static func told(_ ride: HardRide, _ plan: AlertPlan) -> [(second: Double, alert: Alert)] {
    var state = AlertState()
    var told: [(second: Double, alert: Alert)] = []
    for moment in ride.moments {
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) {
        told.append((moment.second, alert))
      }
    }
    return told
  }
}
