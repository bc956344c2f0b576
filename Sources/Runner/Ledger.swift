import Alerts
import Foundation
import Journey

/// What was told, what was about to be told, and where the engine stands: all that survives the runner.
public protocol Ledger: Sendable {
  /// The reminders to be watched at an instant: switched on, not paused, leaving within `lead` seconds or under way.
  func due(at now: Date, lead: TimeInterval) throws -> [Reminder]

  /// Writes down that an alert is about to be told.
  /// - Returns: false where it was delivered already and must not be told again.
  func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool

  func recordDelivered(_ key: AlertKey, at now: Date) throws

  /// What is written of a reminder on a service day.
  func entries(of reminder: UUID, serviceDay: String) throws -> [LedgerEntry]

  /// The engine's state as it was saved last; nil before the first time.
  func engineState(of reminder: UUID, serviceDay: String) throws -> AlertState?
  func save(_ state: AlertState, of reminder: UUID, serviceDay: String, at now: Date) throws

  /// Says that a revision of a reminder was taken over and is watched from now on.
  func acknowledge(_ reminder: UUID, revision: Int, at now: Date) throws

  /// The ride is over: the reminder is done, or comes again on another day.
  func finish(_ reminder: UUID, at now: Date) throws

  /// Says that the runner lives, and that it ends.
  func runnerIsAlive(at now: Date) throws
  func runnerEnds() throws

  /// A number that is another one once somebody else has written: reminders may have been set or changed.
  func version() throws -> Int
}

extension Ledger {
  /// Of a ledger that nobody else writes.
  public func version() throws -> Int { 0 }
}

/// One alert as the ledger has it.
public struct LedgerEntry: Sendable, Hashable {
  public var key: AlertKey
  public var alert: Alert
  public var pendingAt: Date
  public var isDelivered: Bool

  public init(key: AlertKey, alert: Alert, pendingAt: Date, isDelivered: Bool) {
    self.key = key
    self.alert = alert
    self.pendingAt = pendingAt
    self.isDelivered = isDelivered
  }
}
