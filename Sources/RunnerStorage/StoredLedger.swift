import Alerts
import Foundation
import Journey
import Runner
import Storage

/// The ledger in the rider's database.
///
/// Another program may hold the database, or its disk may be full: what cannot be written is written later, and the rider is told at
/// once.
public struct StoredLedger: Ledger {
  public let store: ReminderStore
  private let overdue = OverdueWrites()

  /// Seconds that an alert may wait for a database that another program writes to: it is more than any write of ours takes.
  private static let patience = 0.25

  public init(store: ReminderStore) {
    self.store = store
    // A database that refuses even this tells so at the first write.
    try? store.waitForOthers(atMost: Self.patience)
  }

  public func due(at now: Date, lead: TimeInterval) throws -> [Reminder] { try store.due(at: now, lead: lead) }

  public func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    try overdue.perform(kept: true) { [store] in try store.recordPending(alert, key: key, at: now) }
  }

  public func recordDelivered(_ key: AlertKey, at now: Date) throws {
    try overdue.perform(kept: ()) { [store] in try store.recordDelivered(key, at: now) }
  }

  public func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry] {
    try store.deliveries(of: reminder, serviceDay: serviceDay).map {
      LedgerEntry(key: $0.key, alert: $0.alert, pendingAt: $0.pendingAt, isDelivered: $0.deliveredAt != nil)
    }
  }

  public func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState? {
    // A state that an older program wrote is no loss: the ledger knows what was told, and fixes bring back the rest.
    try store.engineState(of: reminder, serviceDay: serviceDay).flatMap {
      try? JSONDecoder().decode(AlertState.self, from: $0)
    }
  }

  public func save(_ state: AlertState, of reminder: UUID, serviceDay: String, at now: Date) throws {
    let text = try JSONEncoder().encode(state)
    try overdue.perform("state \(reminder) \(serviceDay)", kept: ()) { [store] in
      try store.saveEngineState(text, of: reminder, serviceDay: serviceDay, at: now)
    }
  }

  public func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws {
    try overdue.perform(kept: ()) { [store] in try store.acknowledge(reminder, revision: revision, at: now) }
  }

  public func finish(_ reminder: UUID, at now: Date) throws {
    try overdue.perform(kept: ()) { [store] in try store.finishRide(of: reminder, at: now) }
  }

  public func runnerIsAlive(at now: Date) throws {
    try overdue.perform("runner", kept: ()) { [store] in try store.recordRunner(process: getpid(), at: now) }
  }

  public func runnerEnds() throws {
    overdue.finish()
    try store.clearRunner(process: getpid())
  }

  public func version() throws -> Int { try store.dataVersion() }
}
