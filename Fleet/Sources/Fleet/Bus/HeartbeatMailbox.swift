import Synchronization

/// What workers tell each other, until it is taken out: the newest heartbeat of each, states, and what is asked of them.
public final class HeartbeatMailbox: Sendable {
  private let heard = Mutex<[WorkerID: Heartbeat]>([:])
  private let orders = Mutex<Set<WorkerOrder>>([])
  private let states = Mutex<[StateWord]>([])

  public init() {}

  public func put(_ heartbeat: Heartbeat) {
    heard.withLock { heard in
      // Nobody has so many workers: somebody makes them up.
      if heard.count < 4096 { heard[heartbeat.worker] = heartbeat }
    }
  }

  /// Takes all out, by name.
  public func take() -> [Heartbeat] {
    heard.withLock { heard in
      defer { heard = [:] }
      return heard.values.sorted { $0.worker < $1.worker }
    }
  }

  public func put(_ order: WorkerOrder) {
    orders.withLock { orders in
      if orders.count < 4096 { orders.insert(order) }
    }
  }

  /// Takes out what is asked.
  public func takeOrders() -> Set<WorkerOrder> {
    orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
  }

  public func put(_ new: [StateWord]) {
    states.withLock { states in
      // A worker that stands still meanwhile needs the newest alone.
      if states.count > 200_000 {
        states.removeFirst(100_000)
        states.insert(.missed, at: 0)
      }
      states += new
    }
  }

  /// Takes out what was told of rides.
  public func takeStates() -> [StateWord] {
    states.withLock { states in
      defer { states = [] }
      return states
    }
  }
}
