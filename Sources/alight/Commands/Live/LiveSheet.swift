import Foundation
import Live

/// A live feed for people: how old it is, how much of it fits, what it says, and what is wrong with it.
struct LiveSheet {
  let lines: [String]

  init(_ snapshot: LiveSnapshot, now: Date) {
    var lines: [String] = []
    if let made = snapshot.madeAt {
      let age = Int(now.timeIntervalSince(made))
      lines.append(age < 120 ? "\(age) s old" : "\(age / 60) min old: too old to be used now")
    } else {
      lines.append("of no known age: it is not used")
    }
    if let share = snapshot.matchedShare {
      let percent = String(format: "%.0f", share * 100)
      lines.append("\(snapshot.matched) of \(snapshot.updates) updates are of the timetable (\(percent) %)")
    }
    let running = snapshot.trips.values.filter { $0.state == .running }
    let skipped = running.reduce(0) { $0 + $1.calls.count(where: \.isSkipped) }
    let late = running.count { trip in
      let next = trip.calls.first { $0.departure != nil || $0.arrival != nil }
      return next?.departureDelay ?? next?.arrivalDelay ?? 0 >= 180
    }
    lines.append(
      "\(running.count) trips under way, \(late) of them 3 min late or more; \(snapshot.trips.count - running.count) cancelled, "
        + "\(skipped) stops skipped, \(snapshot.added.count) trips added")
    lines.append("\(snapshot.vehicles.count) vehicles, \(snapshot.alerts.count) alerts")
    for alert in snapshot.alerts {
      if let text = alert.header[""] ?? alert.header.min(by: { $0.key < $1.key })?.value { lines.append("  \(text)") }
    }
    for finding in snapshot.findings.sorted(by: { $0.count > $1.count }) {
      let times = finding.count == 1 ? "" : " (\(finding.count) times)"
      let entity = finding.entity.map { " in \($0)" } ?? ""
      lines.append("\(finding.rule) \(finding.action.rawValue)\(times)\(entity): \(finding.what)")
    }
    self.lines = lines
  }
}
