import Foundation
import Journey

/// The weekdays of a reminder as a calendar's rule (RFC 5545, section 3.3.10).
struct CalendarRecurrence {
  /// `FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20261218T225959Z`
  let rule: String

  /// Nil for a reminder that does not come again, or has no times.
  init?(_ reminder: Reminder) {
    guard let recurrence = reminder.recurrence, let start = reminder.anchor.departure ?? reminder.anchor.arrival,
      let day = ServiceDay.instant(reminder.ride.serviceDay), let zone = TimeZone(identifier: reminder.anchor.zone)
    else { return nil }
    let calendar = Calendar.gregorian(zone: zone)
    let days = Calendar.gregorian(zone: .gmt)
    // A service day may leave after midnight, which a calendar counts to the next day.
    let local = calendar.dateComponents([.year, .month, .day], from: start)
    let noon = days.date(from: DateComponents(year: local.year, month: local.month, day: local.day, hour: 12)) ?? day
    let shift = Int((noon.timeIntervalSince(day) / 86400).rounded())
    let names = recurrence.weekdays.map { Self.name($0, shifted: shift) }
    var rule = "FREQ=WEEKLY;BYDAY=" + names.joined(separator: ",")
    if let until = recurrence.until, let last = ServiceDay.instant(until) {
      let parts = days.dateComponents([.year, .month, .day], from: last.addingTimeInterval(Double(shift) * 86400))
      // With a start in a zone the end is told in UTC.
      if let end = calendar.date(
        from: DateComponents(
          year: parts.year, month: parts.month, day: parts.day, hour: 23, minute: 59, second: 59))
      {
        rule += ";UNTIL=" + CalendarValue.instant(end)
      }
    }
    self.rule = rule
  }

  private static func name(_ day: Weekday, shifted days: Int) -> String {
    let index = Weekday.allCases.firstIndex(of: day) ?? 0
    return String(Weekday.allCases[((index + days) % 7 + 7) % 7].rawValue.prefix(2)).uppercased()
  }
}
