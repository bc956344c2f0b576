import Alerts
import Foundation
import Journey

/// What was told, what was about to be told, and where the engine stands: all that survives the runner.
///
/// Reading is enough to alert. What is written may be kept until it can be.
public protocol Ledger: Sendable {
  /// The reminders to be watched at an instant: switched on, not paused, leaving within `lead` seconds or under way.
  /// - Parameter known: reminders with their revisions that are followed already.
  func due(at now: Date, lead: TimeInterval, known: [UUID: Int]) throws -> DueReminders

  /// A reminder as it stands now, due or not; nil where it was deleted.
  func reminder(_ id: UUID) throws -> Reminder?

  /// What is written of a reminder on a service day.
  func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry]

  /// The engine's state as it was saved last; nil before the first time.
  /// - Throws: also where it is of another version.
  func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState?

  /// Writes changes in their order, all at once.
  /// - Returns: the alerts among those to be told that were delivered already, and must not be told again.
  /// - Throws: why they could not be written, once; they are kept and written later.
  func write(_ changes: [LedgerChange], at now: Date) throws -> Set<AlertKey>

  /// Says that the runner ends.
  func runnerEnds() async throws

  /// A number that is another one once somebody else has written: reminders may have been set or changed.
  func version() throws -> Int

  /// Grows when another database has taken the place of the one before: what is not in it was not deleted.
  var generation: Int { get }
}

extension Ledger {
  /// Of a ledger that nobody else writes.
  public func version() throws -> Int { 0 }
  public var generation: Int { 0 }
}

/// Something that a runner writes down.
public enum LedgerChange: Sendable, Hashable {
  /// An alert is about to be told.
  case pending(Alert, AlertKey)
  /// It was told.
  case delivered(AlertKey)
  /// Where the engine stands on a ride.
  case state(AlertState, of: UUID, serviceDay: String)
  /// A revision of a reminder was taken over and is watched from now on.
  case acknowledged(UUID, revision: Int)
  /// The ride is over: the reminder is done, or comes again on another day.
  case finished(UUID, serviceDay: String)
  /// Reminders that come again and whose ride is over have the times of their next one, but for those that are followed.
  case movedOn(except: Set<UUID>)
  /// The runner lives.
  case alive
}

/// The reminders to be watched, and what stands between them that cannot be.
public struct DueReminders: Sendable, Hashable {
  public var reminders: [Reminder]
  /// Those that are followed already and have not changed: they need not be read again.
  public var unchanged: Set<UUID>
  /// Why others are left out, each as a sentence with the next step.
  public var leftOut: [String]

  public init(_ reminders: [Reminder], unchanged: Set<UUID> = [], leftOut: [String] = []) {
    self.reminders = reminders
    self.unchanged = unchanged
    self.leftOut = leftOut
  }
}

/// One alert as the ledger has it.
public struct LedgerEntry: Sendable, Hashable {
  public var key: AlertKey
  public var alert: Alert
  public var pendingAt: Date
  public var isDelivered: Bool
  /// Why what is written of the alert cannot be used; it then says no more than the key does.
  public var damage: String?

  public init(key: AlertKey, alert: Alert, pendingAt: Date, isDelivered: Bool, damage: String? = nil) {
    self.key = key
    self.alert = alert
    self.pendingAt = pendingAt
    self.isDelivered = isDelivered
    self.damage = damage
  }
}
