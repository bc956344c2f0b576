import Foundation
import Journey

// Reminders of a place: coming there, leaving it, or a time of day while there.
extension AlertEngine {
  static func visit(_ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ input: AlertInput)
    -> [AlertEffect]
  {
    let time = input.at.timeIntervalSinceReferenceDate
    switch input {
    case .acknowledge, .stop: return answered(visit, &state, isStopped: input.isStop)
    case .snooze: return later(plan, &state, until: time + plan.policy.laterSeconds)
    case .later(_, let until):
      if let until { return later(plan, &state, until: until.timeIntervalSinceReferenceDate) }
      // The next time of a time of day is another day's.
      return visit.visit.event.isClock ? end(visit, &state) : rearm(&state)
    case .clockSet(_, let leap):
      setClock(&state, by: leap, time)
      return []
    case .fix(let fix):
      guard let dated = state.scratch.dated(time, plan.policy),
        Tracker.take(plan, &state, fix, at: dated) == .used, let filter = state.scratch.filter
      else { return tick(plan, visit, &state, state.scratch.now) }
      let moved = move(plan, visit, &state, filter)
      return moved + tick(plan, visit, &state, state.scratch.now) + sampling(plan, visit, &state, filter)
    case .live, .astray, .caught: return []
    case .tick:
      guard input.at.isCountable else { return [] }
      // Where the clock went back and nobody said so, positions would be of the future for ever.
      if time < state.scratch.now - plan.policy.oldestFix {
        setClock(&state, by: time - state.scratch.now, time)
      }
      state.scratch.note(time)
      state.scratch.hasTicks = true
      return tick(plan, visit, &state, time)
    }
  }

  /// The clock was set: what was measured by the old one tells nothing, and questions come so long after the call as before.
  private static func setClock(_ state: inout AlertState, by leap: Double, _ time: Double) {
    let hadTicks = state.scratch.hasTicks
    state.scratch.restart(at: time)
    state.scratch.hasTicks = hadTicks
    state.latches.calledAt = state.latches.calledAt.map { $0 + leap }
    guard var seen = state.visit else { return }
    (seen.slowSince, seen.outsideSince, seen.seenAt) = (nil, nil, nil)
    (seen.since, seen.outside) = (time, 0)
    state.visit = seen
  }

  // MARK: Where the rider is

  /// Notes a position, and fires what it decides.
  private static func move(
    _ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ filter: MotionFilter
  ) -> [AlertEffect] {
    let policy = plan.policy
    var seen = state.visit ?? VisitState()
    seen.seenAt = filter.at
    let margin = max(policy.passedMetres, 1.5 * filter.accuracy)
    let place = visit.place(at: filter.point, wider: seen.place == nil ? 0 : margin)
    var effects: [AlertEffect] = []
    if let place {
      (seen.outside, seen.outsideSince) = (0, nil)
      if seen.place == nil { (seen.place, seen.since, seen.slowSince, seen.isPresent) = (place, filter.at, nil, false) }
      seen.place = place
      if filter.speed <= policy.creepingSpeed {
        seen.slowSince = seen.slowSince ?? filter.at
      } else {
        seen.slowSince = nil
      }
      let stays =
        seen.slowSince.map { filter.at - $0 >= policy.dwellSeconds } ?? false
        || filter.at - seen.since >= policy.stayedSeconds
      if stays, !seen.isPresent {
        seen.isPresent = true
        let isNews = seen.wasOutside || visit.visit.countsPresence == true && state.latches.fired == 0
        seen.wasOutside = false
        state.visit = seen
        if visit.visit.event == .arriving, isNews { effects = come(plan, visit, &state, filter.at, at: place) }
      }
    } else if seen.place == nil {
      // Nobody is taken to have left where they never were: beside it is outside, as far as the receiver can tell.
      if visit.place(at: filter.point, wider: filter.accuracy) == nil { seen.wasOutside = true }
    } else if visit.place(at: filter.point, wider: margin) == nil {
      seen.outside += 1
      seen.outsideSince = seen.outsideSince ?? filter.at
      // One position may be a glance through a window; two, or one that is far out, are not.
      let isFar = visit.place(at: filter.point, wider: margin + policy.leftMetres) == nil
      let isOut = isFar || seen.outside >= 2 && filter.at - (seen.outsideSince ?? filter.at) >= policy.leftSeconds
      if isOut, let left = seen.place, seen.isPresent, visit.visit.event == .leaving {
        (seen.place, seen.isPresent, seen.wasOutside) = (nil, false, true)
        state.visit = seen
        effects = come(plan, visit, &state, filter.at, at: left)
      } else if isOut {
        (seen.place, seen.isPresent, seen.wasOutside) = (nil, false, true)
      }
    }
    let cameAt = state.visit?.cameAt
    state.visit = seen
    state.visit?.cameAt = cameAt
    return effects
  }

  /// The movement that was waited for: fires, where it counts now and has not come yet.
  private static func come(
    _ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ time: Double, at place: Int
  ) -> [AlertEffect] {
    guard visit.counts(at: time), let level = plan.levels.last?.level else { return [] }
    let isAgain = visit.visit.isEachTime == true && state.latches.fired > 0
    guard state.latches.fired == 0 || isAgain else { return [] }
    if isAgain { state.latches.snoozes += 1 }
    state.visit?.cameAt = place
    return call(plan, visit, &state, level, time)
  }

