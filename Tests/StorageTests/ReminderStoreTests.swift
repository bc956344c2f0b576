import Foundation
import GRDB
import Journey
import Storage
import Testing

private let now = Date(timeIntervalSince1970: 1_796_000_000)

/// A reminder of a ride with four stops, ten minutes apart.
func sampleReminder(_ id: UUID = UUID()) throws -> Reminder {
  let stops = (0..<4).map { index -> RideStop in
    let far = Double(index)
    let stop = Stop(
      name: "Stop \(index)", position: Position(latitude: 48.3 + far / 100, longitude: 14.3),
      gtfs: .init(feed: "f", stopID: "s\(index)"))
    let arrival = now.addingTimeInterval(far * 600)
    return RideStop(stop: stop, arrival: arrival, departure: arrival.addingTimeInterval(20), metres: far * 1112)
  }
  var draft = Draft(id: id, createdAt: now)
  draft.from = Answer(stops[0].stop, Provenance(method: .typed))
  draft.to = Answer(stops[3].stop, Provenance(method: .voice, transcript: "stop three", score: 0.9, tier: .accept))
  draft.mode = Answer(.stations, Provenance(method: .inferred))
  draft.interval = Answer(.stops(2), Provenance(method: .default))
  draft.ride = Ride(tripID: "t", line: "1", serviceDay: "2026-12-01", zone: "Europe/Vienna", stops: stops)
  return try #require(Reminder(draft, createdAt: now))
}

@Suite("The reminder store")
struct ReminderStoreTests {
  @Test("a saved reminder reads back as it was")
  func roundTrip() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try sampleReminder()
    #expect(try store.finish(reminder, at: now) == .saved)
    #expect(try store.reminder(reminder.id.uuidString) == reminder)
  }

  @Test("saving a draft twice makes one reminder and one outbox row")
  func idempotentSave() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    let reminder = try sampleReminder()
    try store.recordStep(
      draft: StoredDraft(id: reminder.id, updatedAt: now, summary: "", state: Data("{}".utf8)))
    #expect(try store.finish(reminder, at: now) == .saved)
    #expect(try store.finish(reminder, at: now) == .alreadySet)
    #expect(try store.reminders(at: now).count == 1)
    #expect(try store.drafts(since: .distantPast).isEmpty)
    let rows = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM outbox") }
    #expect(rows == 1)
  }

  @Test("a foreign runner sees every change in order, and a delete without a record")
  func outbox() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    #expect(try store.setStatus(.off, of: reminder.id, at: now))
    #expect(try !store.setStatus(.off, of: reminder.id, at: now))
    #expect(try store.delete(reminder.id, at: now))
    let rows = try DatabaseQueue(path: path).read {
      try Row.fetchAll($0, sql: "SELECT kind, revision, json_extract(record, '$.status') AS status FROM outbox")
    }
    #expect(rows.map { $0["kind"] as String } == ["put", "put", "delete"])
    #expect(rows.map { $0["revision"] as Int } == [1, 2, 3])
    #expect(rows.map { $0["status"] as String? } == ["on", "off", nil])
  }

  @Test("switching off keeps fields of the record that are not ours")
  func unknownFields() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "UPDATE reminders SET record = json_set(record, '$.theirs', 42)") }
    try store.setStatus(.off, of: reminder.id, at: now)
    let theirs = try queue.read {
      try Int.fetchOne($0, sql: "SELECT json_extract(record, '$.theirs') FROM reminders")
    }
    #expect(theirs == 42)
  }

  @Test("a prefix names a reminder if it is the only one")
  func prefixes() throws {
    let store = try ReminderStore.inMemory()
    let first = try #require(UUID(uuidString: "AB000000-0000-4000-8000-000000000001"))
    let second = try #require(UUID(uuidString: "ABC00000-0000-4000-8000-000000000002"))
    try store.finish(sampleReminder(first), at: now)
    try store.finish(sampleReminder(second), at: now)
    #expect(try store.reminder("abc").id == second)
    #expect(throws: StorageError.ambiguousReminder("ab", matches: ["AB000000-0000", "ABC00000-0000"])) {
      try store.reminder("ab")
    }
    for hostile in ["", "%", "_", "'; DROP TABLE reminders; --", "ff"] {
      #expect(throws: StorageError.noSuchReminder(hostile)) { try store.reminder(hostile) }
    }
  }

  @Test("what was delivered is never pending again")
  func ledger() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    let key = AlertKey(reminder: reminder.id, serviceDay: "2026-12-01", level: 1)
    let alert = Alert(event: .alert, level: 1, at: now, estimated: true)
    #expect(try store.recordPending(alert, key: key, at: now))
    #expect(try store.recordPending(alert, key: key, at: now))
    try store.recordDelivered(key, at: now)
    #expect(try !store.recordPending(alert, key: key, at: now))
    let deliveries = try store.deliveries(of: reminder.id, serviceDay: "2026-12-01")
    #expect(deliveries.map(\.repeats) == [1])
    #expect(deliveries.first?.deliveredAt == now)
  }
}
