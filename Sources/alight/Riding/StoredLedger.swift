import Alerts
import Foundation
import Journey
import Runner
import Storage

/// The ledger in the rider's database.
struct StoredLedger: Ledger {
  let store: ReminderStore

  func due(at now: Date, lead: TimeInterval) throws -> [Reminder] { try store.due(at: now, lead: lead) }

  func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    try store.recordPending(alert, key: key, at: now)
  }

  func recordDelivered(_ key: AlertKey, at now: Date) throws { try store.recordDelivered(key, at: now) }

  func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry] {
    try store.deliveries(of: reminder, serviceDay: serviceDay).map {
      LedgerEntry(key: $0.key, alert: $0.alert, pendingAt: $0.pendingAt, isDelivered: $0.deliveredAt != nil)
    }
  }

  func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState? {
    // A state that an older program wrote is no loss: the ledger knows what was told, and fixes bring back the rest.
    try store.engineState(of: reminder, serviceDay: serviceDay).flatMap {
      try? JSONDecoder().decode(AlertState.self, from: $0)
    }
  }

  func save(_ state: AlertState, of reminder: UUID, serviceDay: String, at now: Date) throws {
    try store.saveEngineState(JSONEncoder().encode(state), of: reminder, serviceDay: serviceDay, at: now)
  }

  func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws {
    try store.acknowledge(reminder, revision: revision, at: now)
  }

  func finish(_ reminder: UUID, at now: Date) throws { try store.finishRide(of: reminder, at: now) }

  func runnerIsAlive(at now: Date) throws { try store.recordRunner(process: getpid(), at: now) }

  func runnerEnds() throws { try store.clearRunner(process: getpid()) }

  func version() throws -> Int { try store.dataVersion() }
}
