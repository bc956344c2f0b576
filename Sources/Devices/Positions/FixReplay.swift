import Alerts
import Following
import Foundation
import Journey
import Rehearsal

/// Fixes that are there already, played in their own time: a recording, several of one ride, or a test.
public struct FixReplay: PositionSource {
  public let hasPositions = true
  public let isLive = false
  private let recordings: [Recording]
  private let speed: Double?
  private let tell: (@Sendable (SourceNotice) -> Void)?
  private let ways = Ways()

  /// One recording as it is.
  /// - Parameter speed: how many times faster than it was recorded; nil for as fast as possible.
  public init(_ fixes: [Fix], speed: Double? = nil) {
    recordings = [Recording(fixes, name: "")]
    self.speed = speed
    tell = nil
  }

  /// Recordings of one ride, judged alone and against each other as receivers are.
  /// - Parameter tell: Called when the positions of one begin and end.
  public init(_ recordings: [Recording], speed: Double? = nil, tell: @escaping @Sendable (SourceNotice) -> Void) {
    self.recordings = recordings
    self.speed = speed
    self.tell = tell
  }

  public func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let player = Player(recordings, speed: speed, ways: ways, tell: tell)
    return AsyncThrowingStream { try await player.next() }
  }

  public func follow(_ ways: [AlertPlan]) async { await self.ways.set(ways) }

  private actor Ways {
    private(set) var plans: [AlertPlan] = []
    func set(_ plans: [AlertPlan]) { self.plans = plans }
  }

  private actor Player {
    private var replay: RideReplay.Iterator
    /// Of which recording each fix is, in the order of the replay.
    private let feeds: [Int]
    private let names: [String]
    private let speed: Double?
    private let ways: Ways
    private let tell: (@Sendable (SourceNotice) -> Void)?
    private var panel: FeedPanel
    private var began: (wall: ContinuousClock.Instant, ride: Date)?
    private var start: Date?
    private var clock = Date.distantPast

    init(_ recordings: [Recording], speed: Double?, ways: Ways, tell: (@Sendable (SourceNotice) -> Void)?) {
      let merged = Recording.merged(recordings)
      replay = RideReplay(merged.map(\.fix)).makeIterator()
      feeds = merged.map(\.recording)
      names = recordings.map(\.name)
      panel = FeedPanel(names: names)
      self.speed = speed
      self.ways = ways
      self.tell = tell
    }

    func next() async throws -> AlertInput? {
      try Task.checkCancellation()
      guard let moment = replay.next() else { return nil }
      let input = await judged(moment)
      guard let speed else { return input }
      let start = began ?? (.now, input.at)
      began = start
      let seconds = min(input.at.timeIntervalSince(start.ride) / speed, 1e9)
      try await Task.sleep(until: start.wall + .seconds(seconds), clock: .continuous)
      return input
    }

    /// The fix where it is believed, and else the passing of time.
    private func judged(_ moment: RideReplay.Moment) async -> AlertInput {
      guard let tell, case .fix(let fix) = moment.input, feeds.indices.contains(moment.fix) else { return moment.input }
      panel.ways = await ways.plans
      clock = max(clock, fix.at)
      let since = start ?? fix.at
      start = since
      let outcomes = panel.take(
        fix, of: feeds[moment.fix], now: clock, elapsed: clock.timeIntervalSince(since))
      for outcome in outcomes { SourceNotice(outcome, names: names).map(tell) }
      for case .use(let fix) in outcomes { return .fix(fix) }
      return .tick(clock)
    }
  }
}

/// What a receiver or a phone has written down of a ride.
public struct Recording: Sendable, Hashable {
  /// What the rider calls it: a path.
  public let name: String
  public let fixes: [Fix]
  /// How many points or lines of it were left out.
  public let leftOut: Int

  /// No ride takes so many seconds: a point that is further from the others in time has a wrong one.
  private static let longest: TimeInterval = 366 * 86_400

  /// As it is.
  public init(_ fixes: [Fix], name: String) {
    (self.fixes, self.name, leftOut) = (fixes, name, 0)
  }

  /// Without the positions that cannot be.
  /// - Parameter broken: How many points or lines could not be read.
  public init(_ fixes: [Fix], name: String, broken: Int) {
    let possible = fixes.filter { $0.fault == nil }.map(\.withoutPretence)
    let middle = possible.map(\.at).sorted().dropFirst(possible.count / 2).first ?? .distantPast
    self.fixes = possible.filter { abs($0.at.timeIntervalSince(middle)) <= Self.longest }
    self.name = name
    leftOut = broken + fixes.count - self.fixes.count
  }

  /// The fixes of several in the order of their times, each in its own order.
  static func merged(_ recordings: [Recording]) -> [(fix: Fix, recording: Int)] {
    guard recordings.count > 1 else {
      return recordings.first.map { $0.fixes.map { ($0, 0) } } ?? []
    }
    var all: [(at: Date, fix: Fix, recording: Int)] = []
    for (place, recording) in recordings.enumerated() {
      // A late fix comes when it came, and not before the ones ahead of it.
      var newest = Date.distantPast
      for fix in recording.fixes {
        newest = max(newest, fix.at)
        all.append((newest, fix, place))
      }
    }
    return all.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map { ($0.element.fix, $0.element.recording) }
  }
}
