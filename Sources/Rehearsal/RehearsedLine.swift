import Foundation
import Journey

/// An alert of a simulated ride as a line of JSON: what recorded rides have, and where the vehicle was.
public struct RehearsedLine: Encodable {
  private let line: AlertLine
  private let place: AlertPlace
  private let stops: [RideStop]

  public init(_ told: Rehearsal.Told, on ride: RehearsedRide) {
    line = AlertLine(name: ride.reminder.id.uuidString, start: ride.start, alert: told.alert, fix: told.fix)
    place = told.place
    stops = ride.reminder.ride.stops
  }

  enum CodingKeys: String, CodingKey {
    case behind, ahead, metres, seconds
  }

  public func encode(to encoder: any Encoder) throws {
    try line.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(stops[place.behind].stop.name, forKey: .behind)
    try fields.encode(place.behind + 1 < stops.count ? stops[place.behind + 1].stop.name : nil, forKey: .ahead)
    try fields.encode(place.metresLeft.rounded(), forKey: .metres)
    try fields.encode(place.secondsLeft.rounded(), forKey: .seconds)
  }
}
