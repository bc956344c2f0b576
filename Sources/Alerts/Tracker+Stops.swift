import Foundation
import Journey

/// Which stops were left behind.
extension Tracker {
  static func pass(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double) {
    board(plan, &state, filter, seconds: dt)
    let destination = filter.point.metres(to: plan.destination.point)
    state.scratch.farthest = max(state.scratch.farthest, destination)
    if filter.speed >= plan.policy.creepingSpeed, let last = state.scratch.approach.last {
      state.scratch.driven += last.metres(to: filter.point)
    }
    state.scratch.longestGap = max(state.scratch.longestGap, dt)
    state.scratch.longestSilence = max(state.scratch.longestSilence, dt)
    let passed = state.latches.passed
    if onRoute(state, plan), let progress = state.scratch.progress {
      passAlong(plan, &state, filter, progress, seconds: dt)
    } else {
      passAround(plan, &state, filter, seconds: dt)
    }
    if state.latches.passed > passed {
      state.scratch.driven = 0
      state.scratch.passedAt = filter.at
      state.scratch.longestGap = 0
      state.scratch.leastLeft = nil
      // After a silence nobody knows when it was passed.
      if dt <= plan.policy.sparse.upperBound {
        state.scratch.delayAtStop = plan.timeline.map { filter.at - $0.departures[state.latches.passed] }
      }
    }
    arrive(plan, &state, filter, seconds: dt)
    state.scratch.approach.last = filter.point
  }

  static func onRoute(_ state: AlertState, _ plan: AlertPlan) -> Bool {
    guard let progress = state.scratch.progress else { return false }
    guard let since = state.scratch.offRouteSince else { return progress.offset <= plan.policy.offRouteMetres }
    return state.scratch.now - since < plan.policy.offRouteSeconds
  }

  /// On a shape a stop is passed when the vehicle is beyond it by the margin, twice or decisively.
  private static func passAlong(
    _ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, _ progress: RouteProgress, seconds dt: Double
  ) {
    // Beside the line, it is a diversion or a branch: that shows in half a minute.
    guard state.latches.aboard, progress.offset <= plan.policy.offRouteMetres else { return }
    let policy = plan.policy
    var passed = state.latches.passed
    while passed < plan.stops.count - 1 {
      let beyond = progress.along - plan.stops[passed + 1].metres
      let margin = max(
        self.margin(plan, beyond: passed + 1, filter, gone: beyond, away: progress.speed, seconds: dt),
        wander(plan, beyond: passed + 1, state))
      guard beyond > margin else { break }
      if state.scratch.approach.stop != passed + 1 {
        state.scratch.approach = StopApproach(stop: passed + 1, last: filter.point)
      }
      state.scratch.approach.receding += 1
      guard state.scratch.approach.receding >= 2 || beyond > 2 * margin || policy.sparse.contains(dt) else { break }
      passed += 1
    }
    state.latches.passed = passed
  }

