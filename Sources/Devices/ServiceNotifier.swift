import Foundation
import Journey
import Synchronization

/// Tells the service manager how the runner does, by datagrams as `sd_notify(3)` has them; without a manager it tells nobody.
public final class ServiceNotifier: Sendable {
  private struct State {
    /// Whether the first turn makes it ready.
    var isReadyByTurn: Bool
    var isReady = false
    var beatAt: ContinuousClock.Instant?
  }

  private let address: sockaddr_un?
  private let length: socklen_t
  /// Between two signs of life; nil where nobody waits for them.
  private let beat: Duration?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  ///   - isReadyByTurn: Whether the first turn of the runner is all that it takes to be ready; else `ready` says so.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment, isReadyByTurn: Bool = true) {
    state = Mutex(State(isReadyByTurn: isReadyByTurn))
    (address, length) = environment["NOTIFY_SOCKET"].flatMap(Self.address) ?? (nil, 0)
    let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init).flatMap { $0 > 0 ? $0 : nil }
    // Twice in the time allowed is what systemd advises; three times forgives one that is late.
    beat = isOurs ? limit.map { .microseconds($0 / 3) } : nil
  }

  /// The runner's loop has taken an input in: it is ready, and it lives. Called by nothing but that loop, so that a loop that
  /// hangs is found out.
  public func turned() {
    let now = ContinuousClock.now
    let (isFirst, isDue) = state.withLock { state -> (Bool, Bool) in
      let isFirst = state.isReadyByTurn && !state.isReady
      if isFirst { state.isReady = true }
      guard let beat, state.beatAt.map({ now - $0 >= beat }) ?? true else { return (isFirst, false) }
      state.beatAt = now
      return (isFirst, true)
    }
    if isFirst { send("READY=1") }
    if isDue { send("WATCHDOG=1") }
  }

  /// All is there that others wait for.
  public func ready() {
    let isFirst = state.withLock { state in
      defer { state.isReady = true }
      return !state.isReady
    }
    if isFirst { send("READY=1") }
  }

  /// What the runner does, in a line for people.
  public func status(_ text: String) {
    // A line of its own would be another message to the manager.
    send("STATUS=" + PlainText.of(text))
  }

  public func stopping() { send("STOPPING=1") }

  /// - Returns: Whether a manager has it.
  @discardableResult
  func send(_ text: String) -> Bool {
    guard var address else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    // A manager that does not read holds no alert back.
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), $0, length) == bytes.count
      }
    }
  }

  /// A path, or with an @ before it a name that is no file.
  private static func address(_ text: String) -> (sockaddr_un, socklen_t)? {
    guard text.hasPrefix("/") || text.hasPrefix("@") else { return nil }
    var bytes = Array(text.utf8)
    var address = sockaddr_un()
    guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    if text.hasPrefix("@") { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return (address, socklen_t(MemoryLayout<sa_family_t>.size + bytes.count))
  }
}
