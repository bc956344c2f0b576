import Alerts
import Foundation
import Journey
import Synchronization
import Testing

@testable import Devices

@Suite("Which of several sources leads")
struct FeedChoiceTests {
  /// Whether a position of this accuracy is taken.
  private func takes(_ choice: inout FeedChoice, _ accuracy: Double?, of feed: Int, at seconds: Double) -> Bool {
    let fix = Fix(at: Date(), position: Position(latitude: 48, longitude: 14), accuracy: accuracy)
    return choice.takes(fix, of: feed, elapsed: seconds)
  }

  @Test("is the more accurate one; a much worse one waits longer than one that is about as good")
  func leads() {
    var choice = FeedChoice()
    let steps: [(accuracy: Double, feed: Int, seconds: Double, isTaken: Bool, why: String)] = [
      (10, 0, 0, true, "there is no other"), (9, 1, 0.5, false, "about as good is no reason to change"),
      (5, 1, 1, true, "clearly better leads at once"), (10, 0, 3.5, false, "the leader has just spoken"),
      (10, 0, 4, true, "the leader is silent"), (50, 1, 8, false, "a much worse one waits"),
      (50, 1, 10, true, "until it is that or nothing"), (10, 0, 10.5, true, "and gives the lead back at once"),
    ]
    for step in steps {
      let isTaken = takes(&choice, step.accuracy, of: step.feed, at: step.seconds)
      #expect(isTaken == step.isTaken, Comment(rawValue: step.why))
    }
  }

  @Test("is never one that the engine would not take, and at once another when the leader is lost")
  func leaves() {
    var choice = FeedChoice()
    var taken = [
      takes(&choice, 500, of: 1, at: 0), takes(&choice, nil, of: 0, at: 0), takes(&choice, 500, of: 1, at: 60),
    ]
    choice.leave(0)
    taken.append(takes(&choice, 90, of: 1, at: 61))
    #expect(taken == [true, true, false, true])
  }
}

@Suite("Whether a source is of now")
struct FeedHealthTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  /// Judges a fix a second: what it is at each second, by its age and place.
  private func judge(
    _ seconds: ClosedRange<Int>, _ health: inout FeedHealth, speed: Double? = nil,
    _ fix: (Int) -> (age: Double, metres: Double)
  ) -> [FeedHealth.Verdict] {
    seconds.map { second in
      let now = start.addingTimeInterval(Double(second))
      let (age, metres) = fix(second)
      return health.judge(
        Fix(
          at: now.addingTimeInterval(-age), position: Position(latitude: 48 + metres / 111_195, longitude: 14),
          speed: speed), now: now, elapsed: Double(second))
    }
  }

  @Test("a backlog is passed over, and not told")
  func backlog() {
    var health = FeedHealth()
    // Three hundred seconds arrive in one.
    var burst: [FeedHealth.Verdict] = []
    for index in 0..<300 {
      let fix = Fix(at: start.addingTimeInterval(Double(index)), position: Position(latitude: 48, longitude: 14))
      burst.append(health.judge(fix, now: start.addingTimeInterval(300), elapsed: 300))
    }
    #expect(burst.prefix(180).allSatisfy { $0 == .useless })
    #expect(burst.suffix(119).allSatisfy { $0 == .good })
  }

  @Test("old positions are told after a while, and new ones mend it")
  func old() {
    var health = FeedHealth()
    let verdicts = judge(0...15, &health) { _ in (400, 0) }
    #expect(verdicts.prefix(10).allSatisfy { $0 == .useless })
    let cause = "its positions are minutes old: it has lost the sky or the network"
    #expect(verdicts.suffix(5).allSatisfy { $0 == .stale(cause: cause) })
    let mended = judge(16...16, &health) { _ in (1, 0) }
    #expect(mended == [.good])
  }

  @Test("a time that stands still, and a place that does while it says to move, are told; standing is not")
  func stands() {
    var health = FeedHealth()
    let standing = judge(0...15, &health) { second in (Double(second), Double(second)) }
    #expect(standing.last == .stale(cause: "the time of its positions stands still"))
    health = FeedHealth()
    let waiting = judge(0...600, &health, speed: 0) { _ in (0, 0) }
    #expect(waiting.allSatisfy { $0 == .good })
    health = FeedHealth()
    let frozen = judge(0...30, &health, speed: 12) { _ in (0, 0) }
    #expect(frozen.prefix(20).allSatisfy { $0 == .good })
    #expect(frozen.last == .stale(cause: "its positions stand still although it says to move"))
  }

  @Test("a clock that was set back begins anew")
  func setBack() {
    var health = FeedHealth()
    _ = judge(3600...3605, &health) { second in (0, Double(second)) }
    let after = judge(0...5, &health) { second in (0, Double(second)) }
    #expect(after.allSatisfy { $0 == .good })
  }
}

