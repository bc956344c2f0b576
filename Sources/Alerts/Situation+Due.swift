import Foundation
import Journey

/// Which level is due in a situation, and what the others wait for.
extension Situation {
  /// The highest due level above the one that fired last; nil where there is nothing to tell.
  func due(_ plan: AlertPlan, above fired: Int) -> Int? {
    guard mayFire, !isHeldBack else { return nil }
    var due: Int?
    for level in plan.levels where level.level > fired {
      if isLastResort || isMissed || unmet(level, plan) == nil { due = level.level }
    }
    return due
  }

  /// The first condition for which a level waits; nil where it is due.
  func wait(for level: AlertPlan.PlannedLevel, _ plan: AlertPlan) -> Standing.Wait? {
    guard mayFire else { return plan.isFromAnywhere ? .outside : .boarding }
    guard !isHeldBack else { return .place }
    return isLastResort || isMissed ? nil : unmet(level, plan)
  }

  private func unmet(_ level: AlertPlan.PlannedLevel, _ plan: AlertPlan) -> Standing.Wait? {
    if let late {
      guard let at = level.scheduled else { return .unknown }
      // A wrong delay must not hold back the last call.
      let due = at + (level.level < 3 ? likelyLate ?? late : late)
      return now >= due ? nil : .clock(Date(timeIntervalSinceReferenceDate: due))
    }
    return unmet(level.trigger, plan, level: level.level)
  }

  private func unmet(_ trigger: Trigger, _ plan: AlertPlan, level: Int) -> Standing.Wait? {
    switch trigger {
    case .timeLeft(let seconds):
      return unmetTime(seconds, plan.policy, isLastCall: level == 3)
    // Those are of places, which another part of the engine watches.
    case .entered, .left: return .unknown
    case .clock(let instant):
      return now >= instant.timeIntervalSinceReferenceDate ? nil : .clock(instant)
    case .approaching(let stop, let seconds, let metres):
      guard plan.stops.indices.contains(stop) else { return .unknown }
      let due = max(metres, seconds * pace)
      let ahead = metresTo(stop, plan)
      return passed >= stop || ahead <= due ? nil : .metres(left: ahead, due: due)
    case .reached(let stop):
      guard plan.stops.indices.contains(stop) else { return .unknown }
      let ahead = metresTo(stop, plan)
      let isThere = passed >= stop || ahead <= max(plan.policy.reachedMetres, accuracy)
      return isThere ? nil : .reach(stop: stop, metres: ahead)
    case .passed(let stop):
      guard plan.stops.indices.contains(stop) else { return .unknown }
      return passed >= stop ? nil : .pass(stop: stop, metres: metresTo(stop, plan))
    case .within(let metres, let measure):
      let away = measure == .along ? left : around
      let metres = max(metres, min(plan.policy.secondsBefore(level) * speed, plan.roomAfterFirst))
      return away <= metres ? nil : .metres(left: away, due: metres)
    case .all(let triggers):
      for trigger in triggers {
        if let wait = unmet(trigger, plan, level: level) { return wait }
      }
      return nil
    case .any(let triggers):
      var first: Standing.Wait?
      for trigger in triggers {
        guard let wait = unmet(trigger, plan, level: level) else { return nil }
        first = first ?? wait
      }
      return first
    }
  }

  /// Of a last call nobody may be late; the levels before it come when they were asked for.
  private func unmetTime(_ seconds: Double, _ policy: AlertPolicy, isLastCall: Bool) -> Standing.Wait? {
    guard isLastCall else {
      return secondsLikely <= seconds ? nil : .seconds(left: secondsLikely, due: seconds)
    }
    if left <= seconds * max(policy.fastestPaceAtLeast, fastest) { return nil }
    // By whichever pace says less is left: no last call waits for the slower one.
    let least = min(secondsByPace, secondsBySchedule ?? secondsByPace)
    return least <= seconds ? nil : .seconds(left: least, due: seconds)
  }
}
