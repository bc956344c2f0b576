import Foundation
import Journey

/// A reminder of a place made ready to be watched.
struct VisitPlan: Sendable {
  struct Place: Sendable {
    var point: Point
    var radius: Double
  }

  let visit: Visit
  let zone: String
  let places: [Place]
  private let exceptions: [Place]
  private let hours: OpeningHours?

  init(_ visit: Visit, ride: Ride, _ frame: LocalFrame) {
    self.visit = visit
    zone = ride.zone
    places = visit.places.map { Place(point: frame.point($0.position), radius: $0.reach) }
    exceptions = (visit.exceptions ?? []).map { Place(point: frame.point($0.centre), radius: $0.metres) }
    hours = visit.hours.flatMap(OpeningHours.init)
  }

  /// Whether it counts at an instant.
  func counts(at time: Double) -> Bool {
    hours?.isOpen(at: Date(timeIntervalSinceReferenceDate: time), zone: zone) ?? true
  }

  /// When the day of an instant ends, in seconds since the reference date: then nothing more is asked of it.
  func endOfDay(of time: Double) -> Double {
    let day = ServiceDay.text(Date(timeIntervalSinceReferenceDate: time), zone: zone)
    let next = ServiceDay.day(day, plus: 1).flatMap { ServiceDay.start(of: $0, zone: zone) }
    return next?.timeIntervalSinceReferenceDate ?? .infinity
  }

  /// The place that a point is in, of several the one whose middle is nearest as its radius goes; nil for none.
  /// - Parameter margin: Metres by which each is wider.
  func place(at point: Point, wider margin: Double = 0) -> Int? {
    guard !exceptions.contains(where: { $0.point.metres(to: point) <= $0.radius }) else { return nil }
    var best: (index: Int, share: Double)?
    for (index, place) in places.enumerated() {
      let metres = place.point.metres(to: point)
      guard metres <= place.radius + margin else { continue }
      let share = metres / place.radius
      if share < best?.share ?? .infinity { best = (index, share) }
    }
    return best?.index
  }

  /// What a level waits for.
  func wait(for level: AlertPlan.PlannedLevel) -> Standing.Wait {
    if case .clock(let instant) = level.trigger { return .clock(instant) }
    return visit.event == .leaving ? .departure : .arrival
  }

  /// Metres to the nearest edge of a place, from inside or outside.
  func metresToEdge(_ point: Point) -> Double {
    places.map { abs($0.point.metres(to: point) - $0.radius) }.min() ?? 0
  }
}

/// What is remembered of a reminder of a place.
struct VisitState: Sendable, Hashable, Codable {
  /// The place where the rider is, since when, and since when slowly or not at all; nil outside of all.
  var place: Int?
  var since = 0.0
  var slowSince: Double?
  /// Whether the rider stays there, and does not only pass.
  var isPresent = false
  /// Whether they were outside of all since it was set, or since it came last.
  var wasOutside = false
  /// How many positions in a row were outside, and since when.
  var outside = 0
  var outsideSince: Double?
  /// The newest position of all, which tells whether anything is known.
  var seenAt: Double?
  /// The place that it came at last.
  var cameAt: Int?
}
