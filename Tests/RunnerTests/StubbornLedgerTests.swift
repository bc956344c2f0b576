import Alerts
import Foundation
import Journey
import Rehearsal
import Synchronization
import Testing

@testable import Devices
@testable import Following

/// A clock that does what it is told: ticks at given seconds after the start, with something done before some of them.
private struct Clock: PositionSource {
  let hasPositions = false
  let seconds: [Double]
  var before: @Sendable (Double) -> Void = { _ in }

  func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let place = Place()
    return AsyncThrowingStream { () -> AlertInput? in
      let index = place.next()
      guard index < seconds.count else { return nil }
      before(seconds[index])
      return .tick(SampleReminder.start.addingTimeInterval(seconds[index]))
    }
  }
}

@Suite("The runner, where the ledger is not what it should be", .tags(.alone))
struct StubbornLedgerTests {
  private let told = Notices()
  private let channel = RecordingChannel()

  final class Notices: Sendable {
    private let notices = Mutex<[RunnerNotice]>([])
    var all: [RunnerNotice] { notices.withLock { $0 } }
    func add(_ notice: RunnerNotice) { notices.withLock { $0.append(notice) } }

    var leftOut: [String] {
      all.compactMap { if case .leftOut(let cause) = $0 { cause } else { nil } }
    }
    var ledgerFailures: Int {
      all.count { if case .ledgerFailed = $0 { true } else { false } }
    }
    var finished: Int {
      all.count { if case .finished = $0 { true } else { false } }
    }
  }

  private func runner(_ ledger: MemoryLedger) -> AlertRunner {
    AlertRunner(
      ledger: ledger, channels: [channel], wording: { alert, _, _ in "\(alert.event.rawValue) \(alert.level ?? 0)" },
      tell: { [told] in told.add($0) }, patience: .milliseconds(50))
  }

  private func levels(_ reminder: Reminder) -> [Int?] {
    channel.delivered.filter { $0.key.reminder == reminder.id }.map(\.alert.level)
  }

  @Test("an alert of a ride that there is none of is told and left out; it and the others ring")
  func unknownRide() async throws {
    let (one, other) = (try #require(SampleReminder.make(.stops(2))), try #require(SampleReminder.make(.stops(2))))
    let ledger = MemoryLedger([one, other])
    let key = AlertKey(reminder: one.id, serviceDay: one.ride.serviceDay, level: 3, leg: 7)
    let alert = Alert(event: .alert, level: 3, at: SampleReminder.start, estimated: false, leg: 7)
    _ = try ledger.write([.pending(alert, key)], at: SampleReminder.start)
    try await runner(ledger).run(FixReplay(SyntheticRide(one.ride).fixes()))
    #expect(levels(one) == [1, 2, 3])
    #expect(levels(other) == [1, 2, 3])
    #expect(told.leftOut.count == 1 && told.leftOut[0].contains("ride 8"))
  }

  @Test(
    "a state of the engine that does not fit the ride is told and left out, and its levels come",
    arguments: [
      #""leg":9"#, #""leg":-1"#, #""passed":6"#, #""passed":-2"#, #""fired":9"#, #""followUps":-1"#, "nonsense",
    ])
  func unfitState(field: String) async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let ledger = MemoryLedger([reminder])
    var text = String(decoding: try JSONEncoder().encode(AlertState()), as: UTF8.self)
    if let colon = field.firstIndex(of: ":") {
      let name = String(field[..<colon])
      text.replace(try Regex(name + ":-?[0-9]+"), with: field)
    } else {
      text = field
    }
    ledger.contents.withLock { [text] in $0.states["\(reminder.id) \(reminder.ride.serviceDay)"] = Data(text.utf8) }
    try await runner(ledger).run(FixReplay(SyntheticRide(reminder.ride).fixes()))
    #expect(levels(reminder) == [1, 2, 3])
    #expect(told.leftOut.count == 1)
  }

