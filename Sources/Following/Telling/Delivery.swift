import Foundation
import Journey

/// Gives alerts to all channels at once and tells which ones failed.
///
/// Each channel has a lane of its own, in which last calls overtake what is less urgent. A channel that hangs is not waited for: the
/// others have told the rider, and the ride goes on.
actor Delivery {
  private let channels: [any AlertChannel]
  private let patience: Duration
  private let tell: @Sendable (RunnerNotice) -> Void
  /// Called with an alert that was given after nobody waited for it any more.
  private let late: @Sendable (AlertKey) -> Void

  private var lanes: [DeliveryLane]
  /// By number, the messages that some channel has still to be given, or has not answered for.
  private var open: [Int: OpenMessage] = [:]
  private var underWay: [Int: Task<Void, Never>] = [:]
  private var count = 0

  private struct OpenMessage {
    let key: AlertKey
    var channels: Int
    let batch: Batch
    /// Whether nobody waits for it any more.
    var isLate = false
  }

  /// The messages of one call, which waits for them up to a time.
  private final class Batch {
    let ended: AsyncStream<Void>
    let end: AsyncStream<Void>.Continuation
    var messages: Int

    init(_ messages: Int) {
      self.messages = messages
      (ended, end) = AsyncStream<Void>.makeStream()
    }
  }

  /// - Parameters:
  ///   - patience: how long one message waits for a slow channel.
  ///   - late: called with an alert that was given after nobody waited for it any more.
  init(
    channels: [any AlertChannel], patience: Duration, tell: @escaping @Sendable (RunnerNotice) -> Void,
    late: @escaping @Sendable (AlertKey) -> Void = { _ in }
  ) {
    self.channels = channels
    self.patience = patience
    self.tell = tell
    self.late = late
    lanes = channels.map { _ in DeliveryLane() }
  }

  /// Gives messages to every channel. Returns when all channels are through with all of them, or after the time that a ride may be
  /// kept waiting; the rest goes on.
  /// - Returns: the alerts that were given: to each channel, or for as long as the patience with it lasts.
  func deliver(_ messages: [AlertMessage]) async -> Set<AlertKey> {
    guard !messages.isEmpty, !channels.isEmpty else { return Set(messages.map(\.key)) }
    let batch = Batch(messages.count)
    let first = count + 1
    for message in messages {
      count += 1
      open[count] = OpenMessage(key: message.key, channels: channels.count, batch: batch)
      for lane in lanes.indices {
        // The higher level tells all that a lower one would have.
        for overtaken in lanes[lane].add(message, number: count) { settle(overtaken) }
      }
    }
    let numbers = first...count
    for lane in lanes.indices { start(lane) }
    // Each message has its time with a channel, after which it is through. Only where more wait than a channel takes at once may that
    // be too long for the ride.
    let isTooMuch = lanes.contains(where: \.isBusy)
    await Self.wait(for: batch.ended, atMost: isTooMuch ? patience + patience : .seconds(3600))
    let waiting = Set(numbers.filter { open[$0] != nil })
    for number in waiting { open[number]?.isLate = true }
    return Set(zip(numbers, messages).filter { !waiting.contains($0.0) }.map(\.1.key))
  }

  /// Stops what still sounds and takes back what is still shown for reminders, in all channels at once.
  /// - Parameter isUnwanted: Whether what still waits is not told either: the rider has said so. A last call that nobody has heard
  ///   is told also where the vehicle seems to be there.
  func withdraw(_ reminders: [UUID], isUnwanted: Bool = true) async {
    guard !reminders.isEmpty else { return }
    for lane in lanes.indices where isUnwanted {
      for number in lanes[lane].remove(Set(reminders)) { settle(number) }
    }
    let tasks = channels.flatMap { channel in
      reminders.map { reminder in Task { await channel.withdraw(reminder) } }
    }
    await Self.wait(for: tasks, atMost: patience)
  }

  /// Tells a note in all channels, beside everything else and without waiting.
  func tell(_ note: NoteMessage) async {
    await withTaskGroup(of: Void.self) { group in
      for channel in channels {
        group.addTask { [tell] in
          do {
            try await channel.tell(note)
          } catch {
            tell(.channelFailed(channel: channel.name, cause: "\(error)"))
          }
        }
      }
    }
  }

  /// Whether every channel is through with everything.
  var isIdle: Bool { open.isEmpty && underWay.isEmpty && lanes.allSatisfy(\.isEmpty) }

  /// Returns when the last sound has faded; what hangs for longer is ended.
  func settle() async {
    let deadline = ContinuousClock.now + .seconds(10)
    while lanes.contains(where: { !$0.isEmpty }), .now < deadline {
      await Self.wait(for: Array(underWay.values), atMost: .milliseconds(50))
    }
    let ends = channels.map { channel in Task { await channel.end(atOnce: false) } }
    await Self.wait(for: underWay.values + ends, atMost: max(.zero, deadline - .now))
    await cancel()
  }

  /// Ends what is still playing.
  func cancel() async {
    for lane in lanes.indices { lanes[lane] = DeliveryLane() }
    underWay.values.forEach { $0.cancel() }
    underWay = [:]
    let ends = channels.map { channel in Task { await channel.end(atOnce: true) } }
    // Who was interrupted waits for nothing any more; a task of its own does, or programs would outlive the runner.
    await Task { await Self.wait(for: ends, atMost: .seconds(1)) }.value
  }

  // MARK: One channel

  /// Gives a channel as much as it may have at once.
  private func start(_ lane: Int) {
    while let next = lanes[lane].next() {
      count += 1
      let run = count
      underWay[run] = Task { [channel = channels[lane], tell] in
        do {
          try await channel.deliver(next.message)
        } catch is CancellationError {
          // Nobody wants it any more.
        } catch {
          tell(.channelFailed(channel: channel.name, cause: "\(error)"))
        }
        ended(run, next, in: lane)
      }
      Task { [patience] in
        try? await Task.sleep(for: patience)
        leave(next, in: lane)
      }
    }
  }

  private func ended(_ run: Int, _ entry: DeliveryLane.Entry, in lane: Int) {
    underWay[run] = nil
    leave(entry, in: lane)
  }

  /// A channel is through with a message, or has had its time.
  private func leave(_ entry: DeliveryLane.Entry, in lane: Int) {
    guard lanes[lane].leave(entry) else { return }
    settle(entry.number)
    start(lane)
  }

  private func settle(_ number: Int) {
    guard var message = open[number] else { return }
    message.channels -= 1
    guard message.channels == 0 else {
      open[number] = message
      return
    }
    open[number] = nil
    if message.isLate { late(message.key) }
    message.batch.messages -= 1
    if message.batch.messages == 0 { message.batch.end.finish() }
  }

  // MARK: Waiting

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

  private static func wait(for ended: AsyncStream<Void>, atMost patience: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in ended {} }
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
