import Alerts
import Foundation
import Journey
import Synchronization
import Testing

@testable import Devices

/// A feed that a test speaks for.
private final class Puppet: PositionFeed {
  let name: String
  private let accuracy: Double
  private let report = Mutex<(@Sendable (PositionReport) -> Void)?>(nil)
  let wishes = Mutex<[Duration]>([])

  init(_ name: String, accuracy: Double) {
    self.name = name
    self.accuracy = accuracy
  }

  func follow(_ report: @escaping @Sendable (PositionReport) -> Void) async {
    self.report.withLock { $0 = report }
    try? await Task.sleep(for: .seconds(3600))
  }

  func sample(every interval: Duration) async { wishes.withLock { $0.append(interval) } }

  var isFollowed: Bool { report.withLock { $0 != nil } }

  func say(_ report: PositionReport) { self.report.withLock { $0 }?(report) }

  func fix(_ at: Date) -> Fix {
    Fix(at: at, position: Position(latitude: 48, longitude: 14), accuracy: accuracy)
  }
}

@Suite("Several sources at once", .tags(.alone))
struct SeveralFeedsTests {
  @Test("are told each, and the better one is listened to until it is lost")
  func merged() async throws {
    let (good, poor) = (Puppet("good", accuracy: 5), Puppet("poor", accuracy: 50))
    let listening = Listening([good, poor])
    await listening.wait { _ in good.isFollowed && poor.isFollowed }
    let start = Date()
    for second in 0..<4 {
      good.say(.fix(good.fix(start.addingTimeInterval(Double(second) / 10))))
      poor.say(.fix(poor.fix(start.addingTimeInterval(Double(second) / 10))))
    }
    for _ in 0..<2 { good.say(.lost(cause: "it broke")) }
    poor.say(.fix(poor.fix(start.addingTimeInterval(1))))
    good.say(.fix(good.fix(start.addingTimeInterval(2))))
    await listening.wait { $0.fixes.count >= 6 }
    await listening.source.sample(every: .seconds(5))
    await listening.end()
    #expect(listening.fixes.map(\.accuracy) == [5, 5, 5, 5, 50, 5])
    #expect(
      listening.notices == [
        .found(feed: "good"), .found(feed: "poor"), .lost(feed: "good", cause: "it broke"), .found(feed: "good"),
      ])
    #expect(good.wishes.withLock { $0 } == [.seconds(5)] && poor.wishes.withLock { $0 } == [.seconds(5)])
  }

  @Test("end the watch where one of them can never have a position")
  func failed() async {
    let puppet = Puppet("sentences", accuracy: 5)
    let source = LiveSource([puppet]) { _ in }
    await #expect(throws: NMEAError.noSentences(file: "x")) {
      for try await _ in source.moments() {
        if puppet.isFollowed { puppet.say(.failed(.noSentences(file: "x"))) }
      }
    }
  }
}
