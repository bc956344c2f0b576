import Foundation

/// A departure for other programs: `alight.departure/1`, described in `Prompts/schema/alight.departure-1.schema.json`.
public struct DepartureRecord: Sendable, Encodable {
  public let schema = "alight.departure/1"
  public let time: Date
  public let zone: String
  public let serviceDay: String
  public let line: StopRecord.Line
  public let headsign: String
  public let platform: String?
  /// The stop or platform that it leaves from.
  public let stop: String
  public let trip: String

  public init(_ departure: StopDeparture, zone: String) {
    time = departure.time
    self.zone = zone
    serviceDay = departure.serviceDay
    line = StopRecord.Line(departure.line)
    headsign = departure.headsign
    platform = departure.platform
    stop = departure.stopID
    trip = departure.tripID
  }
}
