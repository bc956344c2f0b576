import Foundation
import Journey

/// The messages that wait for one channel, the most urgent first, and those that it is at.
struct DeliveryLane {
  /// Every constant, each with its reason.
  private enum Policy {
    /// Programs that a channel may start at once: a small machine still has time for the rides.
    static let width = 16
  }

  /// A message on its way to the channel.
  struct Entry {
    let message: AlertMessage
    /// Tells messages apart, in the order in which they came.
    let number: Int
  }

  /// By urgency, each in the order in which they came; what is told at once stands before `heads`.
  private var waiting: [[Entry]] = Array(repeating: [], count: AlertMessage.leastUrgent + 1)
  /// How many wait of each reminder.
  private var waitingOf: [UUID: Int] = [:]
  /// The messages that the channel is at, each of another reminder: one after the other, a later one takes the place of an earlier.
  private var current: [UUID: Int] = [:]

  /// Whether more waits than the channel takes at once.
  var isBusy: Bool { waiting.reduce(0) { $0 + $1.count } > Policy.width }
  var isEmpty: Bool { current.isEmpty && waiting.allSatisfy(\.isEmpty) }

  /// Adds a message.
  /// - Returns: the numbers of those that it tells as well, which are not told any more.
  mutating func add(_ message: AlertMessage, number: Int) -> [Int] {
    let overtaken = waitingOf[message.key.reminder] == nil ? [] : remove { $0.isCovered(by: message) }
    waitingOf[message.key.reminder, default: 0] += 1
    waiting[message.urgency].append(Entry(message: message, number: number))
    return overtaken
  }

  /// Takes back what waits of reminders.
  /// - Returns: the numbers of the messages.
  mutating func remove(_ reminders: Set<UUID>) -> [Int] {
    guard reminders.contains(where: { waitingOf[$0] != nil }) else { return [] }
    return remove { reminders.contains($0.key.reminder) }
  }

  /// The next message for the channel; nil while it has enough to do.
  mutating func next() -> Entry? {
    guard current.count < Policy.width else { return nil }
    for urgency in waiting.indices {
      guard let place = waiting[urgency].firstIndex(where: { current[$0.message.key.reminder] == nil }) else {
        continue
      }
      let entry = waiting[urgency].remove(at: place)
      forget(entry)
      current[entry.message.key.reminder] = entry.number
      return entry
    }
    return nil
  }

  /// The channel is through with a message, or is not waited for any more.
  /// - Returns: false where it was not at it.
  mutating func leave(_ entry: Entry) -> Bool {
    guard current[entry.message.key.reminder] == entry.number else { return false }
    current[entry.message.key.reminder] = nil
    return true
  }

  private mutating func remove(_ isUnwanted: (AlertMessage) -> Bool) -> [Int] {
    var removed: [Entry] = []
    for urgency in waiting.indices where waiting[urgency].contains(where: { isUnwanted($0.message) }) {
      removed += waiting[urgency].filter { isUnwanted($0.message) }
      waiting[urgency].removeAll { isUnwanted($0.message) }
    }
    for entry in removed { forget(entry) }
    return removed.map(\.number)
  }

  private mutating func forget(_ entry: Entry) {
    let left = (waitingOf[entry.message.key.reminder] ?? 1) - 1
    waitingOf[entry.message.key.reminder] = left > 0 ? left : nil
  }
}

extension AlertMessage {
  static let leastUrgent = 3

  /// 0 for what must not come late by a second: the last call, and that it was missed.
  var urgency: Int {
    switch (alert.event, alert.level) {
    case (.missed, _), (.alert, 3): 0
    case (.alert, 2), (.cancelled, 3), (.skipped, 3): 1
    case (.alert, _): 2
    default: Self.leastUrgent
    }
  }

  /// Whether a later message of the same ride tells all that this one would.
  func isCovered(by later: AlertMessage) -> Bool {
    key.reminder == later.key.reminder && key.serviceDay == later.key.serviceDay && alert.leg == later.alert.leg
      && alert.event == .alert && later.urgency < urgency
  }
}
