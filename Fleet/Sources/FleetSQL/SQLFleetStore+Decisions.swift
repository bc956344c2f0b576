import Fleet
import Foundation
import Journey

extension SQLFleetStore {
  public func write(_ decisions: [FleetDecision]) async throws {
    guard !decisions.isEmpty else { return }
    _ = try await session.transaction(
      SQLStatement.over(
        decisions.map { decision in
          [
            Self.text(decision.rider), .real(decision.at.timeIntervalSince1970), .text(decision.kind.rawValue),
            decision.reminder.map(Self.text) ?? .null, .text(decision.detail),
            decision.trace.map { .text($0.description) } ?? .null, .text(decision.worker.text),
          ]
        }, before: "INSERT INTO decisions (rider, at, kind, reminder, detail, trace, worker) VALUES"))
  }

  public func decisions(of rider: RiderID) async throws -> [FleetDecision] {
    try await query(
      "SELECT at, kind, reminder, detail, trace, worker FROM decisions WHERE rider = $1 ORDER BY at", [Self.text(rider)]
    ).map { row in
      guard let at = row[0].real, let kind = row[1].text.flatMap(FleetDecision.Kind.init), let detail = row[3].text,
        let worker = row[5].text.flatMap({ WorkerID($0) })
      else { throw damaged("decisions") }
      return FleetDecision(
        rider: rider, reminder: row[2].text.flatMap(UUID.init), at: Date(timeIntervalSince1970: at), kind: kind,
        detail: detail, trace: row[4].text.flatMap { AlertTrace($0) }, worker: worker)
    }
  }

  public func forgetDecisions(before instant: Date) async throws {
    _ = try await query("DELETE FROM decisions WHERE at < $1", [.real(instant.timeIntervalSince1970)])
  }
}
