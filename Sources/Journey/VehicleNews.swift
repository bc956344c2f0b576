/// The vehicle that a rider seems to sit in, which does not come to their stop.
public struct VehicleNews: Sendable, Hashable, Codable {
  public var line: String
  /// What it shows; nil where the timetable does not say.
  public var headsign: String?
  /// Whether it is of the line of the rider's own ride, and goes the other way.
  public var isOpposite: Bool

  public init(line: String, headsign: String?, isOpposite: Bool) {
    self.line = PlainText.of(line)
    self.headsign = headsign.map { PlainText.of($0) }
    self.isOpposite = isOpposite
  }
}
