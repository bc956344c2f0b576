import Foundation
import Journey

/// For how long a phone has nothing to say that would change anything.
extension AlertEngine {
  /// Seconds from an instant on in which no level can fall due, whatever the vehicle does: a phone that says where it is by then is
  /// in time.
  ///
  /// Method: what a vehicle of its kind can have done at most is put to the triggers themselves, for as long as none of them holds
  /// (adaptive fetching, as geofencing services have it, but with the engine as its judge).
  /// - Parameter longest: Nobody is to be silent for longer.
  /// - Returns: Nil where that does not tell, and the rate counts that the engine asks for: without a position, for a reminder of a
  ///   place or within one, and while a level is put off.
  public static func silence(_ plan: AlertPlan, _ state: AlertState, at instant: Date, atMost longest: Double)
    -> Double?
  {
    let plan = plan.leg(state.leg)
    guard plan.visit == nil, state.latches.snooze == nil, !state.latches.finished, !plan.isFromAnywhere,
      let filter = state.scratch.filter, let now = Situation.measured(plan, state), !now.isHeldBack, !now.isWrongWay,
      state.scratch.offRouteSince == nil
    else { return nil }
    let outlook = Outlook(plan: plan, state: state, filter: filter, now: now)
    // A fix that was not believed tells nothing of now.
    let age = max(0, state.seconds(at: instant) - filter.at)
    // Who waits for the vehicle is seen to get on by several fixes.
    let waiting = max(plan.policy.samplingBoarding, (plan.earliest ?? 0) - state.seconds(at: instant))
    let most = age + min(longest, now.mayFire ? longest : waiting)
    if outlook.isQuiet(most) { return most - age }
    // Near a level, where phones speak most, that is all.
    guard outlook.isQuiet(age + 1) else { return 0 }
    var (quiet, eventful) = (age + 1, most)
    while eventful - quiet > max(0.5, 0.1 * (quiet - age)) {
      let middle = (quiet + eventful) / 2
      if outlook.isQuiet(middle) { quiet = middle } else { eventful = middle }
    }
    return max(0, quiet - age) / (now.mayFire ? 1 : Double(plan.policy.boardingFixes))
  }
}

extension AlertState {
  /// The phone may be silent for so many seconds from an instant on: until then that is no outage.
  ///
  /// Once after each fix that was news: a receiver that says the same again and again says nothing.
  public mutating func grant(silence seconds: Double, at instant: Date) {
    guard !isGranted else { return }
    scratch.granted = scratch.filter.map { max(0, self.seconds(at: instant) - $0.at) + seconds }
  }

  /// Whether the phone was granted silence after its newest fix.
  public var isGranted: Bool { scratch.granted != nil }
}

/// What may have become of a vehicle when nobody has looked for some time.
private struct Outlook {
  let plan: AlertPlan
  let state: AlertState
  let filter: MotionFilter
  let now: Situation

  /// m/s in each second: whoever may stand in a vehicle would fall.
  private static let acceleration = 3.0
  /// So many standard deviations it may be faster than it seems.
  private static let deviations = 3.0

  /// Whether nothing can fall due in so many seconds after the newest fix.
  func isQuiet(_ seconds: Double) -> Bool {
    let metres = metresAtMost(in: seconds)
    if state.latches.fired >= 3 { return metres < metresToMissed }
    if plan.route == nil, counts, metres > metresToSecond { return false }
    return situation(after: metres, seconds).due(plan, above: state.latches.fired) == nil
  }

  // MARK: How far

  private var fastest: Double { min(plan.fastestVehicle, filter.speed + Self.deviations * filter.speedDeviation) }

  private func fastest(in seconds: Double) -> Double {
    min(plan.fastestVehicle, fastest + Self.acceleration * seconds)
  }

  /// Metres from where it was seen to where it can be at most so many seconds later.
  private func metresAtMost(in seconds: Double) -> Double {
    let (fastest, later) = (fastest, fastest(in: seconds))
    let gaining = (later - fastest) / Self.acceleration
    return filter.accuracy + 0.5 * (fastest + later) * gaining + later * (seconds - gaining)
  }

