import Foundation
import Journey
import Storage
import Testing

private let now = Date(timeIntervalSince1970: 1_796_000_000)

@Suite("Records that come and go")
struct RecordExchangeTests {
  private func incoming(_ reminder: Reminder) throws -> IncomingRecord {
    IncomingRecord(
      reminder: reminder, text: String(decoding: try RecordCoding.encoder(pretty: true).encode(reminder), as: UTF8.self)
    )
  }

  @Test("a record taken over goes to the outbox once, and is one line")
  func take() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try sampleReminder()
    #expect(try store.changeCount() == 0)
    #expect(try store.take([incoming(reminder)], at: now) == [.added])
    #expect(try store.take([incoming(reminder)], at: now) == [.unchanged])
    #expect(try store.changeCount() == 1)
    let records = try store.records([reminder.id.uuidString.lowercased()])
    #expect(records.map(\.text.first) == ["{"] && !records[0].text.contains("\n"))
    #expect(try store.outbox().map(\.change) == [.put(record: records[0].text)])
    #expect(try store.reminder(reminder.id.uuidString) == reminder)
  }

  @Test("a newer revision replaces an older one in whatever order they come")
  func order() throws {
    var newer = try sampleReminder()
    let older = newer
    newer.revision = 4
    newer.status = .off
    for order in [[older, newer], [newer, older]] {
      let store = try ReminderStore.inMemory()
      for reminder in order { _ = try store.take([incoming(reminder)], at: now) }
      #expect(try store.reminder(newer.id.uuidString) == newer)
      #expect(try store.outbox().last?.revision == 4)
    }
  }

  @Test("what was deleted here stays so, until somebody makes a newer revision")
  func deleted() throws {
    let store = try ReminderStore.inMemory()
    var reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    try store.delete(reminder.id, at: now)
    #expect(try store.take([incoming(reminder)], at: now) == [.deleted])
    reminder.revision = 2
    #expect(try store.take([incoming(reminder)], at: now) == [.deleted], "the tombstone is revision 2 itself")
    reminder.revision = 3
    #expect(try store.take([incoming(reminder)], at: now) == [.added])
    #expect(try store.outbox().map(\.revision) == [1, 2, 3])
  }

  @Test("one record that cannot be stored keeps all of them out")
  func oneTransaction() throws {
    let store = try ReminderStore.inMemory()
    let whole = try incoming(try sampleReminder())
    let broken = IncomingRecord(reminder: try sampleReminder(), text: "{")
    #expect(throws: StorageError.malformedRecord(id: broken.reminder.id.uuidString)) {
      try store.take([whole, broken], at: now)
    }
    #expect(try store.records().isEmpty)
    #expect(try store.outbox().isEmpty)
  }

  @Test("the same revision is the same however it is written, and another where a value differs")
  func sameOrDifferent() throws {
    let store = try ReminderStore.inMemory()
    let record = try incoming(try sampleReminder())
    _ = try store.take([record], at: now)
    func take(_ text: String) throws -> [TakeOutcome] {
      try store.take([IncomingRecord(reminder: record.reminder, text: text)], at: now)
    }
    let compact = String(decoding: try RecordCoding.encoder().encode(record.reminder), as: UTF8.self)
    #expect(try take(compact.replacing("Stop 3", with: "\\u0053top 3")) == [.unchanged])
    #expect(try take(compact.replacing("\"lon\":14.3", with: "\"lon\":14.30")) == [.unchanged])
    #expect(try take(compact.replacing("Stop 3", with: "Stop 4")) == [.different])
    #expect(try take("{\"more\":null,\(compact.dropFirst())") == [.different])
  }

  @Test("a rehearsal tells the same and stores nothing")
  func rehearsal() throws {
    let store = try ReminderStore.inMemory()
    var reminder = try sampleReminder()
    let first = try incoming(reminder)
    reminder.revision = 2
    let second = try incoming(reminder)
    #expect(try store.take([first, second], at: now, isRehearsal: true) == [.added, .updated(from: 1)])
    #expect(try store.records().isEmpty && store.outbox().isEmpty)
  }
}

@Suite("The outbox")
struct OutboxTests {
  @Test("is read after a cursor, in order and in pieces")
  func cursor() throws {
    let store = try ReminderStore.inMemory()
    let reminders = try (0..<5).map { _ in try sampleReminder() }
    for reminder in reminders { try store.finish(reminder, at: now) }
    var cursor = 0
    var seen: [UUID] = []
    while let entries = Optional(try store.outbox(after: cursor, limit: 2)), let last = entries.last {
      #expect(entries.count <= 2)
      seen += entries.map(\.reminder)
      cursor = last.sequence
    }
    #expect(seen == reminders.map(\.id))
  }

  @Test("is acknowledged by id and revision, older revisions with it, and twice is once")
  func acknowledge() throws {
    let store = try ReminderStore.inMemory()
    let (one, other) = (try sampleReminder(), try sampleReminder())
    try store.finish(one, at: now)
    try store.finish(other, at: now)
    try store.setStatus(.off, of: one.id, at: now)
    try store.delete(one.id, at: now)
    #expect(try store.acknowledge(one.id, revision: 2, at: now))
    #expect(try store.outbox().map { $0.acknowledgedAt != nil } == [true, false, true, false])
    let later = now.addingTimeInterval(60)
    #expect(try !store.acknowledge(one.id, revision: 2, at: later))
    #expect(try store.outbox().first?.acknowledgedAt == now, "the first acknowledgement counts")
    #expect(try store.acknowledge(one.id, revision: 3, at: later))
    #expect(try store.outbox().map(\.change).last == .delete)
    #expect(try !store.acknowledge(UUID(), revision: 1, at: now))
  }
}
