import Fleet
import Foundation
import Journey

extension SQLFleetStore: ReminderStore {
  public func put(_ reminder: Reminder, of rider: RiderID, replacing revision: Int?) async throws -> Int {
    var reminder = reminder
    reminder.revision = (revision ?? 0) + 1
    let statement: SQLStatement
    if let revision {
      statement = SQLStatement(
        """
        UPDATE reminders SET revision = $2, status = $3, service_day = $4, due_at = $5, valid_until = $6, record = $7,
          sequence = (SELECT sequence FROM counter)
        WHERE id = $1 AND revision = $8 AND rider = $9 RETURNING revision
        """, try Self.row(reminder) + [.integer(revision), .text(rider.text)])
    } else {
      statement = SQLStatement(
        """
        INSERT INTO reminders (id, revision, status, service_day, due_at, valid_until, record, rider, part, sequence)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, (SELECT sequence FROM counter)) ON CONFLICT DO NOTHING RETURNING revision
        """, try Self.row(reminder) + [.text(rider.text), .integer(Partition(of: rider).number)])
    }
    let rows = try await session.transaction([Self.counting, statement])
    guard rows.last?.first != nil else {
      throw StaleRevision(reminder: reminder.id, revision: try await self.revision(of: reminder.id))
    }
    return reminder.revision
  }

  public func take(_ reminders: [StoredReminder]) async throws -> Int {
    let statements = try reminders.map { stored in
      SQLStatement(
        """
        INSERT INTO reminders (id, revision, status, service_day, due_at, valid_until, record, rider, part, sequence)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, (SELECT sequence FROM counter))
        ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, status = excluded.status,
          service_day = excluded.service_day, due_at = excluded.due_at, valid_until = excluded.valid_until,
          record = excluded.record, rider = excluded.rider, part = excluded.part, sequence = excluded.sequence
        """,
        try Self.row(stored.reminder) + [.text(stored.rider.text), .integer(Partition(of: stored.rider).number)])
    }
    guard !statements.isEmpty else { return 0 }
    _ = try await session.transaction([Self.counting] + statements)
    return statements.count
  }

  public func delete(_ id: UUID, ofRevision revision: Int) async throws {
    let rows = try await session.transaction([
      Self.counting,
      SQLStatement(
        """
        INSERT INTO deleted (id, rider, part, sequence)
        SELECT id, rider, part, (SELECT sequence FROM counter) FROM reminders WHERE id = $1 AND revision = $2
        ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence
        """, [Self.text(id), .integer(revision)]),
      SQLStatement(
        "DELETE FROM ledger WHERE reminder IN (SELECT id FROM reminders WHERE id = $1 AND revision = $2)",
        [Self.text(id), .integer(revision)]),
      SQLStatement(
        "DELETE FROM reminders WHERE id = $1 AND revision = $2 RETURNING id", [Self.text(id), .integer(revision)]),
    ])
    guard rows.last?.first != nil else {
      throw StaleRevision(reminder: id, revision: try await self.revision(of: id))
    }
  }

  public func reminders(_ ids: [UUID]) async throws -> [StoredReminder] {
    let rows = try await session.transaction(
      ids.map { SQLStatement("SELECT rider, revision, record FROM reminders WHERE id = $1", [Self.text($0)]) })
    return try rows.flatMap(\.self).map { row in
      guard let rider = row[0].text.flatMap({ RiderID($0) }), let revision = row[1].integer, let record = row[2].text
      else { throw Self.damaged("reminders") }
      var reminder = try Reminder(record: Data(record.utf8))
      reminder.revision = revision
      return StoredReminder(rider: rider, reminder: reminder)
    }
  }

  public func due(in partition: Partition) async throws -> (reminders: [DueReminder], sequence: Int) {
    let rows = try await session.transaction([
      SQLStatement("SELECT sequence FROM counter"),
      SQLStatement(
        "SELECT rider, id, revision, due_at FROM reminders WHERE part = $1 AND status = 'on' ORDER BY due_at",
        [.integer(partition.number)]),
    ])
    return (try rows[1].map { try Self.due($0[...]) }, rows[0].first?[0].integer ?? 0)
  }

  public func changes(after sequence: Int) async throws -> [ReminderChange] {
    let since: [SQLValue] = [.integer(sequence)]
    let rows = try await session.transaction([
      SQLStatement(
        "SELECT sequence, status, rider, id, revision, due_at FROM reminders WHERE sequence > $1", since),
      SQLStatement("SELECT sequence, rider, id FROM deleted WHERE sequence > $1", since),
    ])
    let put = try rows[0].map { row in
      let due = try Self.due(row[2...])
      return ReminderChange(
        sequence: row[0].integer ?? 0, rider: due.rider, id: due.id, due: row[1].text == "on" ? due : nil)
    }
    let gone = try rows[1].map { row in
      guard let rider = row[1].text.flatMap({ RiderID($0) }), let id = row[2].text.flatMap(UUID.init) else {
        throw Self.damaged("deleted")
      }
      return ReminderChange(sequence: row[0].integer ?? 0, rider: rider, id: id, due: nil)
    }
    return (put + gone).sorted { ($0.sequence, $0.id.uuidString) < ($1.sequence, $1.id.uuidString) }
  }

  private func revision(of id: UUID) async throws -> Int? {
    try await query("SELECT revision FROM reminders WHERE id = $1", [Self.text(id)]).first?[0].integer
  }

  /// Each change has a sequence of its own: the row is locked until the transaction ends, so that none is seen after a later one.
  private static let counting = SQLStatement("UPDATE counter SET sequence = sequence + 1")

  private static func row(_ reminder: Reminder) throws -> [SQLValue] {
    let due = reminder.anchor.departure.map { $0 - RiderShard.lead } ?? reminder.createdAt
    return [
      text(reminder.id), .integer(reminder.revision), .text(reminder.status.rawValue), .text(reminder.ride.serviceDay),
      .real(due.timeIntervalSince1970), SQLValue(reminder.validUntil?.timeIntervalSince1970),
      .text(String(decoding: try RecordCoding.encoder().encode(reminder), as: UTF8.self)),
    ]
  }

  private static func due(_ row: ArraySlice<SQLValue>) throws -> DueReminder {
    let row = Array(row)
    guard let rider = row[0].text.flatMap({ RiderID($0) }), let id = row[1].text.flatMap(UUID.init),
      let revision = row[2].integer, let due = row[3].real
    else { throw damaged("reminders") }
    return DueReminder(rider: rider, id: id, revision: revision, dueAt: Date(timeIntervalSince1970: due))
  }

  static func damaged(_ table: String) -> SQLFailure {
    SQLFailure(
      database: "the fleet's database", cause: "a row of \"\(table)\" holds what was never written there",
      isPassing: false)
  }
}
