import Foundation
import Journey
import Matching

/// Times of travel on a calendar.
extension TravelTime {
  /// The first instant that is meant, seen from `now`; where a day was said without a time of day, the time of day of `usual` on it,
  /// and for an arrival the end of the day.
  func instant(after now: Date, usual: Date, zone: String) -> Date {
    if let delay { return now.addingTimeInterval(Double(delay)) }
    let calendar = Calendar.gregorian(zone: zone)
    guard let day, let start = start(of: day, after: now, calendar) else {
      // At eight o'clock "at eight" is now.
      if let clock { return clock.next(after: now.addingTimeInterval(-60), zone: zone) }
      return partOfDay.map { self.hour($0, on: now, after: now, calendar) } ?? now
    }
    let from = max(start, now)
    if let clock { return clock.next(after: from.addingTimeInterval(-1), zone: zone) }
    if let partOfDay { return hour(partOfDay, on: start, after: start, calendar) }
    if event == .arrival { return start.addingTimeInterval(86_399) }
    let parts = calendar.dateComponents([.hour, .minute], from: usual)
    let same = calendar.date(bySettingHour: parts.hour ?? 0, minute: parts.minute ?? 0, second: 0, of: start)
    return max(from, same ?? from)
  }

  private func hour(_ hour: Int, on day: Date, after instant: Date, _ calendar: Calendar) -> Date {
    let start = calendar.startOfDay(for: day)
    return max(instant, calendar.date(bySettingHour: hour, minute: 0, second: 0, of: start) ?? start)
  }

  private func start(of day: Day, after now: Date, _ calendar: Calendar) -> Date? {
    let today = calendar.startOfDay(for: now)
    switch day {
    case .ahead(let days): return calendar.date(byAdding: .day, value: days, to: today)
    case .weekday(let number, let later):
      // The calendar counts from Sunday.
      let wanted = number % 7 + 1
      let ahead = (wanted - calendar.component(.weekday, from: today) + 7) % 7
      return calendar.date(byAdding: .day, value: ahead + (ahead < 7 && later > 0 ? later : 0), to: today)
    case .date(let number, let month):
      let wanted = DateComponents(month: month, day: number)
      if calendar.component(.day, from: today) == number,
        month.map({ $0 == calendar.component(.month, from: today) }) ?? true
      {
        return today
      }
      return calendar.nextDate(after: today, matching: wanted, matchingPolicy: .nextTime)
    }
  }
}
