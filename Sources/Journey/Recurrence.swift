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

  /// The calendar day of an instant in a zone, `2026-12-01`; as `instant(_:)` has it where none is given.
  public static func text(_ instant: Date, zone: String = "GMT") -> String {
    let parts = Calendar.gregorian(zone: zone).dateComponents([.year, .month, .day], from: instant)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}

extension Reminder {
  /// The first occurrence that is not over at an instant, with its times moved by whole days, so that they stay the same by the
  /// clock when summer time begins or ends. The reminder itself where it is not over, or does not come again.
  /// - Returns: nil where it came for the last time.
  public func occurrence(at now: Date) -> Reminder? {
    guard let recurrence, let validUntil, validUntil < now else { return self }
    // A week before it could matter; a record may be of any year.
    var days = max(0, Int(min(now.timeIntervalSince(validUntil) / 86400, 1e7)) - 8)
    guard let first = ServiceDay.instant(ride.serviceDay) else { return nil }
    var day = ServiceDay.text(first.addingTimeInterval(Double(days) * 86400))
    while let step = recurrence.days(after: day), let start = ServiceDay.instant(day) {
      days += step
      day = ServiceDay.text(start.addingTimeInterval(Double(step) * 86400))
      if let end = moved(validUntil, by: days), end >= now { return moved(by: days) }
    }
    return nil
  }

  /// The occurrence after this one; nil where it does not come again.
  public var following: Reminder? {
    guard let step = recurrence?.days(after: ride.serviceDay) else { return nil }
    return moved(by: step)
  }

  private func moved(_ instant: Date?, by days: Int) -> Date? {
    instant.flatMap { Calendar.gregorian(zone: ride.zone).date(byAdding: .day, value: days, to: $0) }
  }

  private func moved(by days: Int) -> Reminder {
    var next = self
    next.ride = moved(ride, by: days)
    next.onward = onward?.map { Leg(ride: moved($0.ride, by: days), levels: moved($0.levels, by: days)) }
    next.anchor.departure = moved(anchor.departure, by: days)
    next.anchor.arrival = moved(anchor.arrival, by: days)
    next.validUntil = moved(validUntil, by: days)
    next.levels = moved(levels, by: days)
    return next
  }

  private func moved(_ ride: Ride, by days: Int) -> Ride {
    var ride = ride
    // The service day of a later ride may be another one than that of the first.
    if let start = ServiceDay.instant(ride.serviceDay) {
      ride.serviceDay = ServiceDay.text(start.addingTimeInterval(Double(days) * 86400))
    }
    ride.stops = ride.stops.map { moved($0, by: days) }
    ride.next = ride.next.map { moved($0, by: days) }
    return ride
  }

  private func moved(_ levels: [Level], by days: Int) -> [Level] {
    levels.map { level in
      var level = level
      level.at = moved(level.at, by: days)
      level.trigger = moved(level.trigger, by: days)
      return level
    }
  }

  private func moved(_ stop: RideStop, by days: Int) -> RideStop {
    var stop = stop
    stop.arrival = moved(stop.arrival, by: days)
    stop.departure = moved(stop.departure, by: days)
    return stop
  }

  private func moved(_ trigger: Trigger, by days: Int) -> Trigger {
    switch trigger {
    case .clock(let instant): .clock(moved(instant, by: days) ?? instant)
    case .all(let parts): .all(parts.map { moved($0, by: days) })
    case .any(let parts): .any(parts.map { moved($0, by: days) })
    default: trigger
    }
  }
}
