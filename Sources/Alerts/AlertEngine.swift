import Foundation
import Journey

/// What the engine is told.
public enum AlertInput: Sendable, Hashable {
  case fix(Fix)
  /// The clock has reached an instant. A tick a second is enough.
  case tick(Date)
  /// The rider is off: of a journey with changes, the next ride follows.
  case acknowledge(Date)
  /// The rider needs no more alerts, whatever rides are left.
  case stop(Date)
  /// The rider puts the newest level off: it comes again in a minute or at the next stop, and never after the destination.
  case snooze(Date)
  /// A reminder of a place is to come again at a time, or where none is given the next time that what it waits for happens.
  case later(Date, until: Date?)
  /// The machine's clock was set, by so many seconds, and is now at an instant: what was measured by the old one is dropped.
  case clockSet(Date, by: TimeInterval)
  /// What a live feed says of the ride that is followed, which holds until the next such input; nil where it says nothing any more.
  case live(Date, LiveReport?)
  /// By the way that was driven the rider sits in a vehicle that does not come to the stop.
  case astray(Date, VehicleNews)
  /// The rider sits in another run that comes to the stop as well; nil where it is the one of the ride after all.
  case caught(Date, CaughtRun?)

  /// The instant that the input belongs to.
  public var at: Date {
    switch self {
    case .fix(let fix): fix.at
    case .tick(let date), .acknowledge(let date), .stop(let date), .snooze(let date), .clockSet(let date, _),
      .later(let date, _), .live(let date, _), .astray(let date, _), .caught(let date, _):
      date
    }
  }
}

