import Foundation
import GRDB
import Journey

/// One line of the ledger: an alert that is to be shown, or was.
public struct Delivery: Sendable, Equatable {
  public var key: AlertKey
  public var alert: Alert
  public var pendingAt: Date
  /// Nil while it is pending.
  public var deliveredAt: Date?
  /// How often it was shown again because nobody knew whether it had been.
  public var repeats: Int

  public init(key: AlertKey, alert: Alert, pendingAt: Date, deliveredAt: Date? = nil, repeats: Int = 0) {
    self.key = key
    self.alert = alert
    self.pendingAt = pendingAt
    self.deliveredAt = deliveredAt
    self.repeats = repeats
  }
}

extension ReminderStore {
  /// Writes down that an alert is about to be shown. Written a second time it counts as a repeat.
  /// - Returns: false where it was delivered already and must not be shown.
  public func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    let text = String(decoding: try RecordCoding.encoder().encode(alert), as: UTF8.self)
    return try write { database in
      try database.execute(
        sql: """
          INSERT INTO ledger (reminder, service_day, leg, level, round, status, alert, pending_at)
          VALUES (?, ?, ?, ?, ?, 'pending', ?, ?)
          ON CONFLICT (reminder, service_day, leg, level, round) DO UPDATE SET repeats = repeats + 1 WHERE status = 'pending'
          """,
        arguments: [
          key.reminder.uuidString, key.serviceDay, key.leg, key.level, key.round, text, now.timeIntervalSince1970,
        ])
      return database.changesCount > 0
    }
  }

  /// Writes down that an alert was shown.
  public func recordDelivered(_ key: AlertKey, at now: Date) throws {
    try write { database in
      try database.execute(
        sql: """
          UPDATE ledger SET status = 'delivered', delivered_at = ?
          WHERE reminder = ? AND service_day = ? AND leg = ? AND level = ? AND round = ? AND status = 'pending'
          """,
        arguments: [
          now.timeIntervalSince1970, key.reminder.uuidString, key.serviceDay, key.leg, key.level, key.round,
        ])
    }
  }

  /// What the ledger holds of a reminder on a service day, by ride and level.
  public func deliveries(of reminder: UUID, serviceDay: String) throws -> [Delivery] {
    let rows = try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM ledger WHERE reminder = ? AND service_day = ? ORDER BY leg, level, round",
        arguments: [reminder.uuidString, serviceDay])
    }
    return try rows.map { row in
      Delivery(
        key: AlertKey(
          reminder: reminder, serviceDay: serviceDay, level: row["level"], round: row["round"], leg: row["leg"]),
        alert: try RecordCoding.decoder().decode(Alert.self, from: Data((row["alert"] as String).utf8)),
        pendingAt: Date(timeIntervalSince1970: row["pending_at"]),
        deliveredAt: (row["delivered_at"] as Double?).map(Date.init(timeIntervalSince1970:)), repeats: row["repeats"])
    }
  }

  /// The engine's state as the runner stored it last; nil before the first time.
  public func engineState(of reminder: UUID, serviceDay: String) throws -> Data? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT state FROM engine_states WHERE reminder = ? AND service_day = ?",
        arguments: [reminder.uuidString, serviceDay])
    }.map { Data($0.utf8) }
  }

  /// Stores the engine's state, which must be JSON.
  public func saveEngineState(_ state: Data, of reminder: UUID, serviceDay: String, at now: Date) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO engine_states (reminder, service_day, state, updated_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (reminder, service_day) DO UPDATE SET state = excluded.state, updated_at = excluded.updated_at
          """,
        arguments: [
          reminder.uuidString, serviceDay, String(decoding: state, as: UTF8.self), now.timeIntervalSince1970,
        ])
    }
  }

  /// The reminders to be watched at an instant: switched on, not paused, leaving within `lead` seconds or under way. Those that
  /// come again and whose ride is over are moved on to their next one.
  public func due(at now: Date, lead: TimeInterval) throws -> [Reminder] {
    try moveOn(at: now)
    return try reminders(at: now).filter { reminder in
      guard reminder.isOn(at: now) else { return false }
      return reminder.anchor.departure.map { $0.timeIntervalSince(now) <= lead } ?? true
    }
  }

  /// Gives reminders whose ride is over the times of their next one; those that came for the last time are done.
  private func moveOn(at now: Date) throws {
    let condition = """
      status = 'on' AND valid_until < ? AND json_extract(record, '$.recurrence') IS NOT NULL
      """
    func over(_ database: Database) throws -> [String] {
      try String.fetchAll(
        database, sql: "SELECT id FROM reminders WHERE \(condition)", arguments: [now.timeIntervalSince1970])
    }
    // A runner asks every few seconds: it must not take the lock to find nothing.
    guard try !read(over).isEmpty else { return }
    try write { database in
      for id in try over(database).compactMap(UUID.init(uuidString:)) {
        guard var reminder = try Self.stored(id, in: database) else { continue }
        if let next = reminder.occurrence(at: now) { reminder = next } else { reminder.status = .done }
        try Self.update(reminder, as: nil, in: database, at: now)
      }
    }
  }

  /// Says that a runner is alive.
  public func recordRunner(process: Int32, at now: Date) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO runner (id, process, seen_at) VALUES (1, ?, ?)
          ON CONFLICT (id) DO UPDATE SET process = excluded.process, seen_at = excluded.seen_at
          """, arguments: [process, now.timeIntervalSince1970])
    }
  }

  /// Says that no runner is alive any more.
  public func clearRunner(process: Int32) throws {
    try write { try $0.execute(sql: "DELETE FROM runner WHERE process = ?", arguments: [process]) }
  }

  /// When a runner was last seen; nil where none ever was or it ended properly.
  public func runnerSeen() throws -> (process: Int32, at: Date)? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT process, seen_at FROM runner WHERE id = 1").map {
        (process: $0["process"], at: Date(timeIntervalSince1970: $0["seen_at"]))
      }
    }
  }
}