  /// Fires a level; what follows it is asked later, or the day is done.
  private static func call(
    _ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ level: Int, _ time: Double
  ) -> [AlertEffect] {
    state.latches.fired = level
    state.latches.calledAt = time
    state.latches.followUps = 0
    state.latches.snooze = nil
    let place = state.visit?.cameAt ?? state.visit?.place
    let alert = Alert(
      event: .alert, level: level, at: date(time), estimated: false, round: state.latches.snoozes,
      moment: place.map { Moment(basis: .position, atStop: $0) })
    return [.deliver(alert)]
  }

  // MARK: The clock

  private static func tick(_ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ time: Double)
    -> [AlertEffect]
  {
    guard !state.latches.finished else { return [] }
    if let snooze = state.latches.snooze {
      guard time >= snooze.until else { return [] }
      return call(plan, visit, &state, snooze.level, time)
    }
    if visit.visit.event.isClock, let effects = clock(plan, visit, &state, time) { return effects }
    guard let called = state.latches.calledAt else { return [] }
    // Without questions it may be answered, or put off, for an hour.
    if plan.followUps.isEmpty { return time - called >= plan.policy.answeredSeconds ? end(visit, &state) : [] }
    return followUp(plan, visit, &state, time, since: called)
  }

  /// A time of day: what is due, where the rider is as it is to be, or nobody knows where they are.
  private static func clock(_ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ time: Double)
    -> [AlertEffect]?
  {
    let due = plan.levels.last { ($0.scheduled ?? .infinity) <= time && $0.level > state.latches.fired }
    guard let due else { return nil }
    let isKnown = state.visit?.seenAt.map { time - $0 <= plan.policy.knownSeconds } ?? false
    let isThere = state.visit?.place != nil
    if visit.visit.event != .clock, isKnown, isThere != (visit.visit.event == .clockThere) || !visit.counts(at: time) {
      // Before its last moment the rider may still come there, or leave.
      guard due.level == plan.levels.last?.level else { return [] }
      state.latches.finished = true
      return [.finish]
    }
    return call(plan, visit, &state, due.level, time)
  }

  private static func followUp(
    _ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ time: Double, since called: Double
  ) -> [AlertEffect] {
    let due = plan.followUps.prefix { time - called >= $0 }.count
    guard due > state.latches.followUps else { return [] }
    // With the day the questions end.
    if time >= visit.endOfDay(of: called) { return end(visit, &state) }
    state.latches.followUps = due
    let place = state.visit?.cameAt
    let question = AlertEffect.deliver(
      Alert(
        event: .followUp, level: due, at: date(time), estimated: false, round: state.latches.snoozes,
        moment: place.map { Moment(basis: .position, atStop: $0) }))
    return due == plan.followUps.count ? [question] + end(visit, &state) : [question]
  }

  // MARK: The rider's word

  private static func answered(_ visit: VisitPlan, _ state: inout AlertState, isStopped: Bool) -> [AlertEffect] {
    // Said before it came, nothing is left to be told today.
    guard !isStopped, state.latches.fired > 0 else {
      state.latches.finished = true
      return [.finish]
    }
    return end(visit, &state)
  }

  /// It was answered, or is asked no more: the day is done, unless it comes each time.
  private static func end(_ visit: VisitPlan, _ state: inout AlertState) -> [AlertEffect] {
    state.latches.calledAt = nil
    state.latches.snooze = nil
    guard visit.visit.isEachTime == true else {
      state.latches.finished = true
      return [.finish]
    }
    return []
  }

  /// It is asked again at a time.
  private static func later(_ plan: AlertPlan, _ state: inout AlertState, until: Double) -> [AlertEffect] {
    guard state.latches.fired > 0 else { return [] }
    state.latches.snoozes += 1
    state.latches.calledAt = nil
    state.latches.followUps = 0
    state.latches.snooze = AlertState.Snooze(level: state.latches.fired, until: until, passed: -1)
    return []
  }

  /// It is asked again the next time that it happens.
  private static func rearm(_ state: inout AlertState) -> [AlertEffect] {
    guard state.latches.fired > 0 else { return [] }
    state.latches.snoozes += 1
    (state.latches.fired, state.latches.followUps) = (0, 0)
    (state.latches.calledAt, state.latches.snooze) = (nil, nil)
    return []
  }

  // MARK: Sampling

  /// One position a minute far from every edge, each second where one may be crossed or the stay decided.
  private static func sampling(
    _ plan: AlertPlan, _ visit: VisitPlan, _ state: inout AlertState, _ filter: MotionFilter
  ) -> [AlertEffect] {
    guard !state.latches.finished else { return [] }
    let policy = plan.policy
    let isUndecided = state.visit?.place != nil && (state.visit?.isPresent == false || state.visit?.outside == 1)
    let seconds = visit.metresToEdge(filter.point) / max(filter.speed, policy.slowestRide)
    let wanted =
      isUndecided
      ? policy.samplingClose
      : seconds >= policy.farSeconds / 3
        ? policy.samplingFar : seconds >= policy.middleSeconds / 3 ? policy.samplingMiddle : policy.samplingNear
    guard wanted != state.scratch.sampling else { return [] }
    state.scratch.sampling = wanted
    return [.sample(every: wanted)]
  }
}

extension AlertInput {
  fileprivate var isStop: Bool { if case .stop = self { true } else { false } }
}
