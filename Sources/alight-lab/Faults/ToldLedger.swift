import Alerts
import Foundation
import Journey

/// What was told, as the runner's ledger keeps it: all that is left when a state is lost.
struct ToldLedger {
  private var entries: [(leg: Int, alert: Alert)] = []

  mutating func add(_ alert: Alert, leg: Int) {
    if alert.place != nil { entries.append((leg, alert)) }
  }

  /// The state that a runner begins with which finds nothing else.
  /// - Parameters:
  ///   - leg: Which ride of the journey is followed; nil takes the rows of all, which is wrong.
  ///   - now: By the machine's clock.
  func state(_ plan: AlertPlan, leg: Int?, at now: Date) -> AlertState {
    AlertState(
      plan, resuming: entries.filter { leg == nil || $0.leg == leg }.map(\.alert), at: now)
  }
}
