import Alerts
import Foundation
import Journey
import Timetable

/// Whether the vehicle that a rider sits in is the one of their ride, fix by fix.
///
/// It begins when the rider is near the stop where they get on, and finds nothing before the ride is about to leave: what brings them
/// there is another vehicle by right.
public struct VehicleCheck {
  public enum Finding: Sendable, Hashable {
    /// The ride itself.
    case planned
    /// Another run that comes to the destination as well.
    case other(CaughtRun)
    /// One that does not come there, and whether it goes the other way on the line of the ride.
    case elsewhere(Run, isOpposite: Bool)
  }

  private let ride: Ride
  private let policy: OnboardPolicy
  private var tracker: OnboardTracker
  private var ownWay: OwnWay
  private var hasBegun = false
  /// At how many fixes in a row nothing spoke for coming to the destination.
  private var astray = 0
  /// The run that it was for certain, and at how many fixes in a row.
  private var certain: (run: Run.ID, fixes: Int)?
  /// The trips of the ride: several where its vehicle goes on as another line.
  private let ownTrips: Set<String>

  /// Nil for a ride that no timetable has.
  public init?(_ ride: Ride, among source: any RunSource, policy: OnboardPolicy = OnboardPolicy()) {
    guard ride.tripID != nil, let goal = ride.stops.last?.stop else { return nil }
    (self.ride, self.policy) = (ride, policy)
    ownTrips = Set(([ride.tripID] + ride.continuations.map(\.tripID)).compactMap(\.self))
    tracker = OnboardTracker(source, policy: policy)
    tracker.goal = OnboardGoal(goal)
    ownWay = OwnWay(ride)
  }

  /// Takes a fix.
  /// - Returns: What is certain then; nil where nothing is.
  /// - Throws: What the source throws.
  public mutating func add(_ fix: Fix) throws -> Finding? {
    hasBegun = hasBegun || isNearBoarding(fix.position)
    guard hasBegun, let belief = try tracker.add(fix), let named = belief.candidates.first else { return nil }
    ownWay.take(fix, policy)
    let isPlanned = isOwn(named.run)
    let isAstray =
      !isPlanned && !ownWay.isFollowed && belief.state != .unknown && belief.goalProbability ?? 1 <= policy.astray
      && belief.goalScore ?? -.infinity <= policy.astrayScore
      && belief.metres >= policy.astrayMetres
    astray = isAstray ? astray + 1 : 0
    let isTime = ride.departure.map { fix.at >= $0 - policy.astrayLead } ?? true
    if astray >= policy.astrayFixes, isTime { return .elsewhere(named.run, isOpposite: isOpposite(named.run)) }
    guard belief.state == .sure, !isAstray else {
      certain = nil
      return nil
    }
    // Runs of one street are told apart by their times alone, which waver: one fix is not enough.
    let before = certain.flatMap { $0.run == named.run.id ? $0.fixes : nil } ?? 0
    certain = (named.run.id, before + 1)
    guard before + 1 >= policy.caughtFixes else { return nil }
    if isPlanned { return .planned }
    return belief.way.flatMap { CaughtRun(named.run, on: $0, insteadOf: ride) }.map { .other($0) }
  }

  private func isOwn(_ run: Run) -> Bool {
    ownTrips.contains(run.id.tripID) && run.id.serviceDay == ride.serviceDay
      && ride.stops.first?.stop.gtfs.map { $0.feed == run.id.feed } ?? true
  }

  /// Whether it is beside the way from the first stop to the next: who is asked for on board is somewhere there.
  private func isNearBoarding(_ position: Position) -> Bool {
    let stops = ride.stops.prefix(2).map(\.stop.position)
    guard let first = stops.first, let next = stops.last else { return false }
    let frame = LocalFrame(origin: first)
    let (here, end) = (frame.point(position), frame.point(next))
    let length = hypot(end.x, end.y)
    let share = length > 0 ? min(1, max(0, (here.x * end.x + here.y * end.y) / (length * length))) : 0
    return hypot(here.x - share * end.x, here.y - share * end.y) <= policy.nearBoarding
  }

  private func isOpposite(_ run: Run) -> Bool { run.line == ride.line }
}

extension CaughtRun {
  /// Nil where it does not come to the destination of the ride.
  fileprivate init?(_ run: Run, on way: RunWay, insteadOf ride: Ride) {
    guard let begin = ride.stops.first.map({ OnboardGoal($0.stop) }),
      let goal = ride.stops.last.map({ OnboardGoal($0.stop) })
    else { return nil }
    let boarding = way.calls.firstIndex { begin.isAt($0, of: way.feed) }
    guard let end = way.calls.indices.first(where: { $0 > boarding ?? -1 && goal.isAt(way.calls[$0], of: way.feed) })
    else { return nil }
    self.init(
      trip: run.id.trip, start: run.id.start,
      line: run.line, headsign: run.headsign, departure: boarding.map { run.departures[$0] },
      arrival: run.arrivals[end])
  }
}
