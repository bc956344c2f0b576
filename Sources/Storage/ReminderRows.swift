import Foundation
import GRDB
import Journey

/// The rows behind a reminder: its record, the columns that are searched by, and the outbox. All of it runs inside a caller's
/// transaction.
extension ReminderStore {
  /// Writes the row and its outbox row.
  static func put(_ reminder: Reminder, record: String, in database: Database, at now: Date) throws {
    let id = reminder.id.uuidString
    try database.execute(
      sql: """
        INSERT INTO reminders (id, revision, status, service_day, departure, arrival, valid_until, created_at, record)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, status = excluded.status,
          service_day = excluded.service_day, departure = excluded.departure, arrival = excluded.arrival,
          valid_until = excluded.valid_until, record = excluded.record
        """,
      arguments: [
        id, reminder.revision, reminder.status.rawValue, reminder.ride.serviceDay,
        // By this it is found when it is time to watch it, which the way to the ride is a part of.
        reminder.setsOut?.timeIntervalSince1970, reminder.anchor.arrival?.timeIntervalSince1970,
        reminder.validUntil?.timeIntervalSince1970, reminder.createdAt.timeIntervalSince1970, record,
      ])
    try append(database, id: id, revision: reminder.revision, kind: "put", record: record, at: now)
  }

  /// Deletes the row and leaves a tombstone.
  static func remove(_ id: UUID, in database: Database, at now: Date) throws {
    try remove(id.uuidString, in: database, at: now)
  }

  static func remove(_ id: String, in database: Database, at now: Date) throws {
    let revision = try nextRevision(of: id, in: database)
    try database.execute(sql: "DELETE FROM reminders WHERE id = ?", arguments: [id])
    try append(database, id: id, revision: revision, kind: "delete", record: nil, at: now)
  }

  /// Writes a changed reminder with the next revision; with a kind the rider may take it back.
  @discardableResult
  static func update(
    _ changed: Reminder, as kind: ReminderChange.Kind?, in database: Database, at now: Date
  ) throws -> Reminder {
    let id = changed.id.uuidString
    guard let before = try String.fetchOne(database, sql: "SELECT record FROM reminders WHERE id = ?", arguments: [id])
    else { throw StorageError.noSuchReminder(id) }
    var next = changed
    next.revision += 1
    let record = try merged(next, into: before, in: database)
    try put(next, record: record, in: database, at: now)
    if let kind {
      try log(kind, id, before: before, after: record, in: database, at: now)
      try forgetDeliveries(replacing: before, by: next, in: database)
    }
    return next
  }

  /// Another ride or other levels begin from the start: what the old ones told says nothing about them.
  /// - Parameter old: The record that was there; one that cannot be read is another one.
  static func forgetDeliveries(replacing old: String, by new: Reminder, in database: Database) throws {
    guard (try? reminder(id: new.id.uuidString, record: old))?.legs != new.legs else { return }
    for table in ["ledger", "engine_states"] {
      try database.execute(
        sql: "DELETE FROM \(table) WHERE reminder = ? AND service_day = ?",
        arguments: [new.id.uuidString, new.ride.serviceDay])
    }
  }

  /// A number that no revision of this reminder has had, also where it was deleted.
  static func nextRevision(of id: String, in database: Database) throws -> Int {
    let last = try Int.fetchOne(
      database, sql: "SELECT max(revision) FROM outbox WHERE reminder = ?", arguments: [id])
    return (last ?? 0) + 1
  }

  static func stored(_ id: UUID, in database: Database) throws -> Reminder? {
    try String.fetchOne(database, sql: "SELECT record FROM reminders WHERE id = ?", arguments: [id.uuidString])
      .map { try reminder(id: id.uuidString, record: $0) }
  }

  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try RecordCoding.encoder().encode(value), as: UTF8.self)
  }

  /// - Throws: `StorageError.damagedRecord`
  static func reminder(id: String, record: String) throws -> Reminder {
    let reminder: Reminder
    do {
      reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(record.utf8))
    } catch {
      throw StorageError.damagedRecord(id: id, cause: RecordError(error).description)
    }
    // What another version means by a field of the same name nobody knows here.
    guard Reminder.isKnown(reminder.schema) else {
      throw StorageError.damagedRecord(id: id, cause: RecordError.otherSchema(reminder.schema).description)
    }
    // Found by one id and written by another, it would become two.
    guard reminder.id.uuidString == id.uppercased() else {
      throw StorageError.damagedRecord(id: id, cause: "it is the record of \(reminder.id)")
    }
    return reminder
  }

  /// The stored record with the fields that have changed. What is not touched stays as it was written, so that nothing is lost
  /// that another program has put there.
  private static func merged(_ reminder: Reminder, into record: String, in database: Database) throws -> String {
    let known = try text(Self.reminder(id: reminder.id.uuidString, record: record))
    let new = try text(reminder)
    var merged = record
    for key in Reminder.CodingKeys.allCases {
      let path = "$.\(key.rawValue)"
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT :known -> :path AS known, :new -> :path AS new",
          arguments: ["known": known, "new": new, "path": path])
      else { continue }
      let value: String? = row["new"]
      guard row["known"] as String? != value else { continue }
      let sql = value == nil ? "SELECT json_remove(:record, :path)" : "SELECT json_set(:record, :path, json(:value))"
      var arguments: StatementArguments = ["record": merged, "path": path]
      if let value { arguments += ["value": value] }
      merged = try String.fetchOne(database, sql: sql, arguments: arguments) ?? merged
    }
    return merged
  }

  private static func append(
    _ database: Database, id: String, revision: Int, kind: String, record: String?, at now: Date
  ) throws {
    try database.execute(
      sql: "INSERT INTO outbox (reminder, revision, kind, record, written_at) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, revision, kind, record, now.timeIntervalSince1970])
  }
}
