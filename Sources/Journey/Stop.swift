/// A place where a rider boards or gets off: a station, a stop without one, or a point on the map. Platforms are folded into their
/// station.
public struct Stop: Sendable, Hashable, Identifiable {
  /// What a GTFS feed calls the stop.
  public struct GTFSReference: Sendable, Hashable, Codable {
    public var feed: String
    public var stopID: String
    public var parentStation: String?

    public init(feed: String, stopID: String, parentStation: String? = nil) {
      self.feed = feed
      self.stopID = stopID
      self.parentStation = parentStation
    }

    enum CodingKeys: String, CodingKey {
      case feed
      case stopID = "stop_id"
      case parentStation = "parent_station"
    }
  }

  public var name: String
  public var position: Position
  public var gtfs: GTFSReference?
  /// The IANA time zone of the stop, where it is another than that of its agency, in which the timetable is written.
  public var zone: String?
  /// Metres round a point on the map that count as being there; nil for a stop.
  public var radius: Double?

  /// Unique among all feeds: `feed:stop_id`, or the name where no feed knows the stop.
  public var id: String {
    guard let gtfs else { return name }
    return "\(gtfs.feed):\(gtfs.parentStation ?? gtfs.stopID)"
  }

  /// Whether it is a point on the map, which somebody has named or written down, and no vehicle stops there for all that is known.
  public var isPoint: Bool { radius != nil }

  /// - Parameter name: Taken without what steers a terminal: it may come from anybody.
  public init(
    name: String, position: Position, gtfs: GTFSReference? = nil, zone: String? = nil, radius: Double? = nil
  ) {
    self.name = PlainText.of(name)
    self.position = position
    self.gtfs = gtfs
    self.zone = zone
    self.radius = radius
  }
}

/// Encoded as `{"name", "lat", "lon", "ids": {"gtfs": {...}}}`: names and coordinates stand beside the ids, which expire.
extension Stop: Codable {
  enum CodingKeys: String, CodingKey {
    case name, lat, lon, ids, zone, radius
  }

  private struct Identifiers: Codable {
    var gtfs: GTFSReference?
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = PlainText.of(try fields.decode(String.self, forKey: .name))
    position = Position(
      latitude: try fields.decode(Double.self, forKey: .lat), longitude: try fields.decode(Double.self, forKey: .lon))
    gtfs = try fields.decodeIfPresent(Identifiers.self, forKey: .ids)?.gtfs
    zone = try fields.decodeIfPresent(String.self, forKey: .zone)
    radius = try fields.decodeIfPresent(Double.self, forKey: .radius)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(position.latitude, forKey: .lat)
    try fields.encode(position.longitude, forKey: .lon)
    if let gtfs { try fields.encode(Identifiers(gtfs: gtfs), forKey: .ids) }
    try fields.encodeIfPresent(zone, forKey: .zone)
    try fields.encodeIfPresent(radius, forKey: .radius)
  }
}

extension Stop {
  /// Metres round a point that count as being there, where nothing else was said: a phone beside a house is seldom farther off.
  public static let usualRadius = 100.0
  /// From what a phone can tell apart to what a day's walk goes round.
  public static let radii = 30.0...20_000

  /// A point on the map, named by its degrees.
  public init(point: Position, radius: Double = usualRadius) {
    // Five digits are a metre; nobody means less.
    let degrees = [point.latitude, point.longitude].map { String(format: "%.5f", $0) }
    self.init(name: degrees.joined(separator: ", "), position: point, radius: radius)
  }
}
