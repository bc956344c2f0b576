extension AlertState {
  /// Why it cannot be the state of a plan's rides; nil where it can be. It may come from another version, or from before a change.
  public func misfit(_ plan: AlertPlan) -> String? {
    guard (0...plan.onward.count).contains(leg) else { return "it is of ride \(leg + 1) of \(plan.onward.count + 1)" }
    let plan = plan.leg(leg)
    let stops = -1..<plan.stops.count
    guard stops.contains(latches.passed), stops.contains(scratch.approach.stop) else {
      return "it is of a ride with more stops"
    }
    guard (0...3).contains(latches.fired), latches.followUps >= 0, latches.snoozes >= 0 else {
      return "it tells of alerts that there are none of"
    }
    if let snooze = latches.snooze, !(1...3).contains(snooze.level) || !stops.contains(snooze.passed) {
      return "what was put off in it is of another ride"
    }
    if let late = latches.live?.callsAgainAfter, !late.isFinite || abs(late) > plan.policy.longestDelay {
      return "it waits for a vehicle that never comes"
    }
    if let progress = scratch.progress, !(0..<(plan.route?.points.count ?? 0)).contains(progress.piece) {
      return "it is of a ride that goes another way"
    }
    return nil
  }
}