/// What the engine wants done.
public enum AlertEffect: Sendable, Hashable {
  /// Tell the rider. An alert counts as the delivery of the levels below it that had not fired.
  case deliver(Alert)
  /// One fix in so many seconds is enough from now on.
  case sample(every: Double)
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
    if let end = plan.endOfDay, state.latches.fired == 0, input.at.timeIntervalSinceReferenceDate >= end {
      state.latches.finished = true
      return [.finish]
    }
    if let visit = plan.visit { return self.visit(plan, visit, &state, input) }
    guard !plan.onward.isEmpty else { return ride(plan, &state, input) }
    if case .live(let instant, let report?) = input, let leg = report.leg, leg > state.leg {
      return takeOnward(plan, &state, report, leg, instant)
    }
    var effects = ride(plan.leg(state.leg), &state, input).map { $0.onLeg(state.leg) }
    if case .stop = input { return effects }
    if state.latches.finished, state.leg < plan.onward.count {
      let clockSet = state.latches.clockSet
      state = AlertState(leg: state.leg + 1, sampling: state.sampling)
      state.latches.clockSet = clockSet
      effects.removeAll { $0 == .finish }
    }
    return effects
  }

  /// The same on one ride of a journey. It goes by the time that has passed: alerts are put back on the machine's clock.
  private static func ride(_ plan: AlertPlan, _ state: inout AlertState, _ input: AlertInput) -> [AlertEffect] {
    var effects = ride(plan, &state, input, at: state.seconds(at: input.at))
    guard !effects.isEmpty else { return effects }
    callAgain(plan, &state, &effects)
    let said = saying(effects, plan, state)
    guard state.latches.clockSet != 0 else { return said }
    return said.map { $0.moved(by: state.latches.clockSet) }
  }

  private static func ride(_ plan: AlertPlan, _ state: inout AlertState, _ input: AlertInput, at time: Double)
    -> [AlertEffect]
  {
    switch input {
    case .acknowledge, .stop:
      state.latches.finished = true
      return [.finish]
    case .fix(let fix):
      if state.latches.isOver { return followUp(plan, &state, time) }
      return takeFix(plan, &state, fix, time).joined(by: setOut(plan, &state, time))
    case .tick:
      guard input.at.isCountable else { return [] }
      state.scratch.hasTicks = true
      var time = time
      if time < state.scratch.now - plan.policy.aheadSeconds, !state.latches.isOver {
        // Time does not go back: the clock was set, and nobody has said so.
        let leap = time - state.scratch.now
        setClock(plan, &state, by: leap, time)
        if state.latches.clockSet != 0 { time = input.at.timeIntervalSinceReferenceDate - state.latches.clockSet }
      }
      state.scratch.wakes.tick(at: time, plan.policy)
      if state.latches.isOver { return followUp(plan, &state, time) }
      return tick(plan, &state, time).joined(by: setOut(plan, &state, time))
    case .snooze, .later:
      snooze(plan, &state, time)
      return []
    case .clockSet(_, let leap):
      setClock(plan, &state, by: leap, time)
      return []
    case .live(_, let report):
      guard input.at.isCountable else { return [] }
      return takeReport(plan, &state, report, time)
    case .astray(_, let vehicle):
      return takeVehicle(&state, vehicle, time)
    case .caught(_, let run):
      return takeRun(plan, &state, run, time)
    }
  }

  private static func takeFix(_ plan: AlertPlan, _ state: inout AlertState, _ fix: Fix, _ time: Double)
    -> [AlertEffect]
  {
    guard let time = state.scratch.dated(time, plan.policy) else {
      state.scratch.outcome = time < state.scratch.now ? .old : .impossible
      return tick(plan, &state, state.scratch.now)
    }
    let outcome = Tracker.take(plan, &state, fix, at: time)
    state.scratch.outcome = outcome
    // One that is no news says at least what time it is, where no clock ticks beside it.
    guard outcome == .used else { return tick(plan, &state, state.scratch.now) }
    guard let situation = Situation.measured(plan, state) else { return [] }
    return conclude(plan, &state, situation).joined(by: sampling(plan, &state, situation))
      .joined(by: watch(plan, &state, situation.now))
  }

  private static func tick(_ plan: AlertPlan, _ state: inout AlertState, _ time: Double) -> [AlertEffect] {
    state.scratch.note(time)
    // After a sleep, a position tells in a moment what an estimate would have to guess.
    guard let silent = state.scratch.silence(at: time), !state.scratch.wakes.isWaking(at: time, plan.policy) else {
      return []
    }
    guard silent >= state.scratch.outageSeconds(plan.policy) else {
      // Between two fixes nothing has changed but the time for which a level was put off.
      guard let snooze = state.latches.snooze, time >= snooze.until else { return [] }
      return awaken(snooze, &state, time, isEstimated: false)
    }
    var effects: [AlertEffect] = []
    if let situation = Situation.estimated(plan, state, at: time) {
      effects = conclude(plan, &state, situation) + sampling(plan, &state, situation)
    }
    effects += watch(plan, &state, time)
    if let since = state.scratch.doubtedSince {
      // Before what the estimate says: whoever hears that must know what it rests on.
      let isNews = effects.contains(where: \.isAlert) || time - since >= plan.policy.doubtToldSeconds
      return isNews ? doubt(&state, time) + effects : effects
    }
    let long = state.scratch.longOutageSeconds(plan.policy)
    if state.scratch.filter != nil, silent >= long, !state.latches.toldPositionLost, hasMoreToCall(plan, state) {
      state.latches.toldPositionLost = true
      effects.append(.deliver(Alert(event: .positionLost, level: nil, at: date(time), estimated: true)))
    }
    return effects
  }

  /// Whether a level may still come: who was called at the end of the journey, and gets off, needs no word about positions.
  private static func hasMoreToCall(_ plan: AlertPlan, _ state: AlertState) -> Bool {
    plan.change != nil || state.latches.snooze != nil || plan.visit != nil
      || plan.levels.contains { $0.level > state.latches.fired }
  }

  /// Fires what is due in a situation.
  private static func conclude(_ plan: AlertPlan, _ state: inout AlertState, _ situation: Situation) -> [AlertEffect] {
    var effects: [AlertEffect] = []
    let at = date(situation.now)
    takeBack(plan, &state, situation)
    if let level = situation.due(plan, above: state.latches.fired) {
      effects.append(fire(level, &state, at: situation.now, isEstimated: situation.isEstimated))
    } else if let snooze = state.latches.snooze,
      situation.now >= snooze.until || situation.passed > snooze.passed || situation.isLastResort
    {
      effects += awaken(snooze, &state, situation.now, isEstimated: situation.isEstimated)
    }
    effects += strays(&state, situation, at)
    if situation.isMissed, !state.latches.missed {
      state.latches.missed = true
      state.latches.snooze = nil
      state.latches.calledAt = situation.now
      effects.append(.deliver(Alert(event: .missed, level: nil, at: at, estimated: situation.isEstimated)))
    }
    if situation.isOver || state.latches.missed { effects += end(plan, &state) }
    return effects
  }

  /// A level fires, with all that was told of those below it.
  static func fire(_ level: Int, _ state: inout AlertState, at time: Double, isEstimated: Bool) -> AlertEffect {
    state.latches.fired = level
    // A higher level says all that the one put off would have said.
    state.latches.snooze = nil
    if level == 3 {
      state.latches.calledAt = time
      state.latches.calledByEstimate = isEstimated
    }
    return .deliver(
      Alert(event: .alert, level: level, at: date(time), estimated: isEstimated, round: state.latches.round))
  }

  /// Tells once that the ride goes another way.
  private static func strays(_ state: inout AlertState, _ situation: Situation, _ at: Date) -> [AlertEffect] {
    // Which vehicle it is says more, and is told once.
    guard state.latches.toldWrongVehicle != true else { return [] }
    if situation.isWrongWay, !state.latches.toldWrongWay {
      state.latches.toldWrongWay = true
      return [.deliver(Alert(event: .wrongWay, level: nil, at: at, estimated: false))]
    }
    if situation.isWrongLine, !state.latches.toldWrongLine, !state.latches.toldWrongWay {
      state.latches.toldWrongLine = true
      return [.deliver(Alert(event: .wrongLine, level: nil, at: at, estimated: false))]
    }
    if situation.isOffRoute, !state.latches.toldOffRoute, !state.latches.toldWrongWay, !state.latches.toldWrongLine {
      state.latches.toldOffRoute = true
      return [.deliver(Alert(event: .offRoute, level: nil, at: at, estimated: false))]
    }
    return []
  }

  /// The ride is over; the watch is too, unless the rider is to be asked later.
  private static func end(_ plan: AlertPlan, _ state: inout AlertState) -> [AlertEffect] {
    if !plan.followUps.isEmpty, state.latches.calledAt != nil {
      state.latches.isOver = true
      return [.sample(every: plan.policy.samplingFar)]
    }
    state.latches.finished = true
    return [.finish]
  }

  static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
}

extension [AlertEffect] {
  /// Nearly always there is nothing to join, which costs more than the rest.
  fileprivate func joined(by more: [AlertEffect]) -> [AlertEffect] {
    if more.isEmpty { return self }
    return isEmpty ? more : self + more
  }
}

extension AlertEffect {
  /// An alert says on which ride of the journey it comes.
  fileprivate func onLeg(_ leg: Int) -> AlertEffect {
    guard leg > 0, case .deliver(var alert) = self else { return self }
    alert.leg = leg
    return .deliver(alert)
  }

  fileprivate var isAlert: Bool {
    if case .deliver(let alert) = self { alert.event == .alert || alert.event == .missed } else { false }
  }

  fileprivate func moved(by seconds: Double) -> AlertEffect {
    guard case .deliver(var alert) = self else { return self }
    alert.at += seconds
    return .deliver(alert)
  }
}
