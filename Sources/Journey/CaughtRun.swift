import Foundation

/// A run that a rider sits in though they chose another ride, and that comes to their stop as well: an earlier or later one, or one of
/// another line.
public struct CaughtRun: Sendable, Hashable, Codable {
  public var trip: AboardTrip
  /// When it leaves its first stop by the timetable: by headway a trip runs many times a day.
  public var start: Date
  public var line: String
  /// What it shows; nil where the timetable does not say.
  public var headsign: String?
  /// By the timetable: when it leaves where the ride begins, nil where it does not call there, and when it is where the rider gets off.
  public var departure: Date?
  public var arrival: Date

  public init(
    trip: AboardTrip, start: Date, line: String, headsign: String? = nil, departure: Date? = nil, arrival: Date
  ) {
    (self.trip, self.start, self.departure, self.arrival) = (trip, start, departure, arrival)
    (self.line, self.headsign) = (line, headsign)
  }
}
