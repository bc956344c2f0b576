import Foundation
import Journey
import Live
import Timetable

/// Which ride the rider is on, as it becomes known: a line whenever the answer changes.
struct OnboardSheet {
  let output: Output
  let json: Bool

  /// Of one recording, or of now.
  struct Talk {
    fileprivate let sheet: OnboardSheet
    fileprivate let name: String
    private var record: OnboardRecord?
    private var line: String?

    fileprivate init(_ sheet: OnboardSheet, _ name: String) { (self.sheet, self.name) = (sheet, name) }

    mutating func tell(_ belief: OnboardBelief, at instant: Date, since start: Date, fix: Int) throws {
      if sheet.json {
        let next = OnboardRecord(belief, of: name, at: instant, since: start, fix: fix)
        if record?.says(whatIsSaidBy: next) != true { try sheet.output.json(next) }
        record = next
      } else {
        let next = OnboardSheet.sentence(belief)
        if next != line { sheet.output.data(OnboardSheet.time(instant, belief) + next) }
        line = next
      }
    }
  }

  func begin(_ name: String) -> Talk { Talk(self, name) }

  private static func time(_ instant: Date, _ belief: OnboardBelief) -> String {
    ClockText(zone: belief.zone ?? TimeZone.current.identifier).text(instant) + "  "
  }

  private static func sentence(_ belief: OnboardBelief) -> String {
    guard let run = belief.run else { return "not known yet" }
    var parts = [name(run)]
    if let next = belief.next { parts.append("next \(next.name)") }
    if let delay = belief.delay { parts.append(lateness(delay)) }
    let ride = parts.joined(separator: ", ")
    guard belief.state == .likely else { return ride }
    // Others of the same line differ by their times alone.
    let others = belief.candidates.dropFirst().filter { $0.probability >= 0.1 }.map { other in
      other.run.routeID == run.routeID && other.run.direction == run.direction ? "another run of it" : name(other.run)
    }
    var named: Set<String> = []
    let distinct = others.filter { named.insert($0).inserted }
    return "perhaps \(ride)" + (distinct.isEmpty ? "" : "; or \(distinct.joined(separator: ", or "))")
  }

  private static func name(_ run: Run) -> String {
    run.line + (run.headsign.map { " to \($0)" } ?? "")
  }

  private static func lateness(_ delay: TimeInterval) -> String {
    let minutes = Int((abs(delay) / 60).rounded())
    if minutes == 0 { return "on time" }
    return "\(minutes) min \(delay > 0 ? "late" : "early")"
  }
}