  /// Without a shape it is passed when the way has come near it and leads away by the margin.
  private static func passAround(
    _ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double
  ) {
    let policy = plan.policy
    if state.scratch.approach.stop != state.latches.passed + 1 {
      state.scratch.approach = StopApproach(stop: state.latches.passed + 1, last: state.scratch.approach.last)
    }
    let index = state.scratch.approach.stop
    // Who has not set out has left nothing behind but the first stop.
    guard index < (state.latches.aboard ? plan.stops.count : 1) else { return }
    let stop = plan.stops[index].point
    let last = state.scratch.approach.last ?? filter.point
    let distance = filter.point.metres(to: stop)
    let nearest = stop.metres(toWayFrom: last, to: filter.point)
    let bend = 0.25 * last.metres(to: filter.point)
    state.scratch.approach.nearest = min(state.scratch.approach.nearest, nearest)
    state.scratch.approach.perhapsNearest = min(state.scratch.approach.perhapsNearest, max(0, nearest - bend))
    let away =
      (filter.velocity.x * (filter.point.x - stop.x) + filter.velocity.y * (filter.point.y - stop.y)) / max(1, distance)
    // Who waits in a loop beside the stop moves away a little and comes back: the farther beside, the farther.
    let beside = max(0, state.scratch.approach.perhapsNearest - policy.besideMetres)
    let gone = distance - state.scratch.approach.nearest
    let least = margin(plan, beyond: index, filter, gone: gone, away: away, seconds: dt)
    let margin = max(least + policy.besideShare * beside, plan.route == nil ? wander(plan, beyond: index, state) : 0)
    let room = policy.atStopMetres + filter.accuracy + bend
    if state.scratch.approach.nearest <= room, gone > margin,
      dt >= policy.sparse.lowerBound || leads(plan, from: index, filter, away: away, gone: gone),
      index < plan.stops.count - 1 || plan.route != nil || hadTime(plan, state, to: index, share: 1)
    {
      state.scratch.approach.receding += 1
      if state.scratch.approach.receding >= 2 || gone > 2 * margin || policy.sparse.contains(dt) {
        state.latches.passed = index
      }
    } else {
      state.scratch.approach.receding = 0
    }
    if plan.route == nil, state.latches.aboard {
      skip(plan, &state, filter, least)
      rejoin(plan, &state, filter)
    }
  }

  /// Whether the vehicle goes from a stop towards the next one: a line that comes by twice passes a stop across the street the
  /// other way before.
  private static func leads(_ plan: AlertPlan, from stop: Int, _ filter: MotionFilter, away: Double, gone: Double)
    -> Bool
  {
    guard stop + 1 < plan.stops.count, filter.speed >= plan.policy.creepingSpeed else { return true }
    let leg = plan.stops[stop + 1].metres - plan.stops[stop].metres
    // Farther than the next stop, it has come by that one as well while nobody looked.
    if gone > leg + plan.policy.missedMetres { return true }
    return away > 0 && closing(on: plan.stops[stop + 1].point, filter) > -plan.policy.turnedShare * filter.speed
  }

  /// How far beyond a stop the vehicle must be to have left it: less where it is clearly driving on, more where the next stop
  /// is so far that nobody is late for a few seconds.
  private static func margin(
    _ plan: AlertPlan, beyond stop: Int, _ filter: MotionFilter, gone: Double, away: Double, seconds dt: Double
  ) -> Double {
    let policy = plan.policy
    // The next fix may come too late, and the drift of a standing receiver does not add up over so few.
    if policy.rare.contains(dt) { return max(policy.passedMetres, policy.passedAccuraciesRare * filter.accuracy) }
    let accuracies = away >= policy.drivingSpeed ? policy.passedAccuraciesDriving : policy.passedAccuracies
    let leg = stop + 1 < plan.stops.count ? plan.stops[stop + 1].metres - plan.stops[stop].metres : 0
    let byLeg = min(policy.passedMetresAtMost, policy.passedShareOfLeg * leg)
    let least = away < policy.creepingSpeed ? policy.passedMetresCreeping : policy.passedMetres
    let layover = dt < policy.sparse.lowerBound ? self.layover(policy, leg, gone: gone, away: away) : 0
    return max(least, byLeg, layover, accuracies * filter.accuracy)
  }

  /// Layovers and loops lie some tens of metres beyond a stop, and nobody drives there as fast as who leaves.
  private static func layover(_ policy: AlertPolicy, _ leg: Double, gone: Double, away: Double) -> Double {
    // While it stands, to wait costs nothing.
    if away < policy.creepingSpeed { return min(policy.layoverMetres, policy.layoverShareOfLeg * leg) }
    let leaving = min(policy.leavingSpeed, (2 * policy.leavingAcceleration * max(0, gone)).squareRoot())
    return away < leaving ? min(policy.layoverMetres, policy.layoverShareOfLeg * max(0, leg - policy.shortLeg)) : 0
  }

