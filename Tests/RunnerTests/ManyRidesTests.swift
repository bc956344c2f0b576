import Alerts
import Foundation
import Journey
import Synchronization
import TestServers
import Testing

@testable import Following

/// A channel that takes its time for each alert, and notes when it was asked.
private final class SlowChannel: AlertChannel {
  let name: String
  private let pause: Duration
  private let asked = Mutex<[AlertMessage]>([])

  init(_ name: String, pause: Duration) { (self.name, self.pause) = (name, pause) }

  var delivered: [AlertMessage] { asked.withLock { $0 } }

  func deliver(_ message: AlertMessage) async throws {
    asked.withLock { $0.append(message) }
    try await Task.sleep(for: pause)
  }
}

/// Counts up.
final class Place: Sendable {
  private let mutex: Mutex<Int>
  init(_ start: Int = 0) { mutex = Mutex(start) }

  func next() -> Int {
    mutex.withLock { place in
      defer { place += 1 }
      return place
    }
  }
}

@Suite("Hundreds of rides at once", .tags(.alone))
struct ManyRidesTests {
  private static let count = 300

  private func reminders() throws -> [Reminder] {
    let reminder = try #require(SampleReminder.make(.duration(seconds: 240)))
    return (0..<Self.count).map { _ in
      var other = reminder
      other.id = UUID()
      return other
    }
  }

  private func runner(
    _ ledger: MemoryLedger, _ channels: [any AlertChannel], patience: Duration = .milliseconds(100)
  ) -> AlertRunner {
    AlertRunner(
      ledger: ledger, channels: channels, wording: { alert, _, _ in alert.event.rawValue }, tell: { _ in },
      patience: patience)
  }

  /// A tick a second of the ride, a hundred times as fast as the clock.
  private struct FastClock: PositionSource {
    let hasPositions = false
    let seconds: Range<Int>

    func moments() -> AsyncThrowingStream<AlertInput, any Error> {
      let place = Place(seconds.lowerBound)
      return AsyncThrowingStream { [seconds] () -> AlertInput? in
        let second = place.next()
        return second < seconds.upperBound ? .tick(SampleReminder.start.addingTimeInterval(Double(second))) : nil
      }
    }
  }

  @Test("a channel that hangs holds back neither the others nor the last calls")
  func slowChannel() async throws {
    let ledger = MemoryLedger(try reminders())
    let (quick, slow) = (RecordingChannel("quick"), SlowChannel("slow", pause: .seconds(3600)))
    // One after the other they would take half an hour, which is more than is waited for.
    let runner = runner(ledger, [slow, quick], patience: .seconds(2))
    let ride = Task { try await runner.run(FastClock(seconds: 0..<620)) }
    await Patience.waitApart { quick.delivered.count(where: { $0.alert.level == 3 }) == Self.count }
    let isInTurn = quick.delivered.map(\.alert.level) == [1, 2, 3].flatMap { Array(repeating: $0, count: Self.count) }
    #expect(isInTurn, "\(quick.delivered.count) were told")
    ride.cancel()
    _ = await ride.result
  }

  @Test("last calls overtake what is less urgent in a channel that has too much to do")
  func lastCallsFirst() async throws {
    let slow = SlowChannel("slow", pause: .milliseconds(60))
    let all = try reminders()
    let delivery = Delivery(channels: [slow], patience: .milliseconds(30), tell: { _ in })
    func messages(_ level: Int, _ some: some Sequence<Reminder>) -> [AlertMessage] {
      some.map { reminder in
        let alert = Alert(event: .alert, level: level, at: SampleReminder.start, estimated: false)
        return AlertMessage(
          key: AlertKey(reminder: reminder.id, serviceDay: "2027-01-15", level: level), alert: alert, title: "",
          text: "", means: [], isRepeat: false)
      }
    }
    _ = await delivery.deliver(messages(1, all[..<100]))
    _ = await delivery.deliver(messages(3, all[100..<200]))
    while slow.delivered.count(where: { $0.alert.level == 3 }) < 100 { try await Task.sleep(for: .milliseconds(5)) }
    let last = try #require(slow.delivered.lastIndex { $0.alert.level == 3 })
    #expect(slow.delivered[..<last].count { $0.alert.level == 1 } < 90)
    await delivery.cancel()
  }

  @Test("what a higher level tells as well is not told after it, and counts as told")
  func covered() async throws {
    let slow = SlowChannel("slow", pause: .milliseconds(20))
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let others = try reminders()
    let late = Mutex<[AlertKey]>([])
    let delivery = Delivery(
      channels: [slow], patience: .milliseconds(20), tell: { _ in }, late: { key in late.withLock { $0.append(key) } })
    func message(_ level: Int, _ reminder: Reminder) -> AlertMessage {
      let alert = Alert(event: .alert, level: level, at: SampleReminder.start, estimated: false)
      return AlertMessage(
        key: AlertKey(reminder: reminder.id, serviceDay: "2027-01-15", level: level), alert: alert, title: "", text: "",
        means: [], isRepeat: false)
    }
    _ = await delivery.deliver(others.map { message(1, $0) } + [message(1, reminder)])
    let first = message(1, reminder).key
    #expect(!late.withLock { $0.contains(first) })
    _ = await delivery.deliver([message(3, reminder)])
    #expect(late.withLock { $0.contains(first) })
    await delivery.settle()
    #expect(slow.delivered.filter { $0.key.reminder == reminder.id }.map(\.alert.level) == [3])
    #expect(slow.delivered.count == others.count + 1)
    #expect(await delivery.isIdle)
  }

  @Test("what is told at one moment is written down at once")
  func oneTransaction() async throws {
    let ledger = MemoryLedger(try reminders())
    try await runner(ledger, [RecordingChannel()]).run(FastClock(seconds: 0..<620))
    let contents = ledger.contents.withLock { $0 }
    #expect(contents.entries.values.count { $0.isDelivered } == 3 * Self.count)
    // Each reminder is acknowledged by itself as it is taken over.
    #expect(contents.writes < Self.count + 300)
  }
}
