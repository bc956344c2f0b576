import Alerts
import Foundation
import Journey

/// One ride with faults for somebody to read: what came in, what happened and what was told.
struct FaultyRideReport {
  private let ride: FaultyRide
  private let told: [(second: Double, alert: Alert)]

  init(_ ride: FaultyRide, _ planted: FaultyRide.Planted?) {
    self.ride = ride
    told = ride.told(planted)
  }

  func show(eachMinute: Bool) {
    print(ride.summary)
    let stops = ride.ride.ride.stops
    let epoch = ride.ride.epoch
    for (index, stop) in stops.enumerated() {
      let times = [stop.arrival, stop.departure].map { $0.map { "\(Int($0.timeIntervalSince(epoch)))" } ?? "-" }
      print("  stop \(index) at \(Int(stop.metres)) m, planned \(times.joined(separator: "-"))")
    }
    let truth = ride.ride.truth
    for (what, second) in [
      ("leaves the stop before", truth.leavesBefore), ("arrives", truth.arrival), ("doors close", truth.leaves),
    ] {
      print("  \(what) \(second.map { "\(Int($0))" } ?? "never")")
    }
    if eachMinute { showInputs() }
    for (second, alert) in told {
      let level = alert.level.map { " \($0)" } ?? ""
      print("  \(Int(second)) \(alert.event.rawValue)\(level)\(alert.estimated ? ", estimated" : "")")
    }
    print(ride.violation(told) ?? "the property holds")
  }

  private func showInputs() {
    let epoch = ride.ride.epoch
    let destination = ride.ride.ride.stops.last?.stop.position
    let minutes = Dictionary(grouping: ride.moments) { Int($0.second / 60) }
    for (minute, moments) in minutes.sorted(by: { $0.key < $1.key }) {
      let fixes = moments.compactMap { moment in if case .fix(let fix) = moment.input { fix } else { nil } }
      let ticks = moments.compactMap { moment in if case .tick(let instant) = moment.input { instant } else { nil } }
      var line = "  \(minute * 60): \(fixes.count) fixes"
      if let fix = fixes.last, let destination {
        line +=
          ", the last of \(Int(fix.at.timeIntervalSince(epoch))), \(Int(fix.position.metres(to: destination))) m "
          + "from the destination, claims \(fix.accuracy.map { "\(Int($0)) m" } ?? "nothing")"
      }
      if let tick = ticks.last { line += "; clock \(Int(tick.timeIntervalSince(epoch)))" }
      if let set = moments.first(where: { if case .clockSet = $0.input { true } else { false } }) {
        if case .clockSet(_, let by) = set.input { line += "; clock set by \(Int(by)) s" }
      }
      print(line)
    }
  }
}
