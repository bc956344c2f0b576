import Foundation
import Journey

/// Days on the command line: `2026-12-24`.
enum LocalDay {
  /// Midnight at the beginning of a day in a zone; nil for what is no day.
  static func start(of text: String, zone: String) -> Date? {
    guard let day = ServiceDay.instant(text), WrittenInstant.isPossible(day) else { return nil }
    let parts = Calendar.gregorian(zone: .gmt).dateComponents([.year, .month, .day], from: day)
    return Calendar.gregorian(zone: zone).date(from: parts)
  }
}
