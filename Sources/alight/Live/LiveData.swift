import Devices
import Foundation
import Live
import Timetable

/// The live data of a rider's feeds.
struct LiveData {
  let list: LiveFeedList

  /// - Throws: `CommandFailure` (65) where the list of feeds is damaged.
  init() throws {
    do {
      list = try LiveFeedList(DataFolders().data.appending(path: "live-feeds.json"))
    } catch {
      throw CommandFailure(.badData, "\(error)")
    }
  }

  /// Looks at all feeds, once.
  /// - Parameter timetable: The feeds of others are left alone.
  func poller(_ timetable: TimetableStore) throws -> LivePoller? {
    let known = Set(try timetable.feeds().map(\.name))
    let feeds = list.feeds.filter { known.contains($0.timetable) }
    guard !feeds.isEmpty else { return nil }
    let fetcher = CachedLiveFetcher(
      LiveFeedFetcher(limit: .seconds(10)), folder: DataFolders().cache.appending(path: "live"))
    return LivePoller(feeds, timetable, fetcher: fetcher)
  }

  /// What the feeds say now; a feed that cannot be used is told, and the timetable stands.
  func board(_ timetable: TimetableStore, at now: Date, _ output: Output) async throws -> LiveBoard {
    guard let poller = try poller(timetable) else { return .empty }
    await poller.look(at: now)
    for status in await poller.statuses { Self.problem(status, at: now).map(output.talk) }
    return await poller.board(at: now)
  }

  /// Why what a feed says is not used; nil where it is.
  static func problem(_ status: LivePoller.Status, at now: Date) -> String? {
    let (timetable, stands) = (status.feed.timetable, "Times are those of the timetable.")
    if let failure = status.failure {
      return "No live times of \(timetable) (\(status.feed.shown)): \(failure). \(stands)"
    }
    guard let made = status.snapshot?.madeAt, now.timeIntervalSince(made) > LivePolicy().oldest else { return nil }
    return "The live times of \(timetable) are \(age(now.timeIntervalSince(made))) old and not used. \(stands)"
  }

  /// `45 s`, `3 min` or `2 h`.
  static func age(_ seconds: TimeInterval) -> String {
    if seconds < 120 { return "\(Int(max(0, seconds))) s" }
    return seconds < 7200 ? "\(Int(seconds / 60)) min" : "\(Int(seconds / 3600)) h"
  }
}
