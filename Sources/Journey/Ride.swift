import Foundation

/// One stop of a ride with its scheduled times and its distance along the ride.
public struct RideStop: Sendable, Hashable {
  public var stop: Stop
  public var arrival: Date?
  public var departure: Date?
  /// Metres along the shape (or the straight lines between stops) from the boarding stop, never falling.
  public var metres: Double
  /// What the sign at the platform says, like "3" or "A" (`platform_code`).
  public var platform: String?

  public init(stop: Stop, arrival: Date?, departure: Date?, metres: Double, platform: String? = nil) {
    self.stop = stop
    self.arrival = arrival
    self.departure = departure
    self.metres = metres
    self.platform = platform.map { PlainText.of($0) }
  }
}

/// The part of a trip that the rider takes on one service day: from the boarding stop to the destination, in order.
public struct Ride: Sendable, Hashable {
  /// The trip's id in its feed; nil for a ride that no timetable knows, of which only both ends are known.
  public var tripID: String?
  public var line: String
  public var headsign: String?
  /// The line's colour as six hexadecimal digits, as in GTFS: `FFFF33`.
  public var color: String?
  /// The colour of writing on it.
  public var textColor: String?
  /// What kind of vehicle runs, as GTFS numbers it (`route_type`): 0 tram, 1 metro, 2 rail, 3 bus, and so on.
  public var routeType: Int?
  /// Who runs it, by name.
  public var agency: String?
  /// Whether a rider in a wheelchair can get on, ride and get off; nil where the feed does not say it of trip and stops.
  public var wheelchair: Bool?
  /// Whether bicycles may be taken along; nil where the feed does not say.
  public var bikes: Bool?
  /// The GTFS service day, which may have begun on the calendar day before: `2026-12-01`.
  public var serviceDay: String
  /// The IANA time zone of the agency, in which the timetable is written and service days begin. Times are shown in that of the stop
  /// (`zone(of:)`).
  public var zone: String
  /// The first is the boarding stop, the last the destination. A single one is a destination that is come to from anywhere.
  public var stops: [RideStop]
  /// Where the line goes on to after the destination: told to a rider who missed it.
  public var next: RideStop?
  /// The way on the map, from the boarding stop to the destination; empty where the feed has none.
  public var shape: [Position]
  /// Whether the ride comes from the demonstration network and does not exist.
  public var isDemonstration: Bool
  /// Where the vehicle goes on as another trip while the rider keeps their seat, in order; mostly nowhere.
  public var continuations: [Continuation]

  public init(
    tripID: String?, line: String, headsign: String? = nil, color: String? = nil, serviceDay: String, zone: String,
    stops: [RideStop],
    next: RideStop? = nil, shape: [Position] = [], isDemonstration: Bool = false, continuations: [Continuation] = []
  ) {
    self.tripID = tripID
    self.line = PlainText.of(line)
    self.headsign = headsign.map { PlainText.of($0) }
    self.color = color
    self.serviceDay = serviceDay
    self.zone = zone
    self.stops = stops
    self.next = next
    self.shape = shape
    self.isDemonstration = isDemonstration
    self.continuations = continuations
  }

  public var departure: Date? { isFromAnywhere ? nil : stops.first.flatMap { $0.departure ?? $0.arrival } }
  public var arrival: Date? { stops.last.flatMap { $0.arrival ?? $0.departure } }

  /// The IANA time zone that the times at a stop are shown in.
  public func zone(of stop: RideStop) -> String { stop.stop.zone ?? zone }

  public var departureZone: String { stops.first.map(zone) ?? zone }
  public var arrivalZone: String { stops.last.map(zone) ?? zone }

  /// Whether the clock is not the same at both ends.
  public var crossesZones: Bool {
    guard let departure, let arrival, departureZone != arrivalZone else { return false }
    let zones = [departureZone, arrivalZone].map { TimeZone(identifier: $0) ?? .gmt }
    return [departure, arrival].contains { zones[0].secondsFromGMT(for: $0) != zones[1].secondsFromGMT(for: $0) }
  }

  /// Metres from the boarding stop to the destination.
  public var length: Double { (stops.last?.metres ?? 0) - (stops.first?.metres ?? 0) }

  /// Metres between both ends as the crow flies, which is what a circle round the destination is measured by.
  public var straightLine: Double {
    guard let first = stops.first, let last = stops.last else { return 0 }
    return first.stop.position.metres(to: last.stop.position)
  }

  /// Scheduled seconds from the boarding stop to the destination; nil where either time is unknown.
  public var duration: TimeInterval? {
    guard let departure, let arrival else { return nil }
    return arrival.timeIntervalSince(departure)
  }

  /// How often the vehicle stops after the boarding stop until the rider gets off, the destination included: what "13 stops"
  /// means wherever it is said. "2 stops before" is the stop at which so many are still ahead.
  public var stopsAhead: Int { max(0, stops.count - 1) }

  /// Whether nothing is known of it but where it ends.
  public var isFromAnywhere: Bool { stops.count == 1 }

  /// Whether the stops between the ends are known, so that stops can be counted.
  public var knowsItsStops: Bool { tripID != nil }
}

extension Ride {
  /// The way from anywhere to a place, of which only the end is known.
  /// - Parameter day: On which it is made: `2026-12-01`
  public init(approaching place: Stop, arrival: Date?, day: String, zone: String) {
    self.init(
      tripID: nil, line: "", serviceDay: day, zone: zone,
      stops: [RideStop(stop: place, arrival: arrival, departure: nil, metres: 0)])
  }

