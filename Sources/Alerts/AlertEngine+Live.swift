import Foundation
import Journey

// What a live feed changes.
extension AlertEngine {
  /// Takes in what a feed says, and tells what is new of it: once each, and quietly where it can wait.
  static func takeReport(_ plan: AlertPlan, _ state: inout AlertState, _ report: LiveReport?, _ time: Double)
    -> [AlertEffect]
  {
    state.live = report.flatMap { $0.isUsable(plan) ? $0 : nil }
    guard !state.latches.isOver, !state.latches.missed, !state.latches.arrived,
      let report = state.report(plan, at: time)
    else { return [] }
    confirm(plan, &state, at: time)
    var latches = state.latches.live ?? AlertState.LiveLatches()
    let news = news(report, plan, state, &latches, time)
    if latches != AlertState.LiveLatches() || state.latches.live != nil { state.latches.live = latches }
    return news.map { .deliver($0) }
  }

  /// Takes in what a feed says of a ride after a change: whoever knows in time that it does not go may change somewhere else.
  static func takeOnward(
    _ plan: AlertPlan, _ state: inout AlertState, _ report: LiveReport, _ leg: Int, _ instant: Date
  ) -> [AlertEffect] {
    guard leg <= plan.onward.count, instant.isCountable, report.isUsable(plan.leg(leg)),
      report.isFresh(at: instant.timeIntervalSinceReferenceDate, plan.policy)
    else { return [] }
    if leg == state.leg + 1 { noteNext(&state, report) }
    guard report.isCancelled, state.latches.live?.toldOnward.contains(leg) != true else { return [] }
    var latches = state.latches.live ?? AlertState.LiveLatches()
    latches.toldOnward.append(leg)
    state.latches.live = latches
    let news = news(report, plan.leg(leg), true)
    return [.deliver(Alert(event: .cancelled, level: nil, at: instant, estimated: false, leg: leg, live: news))]
  }

  /// A next ride that is late waits for who is late as well.
  private static func noteNext(_ state: inout AlertState, _ report: LiveReport) {
    guard let late = report.calls.first?.departure, late != 0 || state.latches.live != nil else { return }
    var latches = state.latches.live ?? AlertState.LiveLatches()
    latches.nextLate = late
    state.latches.live = latches
  }

  /// Whether the rider comes to the next ride when it has left: later than that leaves, without a step on foot.
  /// - Parameters:
  ///   - late: Seconds after the timetable of this ride.
  ///   - next: Seconds by which the next ride leaves late.
  static func missesChange(_ late: Double, _ plan: AlertPlan, _ next: Double?) -> Bool {
    guard late > 0, let timeline = plan.timeline, plan.timetable == .ofTheDay,
      let departure = plan.change?.departure
    else { return false }
    return timeline.arrival + late > departure + max(0, next ?? 0)
  }

  /// Whether the feed speaks of the vehicle that is seen.
  private static func confirm(_ plan: AlertPlan, _ state: inout AlertState, at time: Double) {
    guard let seen = state.scratch.delay, let filter = state.scratch.filter, Tracker.onRoute(state, plan),
      time - filter.at < plan.policy.outageSeconds, let said = state.delay(plan, at: time)
    else { return }
    state.scratch.isLiveConfirmed = abs(said.likely - seen) <= plan.policy.confirmedDelay
  }

  private static func news(
    _ report: LiveReport, _ plan: AlertPlan, _ state: AlertState, _ latches: inout AlertState.LiveLatches,
    _ time: Double
  ) -> [Alert] {
    let isBoarding = isStillToBoard(plan, state, report, time)
    let isNear = isNear(plan, state, time)
    let isEstimated = Situation.current(plan, state, at: time).isEstimated
    func alert(_ event: Alert.Event, isUrgent: Bool, _ news: LiveNews) -> Alert {
      Alert(event: event, level: isUrgent ? 3 : nil, at: date(time), estimated: isEstimated, live: news)
    }
    if report.isCancelled {
      guard !latches.toldCancelled else { return [] }
      latches.toldCancelled = true
      return [alert(.cancelled, isUrgent: isNear, self.news(report, plan, isBoarding))]
    }
    var alerts: [Alert] = []
    if isBoarding, report.calls.first?.isSkipped == true, !latches.toldSkippedBoarding {
      latches.toldSkippedBoarding = true
      alerts.append(alert(.skipped, isUrgent: isNear, self.news(report, plan, isBoarding, skipping: 0)))
    }
    if report.leavesOutDestination, !latches.toldSkipped {
      latches.toldSkipped = true
      let news = self.news(report, plan, isBoarding, skipping: plan.stops.count - 1)
      alerts.append(alert(.skipped, isUrgent: isNear, news))
    }
    if alerts.isEmpty {
      let isNew = isNewDelay(plan, state, &latches, isBoarding, time)
      var news = self.news(report, plan, isBoarding)
      // What is seen of the vehicle counts for more than what is said of it.
      let misses =
        (isBoarding || state.scratch.isLiveConfirmed ?? true) && missesChange(report.late ?? 0, plan, latches.nextLate)
      if misses { news.missesChange = true }
      if isNew || misses && latches.toldMissedChange != true {
        if misses { latches.toldMissedChange = true }
        alerts.append(alert(.delayed, isUrgent: false, news))
      }
    }
    return alerts
  }

