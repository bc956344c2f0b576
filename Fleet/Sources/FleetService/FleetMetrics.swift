import Fleet
import Foundation
import Synchronization

/// What a worker counts, for Prometheus: <https://prometheus.io/docs/instrumenting/exposition_formats/>.
public final class FleetMetrics: Sendable {
  private struct Counts {
    /// By what was told, "alert 2", how often it was handed on for the first time.
    var rung: [String: Int] = [:]
    var again = 0
    var heard = 0
    var toldBefore = 0
    var unheard = 0
    var failures: [String: Int] = [:]
    var steps = Histogram(bounds: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5])
    /// From when an alert was due to when it was handed on.
    var delays = Histogram(bounds: [0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 30, 60])
  }

  private struct Histogram {
    let bounds: [Double]
    var counts: [Int]
    var sum = 0.0

    init(bounds: [Double]) { (self.bounds, counts) = (bounds, Array(repeating: 0, count: bounds.count + 1)) }

    mutating func observe(_ value: Double) {
      counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
      sum += value
    }
  }

  private let counts = Mutex(Counts())

  public init() {}

  /// A step took so many seconds.
  public func stepped(_ seconds: Double) { counts.withLock { $0.steps.observe(seconds) } }

  public func take(_ notice: WorkerNotice, at now: Date) {
    counts.withLock { counts in
      switch notice {
      case .owns, .works: break
      case .rung(let alert, 0):
        counts.rung["\(alert.alert.event.rawValue)\(alert.alert.level.map { " \($0)" } ?? "")", default: 0] += 1
        counts.delays.observe(max(0, now.timeIntervalSince(alert.alert.at)))
      case .rung: counts.again += 1
      case .heard: counts.heard += 1
      case .toldBefore: counts.toldBefore += 1
      case .unheard: counts.unheard += 1
      case .fails(let what, _): counts.failures[what, default: 0] += 1
      }
    }
  }

  /// All of it as text.
  public func text(
    _ load: Heartbeat.Load, _ phones: PhoneMailbox.Counts, pushes: [String: Int] = [:], clockError: Double,
    delay: Double,
    workers: Int
  ) -> String {
    let counts = counts.withLock(\.self)
    var page = Page()
    page.gauge("partitions", "Partitions that this worker looks after", load.partitions)
    page.gauge("workers", "Workers that it hears", workers)
    page.gauge("followed", "Reminders that are followed now", load.followed)
    page.gauge("waiting", "Reminders whose time has not come", load.waiting)
    page.gauge("unwritten_alerts", "Alerts that the ledger has not taken yet", load.unwritten)
    page.gauge("unheard_alerts", "Alerts in hand that no phone has said to have", load.unheard)
    page.gauge("failing", "Things that do not work now", load.failures.count)
    page.gauge("clock_error_seconds", "By how much this machine's clock is ahead of the others", clockError)
    page.gauge("phones_delay_seconds", "By how much what phones say is heard late", delay)
    page.counter("fixes_total", "Positions that came in", [("", phones.fixes)])
    page.counter("fixes_replaced_total", "Those that a newer one has replaced unseen", [("", phones.replaced)])
    page.counter("fixes_skipped_total", "Those that came too late to be looked at", [("", phones.skipped)])
    page.counter("refused_total", "Messages of phones that had no room", [("", phones.refused)])
    page.counter(
      "alerts_rung_total", "Alerts handed on for the first time",
      counts.rung.sorted { $0.key < $1.key }.map { (#"{event="\#($0.key)"}"#, $0.value) })
    page.counter("alerts_rung_again_total", "Alerts handed on once more", [("", counts.again)])
    page.counter("alerts_heard_total", "Alerts that a phone has said to have", [("", counts.heard)])
    page.counter("alerts_told_before_total", "Alerts that another worker had told", [("", counts.toldBefore)])
    page.counter("alerts_unheard_total", "Alerts given up", [("", counts.unheard)])
    page.counter(
      "pushes_total", "What came of alerts that were pushed to browsers",
      pushes.sorted { $0.key < $1.key }.map { (#"{outcome="\#($0.key)"}"#, $0.value) })
    page.counter(
      "failures_total", "How often something has begun to fail",
      counts.failures.sorted { $0.key < $1.key }.map { (#"{what="\#($0.key)"}"#, $0.value) })
    page.histogram("step_seconds", "How long one step takes", counts.steps)
    page.histogram("alert_delay_seconds", "From when an alert is due to when it is handed on", counts.delays)
    return page.text
  }

  private struct Page {
    var text = ""

    mutating func head(_ name: String, _ help: String, _ type: String) {
      text += "# HELP alight_fleet_\(name) \(help)\n# TYPE alight_fleet_\(name) \(type)\n"
    }

    mutating func gauge(_ name: String, _ help: String, _ value: some CustomStringConvertible) {
      head(name, help, "gauge")
      text += "alight_fleet_\(name) \(value)\n"
    }

    mutating func counter(_ name: String, _ help: String, _ values: [(labels: String, value: Int)]) {
      head(name, help, "counter")
      for (labels, value) in values { text += "alight_fleet_\(name)\(labels) \(value)\n" }
    }

    mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
      head(name, help, "histogram")
      var sum = 0
      for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
        sum += count
        text += "alight_fleet_\(name)_bucket{le=\"\(bound)\"} \(sum)\n"
      }
      text += "alight_fleet_\(name)_sum \(histogram.sum)\nalight_fleet_\(name)_count \(sum)\n"
    }
  }
}
