import Foundation

/// The rides of a reminder that comes again.
extension Reminder {
  /// The first occurrence that is not over at an instant. The reminder itself where it is not over, or does not come again.
  ///
  /// Its times are as long after the beginning of their service day as they were, as GTFS counts them: on most days that is the same
  /// hour by the clock, and in a night in which summer time begins or ends the vehicle takes no more and no less time than ever.
  /// - Returns: nil where it came for the last time.
  public func occurrence(at now: Date) -> Reminder? {
    guard let recurrence, let validUntil, validUntil < now else { return self }
    // A week before it could matter; a record may be of any year.
    var days = max(0, Int(min(now.timeIntervalSince(validUntil) / 86400, 1e7)) - 8)
    guard var day = ServiceDay.day(ride.serviceDay, plus: days) else { return nil }
    while let step = recurrence.days(after: day), let next = ServiceDay.day(day, plus: step) {
      days += step
      day = next
      if let end = DayShift(lastRide, by: days)(validUntil), end >= now { return moved(by: days) }
    }
    return nil
  }

  /// The occurrence after this one; nil where it does not come again.
  public var following: Reminder? {
    guard let step = recurrence?.days(after: ride.serviceDay) else { return nil }
    return moved(by: step)
  }

  private var lastRide: Ride { onward?.last?.ride ?? ride }

  private func moved(by days: Int) -> Reminder {
    var next = self
    let (first, last) = (DayShift(ride, by: days), DayShift(lastRide, by: days))
    next.ride = first(ride)
    next.levels = first(levels)
    next.onward = onward?.map { leg in
      // The service day of a later ride may be another one than that of the first.
      let shift = DayShift(leg.ride, by: days)
      return Leg(ride: shift(leg.ride), levels: shift(leg.levels))
    }
    next.anchor.departure = first(anchor.departure)
    next.anchor.arrival = last(anchor.arrival)
    next.validUntil = last(validUntil)
    return next
  }
}

/// Moves what belongs to a ride to the same ride of another service day.
private struct DayShift {
  private let day: String
  private let zone: String
  private let days: Int
  /// Seconds from the beginning of the one service day to that of the other; nil where times go by the clock.
  private let seconds: TimeInterval?

  init(_ ride: Ride, by days: Int) {
    self.days = days
    zone = ride.zone
    day = ServiceDay.day(ride.serviceDay, plus: days) ?? ride.serviceDay
    // An hour that the rider has named, for a ride that no timetable knows, is one of the clock.
    guard ride.tripID != nil, let from = ServiceDay.start(of: ride.serviceDay, zone: zone),
      let to = ServiceDay.start(of: day, zone: zone)
    else {
      seconds = nil
      return
    }
    seconds = to.timeIntervalSince(from)
  }

  func callAsFunction(_ instant: Date?) -> Date? {
    guard let instant else { return nil }
    if let seconds { return instant.addingTimeInterval(seconds) }
    return Calendar.gregorian(zone: zone).date(byAdding: .day, value: days, to: instant)
  }

  func callAsFunction(_ ride: Ride) -> Ride {
    var ride = ride
    ride.serviceDay = day
    ride.stops = ride.stops.map { self($0) }
    ride.next = ride.next.map { self($0) }
    return ride
  }

  func callAsFunction(_ levels: [Level]) -> [Level] {
    levels.map { level in
      var level = level
      level.at = self(level.at)
      level.trigger = self(level.trigger)
      return level
    }
  }

  private func callAsFunction(_ stop: RideStop) -> RideStop {
    var stop = stop
    stop.arrival = self(stop.arrival)
    stop.departure = self(stop.departure)
    return stop
  }

  private func callAsFunction(_ trigger: Trigger) -> Trigger {
    switch trigger {
    case .clock(let instant): .clock(self(instant) ?? instant)
    case .all(let parts): .all(parts.map { self($0) })
    case .any(let parts): .any(parts.map { self($0) })
    default: trigger
    }
  }
}
