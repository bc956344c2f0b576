import Foundation

/// All about a stop for other programs: `alight.stop-details/1`, described in `Prompts/schema/alight.stop-details-1.schema.json`.
public struct StopDetailsRecord: Sendable, Encodable {
  public struct Platform: Sendable, Encodable {
    public let id: String
    public let name: String
    public let platform: String?
    public let code: String?
    public let lat: Double
    public let lon: Double
    public let wheelchair: Bool?
  }

  public struct Line: Sendable, Encodable {
    public let name: String
    public let longName: String?
    public let kind: String
    public let color: String?
    public let textColor: String?
    public let headsigns: [String]
  }

  public struct OtherName: Sendable, Encodable {
    public let language: String
    public let name: String
  }

  public let schema = "alight.stop-details/1"
  public let id: String
  public let name: String
  public let lat: Double
  public let lon: Double
  public let zone: String
  public let code: String?
  public let wheelchair: Bool?
  public let names: [OtherName]
  public let aliases: [String]
  public let platforms: [Platform]
  public let lines: [Line]
  public let firstDay: String?
  public let lastDay: String?
  /// The lines with all that is known of them.
  public let stopLines: [StopLine]

  enum CodingKeys: String, CodingKey {
    case schema, id, name, lat, lon, zone, code, wheelchair, names, aliases, platforms, lines, firstDay, lastDay
  }

  /// - Parameter yours: What the rider calls it.
  public init(_ details: StopDetails, yours: [String]) {
    id = details.stop.id
    name = details.stop.name
    lat = details.stop.position.latitude
    lon = details.stop.position.longitude
    zone = details.zone
    code = details.code
    wheelchair = details.wheelchair
    names = details.names.map { OtherName(language: $0.language, name: $0.name) }
    aliases = yours
    platforms = details.platforms.map {
      Platform(
        id: $0.id, name: $0.name, platform: $0.platform, code: $0.code, lat: $0.position.latitude,
        lon: $0.position.longitude, wheelchair: $0.wheelchair)
    }
    stopLines = details.lines
    lines = details.lines.map {
      Line(
        name: $0.name, longName: $0.longName, kind: $0.kind, color: $0.color, textColor: $0.textColor,
        headsigns: $0.headsigns)
    }
    firstDay = details.firstDay
    lastDay = details.lastDay
  }
}
