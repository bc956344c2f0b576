import Journey

/// Whether what is believed of the way still holds.
extension Tracker {
  /// Whether the vehicle was seen where no way between the stop that it has left and the next one leads, or goes away again from the
  /// next one without having been there: stops were passed unseen, and nobody knows how many.
  static func hasLostTrack(_ plan: AlertPlan, _ state: AlertState) -> Bool {
    guard state.latches.aboard, let filter = state.scratch.filter else { return false }
    if isUnverified(plan, state) { return true }
    if let least = state.scratch.leastLeft, let left = Situation.metresLeft(plan, state),
      left >= least + plan.policy.leavingMetres
    {
      return true
    }
    guard plan.route == nil, state.latches.passed < plan.stops.count - 1 else { return false }
    guard state.latches.passed >= 0 else { return !state.scratch.wasAtBoarding }
    let from = plan.stops[state.latches.passed].point
    let to = plan.stops[state.latches.passed + 1].point
    let about = filter.point.metres(to: from) + filter.point.metres(to: to) - 2 * filter.accuracy
    return about > plan.policy.longestDetour * from.metres(to: to) + plan.policy.longestDetourMetres
  }

  /// Whether nobody knows how far the vehicle has come, since it was not watched all the time: a line that comes by twice does not tell
  /// by a place alone, and of what was told no stop has been seen since.
  static func isUnverified(_ plan: AlertPlan, _ state: AlertState) -> Bool {
    if state.latches.resumedFrom != nil, state.scratch.delayAtStop == nil { return true }
    return plan.comesByTwice
      && (!state.scratch.wasAtBoarding || state.scratch.longestSilence >= plan.policy.blindSeconds)
  }

  /// Finds a vehicle again that was lost: at a stop after a silence, or on its way to one.
  static func rejoin(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter) {
    let passed = state.latches.passed
    guard passed >= 0 || !state.scratch.wasAtBoarding, passed + 2 < plan.stops.count else { return }
    let room = plan.policy.atStopMetres + filter.accuracy / 2
    // Who was seen all the time has passed no stop unseen.
    guard passed < 0 || state.scratch.longestGap >= plan.policy.sparse.upperBound else { return }
    let isLost = filter.speed >= plan.policy.drivingSpeed && hasLostTrack(plan, state)
    let found = (passed + 2..<plan.stops.count).first { stop in
      hadTime(plan, state, to: stop, share: plan.policy.rejoinShare)
        && (filter.point.metres(to: plan.stops[stop].point) <= room || isLost && isUnderWay(plan, filter, to: stop))
    }
    if let found { state.latches.passed = found - 1 }
  }

  /// Whether a vehicle drives from the stop before one to that stop.
  private static func isUnderWay(_ plan: AlertPlan, _ filter: MotionFilter, to stop: Int) -> Bool {
    let (from, to) = (plan.stops[stop - 1].point, plan.stops[stop].point)
    let about = filter.point.metres(to: from) + filter.point.metres(to: to)
    return about <= plan.policy.rejoinDetour * from.metres(to: to) + plan.policy.atStopMetres
      && closing(on: to, filter) >= plan.policy.drivingSpeed / 2
  }

  /// Whether a vehicle has had the time to come to a stop.
  /// - Parameter share: Of the planned time, for vehicles make up for delays.
  static func hadTime(_ plan: AlertPlan, _ state: AlertState, to stop: Int, share: Double) -> Bool {
    // Of a way that nobody knows, nobody knows how long it takes.
    if plan.isFromAnywhere { return true }
    let policy = plan.policy
    let passed = max(0, state.latches.passed)
    let begun = plan.timetable == .ofTheDay ? plan.timeline?.departures[0] : nil
    guard let since = state.scratch.passedAt ?? begun, let now = state.scratch.filter?.at else { return false }
    let planned = plan.timeline.map { $0.arrivals[stop] - $0.departures[passed] }
    let seconds = planned ?? (plan.stops[stop].metres - plan.stops[passed].metres) / policy.likelySpeed
    return now - since >= share * seconds
  }
}
