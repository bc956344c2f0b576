import Foundation
import Journey

// Time as the engine counts it.
extension AlertEngine {
  /// The machine's clock was set. A ride that is under way goes on by the time that has passed, as the vehicle does; before it, the
  /// new time is taken for the right one.
  static func setClock(_ plan: AlertPlan, _ state: inout AlertState, by leap: Double, _ time: Double) {
    guard leap.isFinite, time.isFinite else { return }
    let hasBegun = plan.timeline.map { state.scratch.now >= $0.departures[0] && leap < 0 } ?? false
    guard state.latches.aboard || (hasBegun && plan.timetable == .ofTheDay) else {
      state.scratch.restart(at: time)
      state.latches.move(by: leap)
      return
    }
    state.latches.clockSet += leap
  }
}

extension AlertState.Latches {
  /// The clock was set: what is to come so long after a moment still comes so long after it.
  mutating func move(by leap: Double) {
    snooze?.until += leap
    calledAt = calledAt.map { $0 + leap }
  }
}

extension AlertState.Scratch {
  /// The clock moves on; it never goes back, whatever a late fix says.
  mutating func note(_ time: Double) {
    if startedAt == nil {
      startedAt = time
      now = time
    }
    now = max(now, time)
  }

  /// The time of a fix by the clock that ticks; as it says itself where none does. Nil for one that cannot be used.
  mutating func dated(_ time: Double, _ policy: AlertPolicy) -> Double? {
    guard hasTicks else { return time }
    return fixClock.time(of: time, now: now, policy: policy)
  }

  /// The clock was set: nothing that it measured before can be compared with what it says now.
  mutating func restart(at time: Double) {
    var fresh = AlertState.Scratch()
    fresh.startedAt = time
    fresh.now = time
    fresh.wasAtBoarding = wasAtBoarding
    fresh.furthest = furthest
    fresh.nearestToDestination = nearestToDestination
    fresh.sampling = sampling
    self = fresh
  }

  /// Seconds without a fix.
  func silence(at time: Double) -> Double? {
    guard let since = filter?.at ?? startedAt else { return nil }
    return time - since
  }

  /// Seconds without a fix that are an outage: more where fewer fixes were asked for.
  func outageSeconds(_ policy: AlertPolicy) -> Double { outage(of: policy.outageSeconds, policy) }

  /// The same for an outage that the rider is told of.
  func longOutageSeconds(_ policy: AlertPolicy) -> Double { outage(of: policy.longOutageSeconds, policy) }

  private func outage(of seconds: Double, _ policy: AlertPolicy) -> Double {
    max(seconds + (granted ?? 0), policy.missingFixes * (sampling ?? 0))
  }
}
