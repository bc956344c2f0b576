import Foundation
import Journey

/// The moment from which a board is read, in the time of its stop.
struct BoardTime {
  let instant: Date
  let calendar: Calendar

  init(instant: Date, zone: String) {
    self.instant = instant
    calendar = Calendar.gregorian(zone: zone)
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
