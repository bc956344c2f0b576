import Foundation
import Journey
import Matching

/// When somebody wants to travel, as an option says it: `18:10`, `ten past six` or `2026-12-01T18:10:00+01:00`.
struct TimeArgument {
  let words: ClockWords
  let zone: String
  /// A time of day is the next one after it.
  let now: Date

  /// - Parameters:
  ///   - option: Its name, for the message.
  ///   - day: The day that is meant, `2026-12-01`; nil for the next time that it is so late.
  /// - Throws: `CommandFailure` where the text is no time.
  func instant(_ text: String, option: String, day: String? = nil) throws -> Date {
    if let instant = Instant(argument: text) { return instant.date }
    guard var time = ClockTime(text, words: words) else {
      throw CommandFailure(
        .usage, "\(option) \(text): that is no time \(Instant.years); say 18:10, or 2026-12-01T18:10:00+01:00")
    }
    guard let day else { return time.next(after: now, zone: zone) }
    // Nothing says which half of a day to come is nearer: 12:00 is noon.
    time.isHalfDay = false
    return time.next(after: try start(of: day).addingTimeInterval(-1), zone: zone)
  }

  /// The first instant of a day, in the zone.
  /// - Throws: `CommandFailure` where the text is no day.
  func start(of day: String) throws -> Date {
    guard let noon = ServiceDay.instant(day), WrittenInstant.isPossible(noon) else {
      throw CommandFailure(.usage, "--date \(day): that is no day \(Instant.years); write it like 2026-12-01")
    }
    let calendar = Calendar.gregorian(zone: zone)
    let utc = Calendar.gregorian(zone: .gmt).dateComponents([.year, .month, .day], from: noon)
    return calendar.startOfDay(
      for: calendar.date(from: DateComponents(year: utc.year, month: utc.month, day: utc.day, hour: 12)) ?? noon)
  }
}
