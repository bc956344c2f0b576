import Alerts
import Journey

/// What was told, as the runner's ledger keeps it: all that is left when a state is lost.
struct ToldLedger {
  private var entries: [(leg: Int, alert: Alert)] = []

  mutating func add(_ alert: Alert, leg: Int) {
    if alert.place != nil { entries.append((leg, alert)) }
  }

  /// The state that a runner begins with which finds nothing else.
  /// - Parameter leg: Which ride of the journey is followed; nil takes the rows of all, which is wrong.
  func state(leg: Int?) -> AlertState {
    var state = AlertState()
    for (_, alert) in entries.filter({ leg == nil || $0.leg == leg }) {
      switch (alert.event, alert.level) {
      case (.alert, let level?):
        state.latches.fired = max(state.latches.fired, level)
        if level == 3 { state.latches.calledAt = alert.at.timeIntervalSinceReferenceDate }
      case (.missed, _):
        state.latches.missed = true
        state.latches.calledAt = alert.at.timeIntervalSinceReferenceDate
      default: break
      }
    }
    return state
  }
}
