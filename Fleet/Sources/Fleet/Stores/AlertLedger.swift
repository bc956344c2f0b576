import Foundation
import Journey

/// What was told to whom: an alert is let through once, whoever wants to tell it.
public protocol AlertLedger: DecisionBook {
  /// Writes alerts down, all at once.
  /// - Returns: For each whether it is new. One that stands there already was told by somebody else, or by this worker before an answer
  ///   was lost, and is not told again.
  /// - Throws: Where nobody knows whether they were written: to try again is safe, for the key tells.
  func record(_ alerts: [FleetAlert]) async throws -> [Bool]

  /// Notes that alerts were handed on, to the phone or its push service.
  func noteSent(_ keys: [AlertKey]) async throws

  /// What was told of reminders on the days of their rides.
  func told(of reminders: [UUID]) async throws -> [FleetAlert]

  /// What was written down in partitions and not handed on, for whoever told it is gone.
  /// - Parameter instant: None that is older is news any more.
  func unsent(in partitions: Set<Partition>, since instant: Date) async throws -> [FleetAlert]

  /// Keeps where the engine stands, in place of what was kept of the same reminders: for a worker that is alone, and comes back.
  func keep(_ states: [StateRecord]) async throws

  /// What was kept of reminders.
  func states(of reminders: [UUID]) async throws -> [StateRecord]

  /// Lets go of what is older.
  func forgetStates(before instant: Date) async throws

  /// Deletes all that is known of a rider: reminders, what was told, and the decisions.
  func forget(_ rider: RiderID) async throws
}
