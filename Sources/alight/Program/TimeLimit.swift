import Foundation

/// Ends what takes too long.
enum TimeLimit {
  /// - Throws: What the work throws; `CommandFailure` where it did not end in time.
  static func within(_ limit: Duration, _ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(operation: work)
      group.addTask {
        try await Task.sleep(for: limit)
        throw CommandFailure(.unavailable, "it did not end within \(limit.components.seconds) s")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
