import Alerts
import Foundation
import Journey
import Timetable

/// Whether the vehicle that a rider sits in is the one of their ride, fix by fix.
///
/// It is asked from when the rider is at the stop where they get on: what brings them there is another vehicle by right.
public struct VehicleCheck {
  public enum Finding: Sendable, Hashable {
    /// The ride itself.
    case planned
    /// Another run that comes to the destination as well, so many seconds after the ride by the timetable; nil where it does not begin
    /// where the ride does.
    case other(Run, after: TimeInterval?)
    /// One that does not come there, and whether it goes the other way on the line of the ride.
    case elsewhere(Run, isOpposite: Bool)
  }

  private let ride: Ride
  private let policy: OnboardPolicy
  private var tracker: OnboardTracker
  /// At how many fixes in a row nothing spoke for coming to the destination.
  private var astray = 0

  /// Nil for a ride that no timetable has.
  public init?(_ ride: Ride, among source: any RunSource, policy: OnboardPolicy = OnboardPolicy()) {
    guard ride.tripID != nil, let goal = ride.stops.last?.stop else { return nil }
    (self.ride, self.policy) = (ride, policy)
    tracker = OnboardTracker(source, policy: policy)
    tracker.goal = OnboardGoal(goal)
  }

  /// Takes a fix.
  /// - Returns: What is certain then; nil where nothing is.
  /// - Throws: What the source throws.
  public mutating func add(_ fix: Fix) throws -> Finding? {
    guard let belief = try tracker.add(fix), let named = belief.candidates.first else { return nil }
    let isAstray =
      belief.state != .unknown && belief.goalProbability ?? 1 <= policy.astray && belief.metres >= policy.astrayMetres
    astray = isAstray ? astray + 1 : 0
    if astray >= policy.astrayFixes { return .elsewhere(named.run, isOpposite: isOpposite(named.run)) }
    guard belief.state == .sure, !isAstray else { return nil }
    if named.run.id.tripID == ride.tripID, named.run.id.serviceDay == ride.serviceDay { return .planned }
    return .other(named.run, after: nil)
  }

  private func isOpposite(_ run: Run) -> Bool { run.line == ride.line }
}
