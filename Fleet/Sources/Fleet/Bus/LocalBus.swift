import Alerts
import Foundation
import Synchronization

/// A bus within one process: several workers in it hear each other, and phones are put in by hand.
///
/// ```swift
/// let exchange = LocalExchange()
/// let bus = LocalBus(exchange)
/// exchange.send(fix, of: rider)
/// ```
public final class LocalBus: FleetBus {
  public let phones = PhoneMailbox()
  private let exchange: LocalExchange
  private let followed = Mutex<Set<Partition>>([])
  private let overheard = Mutex<Set<Partition>>([])
  private let stoodBy = Mutex<Set<Partition>>([])
  private let heartbeats = HeartbeatMailbox()
  private let isCut = Mutex(false)
  private let late = Mutex(0.0)

  public init(_ exchange: LocalExchange) {
    self.exchange = exchange
    exchange.join(self)
  }

  public func follow(_ partitions: Set<Partition>, overhearing: Set<Partition>, standby: Set<Partition>) {
    followed.withLock { $0 = partitions }
    overheard.withLock { $0 = overhearing }
    stoodBy.withLock { $0 = standby }
  }

  public var delay: Double { late.withLock(\.self) }

  /// It says from now on that phones are heard so late, as a machine does that has too much to do. Seconds.
  public func hear(late seconds: Double) { late.withLock { $0 = seconds } }

  public func share(_ words: [StateWord], of partition: Partition) throws {
    if isCut.withLock({ $0 }) { throw BusFailure(bus: "the bus of this process", cause: "it is cut off") }
    exchange.share(words, of: partition, from: self)
  }

  public func takeStates() -> [StateWord] { heartbeats.takeStates() }

  public func beat(_ heartbeat: Heartbeat) throws {
    if isCut.withLock({ $0 }) { throw BusFailure(bus: "the bus of this process", cause: "it is cut off") }
    exchange.beat(heartbeat)
  }

  public func takeHeartbeats() -> [Heartbeat] { heartbeats.take() }

  public func order(_ order: WorkerOrder) { exchange.order(order) }

  public func takeOrders() -> Set<WorkerOrder> { heartbeats.takeOrders() }

  public func send(_ record: Data, of rider: RiderID) {
    if let message = PhoneMessage(record) { exchange.send(message, of: rider) }
  }

  public func answer(_ answers: [RiderID: PhoneAnswer]) {
    if !isCut.withLock({ $0 }) { exchange.answer(answers) }
  }

  public func ring(_ record: Data, to rider: RiderID) throws {
    if isCut.withLock({ $0 }) { throw BusFailure(bus: "the bus of this process", cause: "it is cut off") }
    exchange.ring(record, to: rider)
  }

  /// Cuts it off from all others, as a network does that fails, or joins it to them again.
  public func cut(_ isCut: Bool) { self.isCut.withLock { $0 = isCut } }

  fileprivate func take(_ message: PhoneMessage, of rider: RiderID) {
    guard !isCut.withLock({ $0 }) else { return }
    let partition = Partition(of: rider)
    if followed.withLock({ $0.contains(partition) }) {
      phones.put(message, of: rider)
    } else if overheard.withLock({ $0.contains(partition) }) {
      phones.overhear(OverheardWord(message, of: rider))
    }
  }

  fileprivate func hear(_ words: [StateWord], of partition: Partition) {
    guard !isCut.withLock({ $0 }), stoodBy.withLock({ $0.contains(partition) }) else { return }
    heartbeats.put(words)
  }

  fileprivate func hear(_ order: WorkerOrder) {
    if !isCut.withLock({ $0 }) { heartbeats.put(order) }
  }

  fileprivate func hear(_ heartbeat: Heartbeat) {
    if !isCut.withLock({ $0 }) { heartbeats.put(heartbeat) }
  }
}

/// What the buses of one process share.
public final class LocalExchange: Sendable {
  private struct State {
    var buses: [LocalBus] = []
    var rung: [(rider: RiderID, record: Data)] = []
    var answers: [RiderID: PhoneAnswer] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  /// A phone sends where it is.
  public func send(_ fix: Fix, of rider: RiderID) { send(.fix(fix), of: rider) }

  /// A phone sends something.
  public func send(_ message: PhoneMessage, of rider: RiderID) {
    for bus in state.withLock({ $0.buses }) { bus.take(message, of: rider) }
  }

  /// What was rung since it was looked at last.
  public func takeRung() -> [(rider: RiderID, record: Data)] {
    state.withLock { state in
      defer { state.rung = [] }
      return state.rung
    }
  }

  /// What a rider's phone was answered last; nil where it was not.
  public func answer(to rider: RiderID) -> PhoneAnswer? { state.withLock { $0.answers[rider] } }

  /// Forgets what phones were answered.
  public func forgetAnswers() { state.withLock { $0.answers = [:] } }

  fileprivate func answer(_ answers: [RiderID: PhoneAnswer]) { state.withLock { $0.answers.merge(answers) { $1 } } }

  fileprivate func join(_ bus: LocalBus) { state.withLock { $0.buses.append(bus) } }

  fileprivate func ring(_ record: Data, to rider: RiderID) { state.withLock { $0.rung.append((rider, record)) } }

  fileprivate func share(_ words: [StateWord], of partition: Partition, from sender: LocalBus) {
    for bus in state.withLock({ $0.buses }) where bus !== sender { bus.hear(words, of: partition) }
  }

  fileprivate func order(_ order: WorkerOrder) {
    for bus in state.withLock({ $0.buses }) { bus.hear(order) }
  }

  fileprivate func beat(_ heartbeat: Heartbeat) {
    for bus in state.withLock({ $0.buses }) { bus.hear(heartbeat) }
  }
}
