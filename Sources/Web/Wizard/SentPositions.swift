#if Page
import Alerts
import Blocking
import Dialogue
import Foundation
import Journey
import Live
import Timetable

/// The positions that a browser sends while its rider is asked, and which ride they are of.
actor SentPositions: AboardFinder {
  /// Reading where all vehicles go takes seconds for a country.
  private let executor = BlockingExecutor(label: "positions of a browser")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// More than come in the minutes that it takes to find a ride.
  private static let most = 500

  private let timetable: TimetableStore
  private let now: @Sendable () -> Date
  private var fixes: [Fix] = []
  private var runs: RunFinder?
  /// What all of them say.
  private var found: (tracker: OnboardTracker, belief: OnboardBelief?)?

  init(_ timetable: TimetableStore, now: @escaping @Sendable () -> Date) {
    (self.timetable, self.now) = (timetable, now)
  }

  /// Takes more of them in, in any order.
  /// - Returns: The ride that they are most likely of by now; nil where none is.
  /// - Throws: Errors of the timetable.
  func take(_ sent: [Fix]) throws -> AboardRide? {
    let new = sent.sorted { $0.at < $1.at }
    // What was sent before a long silence is of another ride.
    if let first = new.first?.at, fixes.ofNow(first).isEmpty { (fixes, found) = ([], nil) }
    fixes = Array((fixes + new).suffix(Self.most))
    if var known = found {
      found = nil
      known.belief = try known.tracker.add(new) ?? known.belief
      found = known
    } else {
      found = try follow(finder())
    }
    return fixes.ofNow(now()).isEmpty ? nil : try ride(found?.belief)
  }

  func ride(on line: String?, avoids: Bool) throws -> AboardFinding {
    guard !fixes.ofNow(now()).isEmpty else { return .noPosition }
    let belief = try line.map { try follow(RunsAmong(finder(), line: $0, avoids: avoids)).belief } ?? found?.belief
    return try ride(belief).map { .ride($0) } ?? .unknown
  }

  /// Forgets where the rider was: nobody asks any more.
  func forget() { (fixes, runs, found) = ([], nil, nil) }

  private func follow(_ source: any RunSource) throws -> (tracker: OnboardTracker, belief: OnboardBelief?) {
    var tracker = OnboardTracker(source)
    let belief = try tracker.add(fixes)
    return (tracker, belief)
  }

  private func ride(_ belief: OnboardBelief?) throws -> AboardRide? {
    try belief.flatMap { try AboardRide($0, timetable) }
  }

  private func finder() throws -> RunFinder {
    let known = try runs ?? RunFinder(timetable)
    runs = known
    return known
  }
}
#endif
