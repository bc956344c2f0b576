import Foundation

/// What goes on for each reminder: one task, of which a new one takes the place.
package actor KeyedTasks {
  private var tasks: [UUID: (number: Int, task: Task<Void, any Error>)] = [:]
  private var count = 0

  package init() {}

  /// Runs work to its end, in place of what went on before.
  /// - Throws: the work's error, `CancellationError` where it was cancelled.
  package func run(_ reminder: UUID, _ work: @escaping @Sendable () async throws -> Void) async throws {
    await cancel(reminder)
    count += 1
    let number = count
    let task = Task { try await work() }
    tasks[reminder] = (number, task)
    defer { if tasks[reminder]?.number == number { tasks[reminder] = nil } }
    try await task.value
  }

  /// Cancels a reminder's task; returns when it has ended.
  package func cancel(_ reminder: UUID) async {
    guard let old = tasks.removeValue(forKey: reminder) else { return }
    old.task.cancel()
    _ = await old.task.result
  }

  /// Returns when all tasks have ended.
  /// - Parameter atOnce: whether to cancel them.
  package func end(atOnce: Bool) async {
    let last = tasks.values
    if atOnce { last.forEach { $0.task.cancel() } }
    for entry in last { _ = await entry.task.result }
  }
}
