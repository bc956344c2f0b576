import Foundation
import Journey
import Matching

/// Times of day on a calendar.
extension ClockTime {
  /// The first such time after an instant.
  public func next(after instant: Date, zone: String) -> Date {
    let calendar = Calendar.gregorian(zone: zone)
    let candidates = hours.compactMap { hour in
      calendar.nextDate(
        after: instant, matching: DateComponents(hour: hour, minute: minute, second: 0), matchingPolicy: .nextTime)
    }
    return candidates.min() ?? instant
  }

  /// Such a time on either side of an instant, whichever is nearer.
  func nearest(to instant: Date, zone: String) -> Date {
    let start = instant.addingTimeInterval(-12 * 3600)
    let calendar = Calendar.gregorian(zone: zone)
    let candidates = hours.compactMap { hour in
      calendar.nextDate(
        after: start, matching: DateComponents(hour: hour, minute: minute, second: 0), matchingPolicy: .nextTime)
    }
    return candidates.min { abs($0.timeIntervalSince(instant)) < abs($1.timeIntervalSince(instant)) } ?? instant
  }

  /// Whether an instant shows this time.
  func matches(_ instant: Date, zone: String) -> Bool {
    let parts = Calendar.gregorian(zone: zone).dateComponents([.hour, .minute], from: instant)
    return hours.contains(parts.hour ?? -1) && parts.minute == minute
  }
}
