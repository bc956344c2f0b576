import Synchronization

/// What workers are told, until it is taken out: the newest heartbeat of each, and what is asked of them.
public final class HeartbeatMailbox: Sendable {
  private let heard = Mutex<[WorkerID: Heartbeat]>([:])
  private let orders = Mutex<Set<WorkerOrder>>([])

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
}
