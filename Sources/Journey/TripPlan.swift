import Foundation

/// One stop of a trip: where, for how long, and what is asked of its times.
public struct TripStop: Sendable, Hashable, Codable {
  public var place: Stop
  /// Seconds that the rider stays, within `TripPlan.stays`.
  public var stay: Double
  /// When the place is open, in OSM's syntax: `Mo-Fr 08:00-18:00`; nil for always.
  public var hours: String?
  /// The rider wants to be there by then.
  public var by: Date?
  /// The rider has chosen to go on at this instant, whatever the stay; nil for as soon as the stay is over.
  public var leaves: Date?

  public init(place: Stop, stay: Double = 0, hours: String? = nil, by: Date? = nil, leaves: Date? = nil) {
    (self.place, self.stay, self.hours, self.by, self.leaves) = (place, stay, hours, by, leaves)
  }
}

/// A trip of several stops with stays, as its rider wants it: `alight.trip-plan/1`. What the timetable makes of it is another matter.
public struct TripPlan: Sendable, Hashable, Codable, Identifiable {
  public static let schema = "alight.trip-plan/1"
  /// More stops than this nobody makes in a few days, and none would be found again in the list.
  public static let mostStops = 50
  /// Seconds of a stay: who stays for longer than a service day sets out on another trip.
  public static let stays = 0.0...86_400
  /// Seconds before a way begins at which the rider is told to leave: shoes, stairs and the wrong pocket for the key.
  public static let usualMargin = 300.0
  public static let margins = 0.0...3600

  public var schema = TripPlan.schema
  public var id: UUID
  /// Grows by one with each change.
  public var revision = 1
  public var name: String
  public var createdAt: Date
  /// When the rider is at the first stop, ready for its stay and for leaving.
  public var start: Date
  /// The IANA zone in which it is written down.
  public var zone: String
  public var stops: [TripStop]
  /// Seconds, within `margins`.
  public var margin: Double
  public var mode: Mode
  public var interval: Interval
  /// What each level is told before; nil for what the interval means by itself.
  public var ladder: [Interval]?
  public var vibration: Bool
  public var alarm: Bool
  /// Whether alerts are spoken as well; nil for no.
  public var speech: Bool?
  /// How loud, over 0 to 1 of full scale; nil for the runner's own.
  public var volume: Double?
  /// The reminders that were set for it; nil where none are.
  public var reminders: [UUID]?

  public init(
    id: UUID = UUID(), name: String, createdAt: Date, start: Date, zone: String, stops: [TripStop] = [],
    margin: Double = TripPlan.usualMargin, mode: Mode = .time, interval: Interval = .duration(seconds: 300),
    vibration: Bool = true, alarm: Bool = true
  ) {
    (self.id, self.name, self.createdAt) = (id, PlainText.of(name), createdAt)
    (self.start, self.zone, self.stops, self.margin) = (start, zone, stops, margin)
    (self.mode, self.interval, self.vibration, self.alarm) = (mode, interval, vibration, alarm)
  }

  /// Whether reminders are set for it, also where all of them are over.
  public var isSet: Bool { reminders != nil }
}

extension TripPlan {
  // A departure was chosen for the way to a stop: where another stop comes next, it means nothing any more.

  /// Puts a stop in.
  /// - Parameter index: The place that it has then, from 0; nil for the end.
  public mutating func insert(_ stop: TripStop, at index: Int? = nil) {
    let index = index ?? stops.count
    stops.insert(stop, at: index)
    if index > 0 { stops[index - 1].leaves = nil }
  }

  @discardableResult
  public mutating func remove(at index: Int) -> TripStop {
    let stop = stops.remove(at: index)
    if index > 0 { stops[index - 1].leaves = nil }
    return stop
  }

  /// Moves a stop to another place.
  public mutating func move(from index: Int, to place: Int) {
    guard index != place else { return }
    var stop = remove(at: index)
    stop.leaves = nil
    insert(stop, at: place)
  }
}
