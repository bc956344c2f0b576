import Foundation
import Journey

/// What a stop of a trip does with a time of arrival: when its stay begins, and whether that is possible.
struct Sojourn: Sendable {
  private let stay: Double
  private let by: Date?
  private let zone: String
  private let days: Int
  private let openings: [Range<Date>]?

  /// - Parameter start: of the trip, from which on opening hours are looked at.
  init(_ stop: TripStop, start: Date, zone: String, _ policy: TripPolicy) {
    (stay, by, days) = (stop.stay, stop.by, policy.days)
    self.zone = stop.place.zone ?? zone
    openings = stop.hours.flatMap(OpeningHours.init)?.openings(from: start, days: policy.days, zone: self.zone)
  }

  /// When the stay begins for who arrives at an instant: at once, or when the place opens on the same day, or at the appointment. Who
  /// comes when it is closed for the day stays all the same, and is told.
  func begin(at arrival: Date) -> (begins: Date, flaws: [Itinerary.Flaw]) {
    var flaws: [Itinerary.Flaw] = []
    var begins = arrival
    if let by {
      if arrival > by { flaws.append(.late(by: by, fit: nil)) } else { begins = by }
    }
    guard let openings else { return (begins, flaws) }
    let wanted = begins
    let day = ServiceDay.text(wanted, zone: zone)
    let next = openings.first { $0.upperBound.addingTimeInterval(-stay) >= wanted }.map { max(wanted, $0.lowerBound) }
    if let next, next == wanted || ServiceDay.text(next, zone: zone) == day { return (next, flaws) }
    let now = openings.first { $0.contains(wanted) }
    flaws.append(.closed(opens: next, closes: now?.upperBound, fit: nil))
    return (begins, flaws)
  }

  /// The latest instant of arrival at which all is well on the day of one that is too late; nil where there is none.
  func latest(before arrival: Date) -> Date? {
    let opened =
      openings.map { openings in
        openings.map { $0.upperBound.addingTimeInterval(-stay) }.last { $0 < arrival }
      } ?? by
    return [opened, by].compactMap(\.self).min().flatMap { $0 < arrival ? $0 : nil }
  }
}
