import Foundation
import Journey

/// Where a rider is at a moment, measured or estimated: all that a trigger needs to know.
struct Situation: Sendable {
  var now: Double
  var isEstimated: Bool
  /// Seconds by which the vehicle is surely late, where the timetable decides.
  var late: Double?
  /// The same as it is most likely by what a live feed says; nil where none does.
  var likelyLate: Double?
  /// Index of the last stop left behind.
  var passed: Int
  /// Metres along the way to the destination.
  var left: Double
  /// Metres to the destination as the crow flies.
  var around: Double
  /// Present pace in m/s.
  var pace: Double
  var fastest: Double
  /// m/s at this moment.
  var speed = 0.0
  /// Seconds to the destination by the timetable's pace and by the rider's own.
  var secondsBySchedule: Double?
  var secondsByPace: Double
  /// Seconds to the destination as they are most likely: what a rider means who asks to be told minutes before.
  var secondsLikely: Double
  var accuracy: Double
  var mayFire = true
  /// Whether the rider is on the wrong side of the reminder's circle.
  var isHeldBack = false
  var isLastResort = false
  var isOffRoute = false
  var isWrongWay = false
  var isWrongLine = false
  var isMissed = false
  var isOver = false

  /// What the newest fix tells.
  static func measured(_ plan: AlertPlan, _ state: AlertState) -> Situation? {
    guard let filter = state.scratch.filter, let left = metresLeft(plan, state) else { return nil }
    let policy = plan.policy
    let around = filter.point.metres(to: plan.destination.point)
    let pace = max(policy.slowestPace, state.scratch.pace.smoothed ?? policy.fastestPaceAtLeast)
    var situation = Situation(
      now: filter.at, isEstimated: false, passed: state.latches.passed, left: left, around: around, pace: pace,
      fastest: state.scratch.pace.fastest, secondsByPace: left / pace,
      secondsLikely: secondsLikely(plan, state, left), accuracy: filter.accuracy)
    if let timeline = plan.timeline {
      let seconds = timeline.arrival - timeline.seconds(atMetres: plan.destination.metres - left)
      situation.secondsBySchedule = seconds
      if plan.timetable == .ofTheDay { situation.secondsLikely = seconds }
    }
    let nearDestination = policy.lastResortMetres + filter.accuracy
    situation.mayFire = state.latches.aboard
    situation.speed = filter.speed
    situation.isLastResort =
      around <= nearDestination
      && (Tracker.onRoute(state, plan) ? left <= 2 * nearDestination : hasCome(plan, state, nearDestination))
    situation.isHeldBack = plan.isHeldBack(at: filter.point)
    situation.isWrongWay = isWrongWay(plan, state, filter)
    if let since = state.scratch.offRouteSince, state.latches.aboard, !state.latches.arrived, !situation.isWrongWay {
      situation.isOffRoute = filter.at - since >= policy.offRouteSeconds
      situation.isWrongLine =
        situation.isOffRoute && state.scratch.progress?.offset ?? 0 >= policy.wrongLineMetres
        && around > nearDestination + policy.wrongLineMetres
    }
    situation.isMissed =
      isMissed(plan, state, filter, around) && !(plan.change?.mayBeAboard(filter, policy) ?? false)
    if let since = state.scratch.atDestinationSince {
      situation.isOver = filter.at - since >= policy.arrivedSeconds
    }
    if hasChanged(plan, state, filter) {
      situation.isOver = true
      // The line that was left is not the rider's any more.
      (situation.isOffRoute, situation.isWrongWay, situation.isWrongLine) = (false, false, false)
    }
    return situation
  }

  /// Metres round the destination within which the first level is due, for a rider who is so many metres away.
  static func outermost(_ plan: AlertPlan, _ state: AlertState, _ away: Double) -> Double {
    guard let first = plan.levels.first else { return 0 }
    switch first.trigger {
    case .within(let metres, _): return metres
    // Of one by the time left: everything, where it is due now.
    case .timeLeft(let seconds): return secondsLikely(plan, state, away) <= seconds ? away : 0
    default: return 0
    }
  }

