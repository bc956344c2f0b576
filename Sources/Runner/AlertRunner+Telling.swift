import Alerts
import Foundation
import Journey

/// How an alert gets to the rider, with the ledger written before and after it.
extension AlertRunner {
  /// Tells what the engine has found at one input.
  func tellAll(_ alerts: [Alert], _ watch: Watch, at now: Date) async {
    // Pending comes before the state: a crash in between tells an alert again, the other order would lose it.
    let fresh = alerts.filter { pend($0, watch.reminder, at: now) }
    save(watch, at: now)
    // Who has missed the stop needs to hear that, and not to get off at the next one.
    let hasMissed = fresh.contains { $0.event == .missed }
    for alert in fresh {
      let key = AlertKey(alert, of: watch.reminder)
      // Whoever has said while the one before was told that they are off hears no more.
      let isOff = watches[watch.reminder.id] == nil
      if isOff || hasMissed && alert.event == .alert {
        if let key { attempt { try ledger.recordDelivered(key, at: now) } }
      } else {
        await give(alert, watch.reminder, key: key, isRepeat: false, at: now)
      }
    }
  }

  /// Writes an alert down as pending; false where it was delivered before.
  private func pend(_ alert: Alert, _ reminder: Reminder, at now: Date) -> Bool {
    guard let key = AlertKey(alert, of: reminder) else { return true }
    do {
      return try ledger.recordPending(alert, key: key, at: now)
    } catch {
      tell(.ledgerFailed(cause: "\(error)"))
      return true
    }
  }

  func give(_ alert: Alert, _ reminder: Reminder, key: AlertKey?, isRepeat: Bool, at now: Date) async {
    if isRepeat, let key {
      // Written a second time, the entry counts the repeat.
      attempt { _ = try ledger.recordPending(alert, key: key, at: now) }
    }
    lastTold = reminder.id
    // Told again, the words are those of now and not of the moment at which it fired.
    let watch = isRepeat ? watches[reminder.id] : nil
    let alert = watch.map { AlertEngine.retold(alert, $0.plan, $0.state, at: now) } ?? alert
    let leg = reminder.leg(alert.leg)
    let level = alert.event == .followUp ? nil : leg.levels.last { $0.level == alert.level ?? 3 }
    let message = AlertMessage(
      key: key ?? AlertKey(reminder: reminder.id, serviceDay: reminder.ride.serviceDay, level: 0), alert: alert,
      title: leg.destination.name, text: wording(alert, reminder, isRepeat),
      means: Set(level?.channels ?? [.notification]), isRepeat: isRepeat, volume: reminder.volume)
    await delivery.deliver(message)
    if let key { attempt { try ledger.recordDelivered(key, at: now) } }
  }

  func save(_ watch: Watch, at now: Date) {
    attempt { try ledger.save(watch.state, of: watch.reminder.id, serviceDay: watch.reminder.ride.serviceDay, at: now) }
  }
}
