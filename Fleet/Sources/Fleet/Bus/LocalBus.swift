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
  public let fixes = FixMailbox()
  private let exchange: LocalExchange
  private let followed = Mutex<Set<Partition>>([])

  public init(_ exchange: LocalExchange) {
    self.exchange = exchange
    exchange.join(self)
  }

  public func follow(_ partitions: Set<Partition>) { followed.withLock { $0 = partitions } }
  public func beat(_ heartbeat: Heartbeat) { exchange.beat(heartbeat) }
  public func heartbeats() -> AsyncStream<Heartbeat> { exchange.heartbeats() }
  public func ring(_ record: Data, to rider: RiderID) { exchange.ring(record, to: rider) }

  fileprivate func take(_ fix: Fix, of rider: RiderID) {
    if followed.withLock({ $0.contains(Partition(of: rider)) }) { fixes.put(fix, of: rider) }
  }
}

/// What the buses of one process share.
public final class LocalExchange: Sendable {
  private struct State {
    var buses: [LocalBus] = []
    var listeners: [Int: AsyncStream<Heartbeat>.Continuation] = [:]
    var next = 0
    var rung: [(rider: RiderID, record: Data)] = []
  }

  private let state = Mutex(State())

  public init() {}

  /// A phone sends where it is.
  public func send(_ fix: Fix, of rider: RiderID) {
    for bus in state.withLock({ $0.buses }) { bus.take(fix, of: rider) }
  }

  /// What was rung since it was looked at last.
  public func takeRung() -> [(rider: RiderID, record: Data)] {
    state.withLock { state in
      defer { state.rung = [] }
      return state.rung
    }
  }

  fileprivate func join(_ bus: LocalBus) { state.withLock { $0.buses.append(bus) } }

  fileprivate func ring(_ record: Data, to rider: RiderID) { state.withLock { $0.rung.append((rider, record)) } }

  fileprivate func beat(_ heartbeat: Heartbeat) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(heartbeat) }
  }

  fileprivate func heartbeats() -> AsyncStream<Heartbeat> {
    let (stream, listener) = AsyncStream.makeStream(of: Heartbeat.self, bufferingPolicy: .bufferingNewest(1024))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    listener.onTermination = { [weak self] _ in _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) } }
    return stream
  }
}
