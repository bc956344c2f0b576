import Foundation

/// What a reminder of a place waits for: that the rider comes to one of several places or leaves it, or a time of day while they are
/// there, while they are not, or wherever they are.
public struct Visit: Sendable, Hashable, Codable {
  public enum Event: String, Sendable, Codable, CaseIterable {
    case arriving, leaving
    /// A time of day, only while the rider is at one of the places ...
    case clockThere = "clock-there"
    /// ... or only while at none of them.
    case clockElsewhere = "clock-elsewhere"

    /// A time of day wherever the rider is: what is to be done then concerns the place, as leaving for it does.
    case clock

    /// Whether a time of day decides and not a movement.
    public var isClock: Bool { self == .clockThere || self == .clockElsewhere || self == .clock }
  }

  /// A circle in which nothing counts: the road that leads past a place, the stop in front of it.
  public struct Exception: Sendable, Hashable, Codable {
    public var centre: Position
    public var metres: Double

    public init(centre: Position, metres: Double) { (self.centre, self.metres) = (centre, metres) }
  }

  public var event: Event
  /// Any of them will do; each with its radius, the first being the reminder's destination.
  public var places: [Stop]
  public var exceptions: [Exception]?
  /// When it counts, in OSM's syntax of opening hours: `Mo-Fr 08:00-18:00`; nil for always.
  public var hours: String?
  /// What is to be remembered: "pay"; nil for nothing but the place.
  public var text: String?
  /// Whether it comes each time and not once a day; nil is no.
  public var isEachTime: Bool?
  /// Whether being there when it is set counts as coming there; nil is no.
  public var countsPresence: Bool?
  /// An address that is opened when it comes.
  public var url: String?
  /// A program that is run when it comes, with its arguments.
  public var command: [String]?

  public init(_ event: Event, places: [Stop]) { (self.event, self.places) = (event, places) }

  /// So many places are watched at once: the car parks of a city.
  public static let mostPlaces = 1000

  /// Whether an address may be opened: pages, maps, calls and mails, and no file or program of the machine.
  public static func mayOpen(_ address: String) -> Bool {
    ["https", "http", "geo", "tel", "mailto"].contains(URL(string: address)?.scheme?.lowercased())
  }

  enum CodingKeys: String, CodingKey {
    case event, places, hours, text, url, command
    case exceptions = "except"
    case isEachTime = "eachTime"
    case countsPresence = "present"
  }
}

extension Stop {
  /// Metres round it that count as being there.
  public var reach: Double { radius ?? Self.usualRadius }
}

extension Reminder {
  /// The place that an alert is about, of several the one at which it came.
  public func place(of alert: Alert) -> Stop {
    guard let visit, let index = alert.moment?.atStop, visit.places.indices.contains(index) else {
      return leg(alert.leg).destination
    }
    return visit.places[index]
  }
}
