import Foundation
import Journey

/// How often the engine wants to know where the rider is.
extension AlertEngine {
  /// Asks for another rate when the situation calls for one.
  static func sampling(_ plan: AlertPlan, _ state: inout AlertState, _ situation: Situation) -> [AlertEffect] {
    guard !state.latches.finished, !state.latches.isOver else { return [] }
    if let filter = state.scratch.filter, filter.speed < 1 {
      state.scratch.standingSince = state.scratch.standingSince ?? filter.at
    } else {
      state.scratch.standingSince = nil
    }
    let wanted =
      state.latches.fired > 0 ? plan.policy.samplingClose : wanted(plan, state.scratch.standingSince, situation)
    guard wanted != state.scratch.sampling else { return [] }
    state.scratch.sampling = wanted
    return [.sample(every: wanted)]
  }

  /// - Parameter standing: Since when the vehicle stands.
  private static func wanted(_ plan: AlertPlan, _ standing: Double?, _ situation: Situation) -> Double {
    let policy = plan.policy
    let seconds = min(situation.secondsLikely, situation.secondsBySchedule ?? situation.secondsLikely)
    let stops = plan.stops.count - 1 - situation.passed
    // Where the way is not known, time alone tells what is near.
    let isAtNextStops = stops <= policy.nearStops && !plan.isFromAnywhere
    let isNear = isAtNextStops || seconds < policy.middleSeconds || isSoon(plan, situation)
    if plan.isFromAnywhere, !situation.mayFire {
      return situation.speed >= policy.creepingSpeed ? policy.samplingNear : policy.samplingMiddle
    }
    let moving =
      isNear || !situation.mayFire
      ? policy.samplingNear : seconds < policy.farSeconds ? policy.samplingMiddle : policy.samplingFar
    guard let since = standing, situation.now - since >= policy.standingSeconds,
      !isAtNextStops
    else { return moving }
    return max(moving, policy.samplingStanding)
  }

  /// Whether the first level comes within minutes: it may be asked for long before the destination.
  private static func isSoon(_ plan: AlertPlan, _ situation: Situation) -> Bool {
    guard let first = plan.levels.first, let wait = situation.wait(for: first, plan) else { return true }
    let margin = plan.policy.middleSeconds
    switch wait {
    case .seconds(let left, let due): return left - due < margin
    case .metres(let left, let due): return left - due < margin * max(situation.pace, situation.fastest)
    case .reach(_, let metres), .pass(_, let metres): return metres < margin * max(situation.pace, situation.fastest)
    case .boarding, .outside, .arrival, .departure, .place, .clock, .unknown: return false
    }
  }
}
