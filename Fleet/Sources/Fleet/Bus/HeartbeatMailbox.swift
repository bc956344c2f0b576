import Synchronization

/// The newest heartbeat of each worker until it is taken out.
public final class HeartbeatMailbox: Sendable {
  private let heard = Mutex<[WorkerID: Heartbeat]>([:])

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
}
