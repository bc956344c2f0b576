import Foundation
import GRDB
import Journey
import Storage
import Testing

private let now = Date(timeIntervalSince1970: 1_796_000_000)

@Suite("Changes to reminders")
struct ChangeTests {
  private func file(_ body: (ReminderStore, DatabaseQueue) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let store = try ReminderStore(path: path)
    try body(store, DatabaseQueue(path: path))
  }

  /// What a reminder says, whatever its revision.
  private func content(_ reminder: Reminder?) -> Reminder? {
    var reminder = reminder
    reminder?.revision = 0
    return reminder
  }

  @Test("every kind is taken back and done again, one by one, to the very start")
  func undone() throws {
    let store = try ReminderStore.inMemory()
    var reminder = try sampleReminder()
    var history: [Reminder?] = [nil]
    func note() throws { history.append(try? store.reminder(reminder.id.uuidString)) }
    try store.finish(reminder, at: now)
    try note()
    reminder.label = "to work"
    reminder = try store.update(reminder, as: .label, at: now)
    try note()
    try store.setStatus(.off, of: reminder.id, at: now)
    try note()
    reminder = try store.reminder(reminder.id.uuidString)
    reminder.pausedUntil = now.addingTimeInterval(86400)
    try store.update(reminder, as: .pause, at: now)
    try note()
    try store.delete(reminder.id, at: now)
    try note()
    let kinds: [ReminderChange.Kind] = [.delete, .pause, .off, .label, .save]
    for (index, kind) in kinds.enumerated() {
      #expect(try store.undo(at: now).kind == kind)
      let left = try? store.reminder(reminder.id.uuidString)
      #expect(content(left) == content(history[history.count - 2 - index]), "\(kind)")
    }
    #expect(throws: StorageError.nothingToUndo) { try store.undo(at: now) }
    for (index, kind) in kinds.reversed().enumerated() {
      #expect(try store.redo(at: now).kind == kind)
      let left = try? store.reminder(reminder.id.uuidString)
      #expect(content(left) == content(history[index + 1]), "\(kind)")
    }
    #expect(throws: StorageError.nothingToRedo) { try store.redo(at: now) }
  }

  @Test("a foreign runner sees what was taken back as one more revision")
  func revisions() throws {
    try file { store, queue in
      let reminder = try sampleReminder()
      try store.finish(reminder, at: now)
      try store.setStatus(.off, of: reminder.id, at: now)
      _ = try store.undo(at: now)
      try store.delete(reminder.id, at: now)
      _ = try store.undo(at: now)
      let rows = try queue.read {
        try Row.fetchAll(
          $0, sql: "SELECT kind, revision, json_extract(record, '$.revision') AS own FROM outbox ORDER BY sequence")
      }
      #expect(rows.map { $0["kind"] as String } == ["put", "put", "put", "delete", "put"])
      #expect(rows.map { $0["revision"] as Int } == [1, 2, 3, 4, 5])
      #expect(rows.map { $0["own"] as Int? } == [1, 2, 3, nil, 5])
    }
  }

