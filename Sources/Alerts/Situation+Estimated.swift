import Foundation
import Journey

/// What can be said without a position.
extension Situation {
  /// By the timetable, or by the rider's own pace where there is none; nil where nothing is known.
  static func estimated(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Situation? {
    guard let filter = state.scratch.filter else { return byClock(plan, state, at: time, late: 0) }
    // Who was seen on another way does not come to the destination while nothing is heard.
    if state.latches.toldWrongWay || state.latches.toldWrongLine, !Tracker.onRoute(state, plan) { return nil }
    if !state.latches.aboard, let late = lateAtBoarding(plan, filter) {
      return byClock(plan, state, at: time, late: late)
    }
    // Who is going the other way comes no nearer while nothing is heard.
    guard var situation = measured(plan, state), !situation.isWrongWay, state.scratch.backSince == nil else {
      return nil
    }
    // Who was not coming nearer may be anywhere: at home, where no position is to be had.
    if plan.isFromAnywhere, state.scratch.pace.smoothed ?? 0 < plan.policy.drivingSpeed || !situation.mayFire {
      return byClock(plan, state, at: time, late: 0)
    }
    let silent = time - filter.at + madeUp(plan, state, at: time, filter)
    situation.now = time
    situation.isEstimated = true
    situation.isLastResort = false
    let way = metresSince(plan, state, situation, silent)
    let left = situation.left
    situation.left = max(0, left - way)
    // The way bends: what is left of it and the distance come to nothing together.
    situation.around *= left > 0 ? situation.left / left : 1
    situation.secondsByPace = max(0, situation.secondsByPace - silent)
    situation.secondsLikely = max(0, situation.secondsLikely - silent)
    situation.secondsBySchedule = situation.secondsBySchedule.map { max(0, $0 - silent) }
    if situation.passed < plan.before {
      while situation.passed < plan.before - 1, situation.metresTo(situation.passed + 1, plan) <= 0 {
        situation.passed += 1
      }
      if silent >= secondsToLastCall(plan, state) { situation.passed = plan.before }
    }
    situation.isOver = situation.isOver || situation.hasChangedByClock(plan, state)
    return situation
  }

  /// Never seen, a vehicle is taken to keep the timetable of the day, or what a live feed says of it.
  /// - Parameter late: Seconds by which it is known to be late.
  private static func byClock(_ plan: AlertPlan, _ state: AlertState, at time: Double, late: Double) -> Situation? {
    guard let arrival = plan.timeline?.arrival ?? plan.appointed, plan.timetable == .ofTheDay else { return nil }
    let live = state.delay(plan, at: time)
    let likelyLate = live.map { late > 0 ? max($0.likely, late) : max($0.likely, -canBeEarly(plan)) }
    // Who was seen waiting knows more than the feed; else it may make the call earlier, but not later before it has come once.
    let surelyLate = late > 0 ? late : live.map { min(0, max($0.least, -canBeEarly(plan))) } ?? late
    let calledLate = state.awaitedDelay(plan, at: time).map { max(late, $0) } ?? surelyLate
    let left = max(0, arrival + (likelyLate ?? calledLate) - time)
    var situation = Situation(
      now: time, isEstimated: true, late: calledLate, likelyLate: likelyLate, passed: state.latches.passed, left: 1e9,
      around: 1e9, pace: plan.policy.fastestPaceAtLeast, fastest: 0,
      secondsBySchedule: max(0, arrival + calledLate - time), secondsByPace: left, secondsLikely: left, accuracy: 0)
    let overdue = state.scratch.filter == nil ? plan.policy.overdueSeconds : plan.policy.overdueSecondsSeen
    let last = arrival + max(calledLate, likelyLate ?? calledLate)
    situation.isOver = state.latches.fired >= 3 && time >= last + overdue
    situation.isOver = situation.isOver || situation.hasChangedByClock(plan, state)
    return situation
  }

  /// Seconds by which a vehicle may come early: it leaves in time, and gains no more than it can on the way. More is a fault of a
  /// feed's sign, or of another trip.
  private static func canBeEarly(_ plan: AlertPlan) -> Double {
    guard plan.before > 0, let timeline = plan.timeline else { return 0 }
    return (1 - plan.policy.rejoinShare) * (timeline.departures[plan.before] - timeline.departures[0])
  }

  /// Seconds that the vehicle has made up since it was seen, by a feed that said the same as the positions then: no more than it can.
  private static func madeUp(_ plan: AlertPlan, _ state: AlertState, at time: Double, _ filter: MotionFilter) -> Double
  {
    guard state.scratch.isLiveConfirmed == true, let before = state.scratch.delay,
      let live = state.delay(plan, at: time), let made = state.live?.madeAt, made > filter.at
    else { return 0 }
    let possible = plan.policy.madeUpSeconds + plan.policy.madeUpShare * (time - filter.at)
    return min(max(0, before - live.least), possible)
  }

  /// How late the vehicle leaves at least, where a rider was last seen waiting for it: metros are boarded where no position is to
  /// be had. Nil without a timetable of the day.
  private static func lateAtBoarding(_ plan: AlertPlan, _ filter: MotionFilter) -> Double? {
    guard plan.knowsBoarding, plan.timetable == .ofTheDay, let first = plan.stops.first, let timeline = plan.timeline
    else { return nil }
    // Seen elsewhere, the rider may have boarded since; nothing is known of a delay then.
    guard filter.point.metres(to: first.point) < plan.policy.leftBoardingMetres else { return 0 }
    return max(0, filter.at - timeline.departures[0])
  }

  /// The way since the newest fix, as far as the timetable or the pace takes it.
  private static func metresSince(
    _ plan: AlertPlan, _ state: AlertState, _ situation: Situation, _ silent: Double
  ) -> Double {
    guard let timeline = plan.timeline, let anchor = state.scratch.anchor else { return situation.pace * silent }
    return max(0, timeline.metres(atSeconds: anchor + silent) - timeline.metres(atSeconds: anchor))
  }

  /// Seconds from the newest fix until the last call without a position.
  ///
  /// A timetable of the day says when the vehicle leaves the stop before, and the call waits a part of the leg more. Where
  /// nothing but a guess is left, it waits until the stop before is surely behind: an early last call lets the rider off one
  /// stop too soon, and of recorded rides with outages of one to five minutes the fewest were called early or late so.
  private static func secondsToLastCall(_ plan: AlertPlan, _ state: AlertState) -> Double {
    let policy = plan.policy
    if plan.timetable == .ofTheDay, let timeline = plan.timeline, let anchor = state.scratch.anchor {
      let departure = timeline.departures[plan.before]
      return departure - anchor + policy.estimatedShareOfLeg * policy.latestCall(onLeg: timeline.arrival - departure)
    }
    guard let left = metresLeft(plan, state) else { return 1e9 }
    let slow = state.scratch.pace.slow.map { max(policy.surelySpeedAtLeast, policy.surelyShareOfPace * $0) }
    let speed = min(
      slow ?? .infinity, max(policy.surelySpeed, policy.surelyShareOfMoving * (state.scratch.pace.moving ?? 0)))
    return max(0, left - plan.lastLeg) / speed + policy.surelySeconds
      + policy.latestCall(onLeg: plan.lastLeg / speed)
  }
}
