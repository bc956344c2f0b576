import Foundation
import Journey

/// Where a rider goes on with another vehicle: what tells that they have changed and not missed the stop.
struct Change: Sendable {
  /// The way of the next ride, in the frame of the one before it.
  let way: RouteLine
  let boarding: Point
  /// When the next vehicle leaves, in seconds since the reference date; nil without a timetable.
  let departure: Double?

  /// Nil for a ride of fewer than two stops.
  init?(_ ride: Ride, _ frame: LocalFrame) {
    let points = ride.shape.count > 1 ? ride.shape : ride.stops.map(\.stop.position)
    guard let way = RouteLine(points.map(frame.point)), let first = ride.stops.first else { return nil }
    self.way = way
    boarding = frame.point(first.stop.position)
    departure = ride.departure?.timeIntervalSinceReferenceDate
  }

  /// Whether the rider may be in the next vehicle: it has left, and they are on its way.
  func mayBeAboard(_ filter: MotionFilter, _ policy: AlertPolicy) -> Bool {
    if let departure, filter.at < departure - policy.changeEarlySeconds { return false }
    let place = way.nearest(to: filter.point, from: 0, to: way.length, hint: 0)
    return place.map { $0.offset <= policy.offRouteMetres } ?? false
  }
}

extension Situation {
  /// Whether the rider has changed: driving on the next way, after this one's destination or away from its line.
  static func hasChanged(_ plan: AlertPlan, _ state: AlertState, _ filter: MotionFilter) -> Bool {
    guard let change = plan.change, filter.point.metres(to: change.boarding) >= plan.policy.leftBoardingMetres else {
      return false
    }
    let hasTurned = state.latches.fired >= 3 && state.scratch.backSince != nil
    guard state.latches.arrived || hasTurned || !Tracker.onRoute(state, plan) else { return false }
    return change.mayBeAboard(filter, plan.policy)
  }

  /// Without a position: whether this ride is over for all that is known, and the next one has left.
  func hasChangedByClock(_ plan: AlertPlan, _ state: AlertState) -> Bool {
    guard plan.timetable == .ofTheDay, state.latches.fired >= 3, let departure = plan.change?.departure else {
      return false
    }
    return now >= departure && (secondsBySchedule ?? 1) <= 0
  }
}
