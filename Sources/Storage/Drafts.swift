import Foundation
import GRDB

/// A reminder half asked for, as it stood after the last step.
public struct StoredDraft: Sendable, Equatable, Identifiable {
  public var id: UUID
  public var updatedAt: Date
  /// What is answered so far, in words: "Linz Hauptbahnhof → ?".
  public var summary: String
  /// The wizard's state as JSON.
  public var state: Data

  public init(id: UUID, updatedAt: Date, summary: String, state: Data) {
    self.id = id
    self.updatedAt = updatedAt
    self.summary = summary
    self.state = state
  }
}

extension ReminderStore {
  /// Writes a draft over its last state.
  static func write(_ draft: StoredDraft, to database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO drafts (id, updated_at, summary, state) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, summary = excluded.summary,
          state = excluded.state
        """,
      arguments: [
        draft.id.uuidString, draft.updatedAt.timeIntervalSince1970, draft.summary,
        String(decoding: draft.state, as: UTF8.self),
      ])
  }

  /// The drafts changed since an instant, the newest first.
  public func drafts(since instant: Date) throws -> [StoredDraft] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM drafts WHERE updated_at >= ? ORDER BY updated_at DESC, id",
        arguments: [instant.timeIntervalSince1970])
    }.compactMap { row in
      guard let id = UUID(uuidString: row["id"]) else { return nil }
      return StoredDraft(
        id: id, updatedAt: Date(timeIntervalSince1970: row["updated_at"]), summary: row["summary"],
        state: Data((row["state"] as String).utf8))
    }
  }

  /// Removes a draft.
  public func deleteDraft(_ id: UUID) throws {
    try write { try $0.execute(sql: "DELETE FROM drafts WHERE id = ?", arguments: [id.uuidString]) }
  }

  /// Removes drafts that were not touched since an instant.
  public func deleteDrafts(before instant: Date) throws {
    try write { database in
      try database.execute(
        sql: "DELETE FROM drafts WHERE updated_at < ?", arguments: [instant.timeIntervalSince1970])
    }
  }
}
