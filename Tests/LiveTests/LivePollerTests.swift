#if Realtime
import Foundation
import SwiftProtobuf
import Synchronization
import Testing
import Timetable

@testable import Live

/// Answers in turn, and remembers what was asked.
private final class Answers: LiveFetcher {
  private let answers: Mutex<[Result<LiveFetched, LiveFetchError>]>
  let stamps = Mutex<[LiveStamp?]>([])

  init(_ answers: [Result<LiveFetched, LiveFetchError>]) { self.answers = Mutex(answers) }

  func fetch(_ feed: LiveFeed, since stamp: LiveStamp?) async throws(LiveFetchError) -> LiveFetched {
    stamps.withLock { $0.append(stamp) }
    return try answers.withLock { $0.isEmpty ? .failure(.noFile) : $0.removeFirst() }.get()
  }
}

@Suite struct LivePollerTests {
  private let town: LiveFeed
  private let feed: TownFeed

  init() throws {
    town = LiveFeed(timetable: "town", location: "http://example.org/feed", every: 30)
    feed = try TownFeed()
  }

  private static let now = TownFeed.now

  private func data(_ delay: Int, age: Double = 10) throws -> Data {
    var message = TransitRealtime_FeedMessage()
    message.header.timestamp = UInt64(Self.now.timeIntervalSince1970 - age)
    var entity = TransitRealtime_FeedEntity()
    entity.id = "1"
    entity.tripUpdate.trip.tripID = "t"
    entity.tripUpdate.stopTimeUpdate = [TownFeed.late("b", delay)]
    message.entity = [entity]
    return try message.serializedBytes()
  }

  private func poller(_ answers: Answers, _ feeds: [LiveFeed]? = nil) -> LivePoller {
    LivePoller(feeds ?? [town], feed.store, fetcher: answers, random: { 0.5 })
  }

  private func delay(_ board: LiveBoard) -> TimeInterval? { board.trips.values.first?.calls[1].arrivalDelay }

  @Test("A feed is looked at in its own time, and asked for what is new")
  func inTime() async throws {
    let stamp = LiveStamp(tag: "a", modified: nil)
    let answers = Answers([.success(.fresh(try data(60), stamp)), .success(.unchanged)])
    let poller = poller(answers)
    await poller.look(at: Self.now)
    await poller.look(at: Self.now + 29)
    #expect(answers.stamps.withLock { $0 } == [nil])
    await poller.look(at: Self.now + 30)
    #expect(answers.stamps.withLock { $0 } == [nil, stamp])
    #expect(delay(await poller.board(at: Self.now + 30)) == 60)
  }

  @Test("What failed is tried later and later, and the last good state stays until it is too old")
  func failing() async throws {
    let answers = Answers([.success(.fresh(try data(60), nil))])
    let poller = poller(answers)
    await poller.look(at: Self.now)
    var (now, waits) = (Self.now + 30, [TimeInterval]())
    for _ in 0..<7 {
      await poller.look(at: now)
      let next = try #require(await poller.nextLook)
      waits.append(next.timeIntervalSince(now))
      now = next
    }
    #expect(waits == [30, 60, 120, 240, 480, 900, 900])
    let status = try #require(await poller.statuses.first)
    #expect(status.failures == ["no-file": 7])
    #expect(status.failure == LiveFetchError.noFile.description)
    #expect(delay(await poller.board(at: Self.now + 60)) == 60)
    #expect(await poller.board(at: Self.now + 85).isEmpty)
  }

  @Test("A server says itself when it wants to be asked again")
  func retryAfter() async throws {
    let poller = poller(Answers([.failure(.status(429, retryAfter: 200))]))
    await poller.look(at: Self.now)
    #expect(await poller.nextLook == Self.now + 200)
  }

  @Test("A state from before the last one is not taken, nor is what is no feed")
  func back() async throws {
    let answers = Answers([
      .success(.fresh(try data(60, age: 10), nil)), .success(.fresh(try data(600, age: 40), nil)),
      .success(.fresh(Data("<html>".utf8), nil)),
    ])
    let poller = poller(answers)
    await poller.look(at: Self.now)
    for _ in 0..<2 { await poller.look(at: try #require(await poller.nextLook)) }
    #expect(delay(await poller.board(at: Self.now + 60)) == 60)
    #expect(await poller.statuses.first?.failures == ["going-back": 1, "unreadable": 1])
  }

  @Test("Of two feeds that speak of one trip the younger one counts")
  func younger() async throws {
    let other = LiveFeed(timetable: "town", location: "http://example.org/other", every: 30)
    let answers = Answers([.success(.fresh(try data(60, age: 5), nil)), .success(.fresh(try data(600, age: 50), nil))])
    let poller = poller(answers, [town, other])
    await poller.look(at: Self.now)
    #expect(delay(await poller.board(at: Self.now)) == 60)
  }
}
#endif
