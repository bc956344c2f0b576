import Alerts
import Foundation
import Journey

/// A position as a phone sends it: `alight.fix/1`, or what OwnTracks publishes.
///
/// ```json
/// {"schema": "alight.fix/1", "at": "2026-12-01T08:40:00Z", "lat": 48.31, "lon": 14.29, "accuracy": 12, "speed": 9.5}
/// {"_type": "location", "lat": 48.31, "lon": 14.29, "tst": 1796110800, "acc": 12, "vel": 34}
/// ```
public struct FixMessage: Sendable, Hashable {
  /// No phone says where it is in more words.
  public static let longest = 4096

  public var fix: Fix

  private struct Fields: Decodable {
    var schema: String?
    var kind: String?
    var at: String?
    var tst: Double?
    var lat, lon: Double?
    var accuracy, acc: Double?
    /// Metres a second, and in OwnTracks kilometres an hour.
    var speed, vel: Double?

    enum CodingKeys: String, CodingKey {
      case schema, at, tst, lat, lon, accuracy, acc, speed, vel
      case kind = "_type"
    }
  }

  /// Nil for what is no position: other messages of an app, and what a hostile phone makes up.
  public init?(_ data: Data) {
    guard data.count <= Self.longest, let fields = try? JSONDecoder().decode(Fields.self, from: data),
      let latitude = fields.lat, let longitude = fields.lon, (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else { return nil }
    let (at, accuracy, speed): (Date?, Double?, Double?) =
      switch (fields.schema, fields.kind) {
      case ("alight.fix/1", _): (fields.at.flatMap { WrittenInstant($0)?.date }, fields.accuracy, fields.speed)
      case (nil, "location"):
        (fields.tst.map { Date(timeIntervalSince1970: $0) }, fields.acc, fields.vel.map { $0 / 3.6 })
      default: (nil, nil, nil)
      }
    guard let at, at.timeIntervalSince1970.magnitude < 1e11 else { return nil }
    fix = Fix(
      at: at, position: Position(latitude: latitude, longitude: longitude),
      accuracy: accuracy.flatMap { (0...100_000).contains($0) ? $0 : nil },
      speed: speed.flatMap { (0...400).contains($0) ? $0 : nil })
  }
}
