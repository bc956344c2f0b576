import Foundation
import Journey

/// What can be said without a position.
extension Situation {
  /// By the timetable, or by the rider's own pace where there is none; nil where nothing is known.
  static func estimated(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Situation? {
    guard let filter = state.scratch.filter else { return byClock(plan, state, at: time) }
    guard var situation = measured(plan, state) else { return nil }
    let silent = time - filter.at
    situation.now = time
    situation.isEstimated = true
    situation.isLastResort = false
    let way = metresSince(plan, state, situation, silent)
    situation.left = max(0, situation.left - way)
    situation.around = max(0, situation.around - way)
    situation.secondsByPace = max(0, situation.secondsByPace - silent)
    situation.secondsBySchedule = situation.secondsBySchedule.map { max(0, $0 - silent) }
    if situation.passed < plan.before {
      while situation.passed < plan.before - 1, situation.metresTo(situation.passed + 1, plan) <= 0 {
        situation.passed += 1
      }
      if silent >= secondsToLastCall(plan, state) { situation.passed = plan.before }
    }
    return situation
  }

  /// Never seen, a vehicle is taken to keep the timetable of the day.
  private static func byClock(_ plan: AlertPlan, _ state: AlertState, at time: Double) -> Situation? {
    guard let timeline = plan.timeline, plan.timetable == .ofTheDay else { return nil }
    let left = max(0, timeline.arrival - time)
    var situation = Situation(
      now: time, isEstimated: true, scheduled: time, passed: state.latches.passed, left: 1e9, around: 1e9,
      pace: plan.policy.fastestPaceAtLeast, fastest: 0, secondsBySchedule: left, secondsByPace: left, accuracy: 0)
    situation.isOver = state.latches.fired >= 3 && time >= timeline.arrival + plan.policy.overdueSeconds
    return situation
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
  /// By a timetable of the day it comes when the vehicle leaves the stop before. Where there is but a pace it waits as long
  /// as it leaves time, for an early last call lets the rider off one stop too soon, and a next fix may still come.
  private static func secondsToLastCall(_ plan: AlertPlan, _ state: AlertState) -> Double {
    let policy = plan.policy
    guard let left = metresLeft(plan, state) else { return 1e9 }
    let pace = max(policy.slowestPace, state.scratch.pace.smoothed ?? policy.fastestPaceAtLeast)
    var departure = max(0, left - plan.lastLeg) / pace + policy.dwell
    if let timeline = plan.timeline, let anchor = state.scratch.anchor {
      let scheduled = timeline.departures[plan.before] - anchor
      if plan.timetable == .ofTheDay {
        let leg = timeline.arrival - timeline.departures[plan.before]
        let latest = leg - min(policy.latestLead, policy.latestLeadShare * leg)
        return scheduled + policy.estimatedShareOfLeg * max(0, latest)
      }
      departure = max(departure, scheduled)
    }
    let leg = plan.lastLeg / max(pace, state.scratch.pace.moving ?? pace)
    return departure + max(0, leg - min(policy.latestLead, policy.latestLeadShare * leg))
  }
}