@Suite("The clock of the machine")
struct WallClockTests {
  /// A clock that a test sets.
  private final class Hands: Sendable {
    let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    let elapsed = Mutex(0.0)
    var clock: WallClock {
      WallClock(now: { self.now.withLock { now in now } }, elapsed: { self.elapsed.withLock { seconds in seconds } })
    }
    func pass(_ seconds: Double, set: Double = 0) {
      now.withLock { $0 += seconds + set }
      elapsed.withLock { $0 += seconds }
    }
  }

  @Test("is noticed when it is set, either way, and not when it drifts or the machine slept")
  func leaps() {
    let hands = Hands()
    var watch = ClockWatch()
    var leap = watch.leap(hands.clock)
    #expect(leap == nil)
    hands.pass(1, set: 0.3)
    leap = watch.leap(hands.clock)
    #expect(leap == nil)
    hands.pass(7200)
    leap = watch.leap(hands.clock)
    #expect(leap == nil, "suspended for two hours")
    hands.pass(1, set: 3600)
    leap = watch.leap(hands.clock)
    #expect(abs((leap ?? 0) - 3600) < 0.01)
    hands.pass(1)
    leap = watch.leap(hands.clock)
    #expect(leap == nil, "told once")
    hands.pass(1, set: -50)
    leap = watch.leap(hands.clock)
    #expect(abs((leap ?? 0) + 50) < 0.01)
  }

  @Test("moves the ticks when it is set, and is told once")
  func ticks() async throws {
    let hands = Hands()
    let notices = Notices()
    let source = LiveSource([], clock: hands.clock) { notice in notices.all.withLock { $0.append(notice) } }
    var ticks: [Date] = []
    var clockSet: Date?
    for try await input in source.moments() {
      if case .clockSet(let instant, by: 600) = input {
        clockSet = instant
        continue
      }
      ticks.append(input.at)
      hands.pass(1, set: ticks.count == 2 ? 600 : 0)
      if ticks.count == 4 { break }
    }
    await source.settle()
    // A busy machine skips a tick or has it late, by a second; the ten minutes are what was set.
    #expect(abs(ticks[3].timeIntervalSince(ticks[0]) - 603) <= 2)
    #expect(clockSet == ticks[2], "the engine is told before the first tick by the new time")
    #expect(notices.all.withLock { $0 } == [.clockSet(seconds: 600)])
  }

  private final class Notices: Sendable { let all = Mutex<[SourceNotice]>([]) }

  @Test("is not that of a receiver, which may leap forth and back")
  func receiverLeaps() {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    var clock = ReceiverClock()
    var errors: [Double] = []
    for second in 0..<60 {
      let received = start.addingTimeInterval(Double(second))
      let leap = (20..<40).contains(second) ? 1000.0 : 0
      let at = clock.instant(of: received.addingTimeInterval(leap), received: received)
      errors.append(abs((at ?? .distantPast).timeIntervalSince(received)))
    }
    #expect(errors.prefix(40).allSatisfy { $0 < 1 }, "a position is never of later than it came")
    #expect(errors.suffix(15).allSatisfy { $0 < 1 }, "five messages after the leap back it is right again")
  }

  @Test("is not taken for set by positions that were kept back and come at once")
  func burst() {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    var clock = ReceiverClock(offset: 0)
    for second in 0..<60 {
      let taken = start.addingTimeInterval(Double(second))
      let at = clock.instant(of: taken, received: start.addingTimeInterval(60 + Double(second) * 0.01))
      #expect(abs((at ?? .distantPast).timeIntervalSince(taken)) < 4)
    }
  }
}
