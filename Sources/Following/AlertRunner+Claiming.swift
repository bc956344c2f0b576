import Alerts
import Foundation
import Journey

/// Which rides are followed. The ledger is asked; what it does not answer leaves things as they are.
extension AlertRunner {
  /// Takes over what is due, and lets go of what is not any more.
  /// - Parameter only: The one reminder that is asked for; nil for all that are due.
  /// - Throws: the ledger's error where it could never be read.
  func claim(_ only: Reminder?, at now: Date) async throws {
    recordGiven(at: now)
    write(only == nil ? [.alive, .movedOn(except: Set(watches.keys))] : [.alive], at: now)
    var due = DueReminders(only.map { [$0] } ?? [])
    if only == nil {
      let known = watches.mapValues(\.reminder.revision)
      guard let found = try read({ try ledger.due(at: now, lead: Self.lead, known: known) }) else { return }
      due = found
      tellLeftOut(due.leftOut)
      await letGo(ofAllBut: due.unchanged.union(due.reminders.map(\.id)), at: now)
    }
    forget(allBut: Set(due.reminders.map(Occurrence.init)), at: now)
    var repeats: [AlertMessage] = []
    for reminder in due.reminders where over[Occurrence(reminder)] == nil {
      if let watch = watches[reminder.id], !takeChange(reminder, over: watch.reminder, at: now) { continue }
      guard let plan = AlertPlan(reminder) else { continue }
      repeats += resume(reminder, plan, at: now)
    }
    await give(repeats, at: now)
    let finished = watches.values.filter(\.state.latches.finished).map(\.reminder)
    await finish(finished.map { ($0, isSilenced: false) }, at: now)
  }

