import Fleet
import Foundation
import Journey

/// The reminders and the ledger of a fleet in a database that speaks SQL.
///
/// ```swift
/// let store = try await SQLFleetStore(SQLiteSession(path: "fleet.sqlite"))
/// ```
public struct SQLFleetStore: Sendable {
  let session: any SQLSession

  /// Brings the tables to what this version needs.
  /// - Throws: `SQLFailure`, also for a database of a newer version.
  public init(_ session: any SQLSession) async throws {
    self.session = session
    try await migrate()
  }

  private func migrate() async throws {
    _ = try await query("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")
    let done = try await query("SELECT coalesce(max(number), 0) FROM migrations").first?[0].integer ?? 0
    guard done <= FleetSchema.migrations.count else {
      throw SQLFailure(
        database: "the fleet's database",
        cause: "it is of a newer version (\(done), this one knows \(FleetSchema.migrations.count)): use that version",
        isPassing: false)
    }
    for (place, statements) in FleetSchema.migrations.enumerated() where place >= done {
      _ = try await session.transaction(
        statements.map { SQLStatement($0) }
          + [SQLStatement("INSERT INTO migrations (number) VALUES ($1)", [.integer(place + 1)])])
    }
  }

  func query(_ sql: String, _ values: [SQLValue] = []) async throws -> [[SQLValue]] {
    try await session.transaction([SQLStatement(sql, values)]).first ?? []
  }

  static func text(_ id: UUID) -> SQLValue { .text(id.uuidString.lowercased()) }
}
