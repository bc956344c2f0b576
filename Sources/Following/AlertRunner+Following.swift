import Alerts
import Foundation
import Journey

/// What each input means for the rides that are followed.
extension AlertRunner {
  /// Passes an input to all rides, and does what the engine wants done.
  func step(_ input: AlertInput) async {
    await follow(watches.keys.sorted { $0.uuidString < $1.uuidString }.compactMap { advance($0, input) }, input)
  }

  /// Tells and writes what came of an input.
  func follow(_ steps: [Step], _ input: AlertInput) async {
    await tellAll(steps, at: input.at)
    if case .fix(let fix) = input { tellNote(fix) }
    var withdrawn: [UUID] = []
    var finished: [(Reminder, isSilenced: Bool)] = []
    for step in steps {
      // While it was told, the rider may have ended it.
      guard let watch = watches[step.id] else { continue }
      if step.hasChanged {
        tell(.changed(watch.reminder.leg(watch.state.leg)))
        // Who has slept past the stop, or may still sit in a vehicle that is late, is still to be woken.
        if input.isFix, !step.alerts.contains(where: { $0.event == .missed }) { withdrawn.append(step.id) }
      }
      // At the destination, with questions still to be asked: nobody needs the alarm any more.
      if step.isOver, hasArrived(watch, at: input.at) { withdrawn.append(step.id) }
      if watch.state.latches.finished { finished.append((watch.reminder, isSilenced: false)) }
    }
    await delivery.withdraw(withdrawn, isUnwanted: false)
    await finish(finished, at: input.at)
  }

  /// Passes an input to one ride; nil where nothing comes of it.
  func advance(_ id: UUID, _ input: AlertInput) -> Step? {
    guard let watch = watches[id] else { return nil }
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
    let isDue =
      !effects.isEmpty || hasChanged || abs(input.at.timeIntervalSince(watch.savedAt)) >= Self.claimEvery
    if isDue { watch.savedAt = input.at }
    let isOver = watch.state.latches.isOver && !before.isOver
    guard isDue || isOver || watch.state.latches.finished else { return nil }
    return Step(id: id, watch: watch, alerts: alerts, isDue: isDue, hasChanged: hasChanged, isOver: isOver)
  }

  /// Whether a ride that is over has ended at its destination for all that is known. Who has slept past the stop is still to be
  /// woken; so is, where the timetable alone says that it is over, who may sit in a vehicle that is late.
  private func hasArrived(_ watch: Watch, at now: Date) -> Bool {
    // What was told at a place is to be read there.
    watch.reminder.visit == nil && !watch.state.latches.missed
      && !AlertEngine.standing(watch.plan, watch.state, at: now).isEstimated
  }

  /// Rides are over, for whatever reason.
  /// - Parameter isSilenced: Whether the rider knows, and nothing may sound any more.
  func finish(_ rides: [(reminder: Reminder, isSilenced: Bool)], at now: Date) async {
    guard !rides.isEmpty else { return }
    var (withdrawn, silenced): ([UUID], [UUID]) = ([], [])
    for (reminder, isSilenced) in rides {
      let isThere = watches[reminder.id].map { hasArrived($0, at: now) } ?? false
      watches[reminder.id] = nil
      calledAt[reminder.id] = nil
      over[Occurrence(reminder)] = now
      if isSilenced {
        silenced.append(reminder.id)
      } else if isThere {
        withdrawn.append(reminder.id)
      } else {
        // The alarm goes on until somebody ends it, or its time is up.
        mayStillSound[reminder.id] = (reminder, now)
      }
    }
    (hasFinishedARide, changes) = (true, changes + 1)
    write(rides.map { .finished($0.reminder.id, serviceDay: $0.reminder.ride.serviceDay) }, at: now)
    for (reminder, _) in rides { tell(.finished(reminder)) }
    await delivery.withdraw(silenced)
    await delivery.withdraw(withdrawn, isUnwanted: false)
  }
}

extension AlertInput {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}
