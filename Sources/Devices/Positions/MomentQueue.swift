import Alerts
import Following
import Foundation
import Synchronization

/// What a runner has not taken in yet, oldest first. However much comes at once, it takes little memory: of positions the newest are
/// kept, and so are ticks.
final class MomentQueue: Sendable {
  /// Every constant, each with its reason.
  struct Policy: Sendable, Hashable {
    /// A minute of a receiver: a runner that is behind by more needs the newest.
    var fixes = 64
    /// What is slow to be told takes seconds, not minutes.
    var ticks = 120
  }

  private struct State {
    var waiting: [AlertInput] = []
    var fixes = 0
    var ticks = 0
    var isOver = false
    var failure: (any Error)?
    var reader: CheckedContinuation<AlertInput?, any Error>?
  }

  private let policy: Policy
  private let state = Mutex(State())

  init(policy: Policy = Policy()) { self.policy = policy }

  /// How many are kept.
  var count: Int { state.withLock { $0.waiting.count } }

  func put(_ input: AlertInput) {
    let reader = state.withLock { state -> CheckedContinuation<AlertInput?, any Error>? in
      guard !state.isOver else { return nil }
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.waiting.append(input)
      switch input {
      case .fix: state.fixes += 1
      case .tick: state.ticks += 1
      default: break
      }
      if state.fixes > policy.fixes, let oldest = state.waiting.firstIndex(where: \.isFix) {
        state.waiting.remove(at: oldest)
        state.fixes -= 1
      }
      if state.ticks > policy.ticks, let oldest = state.waiting.firstIndex(where: \.isTick) {
        state.waiting.remove(at: oldest)
        state.ticks -= 1
      }
      return nil
    }
    reader?.resume(returning: input)
  }

  /// Nothing more comes; what is there is still given.
  func finish(throwing failure: (any Error)? = nil) {
    let reader = state.withLock { state in
      if !state.isOver { (state.isOver, state.failure) = (true, failure) }
      defer { state.reader = nil }
      return state.reader
    }
    guard let reader else { return }
    if let failure { reader.resume(throwing: failure) } else { reader.resume(returning: nil) }
  }

  /// The next one, waited for; nil at the end or where the task is cancelled. For one reader.
  /// - Throws: what it was finished with.
  func next() async throws -> AlertInput? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { reader in
        let now = state.withLock { state -> Result<AlertInput?, any Error>? in
          if !state.waiting.isEmpty { return .success(Self.first(&state)) }
          if let failure = state.failure { return .failure(failure) }
          if state.isOver { return .success(nil) }
          state.reader = reader
          return nil
        }
        if let now { reader.resume(with: now) }
      }
    } onCancel: {
      finish()
    }
  }

  private static func first(_ state: inout State) -> AlertInput {
    let input = state.waiting.removeFirst()
    if input.isFix { state.fixes -= 1 } else if input.isTick { state.ticks -= 1 }
    return input
  }
}

extension AlertInput {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
  fileprivate var isTick: Bool { if case .tick = self { true } else { false } }
}