  /// Without a line to go by: whether the vehicle near the destination has come there on its ride, and does not only pass it or begin
  /// beside it.
  private static func hasCome(_ plan: AlertPlan, _ state: AlertState, _ near: Double) -> Bool {
    if state.latches.passed >= plan.before || isTime(plan, state) { return true }
    let last = plan.stops.count - 1
    let policy = plan.policy
    guard
      Tracker.mayHaveCome(plan, state, to: last, share: policy.drivenShareToEnd)
        && (state.latches.passed < 0 || Tracker.hadTime(plan, state, to: last, share: policy.rejoinShare))
        || plan.timetable == .paceOnly && Tracker.mayHaveCome(plan, state, to: last, share: policy.drivenShareSurely)
    else { return false }
    return state.scratch.wasAtBoarding || state.scratch.farthest >= near + policy.cameFrom
  }

  /// Whether the vehicle is due at the destination by now, with the delay that it had at the last stop.
  private static func isTime(_ plan: AlertPlan, _ state: AlertState) -> Bool {
    guard plan.timetable == .ofTheDay, let timeline = plan.timeline, let now = state.scratch.filter?.at else {
      return false
    }
    return now >= timeline.arrival + max(0, state.scratch.delayAtStop ?? 0) - plan.policy.dueSeconds
  }

  /// Seconds that the way left takes most likely, whatever a timetable says.
  static func secondsLikely(_ plan: AlertPlan, _ state: AlertState, _ left: Double) -> Double {
    secondsLikely(plan, left, moving: state.scratch.pace.moving ?? 0)
  }

  /// The same for a vehicle that is so fast while it moves, in m/s.
  static func secondsLikely(_ plan: AlertPlan, _ left: Double, moving: Double) -> Double {
    let policy = plan.policy
    return policy.likelySeconds + left / max(policy.likelySpeed, policy.likelyShareOfMoving * moving)
  }

  /// Whether the vehicle goes away from the destination: back along the line, or off its beginning the other way.
  private static func isWrongWay(_ plan: AlertPlan, _ state: AlertState, _ filter: MotionFilter) -> Bool {
    let policy = plan.policy
    guard !state.latches.arrived, filter.speed > policy.drivingSpeed else { return false }
    if let progress = state.scratch.progress, let since = state.scratch.backSince,
      filter.at - since >= policy.backSeconds
    {
      return state.scratch.furthest - progress.along >= policy.wrongWayMetres
    }
    guard plan.knowsBoarding, state.scratch.wasAtBoarding, state.latches.passed <= 0, !Tracker.onRoute(state, plan),
      let first = plan.stops.first?.point
    else { return false }
    // A line may begin by leading away from where it ends, but not from all its stops.
    return filter.point.metres(to: first) >= policy.wrongWayMetres
      && plan.stops.dropFirst().allSatisfy {
        filter.point.metres(to: $0.point) >= first.metres(to: $0.point) + policy.wrongWayMetres / 2
      }
  }

  private static func isMissed(_ plan: AlertPlan, _ state: AlertState, _ filter: MotionFilter, _ around: Double) -> Bool
  {
    let policy = plan.policy
    guard state.latches.aboard, state.latches.fired > 0 || state.scratch.driven >= policy.seenMoving else {
      return false
    }
    // Who has got off may walk away.
    if state.latches.arrived, !state.scratch.hasDrivenOn { return false }
    if let progress = state.scratch.progress, Tracker.onRoute(state, plan),
      progress.along > plan.destination.metres + policy.missedMetres
    {
      return true
    }
    guard state.latches.arrived else { return false }
    if let next = plan.next, filter.point.metres(to: next) <= policy.reachedMetres { return true }
    // Without a map, who passes by too soon may be on a way that turns round and comes back.
    if plan.route == nil, !Tracker.hadTime(plan, state, to: plan.stops.count - 1, share: 1) { return false }
    return around - state.scratch.nearestToDestination > policy.missedMetres
  }

  /// Metres left at the newest fix: along the shape, or over the stops that are still ahead.
  static func metresLeft(_ plan: AlertPlan, _ state: AlertState) -> Double? {
    guard let filter = state.scratch.filter else { return nil }
    if let progress = state.scratch.progress, Tracker.onRoute(state, plan) {
      return max(0, plan.destination.metres - progress.along)
    }
    let next = min(state.latches.passed + 1, plan.stops.count - 1)
    let detour = state.latches.passed >= 0 ? 1 : plan.policy.detour
    return detour * filter.point.metres(to: plan.stops[next].point) + plan.destination.metres - plan.stops[next].metres
  }

  func metresTo(_ stop: Int, _ plan: AlertPlan) -> Double {
    left - (plan.destination.metres - plan.stops[stop].metres)
  }
}
