import Alerts
import Fleet
import Foundation
import Journey

extension SQLFleetStore: AlertLedger {
  public func record(_ alerts: [FleetAlert]) async throws -> [Bool] {
    // What is told without being owed has no key, and is told by whoever says it.
    let keyed = alerts.enumerated().compactMap { place, alert in alert.key.map { (place, alert, $0) } }
    guard !keyed.isEmpty else { return alerts.map { _ in true } }
    // In the order of their keys: of two workers that tell the same, each would else wait for the other.
    let ordered = keyed.map { (Self.order($0.2), $0.1, $0.2) }.sorted { $0.0 < $1.0 }
    let rows = try ordered.map { _, alert, key in
      Self.key(key) + [
        Self.text(alert.rider), .integer(Partition(of: alert.rider).number),
        .real(alert.alert.at.timeIntervalSince1970), try .text(Self.json(alert.alert)),
        try alert.state.map { try .text(Self.json($0)) } ?? .null,
      ]
    }
    let written = try await session.transaction(
      SQLStatement.over(
        rows, before: "INSERT INTO ledger (\(Self.keyColumns), rider, part, at, alert, state) VALUES",
        after: "ON CONFLICT DO NOTHING RETURNING \(Self.keyColumns)"))
    var new = Set(written.flatMap(\.self))
    var isNew = alerts.map { _ in true }
    // Of two in one batch one is new.
    for (place, _, key) in keyed { isNew[place] = new.remove(Self.key(key)) != nil }
    return isNew
  }

  public func noteSent(_ keys: [AlertKey]) async throws {
    guard !keys.isEmpty else { return }
    _ = try await session.transaction(
      SQLStatement.over(
        keys.map(Self.key), before: "UPDATE ledger SET sent = 1 WHERE (\(Self.keyColumns)) IN (VALUES",
        types: ["TEXT", "TEXT", "INTEGER", "INTEGER", "INTEGER"], after: ")"))
  }

  public func told(of reminders: [UUID]) async throws -> [FleetAlert] {
    guard !reminders.isEmpty else { return [] }
    let rows = try await session.transaction(
      SQLStatement.among(reminders.map(Self.text)) {
        "SELECT rider, reminder, service_day, alert, state FROM ledger WHERE reminder IN \($0) ORDER BY at"
      })
    return try rows.flatMap(\.self).map(alert)
  }

  public func unsent(in partitions: Set<Partition>, since instant: Date) async throws -> [FleetAlert] {
    try await query(
      """
      SELECT rider, reminder, service_day, alert, state FROM ledger
      WHERE part IN \(Self.list(partitions)) AND sent = 0 AND at >= $1 ORDER BY at
      """, [.real(instant.timeIntervalSince1970)]
    ).map(alert)
  }

  /// The reminders go first, so that no worker tells anything more; then what is known of the way.
  public func forget(_ rider: RiderID) async throws {
    let own = [Self.text(rider)]
    _ = try await session.transaction(
      counting + [
        SQLStatement(
          """
          INSERT INTO deleted (id, rider, part, sequence)
          SELECT id, rider, part, (SELECT sequence FROM counter) FROM reminders WHERE rider = $1
          ON CONFLICT (tenant, id) DO UPDATE SET sequence = excluded.sequence
          """, own),
        SQLStatement("DELETE FROM reminders WHERE rider = $1", own),
        SQLStatement("DELETE FROM ledger WHERE rider = $1", own),
        SQLStatement("DELETE FROM states WHERE rider = $1", own),
        SQLStatement("DELETE FROM decisions WHERE rider = $1", own),
        SQLStatement("DELETE FROM subscriptions WHERE rider = $1", own),
      ])
  }

  private static func order(_ key: AlertKey) -> String {
    "\(key.reminder.uuidString) \(key.serviceDay) \(key.leg) \(key.level) \(key.round)"
  }

  private static let keyColumns = "reminder, service_day, leg, level, round"

  private static func key(_ key: AlertKey) -> [SQLValue] {
    [
      text(key.reminder), .text(key.serviceDay), .integer(key.leg), .integer(key.level), .integer(key.round),
    ]
  }

  private func alert(_ row: [SQLValue]) throws -> FleetAlert {
    guard let rider = row[0].text.flatMap({ RiderID($0) }), let reminder = row[1].text.flatMap(UUID.init),
      let day = row[2].text, let told = row[3].text,
      let alert = try? JSONDecoder().decode(Alert.self, from: Data(told.utf8))
    else { throw damaged("ledger") }
    // The state of another version is left out: what was told is enough to go on by.
    let state = row[4].text.flatMap { try? JSONDecoder().decode(AlertState.self, from: Data($0.utf8)) }
    return FleetAlert(rider: rider, reminder: reminder, serviceDay: day, alert: alert, state: state)
  }

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}
