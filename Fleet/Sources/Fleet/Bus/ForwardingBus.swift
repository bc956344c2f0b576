import Foundation

/// A bus that does some things by itself, and hands all else on to another one.
public protocol ForwardingBus: FleetBus {
  /// By which all else goes.
  var bus: any FleetBus { get }
}

extension ForwardingBus {
  public var ringsByItself: Bool { bus.ringsByItself }
  public var phones: PhoneMailbox { bus.phones }
  public var delay: Double { bus.delay }
  public func follow(
    _ partitions: Set<Partition>, overhearing: Set<Partition>, standby: Set<Partition>
  ) async throws {
    try await bus.follow(partitions, overhearing: overhearing, standby: standby)
  }
  public func share(_ words: [StateWord], of partition: Partition) async throws {
    try await bus.share(words, of: partition)
  }
  public func takeStates() -> [StateWord] { bus.takeStates() }
  public func beat(_ heartbeat: Heartbeat) async throws { try await bus.beat(heartbeat) }
  public func takeHeartbeats() -> [Heartbeat] { bus.takeHeartbeats() }
  public func order(_ order: WorkerOrder) async throws { try await bus.order(order) }
  public func takeOrders() -> Set<WorkerOrder> { bus.takeOrders() }
  public func send(_ record: Data, of rider: RiderID) async throws { try await bus.send(record, of: rider) }
  public func answer(_ answers: [RiderID: PhoneAnswer]) async throws { try await bus.answer(answers) }
}