  /// The way between two places of which only both ends are known, as the crow flies.
  /// - Parameter day: On which it is made: `2026-12-01`
  public init(from origin: Stop, to place: Stop, arrival: Date?, day: String, zone: String) {
    // As it is stored, so that a draft that is taken up again is the same.
    let metres = (origin.position.metres(to: place.position) * 10).rounded() / 10
    self.init(
      tripID: nil, line: "", serviceDay: day, zone: zone,
      stops: [
        RideStop(stop: origin, arrival: nil, departure: nil, metres: 0),
        RideStop(stop: place, arrival: arrival, departure: nil, metres: metres),
      ])
  }

  /// One ride over this one and the next one of the same vehicle, which begins where this one ends.
  public func goingOn(_ next: Ride) -> Ride {
    guard let end = stops.last, let beginning = next.stops.first else { return self }
    var ride = self
    let isOneStop = end.stop.id == beginning.stop.id
    let gap = isOneStop ? 0 : end.stop.position.metres(to: beginning.stop.position)
    let place = isOneStop ? stops.count - 1 : stops.count
    if isOneStop { ride.stops[place].departure = beginning.departure }
    ride.stops += next.stops.dropFirst(isOneStop ? 1 : 0).map { stop in
      var stop = stop
      stop.metres += end.metres + gap
      return stop
    }
    ride.continuations.append(
      Continuation(stop: place, tripID: next.tripID, line: next.line, headsign: next.headsign))
    ride.continuations += next.continuations.map { later in
      var later = later
      later.stop += place
      return later
    }
    ride.next = next.next
    ride.wheelchair = Self.both(wheelchair, next.wheelchair)
    ride.bikes = Self.both(bikes, next.bikes)
    // Half a way on the map would be taken for the whole one.
    ride.shape = shape.isEmpty || next.shape.isEmpty ? [] : shape + next.shape
    return ride
  }

  /// No where one of them is no, and yes where both are yes.
  private static func both(_ one: Bool?, _ other: Bool?) -> Bool? {
    one == false || other == false ? false : one == nil || other == nil ? nil : true
  }
}

extension RideStop: Codable {
  enum CodingKeys: String, CodingKey {
    case arrival, departure, metres, platform
  }

  public init(from decoder: any Decoder) throws {
    stop = try Stop(from: decoder)
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    arrival = try fields.decodeIfPresent(Date.self, forKey: .arrival)
    departure = try fields.decodeIfPresent(Date.self, forKey: .departure)
    metres = try fields.decode(Double.self, forKey: .metres)
    platform = try fields.decodeIfPresent(String.self, forKey: .platform).map { PlainText.of($0) }
  }

  public func encode(to encoder: any Encoder) throws {
    try stop.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(arrival, forKey: .arrival)
    try fields.encodeIfPresent(departure, forKey: .departure)
    try fields.encode((metres * 10).rounded() / 10, forKey: .metres)
    try fields.encodeIfPresent(platform, forKey: .platform)
  }
}

extension Ride: Codable {
  enum CodingKeys: String, CodingKey {
    case tripID = "trip_id"
    case line, headsign, color, textColor, routeType, agency, wheelchair, bikes, serviceDay, zone, stops, next, shape
    case isDemonstration = "demonstration"
    case continuations = "continues"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tripID: try fields.decodeIfPresent(String.self, forKey: .tripID),
      line: try fields.decode(String.self, forKey: .line),
      headsign: try fields.decodeIfPresent(String.self, forKey: .headsign),
      color: try fields.decodeIfPresent(String.self, forKey: .color),
      serviceDay: try fields.decode(String.self, forKey: .serviceDay),
      zone: try fields.decode(String.self, forKey: .zone), stops: try fields.decode([RideStop].self, forKey: .stops),
      next: try fields.decodeIfPresent(RideStop.self, forKey: .next),
      shape: try fields.decode([Position].self, forKey: .shape),
      isDemonstration: try fields.decode(Bool.self, forKey: .isDemonstration),
      continuations: try fields.decodeIfPresent([Continuation].self, forKey: .continuations) ?? [])
    textColor = try fields.decodeIfPresent(String.self, forKey: .textColor)
    routeType = try fields.decodeIfPresent(Int.self, forKey: .routeType)
    agency = try fields.decodeIfPresent(String.self, forKey: .agency).map { PlainText.of($0) }
    wheelchair = try fields.decodeIfPresent(Bool.self, forKey: .wheelchair)
    bikes = try fields.decodeIfPresent(Bool.self, forKey: .bikes)
  }
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encodeIfPresent(tripID, forKey: .tripID)
    try fields.encode(line, forKey: .line)
    try fields.encodeIfPresent(headsign, forKey: .headsign)
    try fields.encodeIfPresent(color, forKey: .color)
    try fields.encodeIfPresent(textColor, forKey: .textColor)
    try fields.encodeIfPresent(routeType, forKey: .routeType)
    try fields.encodeIfPresent(agency, forKey: .agency)
    try fields.encodeIfPresent(wheelchair, forKey: .wheelchair)
    try fields.encodeIfPresent(bikes, forKey: .bikes)
    try fields.encode(serviceDay, forKey: .serviceDay)
    try fields.encode(zone, forKey: .zone)
    try fields.encode(stops, forKey: .stops)
    try fields.encodeIfPresent(next, forKey: .next)
    try fields.encode(shape, forKey: .shape)
    try fields.encode(isDemonstration, forKey: .isDemonstration)
    // Hardly any ride has some, and a record without is the same as ever.
    if !continuations.isEmpty { try fields.encode(continuations, forKey: .continuations) }
  }
}