  /// What errors beside the line tell about those along it; 0 where they are what lanes and maps explain.
  private static func wander(_ plan: AlertPlan, beyond stop: Int, _ state: AlertState) -> Double {
    let policy = plan.policy
    guard stop + 1 < plan.stops.count else { return 0 }
    var aside = state.scratch.aside.squareRoot()
    if aside <= max(policy.asideMetres, policy.asideClaims * state.scratch.claimed) { aside = 0 }
    let leg = plan.stops[stop + 1].metres - plan.stops[stop].metres
    return min(policy.asideShareOfLeg * leg, policy.asideDeviations * max(aside, unclaimed(plan, state)))
  }

  /// The error of a receiver that claims to be better than it is, as its fixes leap; 0 where they do not.
  private static func unclaimed(_ plan: AlertPlan, _ state: AlertState) -> Double {
    let policy = plan.policy
    guard let surprise = state.scratch.filter?.surprise, surprise >= policy.surprising,
      state.scratch.claimed <= policy.goodDeviation
    else { return 0 }
    let error = policy.surpriseDeviations * state.scratch.claimed * (surprise / policy.usualSurprise).squareRoot()
    return error >= policy.asideMetres ? error : 0
  }

  /// Stops that nobody saw pass: the vehicle is already on the leg after one of them and moves to its end.
  private static func skip(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, _ margin: Double) {
    let policy = plan.policy
    let first = max(0, state.latches.passed)
    guard first < plan.stops.count - 1 else { return }
    for index in first..<plan.stops.count - 1
    where index > state.latches.passed && mayHaveCome(plan, state, to: index, share: policy.drivenShare) {
      let start = plan.stops[index].point
      let end = plan.stops[index + 1].point
      let length = start.metres(to: end)
      guard length > 2 * margin else { continue }
      let east = (end.x - start.x) / length
      let north = (end.y - start.y) / length
      let dx = filter.point.x - start.x
      let dy = filter.point.y - start.y
      let along = dx * east + dy * north
      let beside = abs(dx * north - dy * east)
      let toward = filter.velocity.x * east + filter.velocity.y * north
      if along > 2 * margin, along < length, beside < margin, toward > 3, toward > 0.8 * filter.speed {
        state.latches.passed = index
        return
      }
    }
  }

  /// Whether the way that was driven is about that to a stop: a line that comes by twice is not at its end the first time.
  static func mayHaveCome(_ plan: AlertPlan, _ state: AlertState, to stop: Int, share: Double) -> Bool {
    let policy = plan.policy
    let driven = state.scratch.driven
    guard state.latches.passed >= 0 else {
      // Who was first seen on the way has driven part of it unseen.
      return state.latches.aboard && (!state.scratch.wasAtBoarding || driven >= share * plan.stops[stop].metres)
    }
    let way = plan.stops[stop].metres - plan.stops[state.latches.passed].metres
    return driven >= share * way - policy.atStopMetres
  }

  private static func arrive(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double) {
    let policy = plan.policy
    let last = state.scratch.approach.last ?? filter.point
    let destination = plan.destination.point
    let distance = filter.point.metres(to: destination)
    let nearest = destination.metres(toWayFrom: last, to: filter.point)
    // A line may come by before it stops there.
    let left = onRoute(state, plan) ? state.scratch.progress.map { plan.destination.metres - $0.along } ?? 0 : 0
    // Who has not set out has not come there, though they may be there.
    let hasSetOut = state.latches.aboard || !plan.isFromAnywhere
    let mayArrive =
      hasSetOut && state.latches.passed >= plan.before && left <= 2 * (policy.atStopMetres + filter.accuracy)
    if mayArrive || state.latches.arrived {
      state.scratch.nearestToDestination = min(state.scratch.nearestToDestination, nearest)
    }
    if mayArrive, nearest <= policy.atStopMetres + filter.accuracy {
      state.latches.arrived = true
    }
    if state.latches.arrived, filter.speed >= policy.drivingSpeed,
      distance - state.scratch.nearestToDestination > policy.lastResortMetres
    {
      state.scratch.hasDrivenOn = true
    }
    if state.latches.arrived, distance <= policy.missedMetres || !state.scratch.hasDrivenOn {
      state.scratch.atDestinationSince = state.scratch.atDestinationSince ?? filter.at
    } else {
      state.scratch.atDestinationSince = nil
    }
  }
}