  // MARK: What then

  /// The situation of a vehicle that has come farther, and so fast, as it can at most.
  private func situation(after metres: Double, _ seconds: Double) -> Situation {
    var ahead = now
    ahead.mayFire = true
    ahead.now += seconds
    ahead.left = max(0, leastLeft - metres)
    ahead.around = max(0, now.around - metres)
    while ahead.passed < plan.stops.count - 1, metresTo(ahead.passed + 1) <= metres { ahead.passed += 1 }
    ahead.speed = fastest(in: seconds)
    let pace = state.scratch.pace.after(ahead.speed, seconds: max(seconds, 1), policy: plan.policy)
    ahead.fastest = max(now.fastest, ahead.speed)
    ahead.pace = max(now.pace, pace.smoothed)
    ahead.secondsByPace = ahead.left / ahead.pace
    ahead.secondsBySchedule = plan.timeline.map {
      $0.arrival - $0.seconds(atMetres: plan.destination.metres - ahead.left)
    }
    let bySchedule = plan.timetable == .ofTheDay ? ahead.secondsBySchedule : nil
    ahead.secondsLikely = bySchedule ?? Situation.secondsLikely(plan, ahead.left, moving: pace.moving)
    let near = plan.policy.lastResortMetres + ahead.accuracy
    ahead.isLastResort = ahead.around <= near && ahead.left <= 2 * near
    return ahead
  }

  /// The least that may be left of the way. Without a line, a stop that the vehicle has come by is counted only behind it, and until
  /// then the way seems to lead back there.
  private var leastLeft: Double {
    guard plan.route == nil else { return now.left }
    let next = [now.passed + 1, now.passed + 2].filter(plan.stops.indices.contains).map { stop in
      distance(to: stop) + plan.destination.metres - plan.stops[stop].metres
    }
    return min(now.left, next.min() ?? now.left)
  }

  private func metresTo(_ stop: Int) -> Double {
    guard plan.route == nil else { return now.metresTo(stop, plan) }
    // It has come there, and each second may show that it drives on.
    let approach = state.scratch.approach
    if approach.stop == stop, approach.nearest <= plan.policy.atStopMetres + filter.accuracy { return 0 }
    return min(distance(to: stop), now.metresTo(stop, plan))
  }

  private func distance(to stop: Int) -> Double { filter.point.metres(to: plan.stops[stop].point) }

  /// Metres to where it is clear that the rider has not got off.
  private var metresToMissed: Double {
    let left = state.latches.arrived ? 0 : now.left
    return left + plan.policy.missedMetres
  }

  /// Whether a level that is still to come counts stops.
  private var counts: Bool { plan.levels.contains { $0.level > state.latches.fired && $0.trigger.countsStops } }

  /// Metres to the stop after the next one: where no line tells of them, one fix counts one stop.
  private var metresToSecond: Double {
    (now.passed + 2..<max(now.passed + 3, plan.stops.count)).filter(plan.stops.indices.contains).map(distance).min()
      ?? .infinity
  }
}

extension AlertPlan {
  /// m/s that no vehicle of the ride's kind exceeds (as the canonical validator of GTFS has it, but for trains, of which those that
  /// call often are slower).
  static func fastest(_ routeType: Int?) -> Double {
    guard let routeType else { return 56 }
    return switch routeType {
    case 0, 4, 5, 6, 7, 900..<1000, 1000, 1200..<1500: 28
    case 1, 3, 11, 12, 400..<500, 700..<900: 42
    case 2, 100..<200: 90
    default: 56
    }
  }
}

extension Trigger {
  fileprivate var countsStops: Bool {
    switch self {
    case .approaching, .reached, .passed: true
    case .all(let triggers), .any(let triggers): triggers.contains(where: \.countsStops)
    case .timeLeft, .entered, .left, .clock, .within: false
    }
  }
}
