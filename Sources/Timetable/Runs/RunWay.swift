import Foundation
import Journey

/// The way of a vehicle that many runs share: the stops that it calls at and the line that it takes.
public struct RunWay: Sendable, Hashable {
  /// A place where the vehicle calls.
  public struct Call: Sendable, Hashable {
    /// As in the feed, of the platform where there are several.
    public var stopID: String
    /// Of the station.
    public var name: String
    public var position: Position
    /// Along the line.
    public var metres: Double

    public init(stopID: String, name: String, position: Position, metres: Double) {
      (self.stopID, self.name, self.position, self.metres) = (stopID, name, position, metres)
    }
  }

  public var feed: String
  /// The identifier of the time zone by which its times are told.
  public var zone: String
  /// In the order of the way; the metres never fall.
  public var calls: [Call]
  /// The shape, or straight pieces from stop to stop where the feed has none.
  public var line: [Position]

  public init(feed: String, zone: String, calls: [Call], line: [Position]) {
    (self.feed, self.zone, self.calls, self.line) = (feed, zone, calls, line)
  }
}

/// One trip on one service day.
public struct Run: Sendable, Hashable {
  /// What names it: a trip runs on many days, and by headway many times on one.
  public struct ID: Sendable, Hashable {
    public var feed: String
    public var tripID: String
    /// `2026-12-01`
    public var serviceDay: String
    /// When it leaves its first stop by the timetable.
    public var start: Date

    public init(feed: String, tripID: String, serviceDay: String, start: Date) {
      (self.feed, self.tripID, self.serviceDay, self.start) = (feed, tripID, serviceDay, start)
    }
  }

  public var id: ID
  public var routeID: String
  /// What riders call the line.
  public var line: String
  /// 0 or 1 as in GTFS; nil where the feed does not say.
  public var direction: Int?
  public var headsign: String?
  /// As in GTFS, 3 for a bus.
  public var routeType: Int
  /// One for each call of its way.
  public var arrivals: [Date]
  public var departures: [Date]

  public init(
    id: ID, routeID: String, line: String, direction: Int? = nil, headsign: String? = nil, routeType: Int = 3,
    arrivals: [Date], departures: [Date]
  ) {
    (self.id, self.routeID, self.line, self.direction, self.headsign) = (id, routeID, line, direction, headsign)
    (self.routeType, self.arrivals, self.departures) = (routeType, arrivals, departures)
  }
}
