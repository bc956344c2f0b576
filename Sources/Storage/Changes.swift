import Foundation
import GRDB
import Journey

/// What the rider did to a reminder, as it was done, taken back or done again.
public struct ReminderChange: Sendable, Equatable {
  /// What was done.
  public enum Kind: String, Sendable, CaseIterable {
    case save, edit, delete, on, off, pause, resume, label
    /// Taken over from another program.
    case taken = "import"
  }

  public var kind: Kind
  /// Nil before it was set.
  public var before: Reminder?
  /// Nil after it was deleted.
  public var after: Reminder?

  /// The reminder, as it was last.
  public var reminder: Reminder? { after ?? before }
}

/// How many changes can be taken back.
enum ChangeRetention {
  /// Nobody takes back a hundred changes one by one, and what was deleted must be gone for good some day.
  static let count = 100
  static let days = 30.0
}

extension ReminderStore {
  /// Takes back the last change to the reminders that the rider made: the record as it was before becomes a new revision.
  /// - Throws: `StorageError.nothingToUndo`
  public func undo(at now: Date) throws -> ReminderChange {
    try write { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT * FROM changes WHERE undone = 0 ORDER BY sequence DESC LIMIT 1")
      else { throw StorageError.nothingToUndo }
      try Self.restore(row["before"], of: row["reminder"], in: database, at: now)
      try database.execute(sql: "UPDATE changes SET undone = 1 WHERE sequence = ?", arguments: [row["sequence"] as Int])
      return try Self.change(row)
    }
  }

  /// Makes the change again that was taken back last.
  /// - Throws: `StorageError.nothingToRedo`
  public func redo(at now: Date) throws -> ReminderChange {
    try write { database in
      guard
        let row = try Row.fetchOne(database, sql: "SELECT * FROM changes WHERE undone = 1 ORDER BY sequence LIMIT 1")
      else { throw StorageError.nothingToRedo }
      try Self.restore(row["after"], of: row["reminder"], in: database, at: now)
      try database.execute(sql: "UPDATE changes SET undone = 0 WHERE sequence = ?", arguments: [row["sequence"] as Int])
      return try Self.change(row)
    }
  }

  /// Notes a change in the transaction that makes it. What was taken back before cannot be done again after it.
  static func log(
    _ kind: ReminderChange.Kind, _ id: String, before: String?, after: String?, in database: Database, at now: Date
  ) throws {
    try database.execute(sql: "DELETE FROM changes WHERE undone = 1")
    try database.execute(
      sql: "INSERT INTO changes (at, kind, reminder, before, after) VALUES (?, ?, ?, ?, ?)",
      arguments: [now.timeIntervalSince1970, kind.rawValue, id, before, after])
    try database.execute(
      sql: "DELETE FROM changes WHERE at < ? OR sequence <= (SELECT max(sequence) FROM changes) - ?",
      arguments: [now.addingTimeInterval(-ChangeRetention.days * 86400).timeIntervalSince1970, ChangeRetention.count])
  }

  private static func restore(_ record: String?, of id: String, in database: Database, at now: Date) throws {
    guard let uuid = UUID(uuidString: id) else { return }
    guard let record else {
      // It may have been deleted by somebody else already.
      if try stored(uuid, in: database) != nil { try remove(uuid, in: database, at: now) }
      return
    }
    let revision = try nextRevision(of: uuid, in: database)
    let text =
      try String.fetchOne(
        database, sql: "SELECT json_set(?, '$.revision', ?)", arguments: [record, revision]) ?? record
    let restored = try reminder(id: id, record: text)
    let replaced = try stored(uuid, in: database)
    try put(restored, record: text, in: database, at: now)
    if let replaced { try forgetDeliveries(replacing: replaced, by: restored, in: database) }
  }

  private static func change(_ row: Row) throws -> ReminderChange {
    let id: String = row["reminder"]
    func record(_ column: String) throws -> Reminder? {
      try (row[column] as String?).map { try reminder(id: id, record: $0) }
    }
    return ReminderChange(
      kind: ReminderChange.Kind(rawValue: row["kind"]) ?? .edit, before: try record("before"),
      after: try record("after"))
  }
}
