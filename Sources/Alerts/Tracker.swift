import Foundation
import Journey

/// Turns fixes into progress: guards, filter, place along the route and the stops left behind.
enum Tracker {
  /// Takes a fix in; only one that was used may decide anything.
  static func take(_ plan: AlertPlan, _ state: inout AlertState, _ fix: Fix, at time: Double) -> FixOutcome {
    guard fix.at.isCountable, fix.position.isOnEarth else { return .impossible }
    state.scratch.note(time)
    let policy = plan.policy
    let accuracy = max(policy.bestAccuracy, known(fix.accuracy) ?? policy.assumedAccuracy)
    guard accuracy <= policy.worstAccuracy else { return .inaccurate }
    guard state.scratch.now - time <= policy.oldestFix else { return .old }
    let point = plan.frame.point(fix.position)
    let deviation = accuracy / 1.51
    if time > state.scratch.filter?.at ?? -.infinity, doubts(plan, &state, fix, point, at: time) { return .doubted }
    guard var filter = state.scratch.filter else {
      state.scratch.filter = MotionFilter(at: time, point: point, deviation: deviation)
      begin(plan, &state)
      mayStand(&state, at: point, time: time, policy)
      return .used
    }
    let dt = time - filter.at
    if dt == 0, var before = state.scratch.filterBefore, before.at < time {
      // Of one epoch the newest counts; what it passed was decided by the first.
      if before.add(point, deviation: deviation, at: time, policy: policy) { state.scratch.filter = before }
      return .repeated
    }
    guard dt > 0 else { return .repeated }
    guard filter.point.metres(to: point) <= policy.fastestPossible * dt + 2 * accuracy else { return .tooFast }
    let before = filter
    guard filter.add(point, deviation: deviation, at: time, policy: policy) else {
      state.scratch.filter?.jumps = filter.jumps
      return .jump
    }
    state.scratch.filterBefore = before
    state.scratch.granted = nil
    state.scratch.filter = filter
    state.scratch.claimed = deviation
    // Elsewhere all at once, it was not there before: what the receiver said in between was no news.
    let since = filter.restarts > before.restarts ? state.scratch.standstill?.since ?? before.at : before.at
    follow(plan, &state, filter, seconds: max(dt, time - since))
    mayStand(&state, at: point, time: time, policy)
    return .used
  }

  private static func known(_ accuracy: Double?) -> Double? {
    guard let accuracy, accuracy.isFinite, accuracy > 0 else { return nil }
    return accuracy
  }

  private static func begin(_ plan: AlertPlan, _ state: inout AlertState) {
    guard let filter = state.scratch.filter else { return }
    state.scratch.approach.last = filter.point
    let low = state.latches.passed >= 0 ? plan.stops[state.latches.passed].metres : 0
    state.scratch.progress = plan.route.flatMap { found(plan, on: $0, filter, from: low) }
    pass(plan, &state, filter, seconds: 1)
  }

  /// The place on the line where a rider is first seen, or seen again: the earliest of those that are about as near and lead
  /// the way that the vehicle goes.
  private static func found(_ plan: AlertPlan, on route: RouteLine, _ filter: MotionFilter, from low: Double)
    -> RouteProgress?
  {
    let policy = plan.policy
    let place = route.earliest(
      near: filter.point, from: low, within: policy.offRouteMetres,
      heading: filter.speed > policy.drivingSpeed ? filter.velocity : nil, slack: policy.sameWayMetres + filter.accuracy
    )
    return place.map {
      RouteProgress(along: $0.along, piece: $0.piece, offset: $0.offset, speed: speed(of: filter, on: route, $0.piece))
    }
  }

  private static func follow(_ plan: AlertPlan, _ state: inout AlertState, _ filter: MotionFilter, seconds dt: Double) {
    let policy = plan.policy
    var gain = closing(plan, state, filter)
    var speed = filter.speed
    let isSparse = dt >= policy.sparse.lowerBound
    if let before = state.scratch.filterBefore, isSparse {
      // Between fixes so far apart the vehicle was at times faster and at times slower than now.
      speed = before.point.metres(to: filter.point) / dt
      gain = gained(plan, state, from: before.point, to: filter.point) / dt
    }
    if let route = plan.route {
      let before = state.scratch.progress
      state.scratch.progress = progressed(plan, route, state, filter, seconds: dt)
      if let progress = state.scratch.progress {
        noteDirection(&state, progress, policy)
        if progress.offset > policy.offRouteMetres {
          state.scratch.offRouteSince = state.scratch.offRouteSince ?? filter.at
        } else {
          gain = progress.speed
          if let before, before.offset <= policy.offRouteMetres, isSparse {
            gain = min(policy.fastestPossible, max(-policy.fastestPossible, (progress.along - before.along) / dt))
          }
          let weight = min(1, dt / policy.asideSeconds)
          state.scratch.aside += weight * (progress.offset * progress.offset - state.scratch.aside)
          state.scratch.offRouteSince = nil
        }
      }
    }
    state.scratch.pace.add(
      gain: gain, speed: speed, fastest: max(speed, filter.speed), seconds: dt, at: filter.at, policy: policy)
    pass(plan, &state, filter, seconds: dt)
    anchor(plan, &state)
  }

