import Journey
import Synchronization

/// Alerts that were given and are still to be written down as such.
final class GivenAlerts: Sendable {
  private let keys = Mutex<[AlertKey]>([])

  func add(_ key: AlertKey) { keys.withLock { $0.append(key) } }

  /// All of them, which are then forgotten here.
  func take() -> [AlertKey] {
    keys.withLock { keys in
      defer { keys = [] }
      return keys
    }
  }
}
