import Foundation

/// What joins phones and workers: fixes come by it, and alerts go out.
///
/// Nothing on it is stored. A fix that is lost is followed by the next one, and an alert that is lost stands in the ledger.
public protocol FleetBus: Sendable {
  /// Where comes in what phones send, of the partitions that are followed.
  var phones: PhoneMailbox { get }

  /// Hears the phones of these partitions from now on, and no others.
  /// - Parameters:
  ///   - overhearing: Those of which it is overheard what phones say to the workers that look after them.
  ///   - standby: Those of which the states are heard that other workers tell.
  /// - Throws: `BusFailure`
  func follow(_ partitions: Set<Partition>, overhearing: Set<Partition>, standby: Set<Partition>) async throws

  /// By how many seconds what phones say is heard late: more comes than is taken in.
  var delay: Double { get }

  /// Tells whoever stands by where the engine is with the rides of a partition.
  /// - Throws: `BusFailure`
  func share(_ words: [StateWord], of partition: Partition) async throws

  /// What others have told of that since it was taken last.
  func takeStates() -> [StateWord]

  /// Tells all workers that one lives, its own among them.
  /// - Throws: `BusFailure`
  func beat(_ heartbeat: Heartbeat) async throws

  /// The heartbeats of all workers that have come since they were taken last, the newest of each.
  func takeHeartbeats() -> [Heartbeat]

  /// Asks workers to do something.
  /// - Throws: `BusFailure`
  func order(_ order: WorkerOrder) async throws

  /// What workers were asked to do since it was taken last.
  func takeOrders() -> Set<WorkerOrder>

  /// Hands on what a phone has said to somebody who is no worker of its rider, as their front for phones of another kind.
  /// - Throws: `BusFailure`
  func send(_ record: Data, of rider: RiderID) async throws

  /// Answers phones. One that does not hear it goes on as before.
  /// - Throws: `BusFailure`
  func answer(_ answers: [RiderID: PhoneAnswer]) async throws

  /// Whether alerts go out by another way than what joins the workers: then one that does not hear the others can tell riders all the same.
  var ringsByItself: Bool { get }

  /// Hands an alert on to a rider's phone, as `alight.alert/1`.
  /// - Throws: `BusFailure` where nobody has it now.
  func ring(_ record: Data, to rider: RiderID) async throws
}

extension FleetBus {
  public var ringsByItself: Bool { false }
}

/// A bus that cannot be reached, or will not take what it is given.
public struct BusFailure: Error, Hashable, CustomStringConvertible {
  public var bus: String
  public var cause: String

  public init(bus: String, cause: String) { (self.bus, self.cause) = (bus, cause) }

  public var description: String { "\(bus): \(cause)" }
}
