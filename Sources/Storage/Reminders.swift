import Foundation
import GRDB
import Journey

/// Whether saving made a reminder or found it there already.
public enum SaveOutcome: Sendable, Equatable {
  case saved, alreadySet
}

extension ReminderStore {
  /// Turns a draft into its reminder: writes the record, its outbox row and the preferences, and removes the draft.
  ///
  /// The draft's id is the reminder's, so saving twice makes one reminder; the second time changes nothing.
  @discardableResult
  public func finish(_ reminder: Reminder, preferences: Preferences? = nil, at now: Date) throws -> SaveOutcome {
    let record = try Self.text(reminder)
    return try write { database in
      let id = reminder.id.uuidString
      let exists = try Bool.fetchOne(database, sql: "SELECT 1 FROM reminders WHERE id = ?", arguments: [id]) ?? false
      let wasDeleted =
        try Bool.fetchOne(
          database, sql: "SELECT 1 FROM outbox WHERE reminder = ? AND kind = 'delete'", arguments: [id]) ?? false
      try database.execute(sql: "DELETE FROM drafts WHERE id = ?", arguments: [id])
      if exists || wasDeleted { return .alreadySet }
      try database.execute(
        sql: """
          INSERT INTO reminders (id, revision, status, service_day, departure, arrival, valid_until, created_at, record)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: Self.columns(of: reminder, record: record))
      try Self.append(database, id: id, revision: reminder.revision, kind: "put", record: record, at: now)
      if let preferences { try Self.write(preferences, to: database) }
      return .saved
    }
  }

  /// All reminders by departure; those that are done or over only with `includingPast`.
  public func reminders(includingPast: Bool = false, at now: Date) throws -> [Reminder] {
    let rows = try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, record FROM reminders
          WHERE ? OR (status <> 'done' AND (valid_until IS NULL OR valid_until >= ?))
          ORDER BY departure IS NULL, departure, created_at, id
          """, arguments: [includingPast, now.timeIntervalSince1970])
    }
    return try rows.map { try Self.reminder(id: $0["id"], record: $0["record"]) }
  }

  /// The one reminder whose id begins with `prefix`, in either case.
  /// - Throws: `StorageError.noSuchReminder`, `.ambiguousReminder`
  public func reminder(_ prefix: String) throws -> Reminder {
    let row = try read { try Self.row(beginningWith: prefix, in: $0) }
    return try Self.reminder(id: row["id"], record: row["record"])
  }

  /// The id and record of the one reminder whose id begins with `prefix`.
  static func row(beginningWith prefix: String, in database: Database) throws -> Row {
    let isPrefix = !prefix.isEmpty && prefix.allSatisfy { $0.isHexDigit || $0 == "-" }
    let rows =
      !isPrefix
      ? []
      : try Row.fetchAll(
        database, sql: "SELECT id, record FROM reminders WHERE id LIKE ? ORDER BY id LIMIT 6",
        arguments: [prefix.uppercased() + "%"])
    guard let row = rows.first else { throw StorageError.noSuchReminder(prefix) }
    guard rows.count == 1 else {
      throw StorageError.ambiguousReminder(prefix, matches: rows.map { String(($0["id"] as String).prefix(13)) })
    }
    return row
  }

  /// What a row of `reminders` holds, in the order of its columns.
  static func columns(of reminder: Reminder, record: String) -> StatementArguments {
    [
      reminder.id.uuidString, reminder.revision, reminder.status.rawValue, reminder.ride.serviceDay,
      reminder.anchor.departure?.timeIntervalSince1970, reminder.anchor.arrival?.timeIntervalSince1970,
      reminder.validUntil?.timeIntervalSince1970, reminder.createdAt.timeIntervalSince1970, record,
    ]
  }

  /// Switches a reminder on, off or done. Fields of the record that this program does not know are kept.
  /// - Returns: whether anything changed.
  @discardableResult
  public func setStatus(_ status: Reminder.Status, of id: UUID, at now: Date) throws -> Bool {
    try write { database in
      try database.execute(
        sql: """
          UPDATE reminders SET status = :status, revision = revision + 1,
            record = json_set(record, '$.status', :status, '$.revision', revision + 1)
          WHERE id = :id AND status <> :status
          """, arguments: ["status": status.rawValue, "id": id.uuidString])
      guard database.changesCount > 0,
        let row = try Row.fetchOne(
          database, sql: "SELECT revision, record FROM reminders WHERE id = ?", arguments: [id.uuidString])
      else { return false }
      try Self.append(
        database, id: id.uuidString, revision: row["revision"], kind: "put", record: row["record"], at: now)
      return true
    }
  }

  /// Deletes a reminder with its ledger; the outbox keeps a tombstone.
  /// - Returns: whether it was there.
  @discardableResult
  public func delete(_ id: UUID, at now: Date) throws -> Bool {
    try write { database in
      guard
        let revision = try Int.fetchOne(
          database, sql: "SELECT revision FROM reminders WHERE id = ?", arguments: [id.uuidString])
      else { return false }
      try database.execute(sql: "DELETE FROM reminders WHERE id = ?", arguments: [id.uuidString])
      try Self.append(database, id: id.uuidString, revision: revision + 1, kind: "delete", record: nil, at: now)
      return true
    }
  }

  static func append(
    _ database: Database, id: String, revision: Int, kind: String, record: String?, at now: Date
  ) throws {
    try database.execute(
      sql: "INSERT INTO outbox (reminder, revision, kind, record, written_at) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, revision, kind, record, now.timeIntervalSince1970])
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try RecordCoding.encoder().encode(value), as: UTF8.self)
  }

  private static func reminder(id: String, record: String) throws -> Reminder {
    do {
      return try RecordCoding.decoder().decode(Reminder.self, from: Data(record.utf8))
    } catch {
      throw StorageError.damagedRecord(id: id, cause: "\(error)")
    }
  }
}
