import Foundation
import GRDB

/// One change of a reminder, for a runner that follows reminders: a new revision, or that it was deleted.
public struct OutboxEntry: Sendable, Hashable {
  /// What a runner is to do.
  public enum Change: Sendable, Hashable {
    /// Watch this record, `alight.reminder/1` as JSON, in place of its older revisions.
    case put(record: String)
    /// Forget the reminder.
    case delete
  }

  /// Grows with every change of the database; entries are seen in this order and never before an earlier one.
  public var sequence: Int
  public var reminder: UUID
  public var revision: Int
  public var change: Change
  public var writtenAt: Date
  /// When a runner said that it has taken this revision over; nil while none has.
  public var acknowledgedAt: Date?
}

extension ReminderStore {
  /// The changes after the one that a runner has read last, oldest first.
  ///
  /// ```swift
  /// for entry in try store.outbox(after: cursor) {
  ///   take over or forget entry.reminder, unless entry.revision was handled before
  ///   try store.acknowledge(entry.reminder, revision: entry.revision, at: now)
  ///   cursor = entry.sequence
  /// }
  /// ```
  /// A runner that dies before it has stored its cursor reads the same entries again: each comes at least once.
  public func outbox(after cursor: Int = 0, limit: Int = 100) throws -> [OutboxEntry] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?", arguments: [cursor, limit])
    }.compactMap { row in
      guard let reminder = UUID(uuidString: row["reminder"]) else { return nil }
      let record: String? = row["record"]
      return OutboxEntry(
        sequence: row["sequence"], reminder: reminder, revision: row["revision"],
        change: record.map { .put(record: $0) } ?? .delete,
        writtenAt: Date(timeIntervalSince1970: row["written_at"]),
        acknowledgedAt: (row["acknowledged_at"] as Double?).map(Date.init(timeIntervalSince1970:)))
    }
  }

  /// Says that a runner has taken over a revision of a reminder, and with it all older ones. Saying it again changes nothing.
  /// - Returns: whether it was news.
  @discardableResult
  public func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws -> Bool {
    try write { database in
      try database.execute(
        sql: """
          UPDATE outbox SET acknowledged_at = ? WHERE reminder = ? AND revision <= ? AND acknowledged_at IS NULL
          """, arguments: [now.timeIntervalSince1970, reminder.uuidString, revision])
      return database.changesCount > 0
    }
  }
}
