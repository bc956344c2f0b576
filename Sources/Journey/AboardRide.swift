import Foundation

/// A trip that a rider is on already, on one service day.
public struct AboardTrip: Sendable, Hashable, Codable {
  public var feed: String
  /// In its feed.
  public var tripID: String
  /// `2026-12-01`
  public var serviceDay: String

  public init(feed: String, tripID: String, serviceDay: String) {
    (self.feed, self.tripID, self.serviceDay) = (feed, tripID, serviceDay)
  }
}

/// The ride that a rider is on, as far as their positions tell.
public struct AboardRide: Sendable, Hashable, Codable {
  public var trip: AboardTrip
  public var line: String
  /// The stop that was left last, which stands for the one where they got on, and when the timetable has the vehicle leave it.
  public var from: Stop
  public var departure: Date
  /// The name of the next stop.
  public var next: String
  public var isSure: Bool

  public init(trip: AboardTrip, line: String, from: Stop, departure: Date, next: String, isSure: Bool) {
    (self.trip, self.line, self.isSure) = (trip, line, isSure)
    (self.from, self.departure, self.next) = (from, departure, next)
  }
}

/// What came of looking for the ride that a rider is on.
public enum AboardFinding: Sendable, Hashable, Codable {
  case ride(AboardRide)
  /// No ride, or not the line that the rider names, goes where they are.
  case unknown
  /// Nobody knows where they are.
  case noPosition
  /// It could not be looked for, with the cause.
  case failed(String)
}
