import Fleet
import Foundation
import Journey

extension SQLFleetStore: ReminderStore {
  public func put(_ reminder: Reminder, of rider: RiderID, replacing revision: Int?) async throws -> Int {
    var reminder = reminder
    reminder.revision = (revision ?? 0) + 1
    let slim = try SlimReminder(reminder, rides)
    let statement: SQLStatement
    if let revision {
      statement = SQLStatement(
        """
        UPDATE reminders SET revision = $2, status = $3, service_day = $4, due_at = $5, valid_until = $6, record = $7,
          rides = $8, sequence = (SELECT sequence FROM counter)
        WHERE id = $1 AND revision = $9 AND rider = $10 RETURNING revision
        """, Self.row(reminder, slim) + [.integer(revision), Self.text(rider)])
    } else {
      statement = SQLStatement(
        """
        INSERT INTO reminders (id, revision, status, service_day, due_at, valid_until, record, rides, rider, part, sequence)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT sequence FROM counter))
        ON CONFLICT DO NOTHING RETURNING revision
        """, Self.row(reminder, slim) + [Self.text(rider), .integer(Partition(of: rider).number)])
    }
    let rows = try await session.transaction(counting + Self.writing(slim.new) + [statement])
    guard rows.last?.first != nil else {
      throw StaleRevision(reminder: reminder.id, revision: try await self.revision(of: reminder.id))
    }
    return reminder.revision
  }

  public func take(_ reminders: [StoredReminder]) async throws -> Int {
    guard !reminders.isEmpty else { return 0 }
    var new: [String: (ride: Ride, body: String)] = [:]
    // Of two with the same id the later one stays, as if they came one after the other.
    var rows: [UUID: [SQLValue]] = [:]
    for stored in reminders {
      let slim = try SlimReminder(stored.reminder, rides)
      new.merge(slim.new) { $1 }
      rows[stored.reminder.id] =
        Self.row(stored.reminder, slim) + [
          Self.text(stored.rider), .integer(Partition(of: stored.rider).number),
          stored.language.map { .text($0.text) } ?? .null,
        ]
    }
    _ = try await session.transaction(counting + Self.writing(new) + Self.inserting(Array(rows.values)))
    for (hash, ride) in new { rides.keep(ride.ride, hash) }
    return reminders.count
  }

