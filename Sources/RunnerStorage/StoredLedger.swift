import Alerts
import Following
import Foundation
import Journey
import Storage

/// The ledger in the rider's database.
///
/// Another program may hold the database, its disk may be full or for reading alone, and its file may be replaced: what cannot be
/// written is written later, and the rider is told at once.
public struct StoredLedger: Ledger, NoteBook {
  private let database: OpenDatabase
  private let overdue: OverdueWrites
  private let tell: @Sendable (String) -> Void
  private let patience: Duration

  /// - Parameters:
  ///   - patience: How long the end waits for a database that refuses: longer than another program should ever hold it.
  ///   - tell: Called with a sentence where the database is replaced, or can be written again, and where something can never be
  ///     written.
  public init(
    store: ReminderStore, patience: Duration = .seconds(10), tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.patience = patience
    let database = OpenDatabase(store, tell: tell)
    self.database = database
    self.tell = tell
    overdue = OverdueWrites { try Self.write($0, to: database.store, tell) }
  }

  public func due(at now: Date, lead: TimeInterval, known: [UUID: Int]) throws -> DueReminders {
    let listing = try database.store.due(at: now, lead: lead, known: known)
    return DueReminders(
      listing.reminders, unchanged: listing.unchanged, leftOut: listing.unreadable.map(\.description))
  }

  public func notes(around place: Position, metres: Double, on day: String) throws -> [NearbyNote] {
    try database.store.notes(around: place, metres: metres, notToldOn: day).map {
      NearbyNote(id: $0.id, note: $0.note, isFavourite: $0.isFavourite)
    }
  }

  public func told(_ note: NearbyNote, on day: String) throws { try database.store.noteTold(note.id, on: day) }

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

  public func runnerEnds() async throws {
    let lost = await overdue.finish(within: patience)
    if !lost.isEmpty {
      let alerts = lost.count(where: \.isAlert)
      let path = database.store.path
      tell(
        "\(lost.count) entries of the ledger could not be written to \(path)"
          + (alerts > 0 ? ": an alert may come a second time" : ", none of them of an alert"))
    }
    try database.store.clearRunner(process: getpid())
  }

  public func version() throws -> Int {
    database.look()
    // Of another file it says nothing about this one.
    return try database.store.dataVersion() &+ generation &* 1_000_000_007
  }

  public var generation: Int { database.generation }

  /// Writes changes in one transaction.
  private static func write(
    _ writes: [OverdueWrites.Write], to store: ReminderStore, _ tell: (String) -> Void
  ) throws -> Set<AlertKey> {
    var leftOut: [String] = []
    let delivered = try store.writeLedger { ledger in
      var delivered: Set<AlertKey> = []
      for write in writes {
        let cause = try ledger.attempt { try perform(write, ledger, &delivered) }
        if let cause { leftOut.append("the ledger goes on without \(write.change.words): \(cause)") }
      }
      return delivered
    }
    leftOut.forEach(tell)
    return delivered
  }

  private static func perform(
    _ write: OverdueWrites.Write, _ ledger: LedgerWriter, _ delivered: inout Set<AlertKey>
  ) throws {
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

extension LedgerChange {
  /// Whether the next runner tells an alert again where it is missing.
  fileprivate var isAlert: Bool {
    switch self {
    case .pending, .delivered: true
    case .state, .acknowledged, .finished, .movedOn, .alive: false
    }
  }

  /// For a message.
  fileprivate var words: String {
    func of(_ reminder: UUID) -> String { "of the reminder \(reminder.short)" }
    return switch self {
    case .pending(_, let key), .delivered(let key): "an alert \(of(key.reminder))"
    case .state(_, let reminder, _): "the state \(of(reminder))"
    case .acknowledged(let reminder, _): "the revision \(of(reminder))"
    case .finished(let reminder, _): "the end of the ride \(of(reminder))"
    case .movedOn: "the next rides"
    case .alive: "the sign that the runner lives"
    }
  }
}
