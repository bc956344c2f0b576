import Foundation
import Journey

/// Which level is due in a situation.
extension Situation {
  /// The highest due level above the one that fired last; nil where there is nothing to tell.
  func due(_ plan: AlertPlan, above fired: Int) -> Int? {
    guard mayFire else { return nil }
    var due: Int?
    for level in plan.levels where level.level > fired {
      if isLastResort || isMissed || isDue(level, plan) { due = level.level }
    }
    return due
  }

  private func isDue(_ level: AlertPlan.PlannedLevel, _ plan: AlertPlan) -> Bool {
    if let scheduled {
      guard let at = level.scheduled else { return false }
      return scheduled >= at
    }
    return holds(level.trigger, plan, isLastCall: level.level == 3)
  }

  private func holds(_ trigger: Trigger, _ plan: AlertPlan, isLastCall: Bool) -> Bool {
    let policy = plan.policy
    switch trigger {
    case .timeLeft(let seconds):
      if isLastCall, left <= seconds * max(policy.fastestPaceAtLeast, fastest) { return true }
      // Of a last call nobody may be late; the levels before it come when they were asked for.
      return (isLastCall ? timeLeft : secondsLikely) <= seconds
    case .clock(let instant):
      return now >= instant.timeIntervalSinceReferenceDate
    case .approaching(let stop, let seconds, let metres):
      guard plan.stops.indices.contains(stop) else { return false }
      let ahead = metresTo(stop, plan)
      return passed >= stop || ahead <= max(metres, seconds * pace)
    case .reached(let stop):
      guard plan.stops.indices.contains(stop) else { return false }
      return passed >= stop || metresTo(stop, plan) <= max(policy.reachedMetres, accuracy)
    case .passed(let stop):
      return passed >= stop
    case .within(let metres, let measure):
      return (measure == .along ? left : around) <= metres
    case .all(let triggers):
      return triggers.allSatisfy { holds($0, plan, isLastCall: isLastCall) }
    case .any(let triggers):
      return triggers.contains { holds($0, plan, isLastCall: isLastCall) }
    }
  }

  /// By whichever pace says less is left: no alert waits for the slower one.
  private var timeLeft: Double { min(secondsByPace, secondsBySchedule ?? secondsByPace) }
}
