import Fleet
import Foundation
import Journey

extension SQLFleetStore {
  public func keep(_ states: [StateRecord]) async throws {
    // Of two of a reminder the newer one stays.
    let newest = Dictionary(states.map { ($0.reminder, $0) }) { $0.at > $1.at ? $0 : $1 }
    guard !newest.isEmpty else { return }
    _ = try await session.transaction(
      SQLStatement.over(
        newest.values.map { state in
          [
            Self.text(state.reminder), .text(state.serviceDay), Self.text(state.rider),
            .real(state.at.timeIntervalSince1970), .text(String(decoding: state.state, as: UTF8.self)),
          ]
        }, before: "INSERT INTO states (reminder, service_day, rider, at, state) VALUES",
        after: """
          ON CONFLICT (tenant, reminder) DO UPDATE SET service_day = excluded.service_day, rider = excluded.rider,
            at = excluded.at, state = excluded.state
          """))
  }

  public func states(of reminders: [UUID]) async throws -> [StateRecord] {
    let statements = SQLStatement.among(reminders.map(Self.text)) {
      "SELECT reminder, service_day, rider, at, state FROM states WHERE reminder IN \($0)"
    }
    guard !statements.isEmpty else { return [] }
    return try await session.transaction(statements).flatMap(\.self).map { row in
      guard let reminder = row[0].text.flatMap(UUID.init), let day = row[1].text,
        let rider = row[2].text.flatMap({ RiderID($0) }), let at = row[3].real, let state = row[4].text
      else { throw damaged("states") }
      return StateRecord(
        reminder: reminder, serviceDay: day, rider: rider, at: Date(timeIntervalSince1970: at), state: Data(state.utf8))
    }
  }

  public func forgetStates(before instant: Date) async throws {
    _ = try await query("DELETE FROM states WHERE at < $1", [.real(instant.timeIntervalSince1970)])
  }
}
