import Foundation
import GRDB
import Journey

/// Whether saving made a reminder or found it there already.
public enum SaveOutcome: Sendable, Equatable {
  case saved, alreadySet
}

extension ReminderStore {
  /// Turns a draft into its reminder: writes the record, its outbox row and what is remembered for the next time, and removes
  /// the draft, in one transaction.
  ///
  /// The draft's id is the reminder's, so saving twice makes one reminder; the second time changes nothing.
  /// - Parameters:
  ///   - preferences: The values used last, which become the next defaults; nil leaves them as they are.
  ///   - trip: The pair of stops to remember; nil for none.
  ///   - learned: What the rider called stops.
  @discardableResult
  public func finish(
    _ reminder: Reminder, preferences: Preferences? = nil, trip: Trip? = nil, learned: [LearnedName] = [], at now: Date
  ) throws -> SaveOutcome {
    let record = try Self.text(reminder)
    return try write { database in
      let id = reminder.id.uuidString
      let wasSaved =
        try Bool.fetchOne(
          database,
          sql: "SELECT 1 WHERE EXISTS (SELECT 1 FROM reminders WHERE id = :id) OR EXISTS "
            + "(SELECT 1 FROM outbox WHERE reminder = :id AND kind = 'delete')", arguments: ["id": id]) ?? false
      try database.execute(sql: "DELETE FROM drafts WHERE id = ?", arguments: [id])
      if wasSaved { return .alreadySet }
      try Self.put(reminder, record: record, in: database, at: now)
      try Self.log(.save, id, before: nil, after: record, in: database, at: now)
      if let preferences { try Self.writeLastUsed(preferences, to: database) }
      if let trip {
        try Self.remember(trip, leaving: reminder.anchor.departure ?? now, zone: reminder.anchor.zone, in: database)
      }
      for name in learned { try Self.learn(name, in: database) }
      return .saved
    }
  }

  /// All reminders by departure, those that come again with the times of their next ride; those that are done or over only
  /// with `includingPast`.
  /// What cannot be read is left out.
  public func reminders(includingPast: Bool = false, at now: Date) throws -> [Reminder] {
    try listing(includingPast: includingPast, at: now).reminders
  }

  /// The same, and what cannot be read.
  public func listing(includingPast: Bool = false, at now: Date) throws -> ReminderListing {
    let rows = try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT id, record FROM reminders
          WHERE ? OR (status <> 'done' AND (valid_until IS NULL OR valid_until >= ?))
            OR (status <> 'done' AND \(Schema.recurs))
          ORDER BY created_at, id
          """, arguments: [includingPast, now.timeIntervalSince1970])
    }
    return try Self.listing(rows) { $0.occurrence(at: now) ?? (includingPast ? $0 : nil) }.byDeparture
  }

  /// The reminders of rows with their `id` and `record`, as `view` shows them; it leaves out where it gives nil.
  static func listing(_ rows: [Row], _ view: (Reminder) -> Reminder?) throws -> ReminderListing {
    var listing = ReminderListing(reminders: [], unreadable: [])
    for row in rows {
      do {
        if let reminder = try view(reminder(id: row["id"], record: row["record"])) {
          listing.reminders.append(reminder)
        }
      } catch StorageError.damagedRecord(let id, let cause) {
        listing.unreadable.append(UnreadableRecord(id: id, cause: cause))
      }
    }
    return listing
  }

  /// The one reminder whose id begins with `prefix`, in either case.
  /// - Throws: `StorageError.noSuchReminder`, `.ambiguousReminder`
  public func reminder(_ prefix: String) throws -> Reminder {
    let row = try read { try Self.row(beginningWith: prefix, in: $0) }
    return try Self.reminder(id: row["id"], record: row["record"])
  }

  /// The row of the one reminder whose id begins with `prefix`.
  static func row(beginningWith prefix: String, in database: Database) throws -> Row {
    let rows = try Self.rows(of: "reminders", beginning: prefix, in: database)
    guard let row = rows.first else { throw StorageError.noSuchReminder(prefix) }
    guard rows.count == 1 else {
      throw StorageError.ambiguousReminder(prefix, matches: rows.map { String(($0["id"] as String).prefix(13)) })
    }
    return row
  }

  /// The reminders of the same ride that is still to come, so that nobody sets one twice.
  public func twins(of reminder: Reminder, at now: Date) throws -> [Reminder] {
    try reminders(at: now).filter { other in
      guard other.id != reminder.id, other.status == .on, other.origin?.id == reminder.origin?.id,
        other.destination.id == reminder.destination.id, other.visit == reminder.visit
      else { return false }
      return other.anchor.departure == reminder.anchor.departure && other.anchor.arrival == reminder.anchor.arrival
    }
  }

  /// Switches a reminder on or off, or done for good. Fields of the record that this program does not know are kept.
  /// - Returns: whether anything changed.
  @discardableResult
  public func setStatus(_ status: Reminder.Status, of id: UUID, at now: Date) throws -> Bool {
    try write { database in
      guard var reminder = try Self.stored(id, in: database), reminder.status != status else { return false }
      reminder.status = status
      // What the ride itself has ended is nothing that the rider did.
      let kind: ReminderChange.Kind? =
        switch status {
        case .on: .on
        case .off: .off
        case .done: nil
        }
      try Self.update(reminder, as: kind, in: database, at: now)
      return true
    }
  }

  /// Writes a changed reminder over the stored one, with the next revision. Fields that this program does not know are kept.
  /// - Parameter reminder: As it was read, but for the changes; its revision tells whether somebody else was faster.
  /// - Returns: the reminder as it is stored.
  /// - Throws: `StorageError.changedMeanwhile`, `.noSuchReminder`
  @discardableResult
  public func update(_ reminder: Reminder, as kind: ReminderChange.Kind, at now: Date) throws -> Reminder {
    try write { database in
      guard let stored = try Self.stored(reminder.id, in: database) else {
        throw StorageError.noSuchReminder(reminder.id.uuidString)
      }
      guard stored.revision == reminder.revision else {
        throw StorageError.changedMeanwhile(id: reminder.id.short)
      }
      return try Self.update(reminder, as: kind, in: database, at: now)
    }
  }

  /// Deletes a reminder with its ledger; the outbox keeps a tombstone.
  /// - Returns: whether it was there.
  @discardableResult
  public func delete(_ id: UUID, at now: Date) throws -> Bool {
    try write { database in
      let text = id.uuidString
      guard
        let before = try String.fetchOne(database, sql: "SELECT record FROM reminders WHERE id = ?", arguments: [text])
      else { return false }
      try Self.remove(id, in: database, at: now)
      try Self.log(.delete, text, before: before, after: nil, in: database, at: now)
      return true
    }
  }

  /// Deletes the one reminder whose id begins with `prefix` and whose record cannot be read. It cannot be taken back: what nobody
  /// can read nobody can set again.
  /// - Returns: what was deleted; nil where the record can be read, and is kept.
  /// - Throws: `StorageError.noSuchReminder`, `.ambiguousReminder`
  public func deleteUnreadable(_ prefix: String, at now: Date) throws -> UnreadableRecord? {
    try write { database in
      let row = try Self.row(beginningWith: prefix, in: database)
      let id: String = row["id"]
      do {
        _ = try Self.reminder(id: id, record: row["record"])
        return nil
      } catch StorageError.damagedRecord(_, let cause) {
        try Self.remove(id, in: database, at: now)
        return UnreadableRecord(id: id, cause: cause)
      }
    }
  }
}
