import Foundation

/// Values as iCalendar writes them.
enum CalendarValue {
  /// `20261201T070000Z`
  static func instant(_ date: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ part: Int?, _ count: Int = 2) -> String {
      let text = String(part ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.year, 4) + digits(parts.month) + digits(parts.day) + "T" + digits(parts.hour)
      + digits(parts.minute) + digits(parts.second) + "Z"
  }

  /// Seconds with their sign: `-PT7M`, `PT0S`. Hours and days are left to minutes, which every reader adds up alike.
  static func duration(_ seconds: TimeInterval) -> String {
    let whole = Int(abs(seconds).rounded())
    let (minutes, rest) = (whole / 60, whole % 60)
    let amount = (minutes > 0 ? "\(minutes)M" : "") + (rest > 0 || minutes == 0 ? "\(rest)S" : "")
    return (seconds < 0 ? "-" : "") + "PT" + amount
  }
}
