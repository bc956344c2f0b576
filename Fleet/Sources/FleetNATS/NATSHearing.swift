import Fleet
import Foundation
import Synchronization

/// What a worker hears of phones and of rides that it stands by for, on a connection of its own.
///
/// There is much of it, and more than a machine can take at times: what workers tell each other, and alerts, do not wait behind it. Where it
/// comes late is measured by an echo, a word that the worker sends to itself by the same way; where nothing comes at all, not even that,
/// another connection is made.
final class NATSHearing: Sendable {
  /// A connection, and what is heard by it.
  private struct Line {
    let connection: NATSConnection
    let echo: NATSSubscription
    var phones: [Partition: NATSSubscription] = [:]
    var states: [Partition: NATSSubscription] = [:]
  }

  private let line: RenewableLine<Line>
  private let wanted = WantedPartitions()
  private let echoes: NATSEchoes
  private let phones: PhoneMailbox
  private let takeStates: @Sendable ([StateWord]) -> Void

  /// - Parameters:
  ///   - connect: Makes a connection.
  ///   - takeStates: Gets what others tell of rides, on a thread of the library's.
  /// - Throws: `BusFailure`
  init(
    to phones: PhoneMailbox, connect: @escaping @Sendable () throws -> NATSConnection,
    takeStates: @escaping @Sendable ([StateWord]) -> Void
  ) throws {
    (self.phones, self.takeStates) = (phones, takeStates)
    let start = ContinuousClock.now
    let echoes = NATSEchoes { (ContinuousClock.now - start) / .seconds(1) }
    self.echoes = echoes
    line = try RenewableLine { try Self.line(connect(), echoes) }
  }

  /// Servers that do not let a worker hear itself are told of at once, and not taken for such as are gone.
  private static func line(_ connection: NATSConnection, _ echoes: NATSEchoes) throws -> Line {
    let isHeard = DispatchSemaphore(value: 0)
    let subscription = try connection.subscribe(echoes.subject) { _, data in
      if data == Self.first { isHeard.signal() } else { echoes.hear(data) }
    }
    try connection.publish(Self.first, on: echoes.subject)
    try connection.flush(isLateFine: true)
    guard isHeard.wait(timeout: .now() + 5) == .success else {
      throw BusFailure(
        bus: connection.name,
        cause: "what is published on worker.echo-… is not heard: workers need the permission for worker.*, both ways")
    }
    return Line(connection: connection, echo: subscription)
  }

  private static let first = Data("first".utf8)

  private var connection: NATSConnection { line.with(\.connection) }

  func publish(_ data: Data, on subject: String) throws { try connection.publish(data, on: subject) }

  // MARK: Whom it hears

  func follow(_ owned: Set<Partition>, overhearing overheard: Set<Partition>, standby: Set<Partition>) throws {
    wanted.set(WantedPartitions.Sets(owned: owned, overheard: overheard, standby: standby))
    if connection.isClosed {
      renew()
      throw BusFailure(bus: connection.name, cause: "no server answers")
    }
    try line.with { try subscribe(&$0) }
    // Nothing that is sent from now on is missed. A server that is slow to say so has heard it all the same.
    try connection.flush(isLateFine: true)
  }

  /// Brings subscriptions to what is wanted.
  private func subscribe(_ line: inout Line) throws {
    let (connection, sets) = (line.connection, wanted.sets)
    // Not this object: it holds the subscriptions.
    try Self.bring(&line.phones, to: sets.owned.union(sets.overheard)) { [phones, wanted, echoes] partition in
      try connection.subscribe("fix.\(partition.number).*") { subject, data in
        // Whoever publishes past the mapping names a rider of another partition at most: that one is not listened to here.
        guard let dot = subject.utf8.lastIndex(of: UInt8(ascii: ".")),
          let rider = RiderID(subject[subject.utf8.index(after: dot)...]), Partition(of: rider) == partition
        else { return }
        if wanted.isOwned(partition) {
          Self.put(data, of: rider, in: phones, isSkipping: echoes.isSkipping)
        } else if !echoes.isSkipping, let word = OverheardWord(data, of: rider) {
          phones.overhear(word)
        }
      }
    }
    try Self.bring(&line.states, to: sets.standby) { [takeStates] partition in
      try connection.subscribe("state.\(partition.number)") { takeStates(StateWord.words($1)) }
    }
  }

  private static func bring(
    _ subscriptions: inout [Partition: NATSSubscription], to partitions: Set<Partition>,
    _ subscribe: (Partition) throws -> NATSSubscription
  ) throws {
    subscriptions = subscriptions.filter { partitions.contains($0.key) }
    for partition in partitions.subtracting(subscriptions.keys).sorted() {
      subscriptions[partition] = try subscribe(partition)
    }
  }

  private static func put(_ data: Data, of rider: RiderID, in phones: PhoneMailbox, isSkipping: Bool) {
    // What has waited for so long is old, and most phones have said newer things since: the newest of each is read when there is time.
    if isSkipping, PhoneMessage.isPosition(data) { return phones.putUnread(data, of: rider) }
    if let message = PhoneMessage(data) { phones.put(message, of: rider) }
  }

  // MARK: How late it hears

  /// By how many seconds what is sent to it is heard late.
  var delay: Double { echoes.delay }

  /// Sends itself a word, by which it knows how late it hears.
  /// - Parameter other: The connection by which others are told that this worker is there.
  /// - Throws: `BusFailure` where it hears nothing: then others had better look after its riders.
  func probe(by other: NATSConnection) throws {
    let connection = connection
    guard connection.isConnected else {
      echoes.begin()
      if connection.isClosed { renew() }
      throw BusFailure(bus: connection.name, cause: "no server answers")
    }
    let silence = echoes.silence(connection.received)
    let words = echoes.next()
    if let word = words[.own] { try connection.publish(word, on: echoes.subject) }
    if let word = words[.other] { try other.publish(word, on: echoes.subject) }
    guard silence >= Self.deafAfter else { return }
    if silence >= Self.renewsAfter { renew() }
    throw BusFailure(bus: connection.name, cause: "nothing is heard by it")
  }

  /// Two echoes do not fail to come, with all else, from a server that lives.
  private static let deafAfter = 0.5
  private static let renewsAfter = 2.0

  /// Makes another connection in place of one by which nothing comes, though the library takes it for one that works.
  private func renew() {
    line.renew(prepare: { [self] in try subscribe(&$0) }) { [echoes, takeStates] in
      echoes.begin()
      takeStates([.missed])
    }
  }
}

/// Of which partitions a worker looks after the riders itself, of which it overhears phones, and of which it stands by.
private final class WantedPartitions: Sendable {
  struct Sets {
    var owned: Set<Partition> = []
    var overheard: Set<Partition> = []
    var standby: Set<Partition> = []
  }

  private let wanted = Mutex(Sets())

  var sets: Sets { wanted.withLock(\.self) }

  func set(_ sets: Sets) { wanted.withLock { $0 = sets } }

  func isOwned(_ partition: Partition) -> Bool { wanted.withLock { $0.owned.contains(partition) } }
}
