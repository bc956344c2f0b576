import Foundation
import GRDB
import Journey
import Storage
import Testing

private let now = Date(timeIntervalSince1970: 1_796_000_000)

@Suite("A record that cannot be read")
struct UnreadableTests {
  /// What somebody may have done to a record.
  enum Damage: String, CaseIterable {
    case noJSON = "{\"schema\":\"alight.remin"
    case empty = "{}"
    case newer
    case other

    func record(_ record: String) -> String {
      switch self {
      case .noJSON, .empty: rawValue
      case .newer: record.replacingOccurrences(of: "alight.reminder/1", with: "alight.reminder/3")
      case .other: record.replacingOccurrences(of: "\"id\":\"A", with: "\"id\":\"B")
      }
    }
  }

  /// A store with two reminders, of which the first is damaged.
  private func withDamaged(_ damage: Damage, _ body: (ReminderStore, _ bad: Reminder, _ good: Reminder) throws -> Void)
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    let bad = try sampleReminder(try #require(UUID(uuidString: "AB000000-0000-4000-8000-000000000001")))
    let good = try sampleReminder()
    try store.finish(bad, at: now)
    try store.finish(good, at: now)
    let queue = try DatabaseQueue(path: path)
    try queue.write { database in
      let record = try String.fetchOne(
        database, sql: "SELECT record FROM reminders WHERE id = ?", arguments: [bad.id.uuidString])
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try database.execute(
        sql: "UPDATE reminders SET record = ? WHERE id = ?",
        arguments: [damage.record(try #require(record)), bad.id.uuidString])
      try database.execute(sql: "PRAGMA ignore_check_constraints = OFF")
    }
    try body(store, bad, good)
  }

  @Test("is left out and named with its id, the cause and what to do; the others are due", arguments: Damage.allCases)
  func leftOut(damage: Damage) throws {
    try withDamaged(damage) { (store, _, good) throws in
      let due = try store.due(at: now, lead: 900)
      let listings = [
        ReminderListing(reminders: due.reminders, unreadable: due.unreadable),
        try store.listing(includingPast: true, at: now),
      ]
      #expect(try store.due(at: now, lead: 900, known: [good.id: 1]).unchanged == [good.id])
      #expect(try store.due(at: now, lead: 900, known: [good.id: 2]).reminders == [good])
      for listing in listings {
        #expect(listing.reminders == [good])
        let told = try #require(listing.unreadable.first)
        #expect(told.description.contains("ab000000") && told.description.contains("alight reminders delete ab000000"))
      }
      #expect(try store.reminders(at: now) == [good])
      #expect(try store.twins(of: good, at: now).isEmpty)
    }
  }

  @Test("stops neither setting, nor taking back, nor moving on another one", arguments: Damage.allCases)
  func others(damage: Damage) throws {
    try withDamaged(damage) { (store, _, good) throws in
      let third = try sampleReminder()
      try store.finish(third, at: now)
      #expect(try store.undo(at: now).reminder?.id == third.id)
      try store.setStatus(.off, of: good.id, at: now)
      #expect(try store.undo(at: now).kind == .off)
      try store.writeLedger { try $0.moveOn(except: [], at: now.addingTimeInterval(1e6)) }
      let key = AlertKey(reminder: good.id, serviceDay: good.ride.serviceDay, level: 1)
      #expect(try store.recordPending(Alert(event: .alert, level: 1, at: now, estimated: false), key: key, at: now))
    }
  }

  @Test("is deleted by the beginning of its id, and only it", arguments: Damage.allCases)
  func deleted(damage: Damage) throws {
    try withDamaged(damage) { (store, _, good) throws in
      #expect(try store.deleteUnreadable(good.id.uuidString, at: now) == nil)
      #expect(try store.deleteUnreadable("ab000000", at: now)?.id == "AB000000-0000-4000-8000-000000000001")
      #expect(try store.listing(includingPast: true, at: now) == ReminderListing(reminders: [good], unreadable: []))
      // The last change that can be read is taken back.
      #expect(try store.undo(at: now).reminder?.id == good.id)
    }
  }

  @Test("is replaced by the same one where that comes from elsewhere", arguments: [Damage.noJSON, .empty, .newer])
  func imported(damage: Damage) throws {
    try withDamaged(damage) { (store, bad, good) throws in
      var newer = bad
      newer.revision = 7
      let text = String(decoding: try RecordCoding.encoder().encode(newer), as: UTF8.self)
      let outcomes = try store.take([IncomingRecord(reminder: newer, text: text)], at: now)
      #expect(outcomes == [.updated(from: 1)])
      #expect(Set(try store.reminders(at: now).map(\.id)) == [bad.id, good.id])
    }
  }

  @Test("of an alert in the ledger says what its key does, and is told")
  func ledger() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    for level in 1...5 {
      let key = AlertKey(reminder: reminder.id, serviceDay: "2026-12-01", level: level)
      _ = try store.recordPending(Alert(event: .alert, level: 1, at: now, estimated: false), key: key, at: now)
    }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE ledger SET alert = '{}' WHERE level = 3") }
    let found = try store.deliveries(of: reminder.id, serviceDay: "2026-12-01")
    #expect(found.map(\.alert.event) == [.alert, .alert, .alert, .missed, .followUp])
    #expect(found.map(\.alert.level) == [1, 2, 3, nil, 1])
    #expect(found.map { $0.damage != nil } == [false, true, true, true, true])
  }
}