  @Test("a new one ends what could be done again")
  func redoEnds() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    try store.setStatus(.off, of: reminder.id, at: now)
    _ = try store.undo(at: now)
    try store.delete(reminder.id, at: now)
    #expect(throws: StorageError.nothingToRedo) { try store.redo(at: now) }
  }

  @Test("what the ride itself did is nothing to take back")
  func finished() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    try store.finishRide(of: reminder.id, serviceDay: reminder.ride.serviceDay, at: now)
    #expect(try store.reminder(reminder.id.uuidString).status == .done)
    #expect(try store.undo(at: now).kind == .save)
  }

  @Test("keep fields that are not ours, also inside those that did not change")
  func unknownFields() throws {
    try file { store, queue in
      let reminder = try sampleReminder()
      try store.finish(reminder, at: now)
      try queue.write {
        try $0.execute(
          sql:
            "UPDATE reminders SET record = json_set(record, '$.theirs', json('{\"a\": 1.10}'), '$.origin.platform', '7')"
        )
      }
      var changed = try store.reminder(reminder.id.uuidString)
      changed.label = "to work"
      changed.pausedUntil = now
      changed = try store.update(changed, as: .edit, at: now)
      changed.label = nil
      changed = try store.update(changed, as: .edit, at: now)
      #expect(changed.revision == 3)
      let record = try queue.read { try String.fetchOne($0, sql: "SELECT record FROM reminders") } ?? ""
      #expect(record.contains(#""theirs":{"a":1.10}"#))
      #expect(record.contains(#""platform":"7""#))
      #expect(!record.contains("label"))
      #expect(record.contains("pausedUntil"))
    }
  }

  @Test("made by two programs at once are not mixed")
  func changedMeanwhile() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    var one = reminder
    one.label = "one"
    var other = reminder
    other.label = "other"
    try store.update(one, as: .label, at: now)
    #expect(throws: StorageError.changedMeanwhile(id: String(reminder.id.uuidString.prefix(8)).lowercased())) {
      try store.update(other, as: .label, at: now)
    }
    #expect(try store.reminder(reminder.id.uuidString).label == "one")
  }

  @Test("to the levels begin their alerts anew, others leave them told")
  func deliveries() throws {
    let store = try ReminderStore.inMemory()
    var reminder = try sampleReminder()
    try store.finish(reminder, at: now)
    let key = AlertKey(reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: 1)
    _ = try store.recordPending(Alert(event: .alert, level: 1, at: now, estimated: false), key: key, at: now)
    reminder.label = "to work"
    reminder = try store.update(reminder, as: .label, at: now)
    #expect(try store.deliveries(of: reminder.id, serviceDay: reminder.ride.serviceDay).count == 1)
    reminder.interval = .stops(1)
    reminder.levels = Level.expand(reminder.interval, over: reminder.ride)
    try store.update(reminder, as: .edit, at: now)
    #expect(try store.deliveries(of: reminder.id, serviceDay: reminder.ride.serviceDay).isEmpty)
  }
}

@Suite("Reminders that come again")
struct RecurrenceTests {
  /// Tuesday to Thursday; the sample's ride is on a Monday evening, with its service day a Tuesday.
  private func recurring(until: String? = nil) throws -> Reminder {
    var reminder = try sampleReminder()
    reminder.recurrence = Recurrence(weekdays: [.thursday, .tuesday], until: until)
    return reminder
  }

