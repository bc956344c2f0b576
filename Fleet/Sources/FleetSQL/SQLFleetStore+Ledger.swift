import Alerts
import Fleet
import Foundation
import Journey

extension SQLFleetStore: AlertLedger {
  public func record(_ alerts: [FleetAlert]) async throws -> [Bool] {
    // What is told without being owed has no key, and is told by whoever says it.
    let keyed = alerts.enumerated().compactMap { place, alert in alert.key.map { (place, alert, $0) } }
    guard !keyed.isEmpty else { return alerts.map { _ in true } }
    let rows = try await session.transaction(
      keyed.map { _, alert, key in
        SQLStatement(
          """
          INSERT INTO ledger (reminder, service_day, leg, level, round, rider, part, at, alert, state)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING level
          """,
          Self.key(key) + [
            .text(alert.rider.text), .integer(Partition(of: alert.rider).number),
            .real(alert.alert.at.timeIntervalSince1970), try .text(Self.json(alert.alert)),
            try alert.state.map { try .text(Self.json($0)) } ?? .null,
          ])
      })
    var isNew = alerts.map { _ in true }
    for ((place, _, _), rows) in zip(keyed, rows) { isNew[place] = !rows.isEmpty }
    return isNew
  }

  public func noteSent(_ keys: [AlertKey]) async throws {
    guard !keys.isEmpty else { return }
    _ = try await session.transaction(
      keys.map {
        SQLStatement(
          "UPDATE ledger SET sent = 1 WHERE reminder = $1 AND service_day = $2 AND leg = $3 AND level = $4 AND round = $5",
          Self.key($0))
      })
  }

  public func told(of reminders: [UUID]) async throws -> [FleetAlert] {
    let rows = try await session.transaction(
      reminders.map {
        SQLStatement(
          "SELECT rider, reminder, service_day, alert, state FROM ledger WHERE reminder = $1 ORDER BY at",
          [Self.text($0)])
      })
    return try rows.flatMap(\.self).map(Self.alert)
  }

  public func unsent(in partition: Partition, since instant: Date) async throws -> [FleetAlert] {
    try await query(
      """
      SELECT rider, reminder, service_day, alert, state FROM ledger
      WHERE part = $1 AND sent = 0 AND at >= $2 ORDER BY at
      """, [.integer(partition.number), .real(instant.timeIntervalSince1970)]
    ).map(Self.alert)
  }

  public func forget(_ rider: RiderID) async throws {
    _ = try await query("DELETE FROM ledger WHERE rider = $1", [.text(rider.text)])
  }

  private static func key(_ key: AlertKey) -> [SQLValue] {
    [
      text(key.reminder), .text(key.serviceDay), .integer(key.leg), .integer(key.level), .integer(key.round),
    ]
  }

  private static func alert(_ row: [SQLValue]) throws -> FleetAlert {
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
