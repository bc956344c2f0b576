import Foundation
import Journey

/// What the engine is told.
public enum AlertInput: Sendable, Hashable {
  case fix(Fix)
  /// The clock has reached an instant. A tick a second is enough.
  case tick(Date)
  /// The rider is off, or needs no more alerts.
  case acknowledge(Date)

  /// The instant that the input belongs to.
  public var at: Date {
    switch self {
    case .fix(let fix): fix.at
    case .tick(let date), .acknowledge(let date): date
    }
  }
}

/// What the engine wants done.
public enum AlertEffect: Sendable, Hashable {
  /// Tell the rider. An alert counts as the delivery of the levels below it that had not fired.
  case deliver(Alert)
  /// Nothing is left to watch.
  case finish
}

/// Decides when a rider is told to get off.
///
/// ```swift
/// var state = AlertState()
/// for fix in fixes {
///   let step = AlertEngine.step(plan, state, .fix(fix))
///   state = step.state
///   step.effects.forEach(deliver)
/// }
/// ```
///
/// A pure function of values: the same inputs give the same effects, and a state written to disk after any step goes on
/// from there as if nothing had happened.
public enum AlertEngine {
  /// One input: the state after it and what is to be done, in order.
  public static func step(_ plan: AlertPlan, _ state: consuming AlertState, _ input: AlertInput)
    -> (state: AlertState, effects: [AlertEffect])
  {
    var state = state
    let effects = advance(plan, &state, input)
    return (state, effects)
  }

  /// The same in place, which spares the copies where millions of fixes are replayed.
  public static func advance(_ plan: AlertPlan, _ state: inout AlertState, _ input: AlertInput) -> [AlertEffect] {
    guard !state.latches.finished else { return [] }
    switch input {
    case .fix(let fix): return takeFix(plan, &state, fix)
    case .tick(let date): return tick(plan, &state, date.timeIntervalSinceReferenceDate)
    case .acknowledge:
      state.latches.finished = true
      return [.finish]
    }
  }

  private static func takeFix(_ plan: AlertPlan, _ state: inout AlertState, _ fix: Fix) -> [AlertEffect] {
    let time = fix.at.timeIntervalSinceReferenceDate
    guard fix.at.isCountable, fix.position.isOnEarth else { return [] }
    state.scratch.note(time)
    guard Tracker.take(plan, &state, fix, at: time) else { return [] }
    guard let situation = Situation.measured(plan, state) else { return [] }
    return conclude(plan, &state, situation)
  }

  private static func tick(_ plan: AlertPlan, _ state: inout AlertState, _ time: Double) -> [AlertEffect] {
    guard abs(time) < 1e11 else { return [] }
    state.scratch.note(time)
    guard let silent = state.scratch.silence(at: time), silent >= plan.policy.outageSeconds else { return [] }
    var effects: [AlertEffect] = []
    if let situation = Situation.estimated(plan, state, at: time) {
      effects = conclude(plan, &state, situation)
    }
    if state.scratch.filter != nil, silent >= plan.policy.longOutageSeconds, !state.latches.toldPositionLost {
      state.latches.toldPositionLost = true
      effects.append(.deliver(Alert(event: .positionLost, level: nil, at: date(time), estimated: true)))
    }
    return effects
  }

  /// Fires what is due in a situation.
  private static func conclude(_ plan: AlertPlan, _ state: inout AlertState, _ situation: Situation) -> [AlertEffect] {
    var effects: [AlertEffect] = []
    let at = date(situation.now)
    if let level = situation.due(plan, above: state.latches.fired) {
      state.latches.fired = level
      effects.append(
        .deliver(Alert(event: .alert, level: level, at: at, estimated: situation.isEstimated)))
    }
    if situation.isOffRoute, !state.latches.toldOffRoute {
      state.latches.toldOffRoute = true
      effects.append(.deliver(Alert(event: .offRoute, level: nil, at: at, estimated: false)))
    }
    if situation.isMissed, !state.latches.missed {
      state.latches.missed = true
      effects.append(.deliver(Alert(event: .missed, level: nil, at: at, estimated: situation.isEstimated)))
    }
    if situation.isOver || state.latches.missed {
      state.latches.finished = true
      effects.append(.finish)
    }
    return effects
  }

  private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
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

  /// Seconds without a fix.
  func silence(at time: Double) -> Double? {
    guard let since = filter?.at ?? startedAt else { return nil }
    return time - since
  }
}
