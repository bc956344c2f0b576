import Foundation
import Journey

/// What can be said without a position.
extension Situation {
  /// By the timetable from the last known place, or by the rider's own pace where there is none; nil where nothing is known.
  static func estimated(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Situation? {
    if let timeline = plan.timeline, let now = scheduledNow(plan, state, at: time) {
      return byTimetable(plan, state, timeline, now, at: time)
    }
    return byPace(plan, state, at: time)
  }

  private static func scheduledNow(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Double? {
    if let filter = state.scratch.filter, let anchor = state.scratch.anchor {
      return anchor + time - filter.at
    }
    return plan.timetable == .ofTheDay && state.scratch.filter == nil ? time : nil
  }

  private static func byTimetable(
    _ plan: AlertPlan, _ state: AlertState, _ timeline: Timeline, _ scheduled: Double, at time: Double
  ) -> Situation {
    let left = max(0, timeline.arrival - scheduled)
    var situation = Situation(
      now: time, isEstimated: true, scheduled: scheduled, passed: state.latches.passed, left: 1e9, around: 1e9,
      pace: plan.policy.fastestPaceAtLeast, fastest: 0, secondsBySchedule: left, secondsByPace: left, accuracy: 0)
    situation.isOver = state.latches.fired >= 3 && scheduled >= timeline.arrival + plan.policy.overdueSeconds
    return situation
  }

  private static func byPace(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Situation? {
    guard var situation = measured(plan, state), let filter = state.scratch.filter else { return nil }
    let way = situation.pace * (time - filter.at)
    situation.now = time
    situation.isEstimated = true
    situation.isLastResort = false
    situation.left = max(0, situation.left - way)
    situation.around = max(0, situation.around - way)
    situation.secondsByPace = situation.left / situation.pace
    while situation.passed < plan.before, situation.metresTo(situation.passed + 1, plan) <= 0 {
      situation.passed += 1
    }
    return situation
  }
}
