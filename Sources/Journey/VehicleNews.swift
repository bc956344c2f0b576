import Foundation

/// The vehicle that a rider seems to sit in, which is not that of their ride.
public struct VehicleNews: Sendable, Hashable, Codable {
  public var line: String
  /// What it shows; nil where the timetable does not say.
  public var headsign: String?
  /// Whether it is of the line of the rider's own ride, and goes the other way.
  public var isOpposite: Bool
  /// By the timetable, of one that comes to the rider's stop as well: when it leaves where the ride begins, and is at that stop.
  public var departure: Date?
  public var arrival: Date?

  public init(line: String, headsign: String?, isOpposite: Bool) {
    self.line = PlainText.of(line)
    self.headsign = headsign.map { PlainText.of($0) }
    self.isOpposite = isOpposite
  }

  public init(_ run: CaughtRun) {
    self.init(line: run.line, headsign: run.headsign, isOpposite: false)
    (departure, arrival) = (run.departure, run.arrival)
  }
}
