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
    help: ArgumentHelp("How long to find out the ride that you are on, like 60s (default: 2m).", valueName: "duration"),
    transform: TimeSpan.init(parsing:))
  var within: TimeSpan?

  /// - Throws: `ValidationError`
  func check() throws {
    if track != nil, within != nil {
      throw ValidationError("a recording has its own time: leave out --within, or --track")
    }
  }

  /// What finds out which ride it is.
  /// - Parameter talk: Is told when it begins to wait for positions.
  /// - Throws: `CommandFailure` for a recording that cannot be used, or errors of the timetable.
  func finder(
    _ timetable: TimetableStore, _ store: ReminderStore, talk: @escaping @Sendable () -> Void
  ) throws -> OnboardFollower {
    let positions: OnboardFollower.Positions =
      if let track { .recorded(try OnboardCommand.read(track).fixes) } else {
        .live(patience: .seconds(within?.seconds ?? 120)) { try PositionFeeds.make([], store) }
      }
    return try OnboardFollower(timetable, positions, talk: talk)
  }
}

extension OnboardOptions {
  /// The ride with which the dialogue begins; nil where nobody can tell.
  /// - Throws: `CommandFailure` where there are no positions at all, or errors of the timetable.
  func ride(_ finder: OnboardFollower) async throws -> AboardRide? {
    switch try await finder.ride(on: nil, avoids: false) {
    case .ride(let ride): ride
    case .unknown: nil
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
  private let runs: RunFinder
  private let positions: Positions
  private let talk: @Sendable () -> Void
  /// All that came so far: another line is looked for among the same.
  private var fixes: [Fix]

  init(_ timetable: TimetableStore, _ positions: Positions, talk: @escaping @Sendable () -> Void) throws {
    (self.timetable, self.positions, self.talk) = (timetable, positions, talk)
    runs = try RunFinder(timetable)
    if case .recorded(let recorded) = positions { fixes = recorded } else { fixes = [] }
  }

  func ride(on line: String?, avoids: Bool) async throws -> AboardFinding {
    let wanted = line?.lowercased()
    let source: any RunSource =
      if let wanted { RunsAmong(runs) { ($0.line.lowercased() == wanted) != avoids } } else { runs }
    var tracker = OnboardTracker(source)
    var belief: OnboardBelief?
    for fix in fixes { belief = try tracker.add(fix) ?? belief }
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

extension AboardRide {
  /// Nil where no run is named, or it ends here.
  /// - Throws: Errors of the timetable.
  init?(_ belief: OnboardBelief, _ timetable: TimetableStore) throws {
    guard let run = belief.run, let next = belief.next,
      let ride = try timetable.trip(id: "\(run.id.feed):\(run.id.tripID)", at: run.id.start)?.ride,
      ride.stops.count == run.departures.count,
      let place = ride.stops.indices.dropFirst().first(where: {
        ride.stops[$0].stop.gtfs?.stopID == next.stopID || ride.stops[$0].stop.name == next.name
      })
    else { return nil }
    self.init(
      trip: AboardTrip(feed: run.id.feed, tripID: run.id.tripID, serviceDay: run.id.serviceDay), line: run.line,
      from: ride.stops[place - 1].stop, departure: run.departures[place - 1], next: next.name,
      isSure: belief.state == .sure)
  }
}
