import Foundation
import Journey
import Matching

/// A stop for other programs: `alight.stop/1`, described in `Prompts/schema/alight.stop-1.schema.json`.
public struct StopRecord: Sendable, Encodable {
  public struct Line: Sendable, Encodable {
    public let name: String
    public let longName: String?
    public let color: String?

    public init(_ line: StopLine) {
      name = line.name
      longName = line.longName
      color = line.color
    }
  }

  public struct Near: Sendable, Encodable {
    public let name: String
    public let metres: Int
    /// north, north-east, ...
    public let direction: String
  }

  public let schema = "alight.stop/1"
  public let id: String
  /// Of all poles that are shown as one stop, this one's among them.
  public let ids: [String]
  public let name: String
  /// The name in letters that the rider types, where its own are others.
  public let reading: String?
  public let lat: Double
  public let lon: Double
  public let platforms: Int
  public let lines: [Line]
  /// What tells it apart from others of its name.
  public let near: Near?
  /// What the rider calls it.
  public let aliases: [String]
  /// How far it is from the place that was asked for.
  public let metres: Int?
  /// The lines with all that is known of them.
  public let stopLines: [StopLine]

  enum CodingKeys: String, CodingKey {
    case schema, id, ids, name, reading, lat, lon, platforms, lines, near, aliases, metres
  }

  private init(_ group: StopGroup, landmark: Landmark?, reading: String?, yours: [String], metres: Double?) {
    id = group.stop.id
    ids = group.ids
    name = group.stop.name
    self.reading = reading
    lat = group.stop.position.latitude
    lon = group.stop.position.longitude
    platforms = group.platforms
    stopLines = group.lines
    lines = group.lines.map(Line.init)
    near = landmark.map {
      Near(name: $0.name, metres: Int($0.metres.rounded()), direction: Self.directions[$0.direction])
    }
    aliases = yours
    self.metres = metres.map { Int($0.rounded()) }
  }

  /// A list of stops, those of one name told apart by what is near.
  /// - Parameters:
  ///   - ownNames: What the rider calls stops.
  ///   - seenFrom: Where the rider is, from which distances are told.
  ///   - typed: What was searched for.
  /// - Throws: Errors of the database.
  public static func list(
    _ groups: [StopGroup], _ timetable: TimetableStore, ownNames: [NamedPlace], seenFrom: Position? = nil,
    typed: String? = nil
  ) throws -> [StopRecord] {
    let names = groups.map { Normalizer.key($0.stop.name) }
    return try groups.enumerated().map { place, group in
      let isShared = names.enumerated().contains { $0 != place && $1 == names[place] }
      return StopRecord(
        group, landmark: isShared ? try timetable.landmark(near: group.stop) : nil,
        reading: try reading(of: group.stop, typed: typed, timetable),
        yours: ownNames.filter { group.ids.contains($0.stop.id) }.map(\.name),
        metres: seenFrom.map { group.stop.position.metres(to: $0) })
    }
  }

  private static let directions = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
  ]

  /// A name of the stop in Latin letters for whoever typed such, where its own name has none.
  private static func reading(of stop: Stop, typed: String?, _ timetable: TimetableStore) throws -> String? {
    guard let typed, typed.contains(where: isLatin), !stop.name.contains(where: isLatin) else { return nil }
    return try timetable.stopDetails(id: stop.id)?.names.map(\.name).first { $0.contains(where: isLatin) }
  }

  private static func isLatin(_ character: Character) -> Bool {
    character.isLetter && character.unicodeScalars.allSatisfy { $0.value < 0x250 }
  }
}
