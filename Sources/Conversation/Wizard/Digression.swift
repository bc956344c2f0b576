import Foundation
import Journey
import Matching

/// Questions of the rider that are answered in place, after which the same question is open as before.
extension DialogueTurn {
  mutating func tellTime() {
    tell(.timeNow, ["time": wording.time(now)])
    putAgain()
  }

  /// The reminders that are set, a sentence each.
  mutating func tell(_ reminders: [Reminder]) {
    if reminders.isEmpty { tell(.noneSet) }
    for reminder in reminders.prefix(Self.mostTold) {
      if let visit = reminder.visit {
        outputs.append(.told(wording.sentence(visit, at: reminder.anchor.departure)))
        continue
      }
      let time = (reminder.anchor.arrival ?? reminder.anchor.departure).map { wording.time($0) } ?? .nothing
      tell(
        .reminderLine,
        [
          "from": wording.origin(of: reminder), "to": .name(reminder.destination.name), "time": time,
          "interval": wording.value(reminder.interval),
        ])
    }
    if reminders.count > Self.mostTold {
      tell(.moreReminders, ["count": .name(String(reminders.count - Self.mostTold))])
    }
    putAgain()
  }

  /// More than anybody keeps in mind.
  private static let mostTold = 5

  /// Why the last answer was taken for what it was.
  mutating func explain() {
    guard let last = state.lastMatch else {
      tell(.whyNothing)
      return putAgain()
    }
    func percent(_ score: Double) -> Phrase { .name(String(Int((score * 100).rounded()))) }
    var values = ["heard": .name(last.heard), "value": last.value, "score": percent(last.score)]
    if let next = last.next, let score = last.nextScore {
      values["next"] = next
      values["nextScore"] = percent(score)
      tell(.whyNext, values)
    } else {
      tell(.whyAlone, values)
    }
    putAgain()
  }

  /// Keeps what the best candidates for an answer were.
  mutating func noteMatch(_ match: Match, at slot: Slot, heard: String) {
    guard let best = match.candidates.first else { return }
    let next = match.candidates.dropFirst().first
    state.lastMatch = .init(
      heard: String(heard.prefix(60)), value: wording.value(best, slot), score: best.score,
      next: next.map { wording.value($0, slot) }, nextScore: next?.score)
  }

  /// The trip that the rider makes most at this time, as it was set before; only the read-back is left.
  mutating func take(usual trip: Trip?) {
    guard let trip else {
      tell(.noUsual)
      return putAgain()
    }
    state.pending = nil
    state.queued = [:]
    state.echoed = []
    let provenance = Provenance(method: .default)
    (state.draft.from, state.draft.isFromAnywhere) = (nil, nil)
    state.draft.to = nil
    state.draft.mode = nil
    state.draft.interval = nil
    state.draft.vibration = trip.vibration
    state.draft.alarm = trip.alarm
    forgetRide()
    _ = take(trip.origin, for: .from, provenance)
    _ = take(trip.destination, for: .to, provenance)
    _ = take(trip.mode, provenance)
    _ = take(trip.interval, provenance)
    advance()
  }
}
