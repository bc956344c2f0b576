#if Page
import Foundation
import Journey

/// A day and a time as the fields of a form have them.
enum FormInstant {
  /// - Parameters:
  ///   - day: `2026-12-01`; empty for today.
  ///   - time: `18:10`; empty for the beginning of the day, and with an empty day for now.
  ///   - zone: An IANA name.
  ///   - isToCome: Whether a time without a day is the next such one, as at the terminal, and not today's.
  /// - Returns: nil for what is no time.
  static func instant(day: String, time: String, zone: String, now: Date, isToCome: Bool = false) -> Date? {
    let calendar = Calendar.gregorian(zone: zone)
    if day.isEmpty, time.isEmpty { return now }
    let today = calendar.dateComponents([.year, .month, .day], from: now)
    let isWithoutDay = day.isEmpty
    let day = day.isEmpty ? [today.year, today.month, today.day] : numbers(day, "-")
    let time = time.isEmpty ? [0, 0] : numbers(time, ":")
    guard day.count == 3, time.count >= 2, let year = day[0], let month = day[1], let number = day[2],
      let hour = time[0], let minute = time[1], (0..<24).contains(hour), (0..<60).contains(minute)
    else { return nil }
    let wanted = DateComponents(year: year, month: month, day: number, hour: hour, minute: minute)
    guard let found = calendar.date(from: wanted), WrittenInstant.isPossible(found) else { return nil }
    // At eight o'clock "eight" is now.
    guard isToCome, isWithoutDay, found < now.addingTimeInterval(-60) else { return found }
    return calendar.date(byAdding: .day, value: 1, to: found)
  }

  /// The fields of an instant.
  static func fields(_ instant: Date, zone: String) -> (day: String, time: String) {
    (ServiceDay.text(instant, zone: zone), String(ClockText(zone: zone).text(instant).prefix(5)))
  }

  private static func numbers(_ text: String, _ separator: Character) -> [Int?] {
    text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
  }
}
#endif
