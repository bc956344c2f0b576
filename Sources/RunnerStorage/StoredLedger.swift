import Alerts
import Foundation
import Journey
import Runner
import Storage

/// The ledger in the rider's database.
///
/// Another program may hold the database, its disk may be full or for reading alone, and its file may be replaced: what cannot be
/// written is written later, and the rider is told at once.
public struct StoredLedger: Ledger {
  private let database: OpenDatabase
  private let overdue: OverdueWrites

  /// - Parameter tell: called with a sentence where the database is replaced, or can be written again.
  public init(store: ReminderStore, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    let database = OpenDatabase(store, tell: tell)
    self.database = database
    overdue = OverdueWrites { try Self.write($0, to: database.store) }
  }

  public func due(at now: Date, lead: TimeInterval, known: [UUID: Int]) throws -> DueReminders {
    let listing = try database.store.due(at: now, lead: lead, known: known)
    return DueReminders(
      listing.reminders, unchanged: listing.unchanged, leftOut: listing.unreadable.map(\.description))
  }

  public func reminder(_ id: UUID) throws -> Reminder? { try database.store.stored(id) }

  public func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry] {
    try database.store.deliveries(of: reminder, serviceDay: serviceDay).map {
      LedgerEntry(
        key: $0.key, alert: $0.alert, pendingAt: $0.pendingAt, isDelivered: $0.deliveredAt != nil, damage: $0.damage)
    }
  }

  public func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState? {
    guard let text = try database.store.engineState(of: reminder, serviceDay: serviceDay) else { return nil }
    do {
      return try JSONDecoder().decode(AlertState.self, from: text)
    } catch {
      throw RecordError(error)
    }
  }

  public func write(_ changes: [LedgerChange], at now: Date) throws -> Set<AlertKey> {
    try overdue.perform(changes, at: now)
  }

  public func runnerEnds() throws {
    overdue.finish()
    try database.store.clearRunner(process: getpid())
  }

  public func version() throws -> Int {
    database.look()
    // Of another file it says nothing about this one.
    return try database.store.dataVersion() &+ generation &* 1_000_000_007
  }

  public var generation: Int { database.generation }

  /// Writes changes in one transaction.
  private static func write(_ writes: [OverdueWrites.Write], to store: ReminderStore) throws -> Set<AlertKey> {
    try store.writeLedger { ledger in
      var delivered: Set<AlertKey> = []
      for write in writes {
        try ledger.attempt {
          switch write.change {
          case .pending(let alert, let key):
            if try !ledger.recordPending(alert, key: key, at: write.at) { delivered.insert(key) }
          case .delivered(let key): try ledger.recordDelivered(key, at: write.at)
          case .state(let state, let reminder, let serviceDay):
            let text = try JSONEncoder().encode(state)
            try ledger.saveEngineState(text, of: reminder, serviceDay: serviceDay, at: write.at)
          case .acknowledged(let reminder, let revision):
            try ledger.acknowledge(reminder, revision: revision, at: Date())
          case .finished(let reminder, let serviceDay):
            try ledger.finishRide(of: reminder, serviceDay: serviceDay, at: write.at)
          case .movedOn(let followed): try ledger.moveOn(except: followed, at: write.at)
          case .alive: try ledger.recordRunner(process: getpid(), at: Date())
          }
        }
      }
      return delivered
    }
  }
}