  @Test("are moved to their next day when their ride ends, and told anew there")
  func finished() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try recurring()
    try store.finish(reminder, at: now)
    try store.finishRide(of: reminder.id, serviceDay: reminder.ride.serviceDay, at: now)
    let next = try store.reminder(reminder.id.uuidString)
    #expect(next.status == .on)
    #expect(next.revision == 2)
    #expect(next.ride.serviceDay == "2026-12-03")
    #expect(next.anchor.departure == reminder.anchor.departure?.addingTimeInterval(2 * 86400))
    #expect(next.levels.map(\.at) == reminder.levels.map { $0.at?.addingTimeInterval(2 * 86400) })
    #expect(next.levels.map(\.trigger) == reminder.levels.map(\.trigger))
    try store.finishRide(of: reminder.id, serviceDay: "2026-12-03", at: now)
    #expect(try store.reminder(reminder.id.uuidString).ride.serviceDay == "2026-12-08", "Thursday to Tuesday")
  }

  @Test("are due on each of their days, also where no runner was there in between")
  func due() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try recurring()
    try store.finish(reminder, at: now)
    let leaves = try #require(reminder.anchor.departure)
    #expect(try store.due(at: leaves, lead: 900).reminders.map(\.ride.serviceDay) == ["2026-12-01"])
    #expect(try store.due(at: leaves.addingTimeInterval(86400), lead: 900).reminders.isEmpty, "Wednesday")
    let third = leaves.addingTimeInterval(9 * 86400)
    #expect(try store.reminders(at: third).map(\.ride.serviceDay) == ["2026-12-10"])
    #expect(try store.due(at: third, lead: 900).reminders.map(\.ride.serviceDay) == ["2026-12-10"])
    #expect(try store.reminder(reminder.id.uuidString).ride.serviceDay == "2026-12-01", "asking writes nothing")
    try store.writeLedger { try $0.moveOn(except: [reminder.id], at: third) }
    #expect(try store.reminder(reminder.id.uuidString).ride.serviceDay == "2026-12-01", "it is followed still")
    try store.writeLedger { try $0.moveOn(except: [], at: third) }
    #expect(try store.reminder(reminder.id.uuidString).ride.serviceDay == "2026-12-10")
    try store.finishRide(of: reminder.id, serviceDay: "2026-12-08", at: third)
    #expect(
      try store.reminder(reminder.id.uuidString).ride.serviceDay == "2026-12-10", "moved on before, it is not again")
  }

  @Test("end with their last day")
  func until() throws {
    let store = try ReminderStore.inMemory()
    let reminder = try recurring(until: "2026-12-03")
    try store.finish(reminder, at: now)
    try store.finishRide(of: reminder.id, serviceDay: reminder.ride.serviceDay, at: now)
    #expect(try store.reminder(reminder.id.uuidString).status == .on)
    try store.finishRide(of: reminder.id, serviceDay: "2026-12-03", at: now)
    #expect(try store.reminder(reminder.id.uuidString).status == .done)
    let late = try recurring(until: "2026-12-03")
    try store.finish(late, at: now)
    let later = now.addingTimeInterval(30 * 86400)
    #expect(try store.due(at: later, lead: 900).reminders.isEmpty)
    try store.writeLedger { try $0.moveOn(except: [], at: later) }
    #expect(try store.reminder(late.id.uuidString).status == .done)
  }

  @Test("stay at the same time by the clock when summer time ends")
  func summerTime() throws {
    var reminder = try recurring()
    // 08:00 in Vienna on Friday, 23 October 2026; the clocks go back on Sunday.
    let leaves = Date(timeIntervalSince1970: 1_792_735_200)
    let shift = leaves.timeIntervalSince(try #require(reminder.anchor.departure))
    reminder.ride.serviceDay = "2026-10-23"
    reminder.recurrence = Recurrence(weekdays: [.friday, .monday])
    reminder.anchor.departure = leaves
    reminder.validUntil = reminder.validUntil?.addingTimeInterval(shift)
    let next = try #require(reminder.following)
    #expect(next.ride.serviceDay == "2026-10-26")
    #expect(next.anchor.departure == leaves.addingTimeInterval(3 * 86400 + 3600))
  }

  @Test("a pause and off hold back, on and the end of the pause bring back")
  func paused() throws {
    let store = try ReminderStore.inMemory()
    var reminder = try recurring()
    try store.finish(reminder, at: now)
    let leaves = try #require(reminder.anchor.departure)
    reminder.pausedUntil = leaves.addingTimeInterval(86400)
    reminder = try store.update(reminder, as: .pause, at: now)
    #expect(try store.due(at: leaves, lead: 900).reminders.isEmpty)
    #expect(try store.due(at: leaves.addingTimeInterval(2 * 86400), lead: 900).reminders.map(\.id) == [reminder.id])
    try store.setStatus(.off, of: reminder.id, at: now)
    #expect(try store.due(at: leaves.addingTimeInterval(2 * 86400), lead: 900).reminders.isEmpty)
  }

  @Test("records of other programs with and without the new fields read back")
  func decoding() throws {
    let reminder = try recurring(until: "2026-12-31")
    let text = String(decoding: try RecordCoding.encoder().encode(reminder), as: UTF8.self)
    #expect(text.contains(#""recurrence":{"until":"2026-12-31","weekdays":["tue","thu"]}"#))
    #expect(try RecordCoding.decoder().decode(Reminder.self, from: Data(text.utf8)).recurrence == reminder.recurrence)
    let plain = String(decoding: try RecordCoding.encoder().encode(try sampleReminder()), as: UTF8.self)
    #expect(!plain.contains("recurrence") && !plain.contains("label") && !plain.contains("pausedUntil"))
  }
}
