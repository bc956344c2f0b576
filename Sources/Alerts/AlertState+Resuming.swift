import Foundation
import Journey

// A ride that goes on from what was told on it.
extension AlertState {
  /// The state of a ride whose own was lost, from what was told on it: nothing else is known of the time between.
  /// - Parameters:
  ///   - plan: Of the whole journey.
  ///   - told: What the ledger has of this ride.
  ///   - now: The clock by which it was told; nil where that begins anew.
  public init(_ plan: AlertPlan, leg: Int = 0, resuming told: [Alert], at now: Date?) {
    self.init(leg: leg)
    take(told, plan)
    let levels = told.filter { $0.event == .alert }.sorted { ($0.round, $0.level ?? 0) < ($1.round, $1.level ?? 0) }
    guard let now, let last = levels.last else { return }
    latches.resumedFrom = last.at.timeIntervalSinceReferenceDate
    let stops = plan.leg(leg).stops.indices
    let behind = levels.filter { !$0.estimated }.compactMap { $0.moment?.lastPassed }.filter(stops.contains)
    latches.passed = behind.max() ?? -1
    // Each was told after the one before it: where the clock says otherwise, it was set back.
    let instants = levels.map(\.at) + [now]
    let back = zip(instants, instants.dropFirst()).map { $0.timeIntervalSince($1) }.filter { $0 > Self.clocksDiffer }
    latches.clockSet = -back.reduce(0, +)
  }

  /// Seconds that two readings of a clock may differ by though it was not set.
  private static let clocksDiffer = 2.0

  /// Takes in what the ledger says was told on this ride: it was written before the state.
  public mutating func take(_ told: [Alert], _ plan: AlertPlan) {
    guard plan.visit == nil else {
      for alert in told.sorted(by: { $0.round < $1.round }) { latches.takeVisit(alert) }
      return
    }
    for alert in told { latches.take(alert) }
  }
}

extension AlertState {
  /// Somebody goes on with this who has not looked since an instant: where a receiver was heard until then, it gets a moment to say where
  /// it is before that is guessed, as after a sleep.
  public mutating func wake(at now: Date, asleepSince then: Date, _ plan: AlertPlan) {
    guard let filter = scratch.filter else { return }
    let outage = scratch.outageSeconds(plan.leg(leg).policy)
    guard seconds(at: then) - filter.at < outage, seconds(at: now) - filter.at >= outage else { return }
    scratch.wakes.wake(at: seconds(at: now))
  }
}

extension AlertState.Latches {
  fileprivate mutating func take(_ alert: Alert) {
    // What a position has decided was told to somebody aboard: they need not be seen to board once more.
    if !alert.estimated { aboard = true }
    switch (alert.event, alert.level) {
    // A call that was taken back is none.
    case (.alert, _) where alert.round < round: break
    case (.alert, let level?):
      fired = max(fired, level)
      if level == 3 { wasCalled(at: alert.at) }
    case (.followUp, let count?): followUps = max(followUps, count)
    case (.missed, _):
      missed = true
      wasCalled(at: alert.at)
    default: break
    }
  }

  /// Of a reminder of a place: of what was told in rounds before this one nothing is open any more.
  fileprivate mutating func takeVisit(_ alert: Alert) {
    guard alert.round >= snoozes else { return }
    if alert.round > snoozes { (snoozes, fired, followUps, calledAt, snooze) = (alert.round, 0, 0, nil, nil) }
    switch (alert.event, alert.level) {
    case (.alert, let level?):
      // What the state knows of was answered or not by what else it says.
      if fired == 0 || level > fired { calledAt = alert.at.timeIntervalSinceReferenceDate }
      fired = max(fired, level)
    case (.followUp, let count?): followUps = max(followUps, count)
    default: break
    }
  }

  private mutating func wasCalled(at instant: Date) {
    calledAt = max(calledAt ?? -.infinity, instant.timeIntervalSinceReferenceDate - clockSet)
  }
}

extension Moment {
  /// The last stop that was most likely left behind; nil where nothing is known of the stops.
  fileprivate var lastPassed: Int? { (atStop ?? nextStop).map { $0 &- 1 } }
}
