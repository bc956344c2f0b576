import Foundation
import Journey

/// What a live feed says of one ride.
public struct LiveReport: Sendable, Hashable, Codable {
  /// What it says of one stop.
  public struct Call: Sendable, Hashable, Codable {
    /// Seconds late, below zero where early; nil where nothing is known but the timetable.
    public var arrival: Double?
    public var departure: Double?
    public var isSkipped: Bool

    public init(arrival: Double? = nil, departure: Double? = nil, isSkipped: Bool = false) {
      (self.arrival, self.departure, self.isSkipped) = (arrival, departure, isSkipped)
    }
  }

  /// When the feed was made, in seconds since the reference date.
  public var madeAt: Double
  /// Which ride of a journey with changes it is of, counted as `AlertState.leg`; nil for the one that is followed now.
  public var leg: Int?
  public var isCancelled: Bool
  /// One for each stop of the ride.
  public var calls: [Call]
  /// The name of the next stop behind the destination at which the vehicle stops; nil where nobody knows.
  public var behind: String?
  /// What to take in place of a ride that is cancelled.
  public var instead: LiveNews.Instead?

  public init(
    madeAt: Date, isCancelled: Bool = false, calls: [Call], behind: String? = nil, instead: LiveNews.Instead? = nil
  ) {
    self.madeAt = madeAt.timeIntervalSinceReferenceDate
    (self.isCancelled, self.calls, self.behind, self.instead) = (isCancelled, calls, behind, instead)
  }
}

extension LiveReport {
  /// Seconds late at the destination; nil where nobody says so.
  public var late: Double? { calls.last.flatMap { $0.arrival ?? $0.departure } }

  /// Whether the vehicle does not stop where the rider gets off.
  public var leavesOutDestination: Bool { calls.last?.isSkipped == true }
}

extension AlertState {
  /// Seconds by which the vehicle is late for a last call that comes again: as a feed says, or as it said when the call came; nil where
  /// none is awaited.
  func awaitedDelay(_ plan: AlertPlan, at time: Double) -> Double? {
    latches.live?.callsAgainAfter.map { delay(plan, at: time)?.least ?? $0 }
  }

  /// Seconds by which the vehicle comes late, as is most likely and at the least; nil where no feed says so that can be used now.
  func delay(_ plan: AlertPlan, at time: Double) -> (likely: Double, least: Double)? {
    guard let report = report(plan, at: time), !report.isCancelled, let likely = report.late else { return nil }
    let before = plan.before >= 0 ? report.calls[plan.before] : nil
    return (likely, min(likely, before?.departure ?? before?.arrival ?? likely))
  }

  /// What a feed says that can be used now.
  func report(_ plan: AlertPlan, at time: Double) -> LiveReport? {
    // Feeds go by the clock of the world, and so does the machine's where it was set.
    guard let live, live.calls.count == plan.stops.count,
      live.isFresh(at: time + latches.clockSet, plan.policy)
    else { return nil }
    return live
  }
}
