import Foundation
import Journey

/// Values as iCalendar writes them.
enum CalendarValue {
  /// `20261201T070000Z`
  static func instant(_ date: Date) -> String { digits(date, .gmt) + "Z" }

  /// `20261201T080000`, by the clock on the wall in a zone.
  static func local(_ date: Date, zone: String) -> String { digits(date, TimeZone(identifier: zone) ?? .gmt) }

  /// `+0100`
  static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    return (seconds < 0 ? "-" : "+") + String(format: "%02d%02d", minutes / 60, minutes % 60)
  }

  static func digits(_ date: Date, _ zone: TimeZone) -> String {
    let calendar = Calendar.gregorian(zone: zone)
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ part: Int?, _ count: Int = 2) -> String {
      let text = String(part ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.year, 4) + digits(parts.month) + digits(parts.day) + "T" + digits(parts.hour)
      + digits(parts.minute) + digits(parts.second)
  }

  /// Seconds with their sign: `-PT7M`, `PT0S`. Hours and days are left to minutes, which every reader adds up alike.
  static func duration(_ seconds: TimeInterval) -> String {
    let whole = Int(abs(seconds).rounded())
    let (minutes, rest) = (whole / 60, whole % 60)
    let amount = (minutes > 0 ? "\(minutes)M" : "") + (rest > 0 || minutes == 0 ? "\(rest)S" : "")
    return (seconds < 0 ? "-" : "") + "PT" + amount
  }
}
