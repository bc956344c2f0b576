import Journey

/// How far the rider has come forward along the line without a break, which tells a ride from a place where a phone happens to be.
struct ForwardRun: Sendable, Hashable, Codable {
  /// Metres along the line, or metres that the destination is away where there is none, at its beginning.
  var from: Double
  var at: Double
  var fixes = 1
}

/// When a rider is taken to be aboard: a call needs a ride.
extension Tracker {
  /// Aboard is who has left the boarding stop along the line, or drives forward on it. A single position tells nothing: it may be of
  /// yesterday, or of a rider who passes the destination on the way to the first stop.
  static func board(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double) {
    guard !state.latches.aboard else { return }
    if plan.isFromAnywhere { return setOut(plan, &state, filter, seconds: dt) }
    guard plan.knowsBoarding, let first = plan.stops.first else {
      state.latches.aboard = true
      return
    }
    let forward = forward(plan, &state, filter, seconds: dt)
    let policy = plan.policy
    let away = filter.point.metres(to: first.point)
    let isTime = filter.at >= (plan.earliest ?? filter.at)
    if away < policy.leftBoardingMetres {
      if isTime { state.scratch.wasAtBoarding = true }
      return
    }
    let isBeside = plan.route != nil && !onRoute(state, plan)
    let along = state.scratch.progress.map { $0.along - first.metres } ?? forward
    guard state.scratch.run?.fixes ?? 0 >= policy.boardingFixes else { return }
    if state.scratch.wasAtBoarding, isBeside {
      // The vehicle may be diverted: who was at the stop and drives has boarded.
      state.latches.aboard = filter.speed >= policy.drivingSpeed
    } else if state.scratch.wasAtBoarding {
      state.latches.aboard = along >= policy.leftBoardingMetres && forward >= policy.seenMoving
    } else if !isBeside, filter.speed >= policy.creepingSpeed {
      let left = Situation.metresLeft(plan, state) ?? 0
      // Long before the time it may be a walk to the stop: nobody walks as fast as a vehicle drives.
      let farthest = isTime ? policy.forwardInTime : policy.forwardAnyTime
      let mayWalk = !isTime && filter.speed < policy.drivingSpeed
      let least = mayWalk ? farthest : min(farthest, policy.forwardShare * left)
      state.latches.aboard = forward >= max(3 * filter.accuracy, least)
    }
  }

  /// On the way to a destination that is come to from anywhere is who was outside of the first circle round it, or comes nearer within:
  /// who is at home when they set an alarm for coming home has not come there.
  private static func setOut(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double) {
    let policy = plan.policy
    let forward = forward(plan, &state, filter, seconds: dt)
    let away = filter.point.metres(to: plan.destination.point)
    if away - filter.accuracy > max(policy.leftBoardingMetres, Situation.outermost(plan, state, away)) {
      state.latches.aboard = true
    } else if state.scratch.run?.fixes ?? 0 >= policy.boardingFixes {
      let least = max(policy.nearerMetres, min(policy.forwardInTime, policy.forwardShare * away))
      let seconds = filter.at - (state.scratch.run?.at ?? filter.at)
      state.latches.aboard = forward >= max(3 * filter.accuracy, least, policy.strolling * seconds)
    }
  }

  /// Metres that the rider has come forward without a break.
  private static func forward(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double)
    -> Double
  {
    let policy = plan.policy
    let place: Double
    if plan.route != nil {
      guard onRoute(state, plan), let progress = state.scratch.progress else {
        state.scratch.run = nil
        return 0
      }
      place = progress.along
    } else {
      place = -filter.point.metres(to: plan.destination.point)
    }
    guard var run = state.scratch.run, place >= run.from - filter.accuracy, let last = state.scratch.approach.last,
      place - run.from <= policy.windowSpeed * (filter.at - run.at) + 2 * filter.accuracy,
      last.metres(to: filter.point) < policy.windowSpeed * max(1, dt) + policy.windowAhead
    else {
      state.scratch.run = ForwardRun(from: place, at: filter.at)
      return 0
    }
    run.fixes += 1
    if place < run.from { run.from = place }
    state.scratch.run = run
    return place - run.from
  }
}
