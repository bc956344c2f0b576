import Foundation
import GRDB
import Journey

extension ReminderStore {
  /// Writes what a runner has to say, in one transaction.
  ///
  /// ```swift
  /// try store.writeLedger { ledger in
  ///   for key in keys { try ledger.recordDelivered(key, at: now) }
  /// }
  /// ```
  public func writeLedger<Value>(_ body: (LedgerWriter) throws -> Value) throws -> Value {
    try write { try body(LedgerWriter(database: $0)) }
  }
}

/// What a runner writes, inside a transaction.
public struct LedgerWriter {
  let database: Database

  /// Does one of several things. What can never be written, as its reminder cannot be read or the schema forbids it, is left out:
  /// it must not stand in the way of the others.
  /// - Returns: Why it was left out, as a clause; nil where it was done.
  /// - Throws: What may pass: a database that is locked, full or read-only.
  @discardableResult
  public func attempt(_ body: () throws -> Void) throws -> String? {
    do {
      try database.inSavepoint {
        try body()
        return .commit
      }
      return nil
    } catch let error as StorageError {
      guard case .damagedRecord = error else { throw error }
      return "\(error)"
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      return error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
        ? "its reminder was deleted" : error.message ?? "the database does not allow it"
    }
  }

  /// Writes down that an alert is about to be shown. Written a second time it counts as a repeat.
  /// - Returns: false where it was delivered already and must not be shown.
  public func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    let text = String(decoding: try RecordCoding.encoder().encode(alert), as: UTF8.self)
    let id = key.reminder.uuidString
    // Of a reminder that was deleted meanwhile nothing is owed.
    guard
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM reminders WHERE id = ?)", arguments: [id]) ?? false
    else { return true }
    try database.execute(
      sql: """
        INSERT INTO ledger (reminder, service_day, leg, level, round, status, alert, pending_at)
        VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)
        ON CONFLICT (reminder, service_day, leg, level, round) DO UPDATE SET repeats = repeats + 1 WHERE status = 'pending'
        """,
      arguments: [id, key.serviceDay, key.leg, key.level, key.round, text, now.timeIntervalSince1970])
    return database.changesCount > 0
  }

  /// Writes down that an alert was shown.
  public func recordDelivered(_ key: AlertKey, at now: Date) throws {
    try database.execute(
      sql: """
        UPDATE ledger SET status = 'delivered', delivered_at = ?
        WHERE reminder = ? AND service_day = ? AND leg = ? AND level = ? AND round = ? AND status = 'pending'
        """,
      arguments: [
        now.timeIntervalSince1970, key.reminder.uuidString, key.serviceDay, key.leg, key.level, key.round,
      ])
  }

  /// Stores the engine's state, which must be JSON.
  public func saveEngineState(_ state: Data, of reminder: UUID, serviceDay: String, at now: Date) throws {
    try database.execute(
      sql: """
        INSERT INTO engine_states (reminder, service_day, state, updated_at)
        SELECT id, ?, ?, ? FROM reminders WHERE id = ?
        ON CONFLICT (reminder, service_day) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at
        """,
      arguments: [
        serviceDay, String(decoding: state, as: UTF8.self), now.timeIntervalSince1970, reminder.uuidString,
      ])
  }

  /// Says that a runner has taken over a revision of a reminder, and with it all older ones.
  public func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws {
    try database.execute(
      sql: "UPDATE outbox SET acknowledged_at = ? WHERE reminder = ? AND revision <= ? AND acknowledged_at IS NULL",
      arguments: [now.timeIntervalSince1970, reminder.uuidString, revision])
  }

  /// What becomes of a reminder when its ride of a service day has ended: it is moved on to the next ride after that day, or is
  /// done. One that was moved on before stays as it is.
  public func finishRide(of id: UUID, serviceDay: String, at now: Date) throws {
    guard var reminder = try ReminderStore.stored(id, in: database), reminder.status != .done,
      reminder.ride.serviceDay <= serviceDay
    else { return }
    while reminder.status != .done, reminder.ride.serviceDay <= serviceDay {
      if let next = reminder.following { reminder = next } else { reminder.status = .done }
    }
    try ReminderStore.update(reminder, as: nil, in: database, at: now)
  }

  /// Gives reminders whose ride is over the times of their next one; those that came for the last time are done.
  /// - Parameter kept: those that are followed still.
  public func moveOn(except kept: Set<UUID>, at now: Date) throws {
    for id in try ReminderStore.over(at: now, in: database) where !kept.contains(id) {
      try attempt {
        guard var reminder = try ReminderStore.stored(id, in: database) else { return }
        if let next = reminder.occurrence(at: now) { reminder = next } else { reminder.status = .done }
        try ReminderStore.update(reminder, as: nil, in: database, at: now)
      }
    }
  }

  /// Says that a runner is alive.
  public func recordRunner(process: Int32, at now: Date) throws {
    try database.execute(
      sql: """
        INSERT INTO runner (id, process, seen_at) VALUES (1, ?, ?)
        ON CONFLICT (id) DO UPDATE SET process = excluded.process, seen_at = excluded.seen_at
        """, arguments: [process, now.timeIntervalSince1970])
  }
}
