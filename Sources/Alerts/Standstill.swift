/// A place that a receiver has reported again and again, to the last digit, with new times.
///
/// A vehicle may stand there, or the receiver has frozen and the vehicle is long somewhere else. What was known before is kept, so
/// that an estimate can go on from there.
struct Standstill: Sendable, Hashable, Codable {
  /// What was believed when a place was first reported. By reference: it is seldom there, and the state is copied at each fix.
  final class Belief: Sendable, Hashable, Codable {
    let filter: MotionFilter
    let progress: RouteProgress?
    let pace: Pace
    let anchor: Double?

    /// Nil before the first position.
    init?(_ scratch: AlertState.Scratch) {
      guard let filter = scratch.filter else { return nil }
      (self.filter, progress, pace, anchor) = (filter, scratch.progress, scratch.pace, scratch.anchor)
    }

    func restore(_ scratch: inout AlertState.Scratch) {
      (scratch.filter, scratch.filterBefore) = (filter, nil)
      (scratch.progress, scratch.pace, scratch.anchor) = (progress, pace, anchor)
      scratch.approach.last = filter.point
    }

    static func == (one: Belief, other: Belief) -> Bool {
      one.filter == other.filter && one.progress == other.progress && one.pace == other.pace
        && one.anchor == other.anchor
    }

    func hash(into hasher: inout Hasher) { hasher.combine(filter) }

    /// Seconds behind the timetable.
    var delay: Double? { anchor.map { filter.at - $0 } }
  }

  var point: Point
  /// Seconds since the reference date of the first report.
  var since: Double
  /// Of the newest report.
  var latest: Double
  var reports = 1
  /// Whether the vehicle would have had to stop dead.
  var isAbrupt: Bool
  /// How often the receiver said beside it that it moves.
  var movingReports = 0
}

extension Tracker {
  /// Notes a position as it was reported, and tells whether it must not be believed.
  static func doubts(_ plan: AlertPlan, _ state: inout AlertState, _ fix: Fix, _ point: Point, at time: Double) -> Bool
  {
    guard var stand = state.scratch.standstill, stand.point == point else {
      state.scratch.doubtedSince = nil
      return false
    }
    // Nearly no place is reported twice: what was believed at the first report is only kept, and still holds, at the second.
    if stand.reports == 1 { state.scratch.beliefBefore = Standstill.Belief(state.scratch) }
    stand.reports += 1
    stand.latest = time
    if fix.speed ?? 0 >= plan.policy.movingReport { stand.movingReports += 1 }
    state.scratch.standstill = stand
    guard state.scratch.doubtedSince == nil else { return true }
    guard isFrozen(stand, plan, state, at: time) else { return false }
    state.scratch.doubtedSince = time
    if let belief = state.scratch.beliefBefore { belief.restore(&state.scratch) }
    return true
  }

  /// Remembers a position that was used, in case it is reported again and again.
  static func mayStand(_ state: inout AlertState, at point: Point, time: Double, _ policy: AlertPolicy) {
    guard state.scratch.standstill?.point != point, let filter = state.scratch.filter else { return }
    let isAbrupt = state.scratch.standstill.map { last in
      let seconds = time - last.latest
      return seconds <= policy.brakingSeconds && last.point.metres(to: point) >= policy.abruptSpeed * seconds
        && filter.speed >= policy.abruptSpeed
    }
    state.scratch.standstill = Standstill(point: point, since: time, latest: time, isAbrupt: isAbrupt ?? false)
  }

  private static func isFrozen(_ stand: Standstill, _ plan: AlertPlan, _ state: AlertState, at time: Double) -> Bool {
    let policy = plan.policy
    // At the destination the rider may be at home.
    guard policy.doubtsFrozen, stand.reports >= policy.frozenReports, !state.latches.arrived else { return false }
    guard state.latches.aboard else {
      guard plan.timetable == .ofTheDay, let departure = plan.timeline?.departures[0] else { return false }
      return time - max(stand.since, departure) >= policy.longestWait
    }
    let seconds = time - stand.since
    if stand.isAbrupt || stand.movingReports >= policy.movingReports { return seconds >= policy.frozenSeconds }
    // On the way from anywhere to somewhere one may stay anywhere.
    if plan.isFromAnywhere { return false }
    let isDense = stand.reports >= policy.manyReports
    let atStop = isDense ? policy.longestStandAtStopDense : policy.longestStandAtStop
    guard let stop = stop(at: stand.point, plan, state) else {
      // Of a ride whose other stops nobody knows, any place may be one.
      return seconds >= (plan.stops.count > 2 ? isDense ? policy.longestStandDense : policy.longestStand : atStop)
    }
    return seconds >= atStop + (plan.timeline.map { $0.departures[stop] - $0.arrivals[stop] } ?? 0)
  }

  /// The place that the vehicle stands at, if the receiver has not frozen: too early to tell which.
  static func standsStill(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Standstill? {
    guard plan.policy.doubtsFrozen, let stand = state.scratch.standstill, stand.reports >= plan.policy.frozenReports,
      time - stand.since >= plan.policy.frozenSeconds
    else { return nil }
    return stand
  }

  /// The stop that the vehicle stands at: one that was just reached, or comes next.
  private static func stop(at point: Point, _ plan: AlertPlan, _ state: AlertState) -> Int? {
    let passed = state.latches.passed
    return (max(0, passed)...max(0, min(passed + 1, plan.stops.count - 1))).first {
      plan.stops[$0].point.metres(to: point) <= 2 * plan.policy.atStopMetres
    }
  }
}
