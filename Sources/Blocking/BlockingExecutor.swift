import Dispatch

/// Runs the work of actors that block, on SQLite, on a decoder or on a disk, on a thread beside those that all other tasks share.
///
/// ```swift
/// actor Decoder {
///   private let executor = BlockingExecutor(label: "decoder")
///   nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
/// The shared threads are as many as the machine has processors: one that waits for a locked database would take a server's share of
/// them away from all riders.
public final class BlockingExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: For debuggers.
  public init(label: String) { queue = DispatchQueue(label: label) }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
