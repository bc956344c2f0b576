import Alerts
import ArgumentParser
import Devices
import Dialogue
import Foundation
import Journey
import Live
import Storage
import Timetable

/// Options of who is on board already.
struct OnboardOptions: ParsableArguments {
  @Flag(help: "You are on board already: the ride is found out from your positions, and only the rest is asked.")
  var onboard = false
  @Option(
    help: "A recording of the ride that you are on, .gpx, .json or NMEA, in place of the position source.",
    completion: .file())
  var track: String?
  @Option(
    help: ArgumentHelp("How long to find out the ride that you are on, like 60s (default: 3m).", valueName: "duration"),
    transform: TimeSpan.init(parsing:))
  var within: TimeSpan?

  /// - Throws: `ValidationError`
  func check() throws {
    if track != nil, within != nil {
      throw ValidationError("a recording has its own time: leave out --within, or --track")
    }
  }

  /// Nothing is certain sooner than after two minutes on one line.
  private static let patience = 180.0

  /// What finds out which ride it is.
  /// - Parameter talk: Is told when it begins to wait for positions.
  /// - Throws: `CommandFailure` for a recording that cannot be used.
  func finder(
    _ timetable: TimetableStore, _ store: ReminderStore, talk: @escaping @Sendable () -> Void
  ) throws -> OnboardFollower {
    let positions: OnboardFollower.Positions =
      if let track { .recorded(try OnboardCommand.read(track).fixes) } else {
        .live(patience: .seconds(within?.seconds ?? Self.patience)) { try PositionFeeds.ofRider(store) }
      }
    return OnboardFollower(timetable, positions, talk: talk)
  }
}

extension OnboardOptions {
  /// The ride with which the dialogue begins; nil where nobody can tell.
  /// - Throws: `CommandFailure` where there are no positions at all, or errors of the timetable.
  func ride(_ finder: OnboardFollower) async throws -> AboardRide? {
    switch try await finder.ride(on: nil, avoids: false) {
    case .ride(let ride): ride
    case .unknown, .failed: nil
    case .noPosition:
      throw CommandFailure(
        .usage,
        "--onboard: without a position nobody can tell which ride it is: set one with \"alight preferences set position-source\""
      )
    }
  }
}

/// Follows a rider's positions until the ride that they are on is known.
actor OnboardFollower: AboardFinder {
  /// Where they come from.
  enum Positions: Sendable {
    case recorded([Fix])
    /// From a source, for so long.
    case live(patience: Duration, feeds: @Sendable () throws -> [any PositionFeed])
  }

  private let timetable: TimetableStore
  /// Read when somebody is on board: of a country it takes seconds.
  private var runs: RunFinder?
  private let positions: Positions
  private let talk: @Sendable () -> Void
  /// All that came so far: another line is looked for among the same.
  private var fixes: [Fix]

  init(_ timetable: TimetableStore, _ positions: Positions, talk: @escaping @Sendable () -> Void) {
    (self.timetable, self.positions, self.talk) = (timetable, positions, talk)
    if case .recorded(let recorded) = positions { fixes = recorded } else { fixes = [] }
  }

  func ride(on line: String?, avoids: Bool) async throws -> AboardFinding {
    let runs = try self.runs ?? RunFinder(timetable)
    self.runs = runs
    let source: any RunSource = if let line { RunsAmong(runs, line: line, avoids: avoids) } else { runs }
    if case .live = positions { fixes = fixes.ofNow(Date()) }
    var tracker = OnboardTracker(source)
    var belief = try tracker.add(fixes)
    if belief?.run == nil, case .live(let patience, let feeds) = positions {
      let feeds = try feeds()
      guard !feeds.isEmpty else { return .noPosition }
      talk()
      belief = try await follow(&tracker, feeds, for: patience) ?? belief
    }
    guard !fixes.isEmpty else { return .noPosition }
    return try belief.flatMap { try AboardRide($0, timetable) }.map { .ride($0) } ?? .unknown
  }

  private func follow(
    _ tracker: inout OnboardTracker, _ feeds: [any PositionFeed], for patience: Duration
  ) async throws -> OnboardBelief? {
    let source = LiveSource(feeds) { _ in }
    let began = ContinuousClock.now
    var belief: OnboardBelief?
    for try await moment in source.moments() {
      if case .fix(let fix) = moment {
        fixes.append(fix)
        belief = try tracker.add(fix) ?? belief
      }
      if belief?.state == .sure || ContinuousClock.now - began >= patience { break }
    }
    await source.settle()
    return belief
  }
}
