import Foundation

/// One line of what the fleet did for a rider, and why: kept for a week, so that a complaint can be answered.
///
/// It holds no position.
public struct FleetDecision: Sendable, Hashable {
  public enum Kind: String, Sendable, Codable {
    /// A worker follows the reminder from now on.
    case follows
    /// It follows it no longer: deleted, switched off, over, or given to another worker.
    case ends
    /// An alert was due.
    case due
    /// It was handed to the rider's phone or its service, once more perhaps.
    case rung
    /// The phone has it.
    case heard
    /// Somebody else had told it before.
    case toldBefore = "told-before"
    /// The phone has not said that it has it, and it is no news any more.
    case unheard
    /// The rider did something.
    case action
  }

  public var rider: RiderID
  public var reminder: UUID?
  public var at: Date
  public var kind: Kind
  /// "level 2, by position"
  public var detail: String
  public var trace: AlertTrace?
  public var worker: WorkerID

  public init(
    rider: RiderID, reminder: UUID?, at: Date, kind: Kind, detail: String, trace: AlertTrace? = nil, worker: WorkerID
  ) {
    (self.rider, self.reminder, self.at, self.kind) = (rider, reminder, at, kind)
    (self.detail, self.trace, self.worker) = (detail, trace, worker)
  }
}

/// Where decisions are kept.
public protocol DecisionBook: Sendable {
  func write(_ decisions: [FleetDecision]) async throws
  /// Those of a rider, oldest first.
  func decisions(of rider: RiderID) async throws -> [FleetDecision]
  /// Lets go of what is older.
  func forgetDecisions(before instant: Date) async throws
}
