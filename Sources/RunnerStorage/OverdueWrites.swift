import Following
import Foundation
import Journey
import Synchronization

/// Writes that a locked or full database could not take, kept in order until it can: nothing is lost, and no alert waits for them.
///
/// What is not written when the process dies is told again by the next one, as anything that is in doubt.
final class OverdueWrites: Sendable {
  /// Every constant, each with its reason.
  private enum Policy {
    /// A database that has refused is left alone for so long: waiting for it holds up alerts.
    static let rest = Duration.seconds(1)
  }

  /// Something to be written, and as of when.
  struct Write: Sendable {
    let change: LedgerChange
    let at: Date
  }

  /// Writes all of them, or none. What can never be written is left out.
  typealias Writing = @Sendable ([Write]) throws -> Set<AlertKey>

  private struct State {
    var writes: [Write] = []
    var restsUntil: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let body: Writing

  init(_ body: @escaping Writing) { self.body = body }

  /// Writes, after all that is overdue; or keeps it for later.
  /// - Returns: what was delivered before of what is to be told; nothing where it is kept.
  /// - Throws: the database's error when the trouble begins. While it lasts nothing more is said.
  func perform(_ changes: [LedgerChange], at now: Date) throws -> Set<AlertKey> {
    try state.withLock { state in
      let wasWell = state.writes.isEmpty
      let names = Set(changes.compactMap(\.name))
      if !wasWell { state.writes.removeAll { $0.change.name.map(names.contains) ?? false } }
      state.writes += changes.map { Write(change: $0, at: now) }
      if let until = state.restsUntil, until > .now { return [] }
      do {
        return try catchUp(&state)
      } catch {
        state.restsUntil = .now + Policy.rest
        if wasWell { throw error }
        return []
      }
    }
  }

  /// Writes what is overdue before the process ends, if the database takes it by then.
  /// - Returns: What is lost.
  func finish(within patience: Duration) async -> [LedgerChange] {
    let deadline = ContinuousClock.now + patience
    while true {
      let left = state.withLock { state in
        _ = try? catchUp(&state)
        return state.writes.map(\.change)
      }
      if left.isEmpty || .now > deadline { return left }
      // Whoever ends the runner has not ended this.
      await Task { try? await Task.sleep(for: .milliseconds(100)) }.value
    }
  }

  private func catchUp(_ state: inout State) throws -> Set<AlertKey> {
    guard !state.writes.isEmpty else { return [] }
    let delivered = try body(state.writes)
    (state.writes, state.restsUntil) = ([], nil)
    return delivered
  }
}

extension LedgerChange {
  /// What a later one of the same name makes needless; nil for what is written in any case.
  fileprivate var name: String? {
    switch self {
    case .state(_, let reminder, let serviceDay): "state \(reminder) \(serviceDay)"
    case .movedOn: "moved on"
    case .alive: "alive"
    case .pending, .delivered, .acknowledged, .finished: nil
    }
  }
}
