import Foundation
import Journey

// What happens on the rider's word, or for want of it.
extension AlertEngine {
  static func snooze(_ plan: AlertPlan, _ state: inout AlertState, _ time: Double) {
    guard state.latches.fired > 0, !state.latches.isOver, !state.latches.missed else { return }
    state.latches.snoozes += 1
    state.latches.snooze = AlertState.Snooze(
      level: state.latches.fired, until: time + plan.policy.snoozeSeconds, passed: state.latches.passed)
  }

  /// Tells a level again that was put off.
  static func awaken(
    _ snooze: AlertState.Snooze, _ state: inout AlertState, _ time: Double, isEstimated: Bool
  ) -> [AlertEffect] {
    state.latches.snooze = nil
    let alert = Alert(
      event: .alert, level: snooze.level, at: date(time), estimated: isEstimated, round: state.latches.snoozes)
    return [.deliver(alert)]
  }

  /// Tells once that it is time to walk to where the ride begins; not who is there already, or aboard.
  static func setOut(_ plan: AlertPlan, _ state: inout AlertState, _ time: Double) -> [AlertEffect] {
    guard let begin = plan.setOut, state.latches.toldSetOut != true, time >= begin, let timeline = plan.timeline,
      time < timeline.departures[0], !state.latches.aboard
    else { return [] }
    if let filter = state.scratch.filter, time - filter.at < plan.policy.outageSeconds,
      filter.point.metres(to: plan.stops[0].point) < plan.policy.leftBoardingMetres
    {
      return []
    }
    state.latches.toldSetOut = true
    return [.deliver(Alert(event: .setOut, level: nil, at: date(time), estimated: false))]
  }

  /// Asks whether the rider is off, when it is time to; after the last question the watch ends.
  static func followUp(_ plan: AlertPlan, _ state: inout AlertState, _ time: Double) -> [AlertEffect] {
    guard let called = state.latches.calledAt, state.latches.followUps < plan.followUps.count else {
      state.latches.finished = true
      return [.finish]
    }
    // A computer that slept through one of them asks once when it wakes.
    let due = plan.followUps.prefix { time - called >= $0 }.count
    guard due > state.latches.followUps else { return [] }
    state.latches.followUps = due
    let question = AlertEffect.deliver(Alert(event: .followUp, level: due, at: date(time), estimated: false))
    guard due == plan.followUps.count else { return [question] }
    state.latches.finished = true
    return [question, .finish]
  }
}
