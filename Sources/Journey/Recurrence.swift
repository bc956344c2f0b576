import Foundation

/// A day of the week, in the order of ISO 8601.
public enum Weekday: String, Sendable, Codable, CaseIterable, Hashable {
  case monday = "mon"
  case tuesday = "tue"
  case wednesday = "wed"
  case thursday = "thu"
  case friday = "fri"
  case saturday = "sat"
  case sunday = "sun"

  /// The weekday of an instant in a zone.
  public init(of instant: Date, zone: String) {
    let day = Calendar.gregorian(zone: zone).component(.weekday, from: instant)
    // Foundation counts from Sunday as 1.
    self = Weekday.allCases[(day + 5) % 7]
  }
}

/// The weekdays on which a reminder comes again, with the times of its ride.
public struct Recurrence: Sendable, Hashable, Codable {
  /// Service days, Monday first; never empty.
  public var weekdays: [Weekday]
  /// The last service day: `2026-12-31`; nil for ever.
  public var until: String?

  /// Nil without a weekday.
  public init?(weekdays: some Sequence<Weekday>, until: String? = nil) {
    let chosen = Set(weekdays)
    guard !chosen.isEmpty else { return nil }
    self.weekdays = Weekday.allCases.filter(chosen.contains)
    self.until = until
  }

  /// How many days after a service day the next one is; nil where none is left.
  /// - Parameter day: `2026-12-01`
  func days(after day: String) -> Int? {
    guard let start = ServiceDay.instant(day) else { return nil }
    for step in 1...7 {
      let next = start.addingTimeInterval(Double(step) * 86400)
      guard weekdays.contains(Weekday(of: next, zone: "GMT")) else { continue }
      return until.map { ServiceDay.text(next) <= $0 } ?? true ? step : nil
    }
    return nil
  }
}

/// Service days as text, which GTFS gives no zone.
public enum ServiceDay {
  /// Noon of a day such as `2026-12-01` in UTC; nil for what is no day.
  public static func instant(_ day: String) -> Date? {
    let parts = day.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard day.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1], let number = parts[2]
    else {
      return nil
    }
    let wanted = DateComponents(year: year, month: month, day: number, hour: 12)
    // Foundation takes the 31st of February for a day in March.
    guard let found = Calendar.gregorian(zone: .gmt).date(from: wanted), text(found) == day else { return nil }
    return found
  }

  /// The instant from which GTFS counts the times of a day: twelve hours before its noon, which is midnight but on the days on which
  /// summer time begins or ends. Nil for what is no day.
  public static func start(of day: String, zone: String) -> Date? {
    guard let noon = instant(day), let zone = TimeZone(identifier: zone) else { return nil }
    var offset = Double(zone.secondsFromGMT(for: noon))
    // The offset at noon in UTC need not be that of the noon there; once more with the better guess settles it.
    offset = Double(zone.secondsFromGMT(for: noon.addingTimeInterval(-offset)))
    return noon.addingTimeInterval(-offset - 43_200)
  }

  /// A day some days later; nil for what is no day.
  public static func day(_ day: String, plus days: Int) -> String? {
    instant(day).map { text($0.addingTimeInterval(Double(days) * 86400)) }
  }

  /// The calendar day of an instant in a zone, `2026-12-01`; as `instant(_:)` has it where none is given.
  public static func text(_ instant: Date, zone: String = "GMT") -> String {
    let parts = Calendar.gregorian(zone: zone).dateComponents([.year, .month, .day], from: instant)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
