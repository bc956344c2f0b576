import Foundation
import Journey

/// The moment from which a board is read, in the time of its stop.
struct BoardTime {
  let instant: Date
  let calendar: Calendar

  /// - Parameter text: `17:30` on the day of `now`, `2026-12-24 17:30`, or an instant in ISO 8601; nil for `now`.
  /// - Throws: `CommandFailure` (64) for anything else.
  init(_ text: String?, now: Date, zone: String) throws {
    calendar = Calendar.gregorian(zone: TimeZone(identifier: zone) ?? .gmt)
    guard let text else {
      instant = now
      return
    }
    guard let found = Instant(argument: text)?.date ?? Self.local(text, now, calendar) else {
      throw CommandFailure(.usage, "--at \(text): say 17:30, \"2026-12-24 17:30\", or 2026-12-24T17:30:00+01:00")
    }
    instant = found
  }

  private static func local(_ text: String, _ now: Date, _ calendar: Calendar) -> Date? {
    let match = text.wholeMatch(of: /(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{1,2}):(\d{2})/)
    guard let match, let hour = Int(match.2), let minute = Int(match.3), hour < 24, minute < 60 else { return nil }
    let day =
      match.1.map { LocalDay.start(of: String($0), zone: calendar.timeZone.identifier) }
      ?? calendar.startOfDay(for: now)
    return day.flatMap { calendar.date(bySettingHour: hour, minute: minute, second: 0, of: $0) }
  }

  /// `17:30`, with its day where that is another one than this moment's.
  func clock(_ time: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: time)
    let clock = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
    return calendar.isDate(time, inSameDayAs: instant) ? clock : "\(day(time)) \(clock)"
  }

  var text: String { "\(day(instant)) \(clock(instant))" }

  private func day(_ time: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: time)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
