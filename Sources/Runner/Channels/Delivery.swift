import Foundation
import Journey

/// Gives alerts to all channels at once and tells which ones failed.
///
/// A channel that hangs is not waited for: the others have told the rider, and the ride goes on.
actor Delivery {
  private let channels: [any AlertChannel]
  private let patience: Duration
  private let tell: @Sendable (RunnerNotice) -> Void
  private var underWay: [Task<Void, Never>] = []

  init(channels: [any AlertChannel], patience: Duration, tell: @escaping @Sendable (RunnerNotice) -> Void) {
    self.channels = channels
    self.patience = patience
    self.tell = tell
  }

  /// Returns when every channel is through, or after the time that a rider may be kept waiting.
  func deliver(_ message: AlertMessage) async {
    let tasks = channels.map { channel in
      Task { [tell] in
        do {
          try await channel.deliver(message)
        } catch is CancellationError {
          return
        } catch {
          tell(.channelFailed(channel: channel.name, cause: "\(error)"))
        }
      }
    }
    underWay += tasks
    await Self.wait(for: tasks, atMost: patience)
  }

  /// Stops what still sounds and takes back what is still shown for a reminder, in all channels at once.
  func withdraw(_ reminder: UUID) async {
    let tasks = channels.map { channel in Task { await channel.withdraw(reminder) } }
    await Self.wait(for: tasks, atMost: patience)
  }

  /// Returns when the last sound has faded; what hangs for longer is ended.
  func settle() async {
    let ends = channels.map { channel in Task { await channel.end(atOnce: false) } }
    await Self.wait(for: underWay + ends, atMost: .seconds(10))
    await cancel()
  }

  /// Ends what is still playing.
  func cancel() async {
    underWay.forEach { $0.cancel() }
    underWay = []
    let ends = channels.map { channel in Task { await channel.end(atOnce: true) } }
    // Who was interrupted waits for nothing any more; a task of its own does, or programs would outlive the runner.
    await Task { await Self.wait(for: ends, atMost: .seconds(1)) }.value
  }

  /// Waits for tasks up to a time; they go on.
  private static func wait(for tasks: [Task<Void, Never>], atMost patience: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for task in tasks { await wait(for: task) }
      }
      group.addTask { try? await Task.sleep(for: patience) }
      await group.next()
      group.cancelAll()
    }
  }

  /// Waits for a task, or until the waiting itself is cancelled; the task goes on.
  private static func wait(for task: Task<Void, Never>) async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let waiter = Task {
      await task.value
      end.finish()
    }
    for await _ in ended {}
    waiter.cancel()
  }
}
