import Alerts
import Foundation
import Journey
import Synchronization
import Testing

@testable import Devices
@testable import Following

/// A source that is fed by the test.
final class HandSource: PositionSource {
  let hasPositions = true
  private let stream: AsyncThrowingStream<AlertInput, any Error>
  private let inputs: AsyncThrowingStream<AlertInput, any Error>.Continuation
  private let wishes = Mutex<[Duration]>([])

  init() { (stream, inputs) = AsyncThrowingStream.makeStream() }

  var wished: [Duration] { wishes.withLock { $0 } }
  func moments() -> AsyncThrowingStream<AlertInput, any Error> { stream }
  func sample(every interval: Duration) async { wishes.withLock { $0.append(interval) } }
  func give(_ input: AlertInput) { inputs.yield(input) }
  func end() { inputs.finish() }
}

/// What was told and taken back, in order.
final class Diary: AlertChannel {
  let name = "diary"
  private let lines = Mutex<[String]>([])
  var entries: [String] { lines.withLock { $0 } }
  func deliver(_ message: AlertMessage) async throws {
    let round = message.alert.round > 0 ? " again" : ""
    lines.withLock { $0.append("\(message.alert.event.rawValue) \(message.alert.level ?? 0)\(round)") }
  }
  func withdraw(_ reminder: UUID) async { lines.withLock { $0.append("withdrawn") } }
}

/// What the runner told about its work.
final class Notices: Sendable {
  private let told = Mutex<[RunnerNotice]>([])
  var all: [RunnerNotice] { told.withLock { $0 } }
  func add(_ notice: RunnerNotice) { told.withLock { $0.append(notice) } }
}

/// A runner with a ride under way, whose inputs the test gives.
struct LiveRide {
  let reminder: Reminder
  let ledger: MemoryLedger
  let source = HandSource()
  let diary = Diary()
  let notices = Notices()
  let runner: AlertRunner
  let fixes: [Fix]