  /// Reads the ledger. A failure is told when it begins.
  /// - Throws: the ledger's error where it could never be read: there is nothing to follow then.
  private func read<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      let value = try body()
      (hasRead, readingFailure) = (true, nil)
      return value
    } catch {
      guard hasRead else { throw error }
      if readingFailure == nil { tell(.ledgerFailed(cause: "\(error)")) }
      readingFailure = "\(error)"
      return nil
    }
  }

  /// Reads something of the ledger without which a ride can be followed.
  func read<Value>(_ otherwise: Value, _ body: () throws -> Value) -> Value {
    do {
      return try body()
    } catch {
      tell(.leftOut(cause: "\(error)"))
      return otherwise
    }
  }

  private func tellLeftOut(_ causes: [String]) {
    for cause in causes where !leftOut.contains(cause) { tell(.leftOut(cause: cause)) }
    leftOut = Set(causes)
  }

  /// Lets go of rides that another process has switched off, paused or deleted, and of those that have not ended for half a day.
  ///
  /// A ride under way that is due no longer, as it is hours late or as the clock has gone back, is followed to its end.
  private func letGo(ofAllBut due: Set<UUID>, at now: Date) async {
    let generation = ledger.generation
    var (withdrawn, ended): ([UUID], [Reminder]) = ([], [])
    for (id, watch) in watches {
      if due.contains(id) {
        watches[id]?.generation = generation
      } else if let end = watch.reminder.validUntil, now > end.addingTimeInterval(Self.followsBeyond) {
        ended.append(watch.reminder)
      } else if isEnded(watch, generation, at: now) {
        watches[id] = nil
        changes += 1
        withdrawn.append(id)
      }
    }
    await delivery.withdraw(withdrawn)
    await finish(ended.map { ($0, isSilenced: false) }, at: now)
  }

  /// Whether somebody else has ended a ride that is followed.
  private func isEnded(_ watch: Watch, _ generation: Int, at now: Date) -> Bool {
    let stored: Reminder
    do {
      // In a database that has taken the place of the one before, nothing was deleted.
      guard let found = try ledger.reminder(watch.reminder.id) else { return generation == watch.generation }
      stored = found
    } catch {
      // What cannot be read says nothing.
      return false
    }
    if stored.ride == watch.reminder.ride {
      return stored.status == .off || stored.pausedUntil.map { $0 > now } ?? false
    }
    // Moved on to its next day, the ride of today is still under way; another ride takes its place.
    return stored.ride.tripID != watch.reminder.ride.tripID || stored.recurrence == nil
      || stored.ride.serviceDay <= watch.reminder.ride.serviceDay || !stored.isOn(at: now)
  }

  /// Takes over what was changed about a reminder that is followed.
  /// - Returns: whether another ride or other levels make it a new one.
  private func takeChange(_ reminder: Reminder, over old: Reminder, at now: Date) -> Bool {
    // A ride of the day before is due again where the clock has gone back: the one under way stays.
    guard reminder.revision != old.revision || reminder.ride.serviceDay > old.ride.serviceDay else { return false }
    changes += 1
    if reminder.legs == old.legs {
      var taken = reminder
      (taken.ride, taken.onward) = (old.ride, old.onward)
      watches[reminder.id]?.reminder = taken
      write([.acknowledged(reminder.id, revision: reminder.revision)], at: Date())
      return false
    }
    // The ride of the day before has never ended, and now the next one begins.
    if reminder.ride.serviceDay > old.ride.serviceDay { tell(.finished(old)) }
    watches[reminder.id] = nil
    return true
  }

  /// Takes a reminder over where the last runner left it.
  /// - Returns: what that one may not have told.
  private func resume(_ reminder: Reminder, _ plan: AlertPlan, at now: Date) -> [AlertMessage] {
    var (reminder, plan) = (reminder, plan)
    let shared = rides.share(&reminder, &plan)
    let all = entries(of: reminder, at: now)
    let state = engineState(of: reminder, plan, told: all, at: now)
    tell(.following(reminder.leg(state.leg), hasPositions: hasPositions, isLive: live != nil))
    logger.debug("resuming", metadata: ["reminder": "\(reminder.id)", "fired": "\(state.latches.fired)"])
    watches[reminder.id] = Watch(reminder, plan, shared, state, at: now, generation: ledger.generation)
    changes += 1
    write([.acknowledged(reminder.id, revision: reminder.revision)], at: Date())
    // A recording that is played again begins before the alert.
    let pending = all.filter { !$0.isDelivered && now.timeIntervalSince($0.pendingAt) < Self.pendingFor }
    let highest = pending.filter { $0.key.leg == state.leg }.max { $0.key.level < $1.key.level }
    // The higher level tells all that the lower one would have, and a ride that is over nothing at all.
    let settled = pending.filter { $0.key != highest?.key }.map { LedgerChange.delivered($0.key) }
    if !settled.isEmpty { write(settled, at: now) }
    guard let highest else { return [] }
    // Written a second time, the entry counts the repeat.
    write([.pending(highest.alert, highest.key)], at: now)
    return [message(highest.alert, reminder, isRepeat: true, at: now)]
  }

  /// What the ledger has of a ride, but for what another version has written of rides that there are none of.
  private func entries(of reminder: Reminder, at now: Date) -> [LedgerEntry] {
    let all = read([]) { try ledger.entries(of: reminder.id, serviceDay: reminder.ride.serviceDay) }
    let rides = reminder.legs.count
    for entry in all {
      if entry.key.leg >= rides {
        let problem = "an alert on ride \(entry.key.leg + 1), and there are \(rides)"
        tell(.leftOut(cause: "the ledger of the reminder \(reminder.id.short) has \(problem): it is left out"))
      } else if let damage = entry.damage {
        let problem = "an alert that cannot be read (\(damage))"
        tell(.leftOut(cause: "the ledger of the reminder \(reminder.id.short) has \(problem): its level alone counts"))
      }
    }
    return all.filter { $0.key.leg < rides }
  }

  /// Where the engine stood; where that cannot be used, what was told is all that is known, and fixes bring back the rest.
  private func engineState(of reminder: Reminder, _ plan: AlertPlan, told: [LedgerEntry], at now: Date) -> AlertState {
    let stored = storedState(of: reminder, plan)
    // The ledger was written before the state: whatever it names has fired.
    let leg = max(stored?.leg ?? 0, told.map(\.key.leg).max() ?? 0)
    let alerts = told.filter { $0.key.leg == leg }.map(\.alert)
    guard var state = stored, state.leg == leg else {
      // A recording that is played again begins before what was told on it, though no clock was set.
      return AlertState(plan, leg: leg, resuming: alerts, at: isLive ? now : nil)
    }
    state.take(alerts, plan)
    return state
  }

  private func storedState(of reminder: Reminder, _ plan: AlertPlan) -> AlertState? {
    var cause: String
    do {
      guard let state = try ledger.engineState(of: reminder.id, serviceDay: reminder.ride.serviceDay) else {
        return nil
      }
      guard let misfit = state.misfit(plan) else { return state }
      cause = misfit
    } catch {
      cause = "\(error)"
    }
    let name = "the state of the reminder \(reminder.id.short)"
    tell(.leftOut(cause: "\(name) cannot be used (\(cause)): its ride goes on from what was told"))
    return nil
  }

  /// Forgets rides that are over for long and do not come again.
  private func forget(allBut due: Set<Occurrence>, at now: Date) {
    func isLongAgo(_ instant: Date) -> Bool { abs(now.timeIntervalSince(instant)) > Self.remembersFor }
    if rides.count > watches.count { rides.forgetUnused() }
    over = over.filter { due.contains($0.key) || !isLongAgo($0.value) }
    mayStillSound = mayStillSound.filter { !isLongAgo($0.value.since) }
  }
}
