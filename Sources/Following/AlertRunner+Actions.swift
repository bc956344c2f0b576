import Alerts
import Foundation
import Journey

/// What became of something that a rider did.
public struct TakenAction: Sendable, Hashable, Codable {
  public enum Result: String, Sendable, Codable {
    /// The rider is off: the ride is over.
    case done
    /// The rider is off and changes: `leg` is followed from now on.
    case changed
    /// The level comes again at `until` or at the next stop, whichever is first.
    case snoozed
    /// The alerts of this ride are called off.
    case stopped
    /// The ride was over already; what still sounded is silent.
    case silenced
  }

  public var reminder: UUID
  public var result: Result
  public var until: Date?
  /// With `changed`, which ride of the journey is next.
  public var leg: Int?
}

/// Why nothing was done.
public enum ActionRefusal: Error, Hashable, CustomStringConvertible {
  case noRide
  case notFollowed(UUID)
  case severalRides([UUID])
  /// It calls a rider out of a vehicle, which does not wait.
  case notOfPlace(UUID)
  /// It is over before the time to which it is to be put off.
  case notSoLate(Date)
  /// It has a time of day, and comes once.
  case noNextTime
  /// No alert has come yet, or the destination is too near.
  case nothingToSnooze

  public var description: String {
    switch self {
    case .noRide: "no ride is followed now"
    case .notFollowed(let id):
      "the reminder \(id.short) is not followed now: \"alight alert status\" shows which ones are"
    case .severalRides(let ids):
      "several rides are followed: name one of \(ids.map(\.short).joined(separator: ", "))"
    case .notOfPlace(let id):
      "the reminder \(id.short) is of a ride, which does not wait: \"alight alert snooze\" puts an alert off by a minute"
    case .notSoLate(let end): "it is over at \(end.ISO8601Format()): name a time before that"
    case .noNextTime: "it comes once, so there is no next time: name one, by --at"
    case .nothingToSnooze: "there is no alert to snooze: none has come yet, or the stop is too near"
    }
  }

}

extension AlertRunner {
  /// Does what the rider wants done about a ride. It is written down before it is answered: a crash after it does not ring again.
  /// - Parameter reminder: nil for the one that alerted last, or the only one.
  /// - Throws: `ActionRefusal`
  public func take(_ action: RiderAction, of reminder: UUID?) async throws(ActionRefusal) -> TakenAction {
    let id = try meant(by: reminder)
    guard let watch = watches[id] else { return await silence(id, action) }
    return switch action {
    // Said late, after the clock has gone on to the next ride: it is about the one before.
    case .done where watch.state.leg > 0 && watch.state.latches.fired == 0: await goOn(watch)
    case .done, .stop: await endRide(watch, action)
    case .snooze: try await snooze(watch)
    }
  }

  /// Has a reminder of a place ask again: at a time, or where none is given the next time that what it waits for happens.
  /// - Throws: `ActionRefusal`
  public func later(_ reminder: UUID?, until: Date?) async throws(ActionRefusal) -> TakenAction {
    let id = try meant(by: reminder)
    guard let watch = watches[id] else { throw .notFollowed(id) }
    guard watch.reminder.visit != nil else { throw .notOfPlace(id) }
    guard watch.state.latches.fired > 0 else { throw .nothingToSnooze }
    if let until, let end = watch.reminder.validUntil, until > end { throw .notSoLate(end) }
    if until == nil, watch.reminder.recurrence == nil, watch.reminder.visit?.event.isClock == true { throw .noNextTime }
    let (reminder, now) = (watch.reminder, now ?? Date())
    _ = AlertEngine.advance(watch.plan, &watch.state, .later(now, until: until))
    settlePending(reminder, at: now)
    write([watch.saved], at: now)
    changes += 1
    decisions?.note(.snooze, of: reminder, at: now)
    tell(.took(.snooze, reminder))
    await delivery.withdraw([reminder.id])
    return TakenAction(reminder: reminder.id, result: .snoozed, until: until)
  }

  private func meant(by reminder: UUID?) throws(ActionRefusal) -> UUID {
    if let reminder {
      guard watches[reminder] != nil || mayStillSound[reminder] != nil else { throw .notFollowed(reminder) }
      return reminder
    }
    if let lastTold, watches[lastTold] != nil || mayStillSound[lastTold] != nil { return lastTold }
    guard let only = watches.keys.first else { throw .noRide }
    guard watches.count == 1 else { throw .severalRides(watches.keys.sorted { $0.uuidString < $1.uuidString }) }
    return only
  }

  private func silence(_ id: UUID, _ action: RiderAction) async -> TakenAction {
    if let (reminder, _) = mayStillSound.removeValue(forKey: id) { tell(.took(action, reminder)) }
    await delivery.withdraw([id])
    return TakenAction(reminder: id, result: .silenced)
  }

  /// Ends the ride, after which the engine knows whether another one follows.
  private func endRide(_ watch: Watch, _ action: RiderAction) async -> TakenAction {
    let (reminder, now) = (watch.reminder, now ?? Date())
    _ = AlertEngine.advance(watch.plan, &watch.state, action == .done ? .acknowledge(now) : .stop(now))
    settlePending(reminder, at: now)
    write([watch.saved], at: now)
    decisions?.note(action, of: reminder, at: now)
    tell(.took(action, reminder))
    guard watch.state.latches.finished || watch.reminder.visit != nil else {
      changes += 1
      await delivery.withdraw([reminder.id])
      tell(.changed(reminder.leg(watch.state.leg)))
      return TakenAction(reminder: reminder.id, result: .changed, leg: watch.state.leg)
    }
    if watch.state.latches.finished {
      await finish([(reminder, isSilenced: true)], at: now)
    } else {
      // It comes each time: the next one is waited for.
      changes += 1
      await delivery.withdraw([reminder.id])
    }
    return TakenAction(reminder: reminder.id, result: action == .done ? .done : .stopped)
  }

  /// The rider is off a ride that is over already: the next one, which has told nothing yet, goes on.
  private func goOn(_ watch: Watch) async -> TakenAction {
    let (reminder, now) = (watch.reminder, now ?? Date())
    settlePending(reminder, at: now)
    decisions?.note(.done, of: reminder, at: now)
    tell(.took(.done, reminder))
    await delivery.withdraw([reminder.id])
    return TakenAction(reminder: reminder.id, result: .changed, leg: watch.state.leg)
  }

  private func snooze(_ watch: Watch) async throws(ActionRefusal) -> TakenAction {
    let (reminder, now) = (watch.reminder, now ?? Date())
    let effects = AlertEngine.advance(watch.plan, &watch.state, .snooze(now))
    guard let until = watch.state.snoozedUntil else { throw .nothingToSnooze }
    for case .sample(let seconds) in effects { watch.sampling = seconds }
    settlePending(reminder, at: now)
    write([watch.saved], at: now)
    changes += 1
    decisions?.note(.snooze, of: reminder, at: now)
    tell(.took(.snooze, reminder.leg(watch.state.leg)))
    await delivery.withdraw([reminder.id])
    return TakenAction(
      reminder: reminder.id, result: .snoozed, until: until)
  }

  /// What the rider has answered was told, even where it is still being told: the next runner must not repeat it.
  private func settlePending(_ reminder: Reminder, at now: Date) {
    recordGiven(at: now)
    let entries = read([]) { try ledger.entries(of: reminder.id, serviceDay: reminder.ride.serviceDay) }
    let pending = entries.filter { !$0.isDelivered }.map { LedgerChange.delivered($0.key) }
    if !pending.isEmpty { write(pending, at: now) }
  }
}