  init(_ interval: Interval = .stops(2), decisions: DecisionLog? = nil) throws {
    try self.init(#require(SampleReminder.make(interval)), decisions: decisions)
  }

  init(_ reminder: Reminder, decisions: DecisionLog? = nil) throws {
    self.reminder = reminder
    ledger = MemoryLedger([reminder])
    fixes = SampleReminder.fixes(reminder)
    runner = AlertRunner(
      ledger: ledger, channels: [diary], wording: { alert, _, _ in alert.event.rawValue },
      tell: { [notices] in notices.add($0) },
      patience: .milliseconds(50), decisions: decisions)
  }

  /// Rides until something was told so often.
  func ride(from start: Int = 0, until count: Int) async throws -> Int {
    var next = start
    while diary.entries.filter({ $0 != "withdrawn" }).count < count, next < fixes.count {
      source.give(.fix(fixes[next]))
      let at = fixes[next].at
      while await runner.now != at { try await Task.sleep(for: .microseconds(200)) }
      // The input is through when the next one may be given.
      source.give(.tick(at.addingTimeInterval(0.5)))
      while await runner.now == at { try await Task.sleep(for: .microseconds(200)) }
      next += 1
    }
    return next
  }
}

@Suite("What a rider does about an alert", .tags(.alone))
struct RiderActionTests {
  @Test("said late, after the clock has gone on to the next ride, I'm off silences the last alarm and ends no more")
  func doneLate() async throws {
    let live = try LiveRide(#require(SampleReminder.withChange()))
    let work = Task { try await live.runner.run(live.source) }
    // Never a position: by the timetable the first ride is over when the second one leaves.
    for second in -60...721 {
      let at = SampleReminder.start.addingTimeInterval(Double(second))
      live.source.give(.tick(at))
      while await live.runner.now != at { try await Task.sleep(for: .microseconds(200)) }
    }
    live.source.give(.tick(SampleReminder.start.addingTimeInterval(722)))
    while await live.runner.status().rides.first?.standing.leg != 1 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(live.diary.entries == ["alert 1", "alert 2", "alert 3"], "nobody knows that the rider is off: it goes on")
    let taken = try await live.runner.take(.done, of: nil)
    #expect(taken.result == .changed && taken.leg == 1)
    #expect(live.diary.entries.last == "withdrawn")
    for second in 723...1200 { live.source.give(.tick(SampleReminder.start.addingTimeInterval(Double(second)))) }
    live.source.end()
    try await work.value
    #expect(live.diary.entries.filter { $0 == "alert 3" }.count == 2)
  }

  @Test("I'm off where the rider changes goes on with the next ride, and stop there ends the journey")
  func doneAtChange() async throws {
    let live = try LiveRide(#require(SampleReminder.withChange()))
    let work = Task { try await live.runner.run(live.source) }
    var next = try await live.ride(until: 3)
    let taken = try await live.runner.take(.done, of: nil)
    #expect(taken.result == .changed && taken.leg == 1)
    let status = try #require(await live.runner.status().rides.first)
    #expect(status.destination == "Onward 3" && status.standing.leg == 1)
    #expect(live.diary.entries == ["alert 1", "alert 2", "alert 3", "withdrawn"])
    next = try await live.ride(from: next, until: 4)
    #expect(live.diary.entries.last == "alert 1")
    #expect(try await live.runner.take(.stop, of: nil).result == .stopped)
    #expect(live.ledger.contents.withLock { $0.finished } == [live.reminder.id])
    for fix in live.fixes[next...] { live.source.give(.fix(fix)) }
    live.source.end()
    try await work.value
    #expect(live.diary.entries.count == 6)
  }

  @Test("I'm off ends the ride: what is shown is taken back, and nothing more is told, by the next runner neither")
  func done() async throws {
    let live = try LiveRide()
    let work = Task { try await live.runner.run(live.source) }
    let next = try await live.ride(until: 1)
    let taken = try await live.runner.take(.done, of: nil)
    #expect(taken.result == .done && taken.reminder == live.reminder.id)
    #expect(live.diary.entries == ["alert 1", "withdrawn"])
    #expect(live.ledger.contents.withLock { $0.finished } == [live.reminder.id])
    for fix in live.fixes[next...] { live.source.give(.fix(fix)) }
    live.source.end()
    try await work.value
    #expect(live.diary.entries == ["alert 1", "withdrawn"])
    let again = AlertRunner(ledger: live.ledger, channels: [live.diary], wording: { _, _, _ in "" }, tell: { _ in })
    try await again.run(FixReplay(live.fixes))
    #expect(live.diary.entries == ["alert 1", "withdrawn"])
  }

  @Test("snoozed before a change, it says where the rider changes; started again on the second ride, it says that one")
  func namesOfLegs() async throws {
    let live = try LiveRide(#require(SampleReminder.withChange()))
    let work = Task { try await live.runner.run(live.source) }
    var next = try await live.ride(until: 1)
    _ = try await live.runner.take(.snooze, of: nil)
    #expect(
      live.notices.all.contains {
        if case .took(.snooze, let rest) = $0 { rest.destination.name == "Stop 5" } else { false }
      })
    next = try await live.ride(from: next, until: 3)
    _ = try await live.runner.take(.done, of: nil)
    next = try await live.ride(from: next, until: 4)
    live.source.end()
    try await work.value
    let again = Notices()
    let runner = AlertRunner(
      ledger: live.ledger, channels: [live.diary], wording: { _, _, _ in "" }, tell: { again.add($0) })
    try await runner.run(FixReplay(Array(live.fixes[next...])))
    guard case .following(let rest, _, _) = again.all.first else {
      Issue.record("\(again.all)")
      return
    }
    #expect(rest.ride == live.reminder.legs[1].ride && rest.id == live.reminder.id)
  }

  @Test("what was snoozed is silent, comes again once, and the ladder goes on")
  func snooze() async throws {
    let live = try LiveRide()
    let work = Task { try await live.runner.run(live.source) }
    await #expect(throws: ActionRefusal.self) { try await live.runner.take(.snooze, of: nil) }
    let next = try await live.ride(until: 1)
    let taken = try await live.runner.take(.snooze, of: live.reminder.id)
    let until = try #require(taken.until)
    #expect(taken.result == .snoozed && until > live.fixes[next - 1].at)
    _ = try await live.ride(from: next, until: 99)
    live.source.end()
    try await work.value
    let told = live.diary.entries.filter { $0 != "withdrawn" }
    #expect(live.diary.entries.prefix(2) == ["alert 1", "withdrawn"])
    #expect(told.contains("alert 1 again") || told.dropFirst().first == "alert 2", "\(told)")
    #expect(told.filter { !$0.hasSuffix("again") } == ["alert 1", "alert 2", "alert 3"])
  }

  @Test("a crash after a snooze or an I'm off rings nothing that was pending", arguments: [RiderAction.snooze, .stop])
  func crash(action: RiderAction) async throws {
    let live = try LiveRide()
    let work = Task { try await live.runner.run(live.source) }
    let next = try await live.ride(until: 1)
    // As if the runner had died while the channels were still at it.
    live.ledger.contents.withLock { contents in
      for key in contents.entries.keys { contents.entries[key]?.isDelivered = false }
    }
    _ = try await live.runner.take(action, of: nil)
    work.cancel()
    _ = await work.result
    let channel = RecordingChannel()
    let again = AlertRunner(
      ledger: live.ledger, channels: [channel], wording: { _, _, isRepeat in "\(isRepeat)" }, tell: { _ in })
    try await again.run(FixReplay(Array(live.fixes[next...].prefix(5))))
    #expect(channel.delivered.isEmpty, "\(channel.delivered.map(\.text))")
  }

  @Test("who means no ride, or one that is not followed, is told so")
  func refused() async throws {
    let live = try LiveRide()
    await #expect(throws: ActionRefusal.noRide) { try await live.runner.take(.done, of: nil) }
    let id = UUID()
    await #expect(throws: ActionRefusal.notFollowed(id)) { try await live.runner.take(.done, of: id) }
  }

  @Test("the alarm of a missed stop goes on when the ride is over, and ends on the rider's word")
  func missed() async throws {
    let live = try LiveRide()
    // It does not stop where it should.
    var fixes = Array(live.fixes.prefix { $0.position.latitude < SampleReminder.position(3700).latitude })
    let last = try #require(fixes.last)
    for second in 1...80 {
      let position = SampleReminder.position(3700 + Double(second) * 12)
      fixes.append(Fix(at: last.at.addingTimeInterval(Double(second)), position: position, accuracy: 5, speed: 12))
    }
    try await live.runner.run(FixReplay(fixes))
    #expect(live.diary.entries.last == "missed 0", "\(live.diary.entries)")
    #expect(try await live.runner.take(.done, of: nil).result == .silenced)
    #expect(live.diary.entries.last == "withdrawn")
  }

  @Test("where the timetable alone says that the ride is over, the alarm goes on: the vehicle may be late")
  func overByTheClock() async throws {
    let live = try LiveRide(.duration(seconds: 240))
    try await live.runner.run(Ticks(start: SampleReminder.start), endsAfterFirst: true)
    #expect(live.diary.entries == ["alert 1", "alert 2", "alert 3"])
    #expect(try await live.runner.take(.done, of: nil).result == .silenced)
    #expect(live.diary.entries.last == "withdrawn")
  }

  @Test("who stands at the destination hears the alarm no longer")
  func arrived() async throws {
    let live = try LiveRide()
    try await live.runner.run(FixReplay(live.fixes), endsAfterFirst: true)
    #expect(live.diary.entries == ["alert 1", "alert 2", "alert 3", "withdrawn"])
  }

  @Test("the source is asked for fixes as often as the ride needs them, and more often as the stop comes near")
  func sampling() async throws {
    let live = try LiveRide()
    for fix in live.fixes { live.source.give(.fix(fix)) }
    live.source.end()
    try await live.runner.run(live.source)
    let wished = live.source.wished
    #expect(wished.count >= 2 && wished.last == .seconds(1), "\(wished)")
  }
}

@Suite("One runner a database", .tags(.alone))
struct RunnerLockTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("a second one is told who is there, and takes over when that one has gone, through a link as well")
  func held() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = folder.appending(path: "a.sqlite")
    try Data().write(to: database)
    let link = folder.appending(path: "b.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: database)
    let holder = RunnerHolder(pid: 4711, since: Date(timeIntervalSince1970: 1_800_000_000), host: "train")
    var lock: RunnerLock? = try RunnerLock(database: database, holder: holder)
    #expect(throws: RunnerLockError.held(holder)) { try RunnerLock(database: link, holder: holder) }
    #expect(RunnerLockError.held(holder).description.contains("process 4711 on train, since 2027-01-15T08:00:00Z"))
    withExtendedLifetime(lock) {}
    lock = nil
    _ = try RunnerLock(database: link, holder: holder)
  }

  @Test("a socket lies in the session's folder, or beside the database, or under a short name")
  func paths() {
    let database = URL(filePath: "/home/jane/.local/share/alight/alight.sqlite")
    #expect(ControlPath.of(database, runtime: "/run/user/1000").hasPrefix("/run/user/1000/alight/"))
    #expect(ControlPath.of(database, runtime: nil) == database.path + ".control")
    #expect(ControlPath.of(database, runtime: "relative") == database.path + ".control")
    let long = URL(filePath: "/" + String(repeating: "long/", count: 40) + "alight.sqlite")
    let path = ControlPath.of(long, runtime: nil, user: 7)
    #expect(path.hasPrefix("/tmp/alight-7/") && path.utf8.count <= ControlPath.longest)
    #expect(path == ControlPath.of(long, runtime: nil, user: 7))
    #expect(path != ControlPath.of(long.appending(path: "x"), runtime: nil, user: 7))
  }
}
