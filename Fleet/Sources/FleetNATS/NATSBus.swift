import Fleet
import Foundation

/// The bus of a fleet on core NATS.
///
/// Phones publish to `fix.PARTITION.RIDER`, which the server's subject mapping makes of what they know, their name; workers beat on
/// `worker.beat`, and alerts go out on `ring.RIDER`.
public final class NATSBus: FleetBus {
  public let phones = PhoneMailbox()
  /// By which workers tell each other that they are there, and riders their alerts.
  private struct Line {
    let connection: NATSConnection
    let subscriptions: [NATSSubscription]
  }

  private let line: RenewableLine<Line>
  /// By which goes all else, of which there is much.
  private let hearing: NATSHearing
  private let heartbeats: HeartbeatMailbox

  /// - Parameters:
  ///   - servers: `nats://host:port`, one or more of a cluster.
  ///   - access: What the servers ask for.
  /// - Throws: `BusFailure` where none of them answers.
  public init(_ servers: [String], access: NATSAccess = NATSAccess()) throws {
    let heard = HeartbeatMailbox()
    heartbeats = heard
    line = try RenewableLine { try Self.line(NATSConnection(servers, access, .renewed), heard) }
    hearing = try NATSHearing(to: phones, connect: { try NATSConnection(servers, access, .renewed, hearsMuch: true) }) {
      heard.put($0)
    }
  }

  private static func line(_ connection: NATSConnection, _ heard: HeartbeatMailbox) throws -> Line {
    let subscriptions = [
      try connection.subscribe(beats) { _, data in
        if let heartbeat = try? JSONDecoder().decode(Heartbeat.self, from: data) { heard.put(heartbeat) }
      },
      try connection.subscribe(orders) { _, data in
        if let order = try? JSONDecoder().decode(WorkerOrder.self, from: data) { heard.put(order) }
      },
    ]
    try connection.flush()
    return Line(connection: connection, subscriptions: subscriptions)
  }

  private var connection: NATSConnection { line.with(\.connection) }

  public func follow(_ partitions: Set<Partition>, overhearing: Set<Partition>, standby: Set<Partition>) throws {
    try hearing.follow(partitions, overhearing: overhearing, standby: standby)
  }

  public var delay: Double { hearing.delay }

  public func share(_ words: [StateWord], of partition: Partition) throws {
    for message in StateWord.messages(words) { try hearing.publish(message, on: "state.\(partition.number)") }
  }

  public func takeStates() -> [StateWord] { heartbeats.takeStates() }

  public func beat(_ heartbeat: Heartbeat) throws {
    let connection = connection
    if connection.isClosed { line.renew() }
    // Whoever hears no phones does not say that it looks after riders.
    try hearing.probe(by: connection)
    try connection.publish(JSONEncoder().encode(heartbeat), on: Self.beats)
  }

  public func takeHeartbeats() -> [Heartbeat] { heartbeats.take() }

  public func order(_ order: WorkerOrder) throws {
    try connection.publish(JSONEncoder().encode(order), on: Self.orders)
    try connection.flush()
  }

  public func takeOrders() -> Set<WorkerOrder> { heartbeats.takeOrders() }

  public func send(_ record: Data, of rider: RiderID) throws {
    try hearing.publish(record, on: "fix.\(Partition(of: rider).number).\(rider)")
  }

  public func answer(_ answers: [RiderID: PhoneAnswer]) throws {
    for (rider, answer) in answers { try hearing.publish(answer.record, on: "quiet.\(rider)") }
  }

  public func ring(_ record: Data, to rider: RiderID) throws { try connection.publish(record, on: "ring.\(rider)") }

  private static let beats = "worker.beat"
  private static let orders = "worker.order"
}
