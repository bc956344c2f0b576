import Fleet
import Foundation
import Synchronization

/// The bus of a fleet on core NATS.
///
/// Phones publish to `fix.PARTITION.RIDER`, which the server's subject mapping makes of what they know, their name; workers beat on
/// `worker.beat`, and alerts go out on `ring.RIDER`.
public final class NATSBus: FleetBus {
  public let phones = PhoneMailbox()
  private let connection: NATSConnection
  private let heartbeats: HeartbeatMailbox
  private let control: [NATSSubscription]
  /// Of which partitions phones are heard, and of which of them it looks after the riders itself.
  private let heard = Mutex<[Partition: NATSSubscription]>([:])
  private let followed = FollowedPartitions()
  private let stoodBy = Mutex<[Partition: NATSSubscription]>([:])

  /// - Parameters:
  ///   - servers: `nats://host:port`, one or more of a cluster.
  ///   - access: What the servers ask for.
  /// - Throws: `BusFailure` where none of them answers.
  public init(_ servers: [String], access: NATSAccess = NATSAccess()) throws {
    connection = try NATSConnection(servers, access)
    let heard = HeartbeatMailbox()
    heartbeats = heard
    control = [
      try connection.subscribe(Self.beats) { _, data in
        if let heartbeat = try? JSONDecoder().decode(Heartbeat.self, from: data) { heard.put(heartbeat) }
      },
      try connection.subscribe(Self.orders) { _, data in
        if let order = try? JSONDecoder().decode(WorkerOrder.self, from: data) { heard.put(order) }
      },
    ]
    try connection.flush()
  }

  public func follow(_ partitions: Set<Partition>, standby: Set<Partition>) throws {
    followed.partitions.withLock { $0 = partitions }
    try subscribe(partitions.union(standby), heard, "fix.", ".*") { [phones, followed] partition, subject, data in
      // Whoever publishes past the mapping names a rider of another partition at most: that one is not listened to here.
      guard let dot = subject.utf8.lastIndex(of: UInt8(ascii: ".")),
        let rider = RiderID(subject[subject.utf8.index(after: dot)...]), Partition(of: rider) == partition
      else { return }
      if followed.partitions.withLock({ $0.contains(partition) }) {
        if let message = PhoneMessage(data) { phones.put(message, of: rider) }
      } else if let word = OverheardWord(data, of: rider) {
        phones.overhear(word)
      }
    }
    try subscribe(standby, stoodBy, "state.", "") { [heartbeats] _, _, data in heartbeats.put(StateRecord.records(data))
    }
    // Nothing that is sent from now on is missed.
    try connection.flush()
  }

  /// Brings subscriptions to one for each of these partitions.
  private func subscribe(
    _ partitions: Set<Partition>, _ subscriptions: borrowing Mutex<[Partition: NATSSubscription]>, _ before: String,
    _ after: String, take: @escaping @Sendable (Partition, String, Data) -> Void
  ) throws {
    let missing = subscriptions.withLock { subscriptions in
      subscriptions = subscriptions.filter { partitions.contains($0.key) }
      return partitions.subtracting(subscriptions.keys)
    }
    for partition in missing.sorted() {
      let subscription = try connection.subscribe("\(before)\(partition.number)\(after)") { take(partition, $0, $1) }
      subscriptions.withLock { $0[partition] = subscription }
    }
  }

  public func share(_ states: [StateRecord], of partition: Partition) throws {
    for message in StateRecord.messages(states) { try connection.publish(message, on: "state.\(partition.number)") }
  }

  public func takeStates() -> [StateRecord] { heartbeats.takeStates() }

  public func beat(_ heartbeat: Heartbeat) throws {
    try connection.publish(JSONEncoder().encode(heartbeat), on: Self.beats)
  }

  public func takeHeartbeats() -> [Heartbeat] { heartbeats.take() }

  public func order(_ order: WorkerOrder) throws {
    try connection.publish(JSONEncoder().encode(order), on: Self.orders)
    try connection.flush()
  }

  public func takeOrders() -> Set<WorkerOrder> { heartbeats.takeOrders() }

  public func send(_ record: Data, of rider: RiderID) throws {
    try connection.publish(record, on: "fix.\(Partition(of: rider).number).\(rider)")
  }

  public func answer(_ answers: [RiderID: PhoneAnswer]) throws {
    for (rider, answer) in answers { try connection.publish(answer.record, on: "quiet.\(rider)") }
  }

  public func ring(_ record: Data, to rider: RiderID) throws { try connection.publish(record, on: "ring.\(rider)") }

  private static let beats = "worker.beat"
  private static let orders = "worker.order"
}

/// The partitions that a worker looks after, as its subscriptions ask for them.
private final class FollowedPartitions: Sendable {
  let partitions = Mutex<Set<Partition>>([])
}
