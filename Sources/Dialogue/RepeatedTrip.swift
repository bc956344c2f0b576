import Foundation
import Journey
import Storage
import Timetable

/// All answers of a trip that is to be set again.
package struct RepeatedTrip {
  /// Why nothing can be set again.
  package enum NoTrip: Error, Hashable {
    case noneSet
    case stopGone(String)
  }

  private let origin: Stop?
  private let destination: Stop
  private let mode: Mode
  private let interval: Interval
  private let vibration: Bool
  private let alarm: Bool
  private let label: String?
  private let recurrence: Recurrence?
  /// The reminder named, whose speech, volume and levels are taken as well; trips have none.
  private let reminder: Reminder?

  /// - Parameters:
  ///   - id: The reminder whose trip it is, by its id or the beginning; nil for the trip that was set last.
  ///   - now: A last day that is over by then is not taken along.
  /// - Throws: `StorageError` where there is no such reminder, `NoTrip` where no trip was set or a stop is gone.
  package init(_ id: String?, _ store: ReminderStore, _ timetable: TimetableStore, at now: Date) throws {
    if let id {
      let reminder = try store.reminder(id)
      (origin, destination) = (reminder.origin, reminder.destination)
      (mode, interval) = (reminder.mode, reminder.interval)
      (vibration, alarm) = (reminder.alerts(by: .vibration), reminder.alerts(by: .alarm))
      let isOver = reminder.recurrence?.until.map { $0 < ServiceDay.text(now, zone: reminder.ride.zone) } ?? false
      self.reminder = reminder
      label = reminder.label
      recurrence = isOver ? reminder.recurrence.flatMap { Recurrence(weekdays: $0.weekdays) } : reminder.recurrence
    } else {
      guard let last = try store.lastTrips(limit: 1).first else {
        throw NoTrip.noneSet
      }
      (origin, destination) = (last.origin, last.destination)
      (mode, interval) = (last.mode, last.interval)
      (vibration, alarm) = (last.vibration, last.alarm)
      (label, recurrence, reminder) = (nil, nil, nil)
    }
    for stop in [origin, destination].compactMap(\.self) where !stop.isPoint {
      if try timetable.stop(id: stop.id) == nil { throw NoTrip.stopGone(stop.name) }
    }
  }

  package func fill(_ draft: inout Draft) {
    let provenance = Provenance(method: .default)
    draft.from = origin.map { Answer($0, provenance) }
    if origin == nil { draft.isFromAnywhere = true }
    draft.to = Answer(destination, provenance)
    draft.mode = Answer(mode, provenance)
    draft.interval = Answer(interval, provenance)
    (draft.vibration, draft.alarm) = (vibration, alarm)
    if let reminder {
      (draft.speech, draft.volume) = (reminder.alerts(by: .speech), reminder.volume)
      draft.ladder = reminder.ladder
      draft.visit = reminder.visit
      if let time = reminder.visit?.event.isClock == true ? reminder.anchor.departure : nil {
        // At the same time of the next day on which that is still to come.
        let calendar = Calendar.gregorian(zone: reminder.anchor.zone)
        let parts = calendar.dateComponents([.hour, .minute], from: time)
        draft.departure = calendar.nextDate(after: draft.createdAt, matching: parts, matchingPolicy: .nextTime)
      }
    }
    (draft.label, draft.recurrence) = (label, recurrence)
  }
}
