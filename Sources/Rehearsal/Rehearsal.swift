import Alerts
import Foundation
import Journey

/// Takes a reminder along its rehearsed ride and tells when the alerts come and what they are worth.
public struct Rehearsal: Sendable {
  /// An alert with the place where it came.
  public struct Told: Sendable, Hashable {
    public var alert: Alert
    public var place: AlertPlace
    /// Index of the newest fix that was received; -1 before the first.
    public var fix: Int
  }

  public let ride: RehearsedRide

  public init(_ ride: RehearsedRide) {
    self.ride = ride
  }

  /// Follows the ride.
  /// - Parameters:
  ///   - wait: Keeps the ride in step with a clock: called with the instant of each input before it.
  ///   - tell: Called with each alert when it comes.
  /// - Returns: All that was told, and what the last call was worth.
  /// - Throws: What `wait` and `tell` throw.
  public func follow(
    _ plan: AlertPlan, wait: ((Date) async throws -> Void)? = nil, tell: (Told) throws -> Void = { _ in }
  ) async throws -> (told: [Told], verdict: LastCallVerdict) {
    var state = AlertState()
    var told: [Told] = []
    for moment in ride.moments {
      try await wait?(moment.input.at)
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) {
        let next = Told(alert: alert, place: ride.place(at: alert.at), fix: moment.fix)
        try tell(next)
        told.append(next)
      }
    }
    let verdict = LastCallVerdict(
      call: told.first { $0.alert.level == 3 }?.alert.at.timeIntervalSinceReferenceDate,
      leavesBefore: ride.leavesBefore.timeIntervalSinceReferenceDate,
      arrival: ride.arrival.timeIntervalSinceReferenceDate)
    return (told, verdict)
  }
}