  /// Later than what the rider knows is told once, and so is earlier.
  private static func isNewDelay(
    _ plan: AlertPlan, _ state: AlertState, _ latches: inout AlertState.LiveLatches, _ isBoarding: Bool, _ time: Double
  ) -> Bool {
    // Where the vehicle is seen, what the feed says of it is no news that can be relied on.
    guard plan.timeline != nil, let delay = state.delay(plan, at: time),
      isBoarding || state.scratch.isLiveConfirmed ?? true
    else {
      return false
    }
    let change = delay.likely - latches.toldDelay
    guard abs(change) >= plan.policy.toldDelay, change > 0 ? !latches.toldLater : !latches.toldEarlier else {
      return false
    }
    if change > 0 { latches.toldLater = true } else { latches.toldEarlier = true }
    latches.toldDelay = delay.likely
    return true
  }

  static func news(_ report: LiveReport, _ plan: AlertPlan, _ isBoarding: Bool, skipping stop: Int? = nil) -> LiveNews {
    var news = LiveNews()
    news.late = report.late
    if let timeline = plan.timeline, plan.timetable == .ofTheDay {
      news.arrival = news.late.map { date(timeline.arrival + $0) }
      if isBoarding, let first = report.calls.first {
        news.departure = date(timeline.departures[0] + (first.departure ?? 0))
      }
    }
    if report.isCancelled { (news.isCancelled, news.instead) = (true, report.instead) }
    guard let stop else { return news }
    news.skipped = stop
    (news.late, news.arrival) = (nil, nil)
    if stop > 0 {
      news.before = report.calls.indices.dropLast().last { $0 > 0 && !report.calls[$0].isSkipped }
      news.behind = report.behind
    }
    return news
  }

  /// Whether the rider has still to get on, for all that is known.
  private static func isStillToBoard(_ plan: AlertPlan, _ state: AlertState, _ report: LiveReport, _ time: Double)
    -> Bool
  {
    guard plan.knowsBoarding, !state.latches.aboard, state.latches.caught == nil, let timeline = plan.timeline else {
      return false
    }
    return time < timeline.departures[0] + max(0, report.calls.first?.departure ?? 0)
  }

  private static func isNear(_ plan: AlertPlan, _ state: AlertState, _ time: Double) -> Bool {
    if state.latches.fired > 0 || state.latches.aboard { return true }
    return plan.timeline.map { time >= $0.departures[0] - plan.policy.urgentBeforeDeparture } ?? true
  }

  /// A last call that has come by the timetable, for no feed may hold it back, comes again by what the feed says; and all that is
  /// called says what the feed says.
  static func callAgain(_ plan: AlertPlan, _ state: inout AlertState, _ effects: inout [AlertEffect]) {
    for place in effects.indices {
      guard case .deliver(var alert) = effects[place], alert.event == .alert else { continue }
      let time = alert.at.timeIntervalSinceReferenceDate
      guard let report = state.report(plan, at: time) else { continue }
      if report.isCancelled, alert.estimated {
        alert.live = news(report, plan, false)
      } else if report.leavesOutDestination {
        alert.live = news(report, plan, false, skipping: plan.stops.count - 1)
        // Where the vehicle does not stop, who is called at the stop before has come too far: each level is the last one there, and
        // those that are left come all the same, for the feed may be wrong.
        if alert.level ?? 3 < 3 {
          alert.level = 3
          state.latches.beginRound()
        }
      } else if alert.level == 3, alert.estimated, let later = awaitingCall(plan, state, time) {
        alert.live = news(report, plan, false)
        state.latches = later
      }
      effects[place] = .deliver(alert)
    }
  }

  /// With the last call awaited once more, where nobody has seen the vehicle and it comes so much later; nil where it is not to come again.
  private static func awaitingCall(_ plan: AlertPlan, _ state: AlertState, _ time: Double) -> AlertState.Latches? {
    guard !state.latches.finished, !state.latches.isOver, state.latches.live?.callsAgainAfter == nil,
      let delay = state.delay(plan, at: time), delay.likely >= plan.policy.calledAgain,
      let situation = Situation.estimated(plan, state, at: time), let late = situation.late,
      let likely = situation.likelyLate, likely - late >= plan.policy.calledAgain
    else { return nil }
    // Who changes is followed on the next ride by then.
    if let departure = plan.change?.departure, departure <= time + delay.least { return nil }
    var awaiting = state
    awaiting.latches.awaitCall(after: delay.least)
    let due = Situation.estimated(plan, awaiting, at: time)?.due(plan, above: 0) ?? 0
    awaiting.latches.fired = due
    return due < 3 ? awaiting.latches : nil
  }
}

extension AlertState.Latches {
  /// The last call is awaited once more, in another round.
  fileprivate mutating func awaitCall(after least: Double) {
    var latches = live ?? AlertState.LiveLatches()
    latches.callsAgainAfter = least
    live = latches
    callAnew()
  }

  /// Calls as if nothing had been told.
  mutating func callAnew() {
    (calledByEstimate, fired, calledAt) = (false, 0, nil)
    beginRound()
  }

  /// What comes from now on is not what came before.
  fileprivate mutating func beginRound() {
    snoozes += 1
    round = snoozes
  }
}

extension LiveReport {
  /// Whether it can be used at an instant by the clock of the world, in seconds since the reference date.
  func isFresh(at time: Double, _ policy: AlertPolicy) -> Bool {
    (-policy.mostAheadReport...policy.oldestReport).contains(time - madeAt)
  }

  /// Whether it is of the ride, and says what can be.
  fileprivate func isUsable(_ plan: AlertPlan) -> Bool {
    let delays = calls.flatMap { [$0.arrival, $0.departure].compactMap(\.self) }
    return calls.count == plan.stops.count && madeAt.isFinite
      && delays.allSatisfy { $0.isFinite && abs($0) <= plan.policy.longestDelay }
  }
}
