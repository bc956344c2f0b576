import Conversation
import Foundation
import Journey

/// Reminders for maps (GeoJSON, RFC 7946): the way of each ride, its stops, and round them the circles at whose borders the levels are told.
public struct GeoJSONExport {
  /// The file: one `FeatureCollection`.
  public let document: Data

  /// - Parameter prompts: The language of its texts.
  /// - Throws: Nothing that a reminder that was read can cause.
  public init(_ reminders: [ExportedReminder], prompts: Prompts) throws {
    let features = reminders.flatMap(\.legs).flatMap { Self.features($0, prompts) }
    document = try RecordCoding.encoder().encode(Collection(features: features)) + Data("\n".utf8)
  }

  private static func features(_ exported: ExportedReminder, _ prompts: Prompts) -> [Feature] {
    let reminder = exported.reminder
    let ride = reminder.ride
    func properties(_ kind: String, _ name: String) -> Properties {
      Properties(kind: kind, reminder: exported.id, name: name)
    }
    let way = ride.shape.count > 1 ? ride.shape : ride.stops.map(\.stop.position)
    var features: [Feature] = []
    if way.count > 1 {
      features.append(
        Feature(geometry: .line(way.map(coordinates)), properties: properties("way", exported.title(prompts))))
    }
    for (place, stop) in ride.stops.enumerated() {
      var own = properties(place == ride.stops.count - 1 ? "destination" : "stop", stop.stop.name)
      (own.arrival, own.departure) = (stop.arrival, stop.departure)
      features.append(Feature(geometry: .point(coordinates(stop.stop.position)), properties: own))
    }
    for level in reminder.levels {
      for circle in reminder.circles(of: level) {
        var own = properties("alert", exported.sentence(level, prompts))
        (own.level, own.metres) = (level.level, circle.metres)
        features.append(Feature(geometry: .polygon([ring(circle)]), properties: own))
      }
    }
    return features
  }

  /// A circle as a ring of corners, counterclockwise and closed, as the format wants it.
  private static func ring(_ circle: AlertCircle) -> [[Double]] {
    let corners = 64
    return (0...corners).map { corner in
      let angle = 2 * Double.pi * Double(corner % corners) / Double(corners)
      return coordinates(
        circle.stop.position.moved(north: circle.metres * sin(angle), east: circle.metres * cos(angle)))
    }
  }

  /// East before north; six digits are a decimetre.
  private static func coordinates(_ position: Position) -> [Double] {
    [position.longitude, position.latitude].map { ($0 * 1e6).rounded() / 1e6 }
  }
}

private struct Collection: Encodable {
  let type = "FeatureCollection"
  let features: [Feature]
}

private struct Feature: Encodable {
  let type = "Feature"
  let geometry: Geometry
  let properties: Properties
}

private struct Properties: Encodable {
  /// `way`, `stop`, `destination` or `alert`.
  let kind: String
  let reminder: String
  let name: String
  var arrival: Date?
  var departure: Date?
  var level: Int?
  var metres: Double?
}

private enum Geometry: Encodable {
  case point([Double])
  case line([[Double]])
  case polygon([[[Double]]])

  enum CodingKeys: CodingKey {
    case type, coordinates
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .point(let place):
      try fields.encode("Point", forKey: .type)
      try fields.encode(place, forKey: .coordinates)
    case .line(let places):
      try fields.encode("LineString", forKey: .type)
      try fields.encode(places, forKey: .coordinates)
    case .polygon(let rings):
      try fields.encode("Polygon", forKey: .type)
      try fields.encode(rings, forKey: .coordinates)
    }
  }
}
