import Foundation
import Journey

/// Days on the command line: `2026-12-24`.
enum LocalDay {
  /// Midnight at the beginning of a day in a zone; nil for what is no day.
  static func start(of text: String, zone: String) -> Date? {
    guard let day = ServiceDay.instant(text) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: day)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar.date(from: parts)
  }
}