  @Test("what cannot be read is told once, as long as it is so, and the others ring")
  func leftOut() async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let ledger = MemoryLedger([reminder])
    ledger.contents.withLock { $0.leftOut = ["the reminder 1a2b cannot be read"] }
    try await runner(ledger).run(FixReplay(SyntheticRide(reminder.ride).fixes()))
    #expect(levels(reminder) == [1, 2, 3])
    #expect(told.leftOut == ["the reminder 1a2b cannot be read"])
  }

  @Test("a ledger that can be read no longer holds no ride back that is followed, and is told once")
  func unreadable() async throws {
    let reminder = try #require(SampleReminder.make(.duration(seconds: 240)))
    let ledger = MemoryLedger([reminder])
    let clock = Clock(seconds: Array(stride(from: 0.0, to: 1000, by: 1))) { second in
      if second == 60 { ledger.contents.withLock { ($0.isUnreadable, $0.isBroken) = (true, true) } }
    }
    try await runner(ledger).run(clock)
    #expect(levels(reminder) == [1, 2, 3])
    let readingFailures = told.all.count { $0 == .ledgerFailed(cause: "DiskFull()") }
    #expect(readingFailures >= 1)
  }

  @Test("a ledger that could never be read ends the runner: there is nothing to follow")
  func neverRead() async throws {
    let ledger = MemoryLedger([])
    ledger.contents.withLock { $0.isUnreadable = true }
    await #expect(throws: MemoryLedger.DiskFull.self) {
      try await runner(ledger).run(Clock(seconds: [0, 1]))
    }
  }

  @Test("a ride that is hours late is followed to its end")
  func late() async throws {
    var reminder = try #require(SampleReminder.make(.stops(2)))
    reminder.validUntil = SampleReminder.start.addingTimeInterval(300)
    let ledger = MemoryLedger([reminder])
    try await runner(ledger).run(FixReplay(SyntheticRide(reminder.ride).fixes()))
    #expect(levels(reminder) == [1, 2, 3])
    #expect(told.finished == 1)
  }

  @Test("a ride is followed on when the clock goes back before the time at which it was taken over")
  func clockBack() async throws {
    let reminder = try #require(SampleReminder.make(.duration(seconds: 240)))
    let runner = runner(MemoryLedger([reminder]))
    try await runner.run(Clock(seconds: [0, 30, 60, -3600, -3590, -3580]))
    #expect(await runner.followed.contains { $0.id == reminder.id })
  }

  @Test("a ride that does not come to its end is let go half a day later, with a word")
  func never() async throws {
    var reminder = try #require(SampleReminder.make(.distance(metres: 1000)))
    reminder.ride.stops[0].departure = nil
    for index in reminder.ride.stops.indices {
      (reminder.ride.stops[index].arrival, reminder.ride.stops[index].departure) = (nil, nil)
    }
    reminder.validUntil = SampleReminder.start.addingTimeInterval(600)
    let runner = runner(MemoryLedger([reminder]))
    try await runner.run(Clock(seconds: [0, 700, 11 * 3600]))
    #expect(await runner.followed.contains { $0.id == reminder.id })
    try await runner.run(Clock(seconds: [0, 700, 11 * 3600, 12 * 3600 + 601]))
    #expect(await !runner.followed.contains { $0.id == reminder.id })
    #expect(told.finished == 1)
  }

  @Test("a ride that somebody else switches off, pauses or deletes is let go, also when it is late")
  func ended() async throws {
    let changes: [@Sendable (inout MemoryLedger.Contents) -> Void] = [
      { $0.reminders[0].status = .off }, { $0.reminders = [] },
      { $0.reminders[0].pausedUntil = SampleReminder.start.addingTimeInterval(86_400) },
    ]
    for change in changes {
      let reminder = try #require(SampleReminder.make(.distance(metres: 1000)))
      let ledger = MemoryLedger([reminder])
      let runner = runner(ledger)
      let clock = Clock(seconds: [0, 20, 40]) { second in if second == 40 { ledger.contents.withLock { change(&$0) } } }
      try await runner.run(clock)
      #expect(await runner.followed.isEmpty)
    }
  }

  @Test("in a database that has taken the place of the one before, nothing was deleted")
  func replaced() async throws {
    let reminder = try #require(SampleReminder.make(.duration(seconds: 240)))
    let ledger = MemoryLedger([reminder])
    let clock = Clock(seconds: Array(stride(from: 0.0, to: 1000, by: 1))) { second in
      if second == 60 { ledger.contents.withLock { ($0.reminders, $0.generation) = ([], 1) } }
    }
    try await runner(ledger).run(clock)
    #expect(levels(reminder) == [1, 2, 3])
  }

  @Test("thirty days of commuting leave nothing behind in a runner")
  func month() async throws {
    var reminder = try #require(SampleReminder.make(.stops(2)))
    reminder.recurrence = Recurrence(weekdays: Weekday.allCases)
    let ledger = MemoryLedger([reminder])
    var fixes: [Fix] = []
    var next = reminder
    for _ in 0..<30 {
      fixes += SyntheticRide(next.ride).fixes()
      next = try #require(next.following)
    }
    let runner = runner(ledger)
    try await runner.run(FixReplay(fixes))
    #expect(channel.delivered.map(\.alert.level) == Array(repeating: [1, 2, 3], count: 30).flatMap(\.self))
    #expect(await runner.followed.isEmpty)
    #expect(await runner.over.count <= 2)
    #expect(await runner.mayStillSound.count <= 1)
    #expect(await runner.delivery.isIdle)
  }
}
