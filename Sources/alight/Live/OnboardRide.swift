import ArgumentParser
import Conversation
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
    help: "With --onboard: a recording of the ride so far, .gpx, .json or NMEA, in place of the position source.",
    completion: .file())
  var track: String?
  @Option(
    help: ArgumentHelp("With --onboard: how long to find it out, like 60s (default: 2m).", valueName: "duration"),
    transform: TimeSpan.init(parsing:))
  var within: TimeSpan?

  /// - Throws: `ValidationError`
  func check() throws {
    if !onboard, track != nil || within != nil {
      throw ValidationError("--track and --within go with --onboard: add it")
    }
    if track != nil, within != nil {
      throw ValidationError("a recording has its own time: leave out --within, or --track")
    }
  }

  /// Finds out which ride it is; nil where nobody can tell.
  /// - Throws: `CommandFailure` where there are no positions at all, or errors of the timetable.
  func ride(_ timetable: TimetableStore, _ store: ReminderStore) async throws -> OnboardRide? {
    let finder = try RunFinder(timetable)
    var tracker = OnboardTracker(finder)
    var belief: OnboardBelief?
    if let track {
      for fix in try OnboardCommand.read(track).fixes { belief = try tracker.add(fix) ?? belief }
    } else {
      belief = try await follow(&tracker, PositionFeeds.make([], store))
    }
    return try belief.flatMap { try OnboardRide($0, timetable) }
  }

  private func follow(_ tracker: inout OnboardTracker, _ feeds: [any PositionFeed]) async throws -> OnboardBelief? {
    guard !feeds.isEmpty else {
      throw CommandFailure(
        .usage,
        "--onboard: without a position nobody can tell which ride it is: set one with \"alight preferences set position-source\""
      )
    }
    let source = LiveSource(feeds) { _ in }
    let began = ContinuousClock.now
    var belief: OnboardBelief?
    for try await moment in source.moments() {
      if case .fix(let fix) = moment { belief = try tracker.add(fix) ?? belief }
      if belief?.state == .sure || ContinuousClock.now - began >= .seconds(within?.seconds ?? 120) { break }
    }
    await source.settle()
    return belief
  }
}

/// The ride that a rider is on, as a dialogue begins with it.
struct OnboardRide {
  let trip: AboardTrip
  /// The stop that was left last, which stands for the one where they got on, and when the timetable has the vehicle leave it.
  let from: Stop
  let departure: Date
  let line: String
  /// The name of the next stop.
  let next: String
  let isSure: Bool

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
    trip = AboardTrip(tripID: run.id.tripID, serviceDay: run.id.serviceDay)
    (from, departure) = (ride.stops[place - 1].stop, run.departures[place - 1])
    (line, self.next, isSure) = (run.line, next.name, belief.state == .sure)
  }
}
