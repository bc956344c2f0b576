import Alerts
import Foundation
import Journey

/// What lies along the way, told beside the alerts: never near one, never with a sound, and never waited for.
extension AlertRunner {
  /// Tells the note that is nearest, favourites first, where it may be told now.
  func tellNote(_ fix: Fix) {
    guard let notes, fix.accuracy.map({ $0 <= NotePolicy.worstAccuracy }) ?? true,
      toldNoteAt.map({ abs(fix.at.timeIntervalSince($0)) >= NotePolicy.apart }) ?? true,
      let watch = watches.values.filter({ $0.state.latches.aboard && !$0.state.latches.isOver })
        .min(by: { $0.reminder.id.uuidString < $1.reminder.id.uuidString }),
      watches.values.allSatisfy({ isApart($0, at: fix.at) })
    else { return }
    let zone = watch.reminder.ride.zone
    let day = ServiceDay.text(fix.at, zone: zone)
    let near = read([]) { try notes.notes(around: fix.position, metres: Note.radii.upperBound, on: day) }
    let told = near.map { (note: $0, metres: $0.note.position.metres(to: fix.position)) }
      .filter { $0.metres <= $0.note.note.radius && $0.note.note.isOpen(at: fix.at, zone: zone) }
      .min { one, other in
        if one.note.isFavourite != other.note.isFavourite { return one.note.isFavourite }
        return (one.metres, one.note.id) < (other.metres, other.note.id)
      }
    guard let told else { return }
    toldNoteAt = fix.at
    // Written down first: told twice is worse than not told.
    do {
      try notes.told(told.note, on: day)
    } catch {
      return tell(.leftOut(cause: "\(error)"))
    }
    let message = NoteMessage(reminder: watch.reminder.id, note: told.note.note, at: fix.at, metres: told.metres)
    Task { [delivery] in await delivery.tell(message) }
  }

  /// Whether no level of a ride was told just now, none waits for an answer, and none is to come soon for all that is known.
  private func isApart(_ watch: Watch, at now: Date) -> Bool {
    if let called = calledAt[watch.reminder.id], abs(now.timeIntervalSince(called)) < NotePolicy.apartFromLevels {
      return false
    }
    guard watch.state.latches.aboard, !watch.state.latches.isOver else { return true }
    let standing = AlertEngine.standing(watch.plan, watch.state, at: now)
    guard let seconds = standing.secondsToNextLevel else { return false }
    return seconds > NotePolicy.apartFromLevels * NotePolicy.estimateErrs
  }
}

extension Standing {
  /// Seconds until the next level fires at the present pace, or the one that was put off comes again; nil where nobody knows, and behind
  /// the last call.
  public var secondsToNextLevel: Double? {
    if snoozedUntil != nil { return nil }
    guard let next = levels.first(where: { !$0.hasFired }), let wait = next.wait else { return nil }
    // Metres a second on the rest of the way.
    let pace = secondsLeft.flatMap { seconds in metresLeft.map { $0 / max(1, seconds) } }
    func seconds(for metres: Double) -> Double? { pace.map { metres / max(0.1, $0) } }
    switch wait {
    case .seconds(let left, let due): return left - due
    case .metres(let left, let due): return seconds(for: left - due)
    case .reach(_, let metres), .pass(_, let metres): return seconds(for: metres)
    case .clock(let instant): return instant.timeIntervalSince(at)
    case .boarding, .outside, .arrival, .departure, .place, .unknown: return nil
    }
  }
}
