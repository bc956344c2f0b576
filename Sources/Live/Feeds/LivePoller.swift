import Foundation
import Timetable

/// Looks at live feeds again and again, each in its own time, and keeps the last good state of each.
public actor LivePoller {
  /// How it stands with one feed.
  public struct Status: Sendable {
    public var feed: LiveFeed
    /// The last good reading; nil for none.
    public var snapshot: LiveSnapshot?
    /// When it was got.
    public var gotAt: Date?
    /// Why the last look failed; nil where it did not.
    public var failure: String?
    /// How many looks there were, and how many failed, by cause.
    public var looks = 0
    public var failures: [String: Int] = [:]
    /// When it is looked at next.
    public var next = Date.distantPast

    public init(_ feed: LiveFeed) { self.feed = feed }
  }

  private struct State {
    var status: Status
    var stamp: LiveStamp?
    var failuresInARow = 0
  }

  private var states: [State]
  private var readers: [String: LiveReader] = [:]
  private let store: TimetableStore
  private let fetcher: any LiveFetcher
  private let policy: LivePolicy
  /// From 0 to 1.
  private let random: @Sendable () -> Double

  public init(
    _ feeds: [LiveFeed], _ store: TimetableStore, fetcher: any LiveFetcher, policy: LivePolicy = LivePolicy(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    states = feeds.map { State(status: Status($0)) }
    (self.store, self.fetcher, self.policy, self.random) = (store, fetcher, policy, random)
  }

  public var statuses: [Status] { states.map(\.status) }

  /// When the next feed is due; nil without feeds.
  public var nextLook: Date? { states.map(\.status.next).min() }

  /// What is said by all feeds that are young enough.
  public func board(at now: Date) -> LiveBoard {
    LiveBoard(states.compactMap(\.status.snapshot), at: now, policy)
  }

  /// Looks at the feeds that are due.
  public func look(at now: Date) async {
    for place in states.indices where states[place].status.next <= now {
      // Due from now on, so that two who ask at once look once.
      states[place].status.next = now + states[place].status.feed.every
      await look(place, at: now)
    }
  }

  private func look(_ place: Int, at now: Date) async {
    states[place].status.looks += 1
    let feed = states[place].status.feed
    do throws(LiveFetchError) {
      switch try await fetcher.fetch(feed, since: states[place].stamp) {
      case .unchanged: succeeded(place, at: now)
      case .fresh(let data, let stamp): read(data, stamp, place, at: now)
      }
    } catch {
      if error == .cancelled { return }
      failed(place, error.description, kind: error.kind, at: now)
      if case .status(_, let seconds?) = error {
        states[place].status.next = max(states[place].status.next, now + min(seconds, policy.longestWait))
      }
    }
  }

  private func read(_ data: Data, _ stamp: LiveStamp?, _ place: Int, at now: Date) {
    let timetable = states[place].status.feed.timetable
    do {
      let reader = try readers[timetable] ?? LiveReader(store, feed: timetable, policy: policy)
      readers[timetable] = reader
      let snapshot = try reader.snapshot(data, now: now)
      if let made = snapshot.madeAt, let before = states[place].status.snapshot?.madeAt, made < before {
        return failed(place, "it is older than the state before", kind: "going-back", at: now)
      }
      (states[place].status.snapshot, states[place].stamp) = (snapshot, stamp)
      succeeded(place, at: now)
    } catch {
      failed(place, "\(error)", kind: "unreadable", at: now)
    }
  }

  private func succeeded(_ place: Int, at now: Date) {
    (states[place].status.failure, states[place].status.gotAt, states[place].failuresInARow) = (nil, now, 0)
  }

  /// Waits twice as long after each failure, and never as long as others do.
  private func failed(_ place: Int, _ cause: String, kind: String, at now: Date) {
    states[place].status.failure = cause
    states[place].status.failures[kind, default: 0] += 1
    states[place].failuresInARow += 1
    let doubled = states[place].status.feed.every * pow(2, Double(min(states[place].failuresInARow - 1, 10)))
    let wait = min(doubled, policy.longestWait)
    states[place].status.next = now + wait * (0.75 + 0.5 * random())
  }
}