  public func delete(_ id: UUID, ofRevision revision: Int) async throws {
    let rows = try await session.transaction(
      counting + [
        SQLStatement(
          """
          INSERT INTO deleted (id, rider, part, sequence)
          SELECT id, rider, part, (SELECT sequence FROM counter) FROM reminders WHERE id = $1 AND revision = $2
          ON CONFLICT (tenant, id) DO UPDATE SET sequence = excluded.sequence
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
    try await stored(
      SQLStatement.among(ids.map(Self.text)) {
        "SELECT \(Self.whole) FROM reminders WHERE id IN \($0)"
      })
  }

  public func page(of rider: RiderID?, after last: UUID?, count: Int) async throws -> [StoredReminder] {
    let after = last.map(Self.text) ?? .text("")
    let sql = "SELECT \(Self.whole) FROM reminders WHERE id > $1"
    let statement =
      rider.map {
        SQLStatement("\(sql) AND rider = $2 ORDER BY id LIMIT $3", [after, Self.text($0), .integer(count)])
      } ?? SQLStatement("\(sql) ORDER BY id LIMIT $2", [after, .integer(count)])
    return try await stored([statement]).sorted { $0.reminder.id.uuidString < $1.reminder.id.uuidString }
  }

  public func due(in partitions: Set<Partition>) async throws -> (reminders: [DueReminder], sequence: Int) {
    let rows = try await session.transaction([
      SQLStatement("SELECT sequence FROM counter"),
      SQLStatement(
        "SELECT rider, id, revision, due_at FROM reminders WHERE part IN \(Self.list(partitions)) AND status = 'on' ORDER BY due_at"
      ),
    ])
    return (try rows[1].map { try due($0[...]) }, rows[0].first?[0].integer ?? 0)
  }

  public func changes(after sequence: Int) async throws -> [ReminderChange] {
    let since: [SQLValue] = [.integer(sequence)]
    let rows = try await session.transaction([
      SQLStatement("SELECT sequence, status, rider, id, revision, due_at FROM reminders WHERE sequence > $1", since),
      SQLStatement("SELECT sequence, rider, id FROM deleted WHERE sequence > $1", since),
    ])
    let put = try rows[0].map { row in
      let due = try due(row[2...])
      return ReminderChange(
        sequence: row[0].integer ?? 0, rider: due.rider, id: due.id, due: row[1].text == "on" ? due : nil)
    }
    let gone = try rows[1].map { row in
      guard let rider = row[1].text.flatMap({ RiderID($0) }), let id = row[2].text.flatMap(UUID.init) else {
        throw damaged("deleted")
      }
      return ReminderChange(sequence: row[0].integer ?? 0, rider: rider, id: id, due: nil)
    }
    return (put + gone).sorted { ($0.sequence, $0.id.uuidString) < ($1.sequence, $1.id.uuidString) }
  }

  // MARK: Rows

  private func revision(of id: UUID) async throws -> Int? {
    try await query("SELECT revision FROM reminders WHERE id = $1", [Self.text(id)]).first?[0].integer
  }

  /// The columns that make a reminder whole, beside its rides.
  private static let whole = "rider, revision, record, rides, language"

  /// Reads reminders, and those of their rides that are not known yet.
  private func stored(_ statements: [SQLStatement]) async throws -> [StoredReminder] {
    guard !statements.isEmpty else { return [] }
    let rows = try await session.transaction(statements).flatMap(\.self).map { row in
      guard let rider = row[0].text.flatMap({ RiderID($0) }), let revision = row[1].integer, let record = row[2].text,
        let hashes = row[3].text?.split(separator: " ").map(String.init)
      else { throw damaged("reminders") }
      // One that another version has written, and this one does not know, is none.
      let language = row[4].text.flatMap { LanguageTag($0) }
      return (rider: rider, revision: revision, record: record, hashes: hashes, language: language)
    }
    try await readRides(Set(rows.flatMap(\.hashes)))
    return try rows.map { row in
      guard var reminder = try SlimReminder.whole(row.record, row.hashes, rides) else { throw damaged("rides") }
      reminder.revision = row.revision
      return StoredReminder(rider: row.rider, reminder: reminder, language: row.language)
    }
  }

  private func readRides(_ hashes: Set<String>) async throws {
    let missing = rides.missing(hashes)
    guard !missing.isEmpty else { return }
    let statements = SQLStatement.among(missing.map { .text($0) }) {
      "SELECT hash, body FROM rides WHERE hash IN \($0)"
    }
    for row in try await session.transaction(statements).flatMap(\.self) {
      guard let hash = row[0].text, let body = row[1].text,
        let ride = try? RecordCoding.decoder().decode(Ride.self, from: Data(body.utf8))
      else { throw damaged("rides") }
      rides.keep(ride, hash)
    }
  }

  /// Each change has a sequence of its own: the row is locked until the transaction ends, so that none is seen after a later one.
  /// Whoever listens is told when it is done.
  var counting: [SQLStatement] {
    [SQLStatement("UPDATE counter SET sequence = sequence + 1")]
      + (session.dialect == .postgres ? [SQLStatement("SELECT pg_notify('fleet_' || CURRENT_USER, '')")] : [])
  }

  private static func writing(_ rides: [String: (ride: Ride, body: String)]) -> [SQLStatement] {
    SQLStatement.over(
      rides.sorted { $0.key < $1.key }.map { [.text($0.key), .text($0.value.body)] },
      before: "INSERT INTO rides (hash, body) VALUES", after: "ON CONFLICT DO NOTHING")
  }

  /// Reminders in place of whatever there is of them; what they are given last is the sequence of the change.
  private static func inserting(_ rows: [[SQLValue]]) -> [SQLStatement] {
    let columns = [
      "id", "revision", "status", "service_day", "due_at", "valid_until", "record", "rides", "rider", "part",
      "language",
    ]
    // Both databases name the columns of a list of rows so.
    let given = columns.indices.map { "column\($0 + 1)" }.joined(separator: ", ")
    return SQLStatement.over(
      rows,
      before: """
        INSERT INTO reminders (\(columns.joined(separator: ", ")), sequence)
        SELECT \(given), counter.sequence FROM counter, (VALUES
        """,
      types: [
        "TEXT", "BIGINT", "TEXT", "TEXT", "DOUBLE PRECISION", "DOUBLE PRECISION", "TEXT", "TEXT", "TEXT", "INTEGER",
        "TEXT",
      ],
      after: """
        ) AS given WHERE true
        ON CONFLICT (tenant, id) DO UPDATE SET revision = excluded.revision, status = excluded.status,
          service_day = excluded.service_day, due_at = excluded.due_at, valid_until = excluded.valid_until,
          record = excluded.record, rides = excluded.rides, rider = excluded.rider, part = excluded.part,
          language = coalesce(excluded.language, reminders.language), sequence = excluded.sequence
        """)
  }

  private static func row(_ reminder: Reminder, _ slim: SlimReminder) -> [SQLValue] {
    [
      text(reminder.id), .integer(reminder.revision), .text(reminder.status.rawValue), .text(reminder.ride.serviceDay),
      .real(reminder.followedFrom.timeIntervalSince1970), SQLValue(reminder.validUntil?.timeIntervalSince1970),
      .text(slim.record), .text(slim.hashes.joined(separator: " ")),
    ]
  }

  private func due(_ row: ArraySlice<SQLValue>) throws -> DueReminder {
    let row = Array(row)
    guard let rider = row[0].text.flatMap({ RiderID($0) }), let id = row[1].text.flatMap(UUID.init),
      let revision = row[2].integer, let due = row[3].real
    else { throw damaged("reminders") }
    return DueReminder(rider: rider, id: id, revision: revision, dueAt: Date(timeIntervalSince1970: due))
  }

  /// Numbers, which need no parameters.
  static func list(_ partitions: Set<Partition>) -> String {
    "(" + partitions.sorted().map { "\($0.number)" }.joined(separator: ", ") + ")"
  }
}
