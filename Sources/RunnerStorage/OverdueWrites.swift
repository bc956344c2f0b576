import Foundation
import Synchronization

/// Writes that a locked or full database could not take, kept in order until it can: nothing is lost, and no alert waits for them.
///
/// What is not written when the process dies is told again by the next one, as anything that is in doubt.
final class OverdueWrites: Sendable {
  /// Every constant, each with its reason.
  private enum Policy {
    /// A database that has refused is left alone for so long: waiting for it holds up alerts.
    static let rest = Duration.seconds(1)
    /// How long the end waits: longer than another program should ever hold the database.
    static let patience = Duration.seconds(10)
  }

  private struct Write {
    /// Writes with the same name replace each other; nil is always written.
    let name: String?
    let body: @Sendable () throws -> Void
  }

  private struct State {
    var writes: [Write] = []
    var restsUntil: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// Writes, after all that is overdue; or keeps it for later.
  /// - Parameters:
  ///   - name: What replaces an older one of the same name that is overdue as well.
  ///   - kept: What is returned where it is kept.
  /// - Throws: the database's error when the trouble begins. While it lasts nothing more is said.
  func perform<Value: Sendable>(
    _ name: String? = nil, kept: Value, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    try state.withLock { state in
      let wasWell = state.writes.isEmpty
      do {
        if let until = state.restsUntil, until > .now { throw Resting() }
        try Self.catchUp(&state)
        return try body()
      } catch {
        if let name { state.writes.removeAll { $0.name == name } }
        state.writes.append(Write(name: name) { _ = try body() })
        if !(error is Resting) { state.restsUntil = .now + Policy.rest }
        if wasWell, !(error is Resting) { throw error }
        return kept
      }
    }
  }

  /// Writes what is overdue before the process ends, if the database takes it by then.
  func finish() {
    let deadline = ContinuousClock.now + Policy.patience
    while true {
      let isDone = state.withLock { (try? Self.catchUp(&$0)) != nil }
      if isDone || .now > deadline { return }
      usleep(100_000)
    }
  }

  private static func catchUp(_ state: inout State) throws {
    while let first = state.writes.first {
      try first.body()
      state.writes.removeFirst()
    }
    state.restsUntil = nil
  }

  private struct Resting: Error {}
}
