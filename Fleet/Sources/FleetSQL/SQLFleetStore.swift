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
  let rides = RideCache()

  /// Brings the tables to what this version needs, where it may.
  /// - Throws: `SQLFailure`, also for a database of a newer version, and for an older one of somebody else's.
  public init(_ session: any SQLSession) async throws {
    self.session = session
    try await migrate()
    _ = try await query("INSERT INTO counter (sequence) VALUES (0) ON CONFLICT DO NOTHING")
  }

  private func migrate() async throws {
    let migrations = FleetSchema.migrations(session.dialect)
    let done = try await version()
    guard done <= migrations.count else {
      throw SQLFailure(
        database: session.name,
        cause: "it is of a newer version (\(done), this one knows \(migrations.count)): use that version",
        isPassing: false)
    }
    for (place, statements) in migrations.enumerated() where place >= done {
      let number = place + 1
      do {
        _ = try await session.transaction(
          lock + [SQLStatement("INSERT INTO migrations (number) VALUES ($1)", [.integer(number)])]
            + statements.map { SQLStatement($0) })
      } catch {
        // Another worker may have begun at the same moment, and done it.
        guard try await version() >= number else { throw Self.explained(error, hasTables: done > 0) }
      }
    }
  }

  /// A tenant may not change the tables, and is told who may.
  private static func explained(_ error: any Error, hasTables: Bool) -> any Error {
    guard hasTables, var failure = error as? SQLFailure, !failure.isPassing else { return error }
    failure.cause += "; a tenant waits until the owner has brought the tables to this version: alight-fleet admit ROLE"
    return failure
  }

  /// The number of the last migration that is done.
  private func version() async throws -> Int {
    do {
      return try await query("SELECT coalesce(max(number), 0) FROM migrations").first?[0].integer ?? 0
    } catch let error as SQLFailure where !error.isPassing {
      _ = try await session.transaction(
        lock + [SQLStatement("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)")])
      return 0
    }
  }

  /// Workers that begin together wait for each other.
  private var lock: [SQLStatement] {
    session.dialect == .postgres ? [SQLStatement("SELECT pg_advisory_xact_lock(712094)")] : []
  }

  /// Lets a role of PostgreSQL use the tables: it sees and writes its own rows alone.
  /// - Parameter role: A name of letters, digits, `-` and `_`.
  public func admit(_ role: RiderID) async throws {
    _ = try await session.transaction(
      [SQLStatement("GRANT SELECT ON migrations TO \"\(role)\"")]
        + FleetSchema.tables.map {
          SQLStatement("GRANT SELECT, INSERT, UPDATE, DELETE ON \($0) TO \"\(role)\"")
        })
  }

  public func takeNews() -> Bool { session.takeNews() }

  /// What time the database has.
  public func time() async throws -> Date {
    let sql =
      session.dialect == .postgres
      ? "SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
      : "SELECT (julianday('now') - 2440587.5) * 86400.0"
    guard let seconds = try await query(sql).first?[0].real else { throw damaged("the clock") }
    return Date(timeIntervalSince1970: seconds)
  }

  func query(_ sql: String, _ values: [SQLValue] = []) async throws -> [[SQLValue]] {
    try await session.transaction([SQLStatement(sql, values)]).first ?? []
  }

  func damaged(_ table: String) -> SQLFailure {
    SQLFailure(
      database: session.name, cause: "a row of \"\(table)\" holds what was never written there", isPassing: false)
  }

  static func text(_ id: UUID) -> SQLValue { .text(id.uuidString.lowercased()) }

  static func text(_ rider: RiderID) -> SQLValue { .text(rider.text) }
}