  private static func noteDirection(_ state: inout AlertState, _ progress: RouteProgress, _ policy: AlertPolicy) {
    state.scratch.furthest = max(state.scratch.furthest, progress.along)
    if progress.speed < -policy.drivingSpeed, progress.offset <= policy.offRouteMetres {
      state.scratch.backSince = state.scratch.backSince ?? state.scratch.filter?.at
    } else if progress.speed > 0 || progress.offset > policy.offRouteMetres {
      state.scratch.backSince = nil
    }
  }

  /// How fast the next stop comes nearer: on a way that nobody knows, all bends are in it.
  private static func closing(_ plan: AlertPlan, _ state: AlertState, _ filter: MotionFilter) -> Double {
    closing(on: plan.stops[min(state.latches.passed + 1, plan.stops.count - 1)].point, filter)
  }

  /// Metres that a vehicle has come nearer to the next stop, which it may have come by since, or to the one after that, as the next is
  /// counted only behind it.
  private static func gained(_ plan: AlertPlan, _ state: AlertState, from before: Point, to now: Point) -> Double {
    let stops = plan.stops.dropFirst(state.latches.passed + 1).prefix(2)
    let gains = (stops.isEmpty ? plan.stops.suffix(1) : stops).map { stop in
      let way = max(1, before.metres(to: stop.point))
      return ((now.x - before.x) * (stop.point.x - before.x) + (now.y - before.y) * (stop.point.y - before.y)) / way
    }
    return gains.max() ?? 0
  }

  /// m/s by which a point comes nearer; negative while it falls behind.
  static func closing(on next: Point, _ filter: MotionFilter) -> Double {
    let metres = max(1, filter.point.metres(to: next))
    return (filter.velocity.x * (next.x - filter.point.x) + filter.velocity.y * (next.y - filter.point.y)) / metres
  }

  private static func progressed(
    _ plan: AlertPlan, _ route: RouteLine, _ state: AlertState, _ filter: MotionFilter, seconds dt: Double
  ) -> RouteProgress? {
    let policy = plan.policy
    guard var progress = state.scratch.progress else { return found(plan, on: route, filter, from: 0) }
    let low = progress.along - policy.windowBack
    let high = progress.along + policy.windowSpeed * dt + policy.windowAhead
    let place = route.nearest(
      to: filter.point, from: low, to: high, hint: progress.piece, expected: progress.along + progress.speed * dt,
      slack: 4 * max(1, dt), heading: filter.speed > policy.drivingSpeed ? filter.velocity : nil)
    if place == nil || (place?.offset ?? 0) > policy.offRouteMetres || isGoingBack(state, policy, filter) {
      // Perhaps the first guess was wrong, or the vehicle has come back to its line further on.
      let low = state.latches.passed >= 0 ? plan.stops[state.latches.passed].metres : 0
      if let found = found(plan, on: route, filter, from: low) { return found }
    }
    guard let place else { return progress }
    progress.along = place.along
    progress.piece = place.piece
    progress.offset = place.offset
    progress.speed = speed(of: filter, on: route, place.piece)
    return progress
  }

  /// m/s along the line; negative for a vehicle that goes back.
  private static func speed(of filter: MotionFilter, on route: RouteLine, _ piece: Int) -> Double {
    let direction = route.direction(ofPiece: piece)
    return filter.velocity.x * direction.x + filter.velocity.y * direction.y
  }

  /// Whether the vehicle has driven against the line for so long that the place on it must be another.
  private static func isGoingBack(_ state: AlertState, _ policy: AlertPolicy, _ filter: MotionFilter) -> Bool {
    guard let since = state.scratch.backSince, filter.speed > policy.drivingSpeed else { return false }
    return filter.at - since >= policy.backSeconds
  }

  /// Ties the newest fix to the timetable.
  private static func anchor(_ plan: AlertPlan, _ state: inout AlertState) {
    guard let timeline = plan.timeline, let left = Situation.metresLeft(plan, state) else { return }
    let anchor = timeline.seconds(atMetres: plan.destination.metres - left)
    state.scratch.anchor = anchor
    state.scratch.leastLeft = min(state.scratch.leastLeft ?? left, left)
    // Beside the line nobody knows how far the vehicle has come.
    if let now = state.scratch.filter?.at, plan.route == nil || onRoute(state, plan) {
      state.scratch.delay = now - anchor
    }
  }
}
