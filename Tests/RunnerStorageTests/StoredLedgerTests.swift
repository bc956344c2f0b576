import Alerts
import Following
import Foundation
import GRDB
import Journey
import RunnerStorage
import Storage
import Synchronization
import Testing

@Suite("The ledger in the rider's database")
final class StoredLedgerTests {
  private let now = Date(timeIntervalSince1970: 1_796_115_600)
  private let folder = FileManager.default.temporaryDirectory.appending(path: "alight-\(UUID().uuidString)")
  private let words = Words()
  private let store: ReminderStore
  private let reminder: Reminder
  private let ledger: StoredLedger

  /// What was told.
  private final class Words: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ word: String) { all.withLock { $0.append(word) } }
    var told: [String] { all.withLock(\.self) }
  }

  init() throws {
    store = try ReminderStore(path: folder.appending(path: "alight.sqlite").path)
    ledger = StoredLedger(store: store, patience: .milliseconds(300)) { [words] in words.add($0) }
    let stops = (0..<4).map { index -> RideStop in
      let far = Double(index)
      let arrival = Date(timeIntervalSince1970: 1_796_115_600 + far * 600)
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: Position(latitude: 48.3 + far / 100, longitude: 14.3)),
        arrival: arrival,
        departure: arrival.addingTimeInterval(20), metres: far * 1112)
    }
    var draft = Draft(id: UUID(), createdAt: now)
    draft.from = Answer(stops[0].stop, Provenance(method: .typed))
    draft.to = Answer(stops[3].stop, Provenance(method: .typed))
    draft.mode = Answer(.stations, Provenance(method: .typed))
    draft.interval = Answer(.stops(2), Provenance(method: .typed))
    draft.ride = Ride(tripID: "t", line: "1", serviceDay: "2026-12-01", zone: "Europe/Vienna", stops: stops)
    reminder = try #require(Reminder(draft, createdAt: now))
    _ = try store.finish(reminder, at: now)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var told: [String] { words.told }

  private func pending(_ level: Int) -> LedgerChange {
    .pending(
      Alert(event: .alert, level: level, at: now, estimated: false),
      AlertKey(reminder: reminder.id, serviceDay: "2026-12-01", level: level))
  }

  private func levels() throws -> [Int] {
    try ledger.entries(of: reminder.id, serviceDay: "2026-12-01").map(\.key.level).sorted()
  }

  /// What another program does that writes for long.
  private func held<Value>(_ body: () async throws -> Value) async throws -> Value {
    var configuration = Configuration()
    // The transaction outlives the call that begins it.
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: store.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let value = try await body()
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    return value
  }

  @Test("what can never be written is told with its cause and left out; what comes with it and after it is written")
  func poisoned() throws {
    _ = try ledger.write([pending(99), pending(1)], at: now)
    #expect(try levels() == [1])
    let id = reminder.id.uuidString.prefix(8).lowercased()
    #expect(
      told.count == 1 && told.first?.hasPrefix("the ledger goes on without an alert of the reminder \(id): ") == true)
    _ = try ledger.write([pending(2)], at: now)
    #expect(try levels() == [1, 2] && told.count == 1)
  }

  @Test("a reminder that is deleted while it is followed stands in nobody's way")
  func deleted() throws {
    _ = try ledger.write([pending(1)], at: now)
    _ = try store.delete(reminder.id, at: now)
    _ = try ledger.write(
      [
        .delivered(AlertKey(reminder: reminder.id, serviceDay: "2026-12-01", level: 1)), pending(2),
        .state(AlertState(), of: reminder.id, serviceDay: "2026-12-01"),
        .finished(reminder.id, serviceDay: "2026-12-01"), .alive,
      ], at: now)
    #expect(try store.runnerSeen() != nil && told.isEmpty)
  }

  @Test("a database that is held refuses once in words; what waits is written in its order when it is free")
  func held() async throws {
    _ = try ledger.write([pending(1)], at: now)
    try await held { () async throws -> Void in
      #expect(throws: (any Error).self) { try self.ledger.write([self.pending(2)], at: self.now) }
      // While the trouble lasts, nothing more is said and nothing waits for it.
      let (more, there) = (try ledger.write([pending(3)], at: now), try levels())
      #expect(more.isEmpty && there == [1])
    }
    try await ledger.runnerEnds()
    #expect(try levels() == [1, 2, 3])
    #expect(told.isEmpty)
  }

  @Test("the end does not wait for ever, and says what is lost")
  func lost() async throws {
    try await held { () async throws -> Void in
      #expect(throws: (any Error).self) { try self.ledger.write([self.pending(1)], at: self.now) }
      try? await self.ledger.runnerEnds()
    }
    #expect(told.count == 1 && told.first?.hasPrefix("1 entries of the ledger could not be written") == true)
    #expect(told.first?.hasSuffix("an alert may come a second time") == true)
    #expect(try levels().isEmpty)
  }

  @Test("the end does not warn of alerts where none is lost")
  func lostSign() async throws {
    try await held { () async throws -> Void in
      #expect(throws: (any Error).self) { try self.ledger.write([.alive], at: self.now) }
      try? await self.ledger.runnerEnds()
    }
    #expect(told.count == 1 && told.first?.hasSuffix("none of them of an alert") == true)
  }

  @Test("an alert that was delivered is not told a second time")
  func repeated() throws {
    let key = AlertKey(reminder: reminder.id, serviceDay: "2026-12-01", level: 1)
    #expect(try ledger.write([pending(1)], at: now).isEmpty)
    #expect(try ledger.write([pending(1)], at: now).isEmpty, "about to be told twice is not told")
    _ = try ledger.write([.delivered(key)], at: now)
    #expect(try ledger.write([pending(1), pending(2)], at: now) == [key])
  }

  @Test("a state reads back as it was; one that cannot be read is an error, and the alerts beside it are there")
  func states() throws {
    var state = AlertState()
    state.latches.fired = 2
    _ = try ledger.write([.state(state, of: reminder.id, serviceDay: "2026-12-01"), pending(1)], at: now)
    #expect(try ledger.engineState(of: reminder.id, serviceDay: "2026-12-01") == state)
    try store.saveEngineState(Data("{\"leg\": \"x\"}".utf8), of: reminder.id, serviceDay: "2026-12-01", at: now)
    #expect(throws: (any Error).self) { try self.ledger.engineState(of: self.reminder.id, serviceDay: "2026-12-01") }
    #expect(try levels() == [1])
  }
}
