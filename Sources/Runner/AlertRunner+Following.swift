import Alerts
import Foundation
import Journey

/// Which rides are followed, and what each input means for them.
extension AlertRunner {
  /// Takes over what is due, and lets go of what is not any more.
  /// - Parameter only: The one reminder that is asked for; nil for all that are due.
  func claim(_ only: Reminder?, at now: Date) async throws {
    attempt { try ledger.runnerIsAlive(at: Date()) }
    let due = try only.map { [$0] } ?? ledger.due(at: now, lead: Self.lead)
    if only == nil { await letGo(ofAllBut: Set(due.map(\.id)), at: now) }
    for reminder in due where !over.contains(Occurrence(reminder)) {
      if let watch = watches[reminder.id], !takeChange(reminder, over: watch.reminder) { continue }
      guard let plan = AlertPlan(reminder) else { continue }
      try await resume(reminder, plan, at: now)
    }
  }

  /// Forgets what another process has switched off, paused or deleted, and what is long over.
  private func letGo(ofAllBut due: Set<UUID>, at now: Date) async {
    for (id, watch) in watches where !due.contains(id) {
      watches[id] = nil
      changes += 1
      if let end = watch.reminder.validUntil, end < now {
        over.insert(Occurrence(watch.reminder))
        mayStillSound[id] = watch.reminder
      } else {
        await delivery.withdraw(id)
      }
    }
  }

  /// Takes over what was changed about a reminder that is followed.
  /// - Returns: whether another ride or other levels make it a new one.
  private func takeChange(_ reminder: Reminder, over old: Reminder) -> Bool {
    guard reminder.revision != old.revision else { return false }
    changes += 1
    if reminder.legs == old.legs {
      watches[reminder.id]?.reminder = reminder
      attempt { try ledger.acknowledge(reminder.id, revision: reminder.revision, at: Date()) }
      return false
    }
    watches[reminder.id] = nil
    return true
  }

  /// Takes a reminder over where the last runner left it.
  private func resume(_ reminder: Reminder, _ plan: AlertPlan, at now: Date) async throws {
    let day = reminder.ride.serviceDay
    let all = try ledger.entries(of: reminder.id, serviceDay: day)
    var state = try ledger.engineState(of: reminder.id, serviceDay: day) ?? AlertState()
    // The ledger was written before the state: whatever it names has fired.
    if let leg = all.map(\.key.leg).max(), leg > state.leg { state = AlertState(leg: leg) }
    let entries = all.filter { $0.key.leg == state.leg }
    for entry in entries { state.latches.take(entry.alert) }
    tell(.following(reminder.leg(state.leg), hasPositions: hasPositions))
    logger.debug("resuming", metadata: ["reminder": "\(reminder.id)", "fired": "\(state.latches.fired)"])
    watches[reminder.id] = Watch(reminder: reminder, plan: plan, state: state, savedAt: now, sampling: state.sampling)
    changes += 1
    attempt { try ledger.acknowledge(reminder.id, revision: reminder.revision, at: Date()) }
    // A recording that is played again begins before the alert.
    let pending = all.filter { !$0.isDelivered && now.timeIntervalSince($0.pendingAt) < Self.pendingFor }
    let highest = pending.filter { $0.key.leg == state.leg }.max { $0.key.level < $1.key.level }
    for entry in pending where entry.key != highest?.key {
      // The higher level tells all that the lower one would have, and a ride that is over nothing at all.
      attempt { try ledger.recordDelivered(entry.key, at: now) }
    }
    if let highest, reminder.validUntil.map({ now <= $0 }) ?? true {
      await give(highest.alert, reminder, key: highest.key, isRepeat: true, at: now)
    }
    if state.latches.finished { await finish(reminder, at: now) }
  }

  /// Passes an input to one ride, and does what the engine wants done.
  func step(_ id: UUID, _ input: AlertInput) async {
    guard var watch = watches[id] else { return }
    let (before, leg) = (watch.state.latches, watch.state.leg)
    let effects = AlertEngine.advance(watch.plan, &watch.state, input)
    var alerts: [Alert] = []
    for effect in effects {
      switch effect {
      case .deliver(let alert): alerts.append(alert)
      case .sample(let seconds): watch.sampling = seconds
      case .finish: break
      }
    }
    let hasChanged = watch.state.leg != leg
    if watch.state.latches != before || hasChanged || !effects.isEmpty { changes += 1 }
    decisions?.note(input, watch.plan, watch.state, of: watch.reminder, told: alerts)
    let isDue = !effects.isEmpty || hasChanged || input.at.timeIntervalSince(watch.savedAt) >= Self.claimEvery
    if isDue { watch.savedAt = input.at }
    watches[id] = watch
    if isDue { await tellAll(alerts, watch, at: input.at) }
    if hasChanged, watches[id] != nil {
      await change(watch, isSilenced: input.isFix && !alerts.contains { $0.event == .missed })
    }
    // At the destination, with questions still to be asked: nobody needs the alarm any more.
    if watch.state.latches.isOver, !before.isOver, hasArrived(watch, at: input.at) { await delivery.withdraw(id) }
    // While it was told, the rider may have ended it.
    if watch.state.latches.finished, watches[id] != nil { await finish(watch.reminder, at: input.at) }
  }

  /// Another ride of the journey is followed from now on.
  /// - Parameter isSilenced: Whether the rider is known to be off the one before. Who has slept past the stop, or may still sit in a
  ///   vehicle that is late, is still to be woken.
  func change(_ watch: Watch, isSilenced: Bool) async {
    if isSilenced { await delivery.withdraw(watch.reminder.id) }
    tell(.changed(watch.reminder.leg(watch.state.leg)))
  }

  /// Whether a ride that is over has ended at its destination for all that is known. Who has slept past the stop is still to be
  /// woken; so is, where the timetable alone says that it is over, who may sit in a vehicle that is late.
  private func hasArrived(_ watch: Watch, at now: Date) -> Bool {
    !watch.state.latches.missed && !AlertEngine.standing(watch.plan, watch.state, at: now).isEstimated
  }

  /// The ride is over, for whatever reason.
  /// - Parameter isSilenced: Whether the rider knows, and nothing may sound any more.
  func finish(_ reminder: Reminder, isSilenced: Bool = false, at now: Date) async {
    let isThere = watches[reminder.id].map { hasArrived($0, at: now) } ?? false
    watches[reminder.id] = nil
    over.insert(Occurrence(reminder))
    changes += 1
    attempt { try ledger.finish(reminder.id, at: now) }
    tell(.finished(reminder))
    if isSilenced || isThere {
      await delivery.withdraw(reminder.id)
    } else {
      // The alarm goes on until somebody ends it, or its time is up.
      mayStillSound[reminder.id] = reminder
    }
  }
}

extension AlertState.Latches {
  /// Takes in what the ledger says was told.
  fileprivate mutating func take(_ alert: Alert) {
    switch (alert.event, alert.level) {
    case (.alert, let level?):
      fired = max(fired, level)
      if level == 3 { wasCalled(at: alert.at) }
    case (.followUp, let count?): followUps = max(followUps, count)
    case (.missed, _):
      missed = true
      wasCalled(at: alert.at)
    default: break
    }
  }

  private mutating func wasCalled(at instant: Date) {
    calledAt = max(calledAt ?? -.infinity, instant.timeIntervalSinceReferenceDate)
  }
}

extension AlertInput {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}
