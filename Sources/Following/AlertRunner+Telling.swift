import Alerts
import Foundation
import Journey

/// How alerts get to the rider, with the ledger written before and after them.
extension AlertRunner {
  /// What the engine has found about one ride at one input.
  struct Step {
    let id: UUID
    var watch: Watch
    var alerts: [Alert]
    /// Whether its state is to be saved.
    var isDue: Bool
    /// Whether another ride of the journey is followed from now on.
    var hasChanged: Bool
    /// Whether the ride has come to its end, and the questions after it alone are left.
    var isOver: Bool
  }

  /// Tells what the engine has found at one input, of all rides at once and the last calls first.
  func tellAll(_ steps: [Step], at now: Date) async {
    let due = steps.filter(\.isDue)
    guard !due.isEmpty else { return }
    // Pending comes before the state: a crash in between tells an alert again, the other order would lose it.
    let pending = due.flatMap { step in
      step.alerts.compactMap { alert in
        AlertKey(alert, of: step.watch.reminder).map { LedgerChange.pending(alert, $0) }
      }
    }
    let delivered = write(pending + due.map(\.watch.saved), at: now)
    var messages: [AlertMessage] = []
    var settled: [LedgerChange] = []
    for step in due {
      // Who has missed the stop needs to hear that, and not to get off at the next one.
      let hasMissed = step.alerts.contains { $0.event == .missed }
      for alert in step.alerts {
        let message = message(alert, step.watch.reminder, isRepeat: false, at: now)
        if delivered.contains(message.key) { continue }
        if hasMissed, alert.event == .alert {
          settled.append(.delivered(message.key))
        } else {
          messages.append(message)
        }
      }
    }
    if !settled.isEmpty { write(settled, at: now) }
    await give(messages, at: now)
  }

  /// Gives messages to the channels and writes down that they were given.
  func give(_ messages: [AlertMessage], at now: Date) async {
    guard !messages.isEmpty else { return }
    lastTold = messages.min { $0.urgency < $1.urgency }?.key.reminder
    for message in messages where message.alert.isCall { calledAt[message.key.reminder] = now }
    for key in await delivery.deliver(messages) where key.isOwed { given.add(key) }
    recordGiven(at: now)
  }

  /// Writes down which alerts were given meanwhile.
  func recordGiven(at now: Date) {
    let keys = given.take().filter(\.isOwed)
    if !keys.isEmpty { write(keys.map { .delivered($0) }, at: now) }
  }

  func message(_ alert: Alert, _ reminder: Reminder, isRepeat: Bool, at now: Date) -> AlertMessage {
    // Told again, the words are those of now and not of the moment at which it fired.
    let watch = isRepeat ? watches[reminder.id] : nil
    let alert = watch.map { AlertEngine.retold(alert, $0.plan, $0.state, at: now) } ?? alert
    return AlertMessage(alert, of: reminder, text: wording(alert, reminder, isRepeat), isRepeat: isRepeat)
  }
}

extension AlertKey {
  /// Whether it stands in the ledger: what is told without being owed does not.
  fileprivate var isOwed: Bool { level > 0 }
}
