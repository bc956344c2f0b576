import Foundation
import Journey

// What happens whatever else is believed.
extension AlertEngine {
  /// At the latest moment that the timetable leaves, with the delay that is known, a rider who was told nothing gets the last call; who
  /// was seen elsewhere is told that their position and the timetable do not agree.
  static func watch(_ plan: AlertPlan, _ state: inout AlertState, _ time: Double) -> [AlertEffect] {
    guard plan.policy.watches, plan.timetable == .ofTheDay, let timeline = plan.timeline, state.latches.fired < 3,
      !state.latches.arrived, !state.latches.missed, !state.latches.isOver, !state.latches.finished,
      !(state.scratch.filter.map { plan.isHeldBack(at: $0.point) } ?? false)
    else { return [] }
    let departure = timeline.departures[plan.before]
    let latest = departure + plan.policy.latestCall(onLeg: timeline.arrival - departure)
    // Before it, who is seen needs no watch.
    if time < latest, state.latches.resumedFrom == nil, let seen = state.scratch.filter?.at,
      time - seen < plan.policy.blindSeconds
    {
      return []
    }
    let isLost = Tracker.hasLostTrack(plan, state)
    let stands = Tracker.standsStill(plan, state, at: time)
    // Where the call has come once, it waits for what the feed says.
    let again = state.awaitedDelay(plan, at: time) ?? 0
    let delay = max(again, surelyLate(plan, state, isLost: isLost, stands))
    // By a clock that was set while nobody counted, no moment is the latest.
    if let told = state.latches.resumedFrom, state.latches.clockSet != 0 || told < plan.earliest ?? told {
      return doubt(&state, time)
    }
    guard time >= latest + delay else {
      let isBlind = isBlind(plan, state, at: time, latest + again)
      return isBlind || mayHaveMadeUp(plan, state, at: time, delay, latest) ? doubt(&state, time) : []
    }
    switch isLost ? .elsewhere : whereabouts(plan, state, time) {
    case .waiting, .ahead: return stands == nil ? [] : doubt(&state, time)
    case .elsewhere: return doubt(&state, time)
    case .unknown:
      return [fire(3, &state, at: time, isEstimated: true)]
    }
  }

  /// Tells once that the position is doubted.
  static func doubt(_ state: inout AlertState, _ time: Double) -> [AlertEffect] {
    guard !state.latches.toldPositionDoubted else { return [] }
    state.latches.toldPositionDoubted = true
    return [.deliver(Alert(event: .positionDoubted, level: nil, at: date(time), estimated: true))]
  }

  /// Seconds by which the vehicle is surely late.
  private static func surelyLate(_ plan: AlertPlan, _ state: AlertState, isLost: Bool, _ stands: Standstill?) -> Double
  {
    if Tracker.isUnverified(plan, state) { return 0 }
    if stands != nil, let before = state.scratch.beliefBefore?.delay, !isLost { return before }
    let late = state.scratch.delay ?? 0
    return isLost ? min(late, state.scratch.delayAtStop ?? 0) : late
  }

  /// Whether the vehicle may be there by now, after a silence so long that nobody knows: it may be ahead of a timetable that leaves it
  /// time, too.
  private static func isBlind(_ plan: AlertPlan, _ state: AlertState, at time: Double, _ latest: Double) -> Bool {
    guard let filter = state.scratch.filter, time - filter.at >= plan.policy.blindSeconds else { return false }
    guard state.latches.aboard else { return time >= latest }
    if time >= latest + min(0, state.scratch.delay ?? 0) - plan.policy.madeUpSeconds { return true }
    guard let left = Situation.metresLeft(plan, state) else { return false }
    return time >= filter.at + plan.policy.blindShare * Situation.secondsLikely(plan, state, left)
  }

  /// Late when it was last seen, or seen to move, the vehicle may have made up for that.
  private static func mayHaveMadeUp(
    _ plan: AlertPlan, _ state: AlertState, at time: Double, _ delay: Double, _ latest: Double
  ) -> Bool {
    let policy = plan.policy
    guard let filter = state.scratch.filter else { return false }
    let since = Tracker.standsStill(plan, state, at: time)?.since ?? filter.at
    guard time - since >= state.scratch.outageSeconds(policy) else { return false }
    return time >= max(latest, latest + delay - policy.madeUpSeconds - policy.madeUpShare * (time - since))
  }

  private enum Whereabouts {
    /// Nothing contradicts the timetable.
    case unknown
    /// Positions come from where the ride does not lead.
    case elsewhere
    /// The rider has not set out: their phone lives, at one place.
    case waiting
    /// The vehicle is seen on its way, with the stop before the destination still to come.
    case ahead
  }

  private static func whereabouts(_ plan: AlertPlan, _ state: AlertState, _ time: Double) -> Whereabouts {
    guard let filter = state.scratch.filter, state.scratch.doubtedSince == nil,
      time - filter.at < state.scratch.outageSeconds(plan.policy)
    else { return state.latches.toldWrongLine || state.latches.toldWrongWay ? .elsewhere : .unknown }
    guard state.latches.aboard else {
      return state.scratch.driven < plan.policy.wrongLineMetres ? .waiting : .elsewhere
    }
    guard Tracker.onRoute(state, plan) || plan.route == nil else { return .elsewhere }
    return state.latches.passed < plan.before ? .ahead : .unknown
  }

  /// A last call by an estimate was wrong where the stop before is seen ahead: it comes again, as if nothing had been told.
  static func takeBack(_ plan: AlertPlan, _ state: inout AlertState, _ situation: Situation) {
    guard state.latches.calledByEstimate, !situation.isEstimated, situation.mayFire, !situation.isLastResort,
      situation.passed < plan.before, situation.metresTo(plan.before, plan) >= plan.policy.takenBackMetres
    else { return }
    state.latches.callAnew()
  }
}
