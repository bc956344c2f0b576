import Alerts
import Foundation
import Journey
import Rehearsal
import Synchronization
import Testing

@testable import Devices
@testable import Following

/// Runs over fixes with a channel that works beside the given ones.
private func run(
  _ ledger: MemoryLedger, _ source: some PositionSource, _ channels: [any AlertChannel], once: Bool = true,
  tell: @escaping @Sendable (RunnerNotice) -> Void = { _ in }
) async throws {
  let runner = AlertRunner(
    ledger: ledger, channels: channels,
    wording: { alert, _, isRepeat in "\(alert.event.rawValue) \(alert.level ?? 0)\(isRepeat ? " again" : "")" },
    tell: tell, patience: .milliseconds(50))
  try await runner.run(source, endsAfterFirst: once)
}

@Suite("The runner", .tags(.alone))
struct AlertRunnerTests {
  @Test(
    "a recording brings its own time and is told three times in order",
    arguments: [
      Interval.stops(2), .duration(seconds: 180), .distance(metres: 1000),
    ])
  func recording(interval: Interval) async throws {
    let reminder = try #require(SampleReminder.make(interval))
    let ledger = MemoryLedger([reminder])
    let channel = RecordingChannel()
    try await run(ledger, FixReplay(SyntheticRide(reminder.ride).fixes()), [channel])
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3])
    #expect(ledger.contents.withLock { $0.entries.values.filter(\.isDelivered).count } == 3)
    #expect(ledger.contents.withLock { $0.finished } == [reminder.id])
  }

  @Test("what is taken over is acknowledged with its revision, and what is not yet due is not")
  func acknowledged() async throws {
    var reminder = try #require(SampleReminder.make(.stops(2)))
    reminder.revision = 3
    var later = reminder
    later.id = UUID()
    later.anchor.departure = SampleReminder.start.addingTimeInterval(86_400)
    let ledger = MemoryLedger([reminder, later])
    try await run(ledger, FixReplay(SyntheticRide(reminder.ride).fixes()), [RecordingChannel()])
    #expect(ledger.contents.withLock { $0.acknowledged } == [reminder.id: 3])
  }

  @Test("without a position the clock decides")
  func clock() async throws {
    let reminder = try #require(SampleReminder.make(.duration(seconds: 240)))
    let channel = RecordingChannel()
    try await run(MemoryLedger([reminder]), Ticks(start: SampleReminder.start), [channel])
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3])
    let leads = channel.delivered.map { SampleReminder.start.addingTimeInterval(600).timeIntervalSince($0.alert.at) }
    for (lead, expected) in zip(leads, [240.0, 120, 60]) { #expect(abs(lead - expected) <= 1) }
  }

  @Test("a reminder that comes again is followed on its next day by the same runner")
  func comesAgain() async throws {
    var reminder = try #require(SampleReminder.make(.stops(2)))
    reminder.recurrence = Recurrence(weekdays: Weekday.allCases)
    let next = try #require(reminder.following)
    let channel = RecordingChannel()
    let fixes = SyntheticRide(reminder.ride).fixes() + SyntheticRide(next.ride).fixes()
    try await run(MemoryLedger([reminder]), FixReplay(fixes), [channel], once: false)
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3, 1, 2, 3])
    #expect(Set(channel.delivered.map(\.key.serviceDay)) == [reminder.ride.serviceDay, next.ride.serviceDay])
  }

  @Test("a change made while the ride goes on is taken over")
  func changed() async throws {
    var reminder = try #require(SampleReminder.make(.stops(1)))
    let ledger = MemoryLedger([reminder])
    reminder.revision += 1
    reminder.interval = .duration(seconds: 480)
    reminder.levels = Level.expand(reminder.interval, over: reminder.ride)
    let changed = reminder
    let channel = RecordingChannel()
    try await run(
      ledger, Ticks(start: SampleReminder.start), [channel],
      tell: { notice in
        // As soon as it is followed, another program writes the change.
        if case .following = notice { ledger.contents.withLock { $0.reminders = [changed] } }
      })
    let first = try #require(channel.delivered.first)
    let lead = SampleReminder.start.addingTimeInterval(600).timeIntervalSince(first.alert.at)
    #expect(abs(lead - 480) <= 1)
  }

  @Test(
    "the clock counts up from the instant it is given, and leaves out no second where it is played faster than it can be"
  )
  func counting() async throws {
    var instants: [Date] = []
    for try await input in ClockOnly(start: SampleReminder.start, speed: 1_000_000).moments() {
      instants.append(input.at)
      if instants.count == 200 { break }
    }
    #expect(instants == (0..<200).map { SampleReminder.start.addingTimeInterval(Double($0)) })
  }

  @Test("killed between any two fixes and started again, everything is told and nothing twice")
  func killed() async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let fixes = SyntheticRide(reminder.ride).fixes()
    for cut in stride(from: 1, to: fixes.count, by: 23) {
      let ledger = MemoryLedger([reminder])
      let channel = RecordingChannel()
      try await run(ledger, FixReplay(Array(fixes[..<cut])), [channel])
      try await run(ledger, FixReplay(Array(fixes[cut...])), [channel])
      #expect(channel.delivered.map(\.alert.level) == [1, 2, 3], "killed after fix \(cut)")
      #expect(channel.delivered.map(\.isRepeat) == [false, false, false])
    }
  }

  @Test("of a journey with a change both stops are told, by their names, however often the runner is killed")
  func change() async throws {
    let reminder = try #require(SampleReminder.withChange())
    let fixes = SampleReminder.fixes(reminder)
    for cut in stride(from: 41, to: fixes.count, by: 83) + [fixes.count] {
      let ledger = MemoryLedger([reminder])
      let channel = RecordingChannel()
      try await run(ledger, FixReplay(Array(fixes[..<cut])), [channel])
      if cut < fixes.count { try await run(ledger, FixReplay(Array(fixes[cut...])), [channel]) }
      #expect(
        channel.delivered.map { [$0.alert.leg, $0.alert.level ?? 0] } == Self.bothRides, "killed after fix \(cut)")
      #expect(
        channel.delivered.map(\.title) == Array(repeating: "Stop 5", count: 3) + Array(repeating: "Onward 3", count: 3))
      #expect(ledger.contents.withLock { $0.finished } == [reminder.id])
    }
  }

  private static let bothRides = [[0, 1], [0, 2], [0, 3], [1, 1], [1, 2], [1, 3]]

  @Test("with the state of the engine lost, the ledger knows which ride is on")
  func changeByLedger() async throws {
    let reminder = try #require(SampleReminder.withChange())
    let fixes = SampleReminder.fixes(reminder)
    let ledger = MemoryLedger([reminder])
    let channel = RecordingChannel()
    let cut = try #require(fixes.firstIndex { $0.at > SampleReminder.start.addingTimeInterval(860) })
    try await run(ledger, FixReplay(Array(fixes[..<cut])), [channel])
    #expect(channel.delivered.contains { $0.alert.leg == 1 })
    ledger.contents.withLock { $0.states = [:] }
    try await run(ledger, FixReplay(Array(fixes[cut...])), [channel])
    #expect(channel.delivered.map { [$0.alert.leg, $0.alert.level ?? 0] } == Self.bothRides)
  }

  @Test("with the state of the engine lost after the last call, it is still asked whether the rider is off")
  func askedByLedger() async throws {
    var reminder = try #require(SampleReminder.make(.stops(2)))
    reminder.followsUp = true
    let fixes = SyntheticRide(reminder.ride).fixes()
    let ledger = MemoryLedger([reminder])
    let channel = RecordingChannel()
    try await run(ledger, FixReplay(fixes), [channel])
    let called = try #require(channel.delivered.last { $0.alert.level == 3 }).alert.at
    ledger.contents.withLock { $0.states = [:] }
    try await run(ledger, Ticks(start: called.addingTimeInterval(300)), [channel])
    let questions = channel.delivered.filter { $0.alert.event == .followUp }.map {
      $0.alert.at.timeIntervalSince(called)
    }
    #expect(questions == [1800, 3600])
  }

  @Test("played again from its beginning after a kill, a recording repeats nothing that was delivered")
  func playedAgain() async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let fixes = SyntheticRide(reminder.ride).fixes()
    let ledger = MemoryLedger([reminder])
    let channel = RecordingChannel()
    try await run(ledger, FixReplay(Array(fixes[..<500])), [channel])
    let before = channel.delivered.count
    #expect(before > 0 && before < 3)
    try await run(ledger, FixReplay(fixes), [channel])
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3])
  }

  @Test("an alert that was pending when the runner died is told again, marked as a repeat, and once")
  func pending() async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let fixes = SyntheticRide(reminder.ride).fixes()
    let ledger = MemoryLedger([reminder])
    let key = AlertKey(reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: 1)
    let at = SampleReminder.start.addingTimeInterval(300)
    _ = try ledger.write([.pending(Alert(event: .alert, level: 1, at: at, estimated: false), key)], at: at)
    let channel = RecordingChannel()
    try await run(ledger, FixReplay(fixes.filter { $0.at > at }), [channel])
    #expect(channel.delivered.map(\.text) == ["alert 1 again", "alert 2", "alert 3"])
    #expect(ledger.contents.withLock { $0.repeats } == 1)
  }

  @Test("a pending alert of an hour ago is no news")
  func stale() async throws {
    let reminder = try #require(SampleReminder.make(.stops(2)))
    let ledger = MemoryLedger([reminder])
    let key = AlertKey(reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: 1)
    let at = SampleReminder.start.addingTimeInterval(-3600)
    _ = try ledger.write([.pending(Alert(event: .alert, level: 1, at: at, estimated: false), key)], at: at)
    let channel = RecordingChannel()
    try await run(ledger, FixReplay(SyntheticRide(reminder.ride).fixes()), [channel])
    #expect(channel.delivered.map(\.alert.level) == [2, 3])
  }

  @Test("a channel that fails or hangs is told and holds no other back")
  func failingChannel() async throws {
    let reminder = try #require(SampleReminder.make(.stops(1)))
    let channel = RecordingChannel()
    let notices = Mutex<[RunnerNotice]>([])
    let runner = AlertRunner(
      ledger: MemoryLedger([reminder]),
      channels: [RecordingChannel("broken", .fails), RecordingChannel("stuck", .hangs), channel],
      wording: { _, _, _ in "" }, tell: { notice in notices.withLock { $0.append(notice) } },
      patience: .milliseconds(20))
    let ride = Task { try await runner.run(FixReplay(SyntheticRide(reminder.ride).fixes()), endsAfterFirst: true) }
    while channel.delivered.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
    ride.cancel()
    _ = await ride.result
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3])
    let failures = notices.withLock { $0 }.filter {
      if case .channelFailed("broken", _) = $0 { return true }
      return false
    }
    #expect(failures.count == 3)
  }

  @Test("a ledger that cannot be written holds no alert back")
  func brokenLedger() async throws {
    let reminder = try #require(SampleReminder.make(.stops(1)))
    let channel = RecordingChannel()
    try await run(MemoryLedger([reminder], isBroken: true), FixReplay(SyntheticRide(reminder.ride).fixes()), [channel])
    #expect(channel.delivered.map(\.alert.level) == [1, 2, 3])
  }
}
