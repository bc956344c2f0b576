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
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM changes WHERE undone = 0 ORDER BY sequence DESC")
      guard let (row, change) = Self.firstReadable(rows) else { throw StorageError.nothingToUndo }
      try Self.restore(row["before"], of: row["reminder"], in: database, at: now)
      try database.execute(sql: "UPDATE changes SET undone = 1 WHERE sequence = ?", arguments: [row["sequence"] as Int])
      return change
    }
  }

  /// Makes the change again that was taken back last.
  /// - Throws: `StorageError.nothingToRedo`
  public func redo(at now: Date) throws -> ReminderChange {
    try write { database in
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM changes WHERE undone = 1 ORDER BY sequence")
      guard let (row, change) = Self.firstReadable(rows) else { throw StorageError.nothingToRedo }
      try Self.restore(row["after"], of: row["reminder"], in: database, at: now)
      try database.execute(sql: "UPDATE changes SET undone = 0 WHERE sequence = ?", arguments: [row["sequence"] as Int])
      return change
    }
  }

  /// Notes a change in the transaction that makes it. What was taken back before cannot be done again after it.
  static func log(
    _ kind: ReminderChange.Kind, _ id: String, before: String?, after: String?, in database: Database, at now: Date
  ) throws {
    try database.execute(sql: "DELETE FROM changes WHERE undone = 1")
    // What is no JSON throughout cannot be kept, and could not be set again.
    try database.execute(
      sql: """
        INSERT INTO changes (at, kind, reminder, before, after)
        SELECT :at, :kind, :id, CASE WHEN json_valid(:before) THEN :before END, :after
        """,
      arguments: [
        "at": now.timeIntervalSince1970, "kind": kind.rawValue, "id": id, "before": before, "after": after,
      ])
    try database.execute(
      sql: "DELETE FROM changes WHERE at < ? OR sequence <= (SELECT max(sequence) FROM changes) - ?",
      arguments: [now.addingTimeInterval(-ChangeRetention.days * 86400).timeIntervalSince1970, ChangeRetention.count])
  }

  private static func restore(_ record: String?, of id: String, in database: Database, at now: Date) throws {
    guard let uuid = UUID(uuidString: id) else { return }
    guard let record else {
      // It may have been deleted by somebody else already.
      if try text(of: id, in: database) != nil { try remove(uuid, in: database, at: now) }
      return
    }
    let revision = try nextRevision(of: id, in: database)
    let text =
      try String.fetchOne(
        database, sql: "SELECT json_set(?, '$.revision', ?)", arguments: [record, revision]) ?? record
    let restored = try reminder(id: id, record: text)
    let replaced = try Self.text(of: id, in: database)
    try put(restored, record: text, in: database, at: now)
    if let replaced { try forgetDeliveries(replacing: replaced, by: restored, in: database) }
  }

  /// The first change whose records can be read: one that cannot must not stand in the way of the others for ever.
  private static func firstReadable(_ rows: [Row]) -> (Row, ReminderChange)? {
    for row in rows {
      if let change = try? change(row) { return (row, change) }
    }
    return nil
  }

  private static func text(of id: String, in database: Database) throws -> String? {
    try String.fetchOne(database, sql: "SELECT record FROM reminders WHERE id = ?", arguments: [id])
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
