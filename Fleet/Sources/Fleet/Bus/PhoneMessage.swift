import Alerts
import Foundation
import Journey

/// What a phone sends: where it is, what it has told its rider, and what the rider said to that.
///
/// ```json
/// {"schema": "alight.fix/1", "at": "2026-12-01T08:40:00Z", "lat": 48.31, "lon": 14.29, "accuracy": 12, "speed": 9.5, "answer": true}
/// {"_type": "location", "lat": 48.31, "lon": 14.29, "tst": 1796110800, "acc": 12, "vel": 34}
/// {"schema": "alight.ask/1"}
/// {"schema": "alight.heard/1", "traces": ["00f3c2a9b14d77e0"]}
/// {"schema": "alight.action/1", "action": "done"}
/// ```
/// The second is what OwnTracks publishes. By the third a phone that has had no answer asks whether anybody hears it.
public enum PhoneMessage: Sendable, Hashable {
  /// Where it is, and whether it wants to know that this was heard.
  case fix(Fix, asks: Bool = false)
  /// It wants to know whether anybody hears it.
  case ask
  /// It has these alerts: they need not be sent again.
  case heard([AlertTrace])
  /// What the rider does about their alerts.
  case action(PhoneAction)

  /// By a library that reads all of JSON.
  static func read(_ data: Data) -> PhoneMessage? { try? decoder.decode(PhoneMessage.self, from: data) }
  private static let decoder = JSONDecoder()
  /// No phone says anything in more bytes.
  public static let longest = 4096
  /// No phone has more alerts at once.
  static let mostHeard = 16

  /// Whether it says where a phone is and nothing else, by a look at its bytes: whoever is late does not read all of them.
  public static func isPosition(_ data: Data) -> Bool {
    guard data.count <= longest else { return false }
    return data.withUnsafeBytes { bytes in has(own, bytes) || has(ownTracks, bytes) }
  }

  private static func has(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = name.utf8CodeUnitCount
    guard let start = bytes.baseAddress, bytes.count >= count else { return false }
    return (0...(bytes.count - count)).contains { memcmp(start + $0, name.utf8Start, count) == 0 }
  }

  private static let own: StaticString = #""alight.fix/1""#
  private static let ownTracks: StaticString = #""location""#

  /// Nil for what is none of these: other messages of an app, and what a hostile phone makes up.
  public init?(_ data: Data) {
    guard data.count <= Self.longest, let message = PlainFix.message(data) ?? Self.read(data) else { return nil }
    self = message
  }
}

extension PhoneMessage: Decodable {
  private enum Field: String, CodingKey {
    case schema, at, tst, lat, lon, accuracy, acc, speed, vel, answer, traces, action
    case kind = "_type"
  }

  /// Only the fields of its kind are looked for: most messages are positions, and they are many.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    switch try fields.decodeIfPresent(String.self, forKey: .schema) {
    case "alight.fix/1":
      self = try Self.fix(
        fields, at: WrittenInstant(fields.decode(String.self, forKey: .at))?.date, accuracy: .accuracy,
        metresPerSecond: fields.decodeIfPresent(Double.self, forKey: .speed),
        asks: fields.decodeIfPresent(Bool.self, forKey: .answer) ?? false)
    case "alight.ask/1": self = .ask
    case "alight.heard/1":
      let traces = try fields.decode([AlertTrace].self, forKey: .traces)
      guard traces.count <= Self.mostHeard else { throw Self.none(decoder) }
      self = .heard(traces)
    case "alight.action/1": self = .action(try fields.decode(PhoneAction.self, forKey: .action))
    case nil where try fields.decodeIfPresent(String.self, forKey: .kind) == "location":
      // OwnTracks gives kilometres an hour.
      self = try Self.fix(
        fields, at: Date(timeIntervalSince1970: fields.decode(Double.self, forKey: .tst)), accuracy: .acc,
        metresPerSecond: fields.decodeIfPresent(Double.self, forKey: .vel).map { $0 / 3.6 })
    default: throw Self.none(decoder)
    }
  }

  private static func fix(
    _ fields: KeyedDecodingContainer<Field>, at: Date?, accuracy: Field, metresPerSecond: Double?,
    asks: Bool = false
  ) throws -> PhoneMessage {
    let fix = try fix(
      at: at, fields.decode(Double.self, forKey: .lat), fields.decode(Double.self, forKey: .lon),
      accuracy: fields.decodeIfPresent(Double.self, forKey: accuracy), metresPerSecond: metresPerSecond, asks: asks)
    guard let fix else {
      throw DecodingError.dataCorruptedError(forKey: .lat, in: fields, debugDescription: "no place and time on earth")
    }
    return fix
  }

  /// Nil where it is no place and time on earth.
  static func fix(
    at: Date?, _ latitude: Double, _ longitude: Double, accuracy: Double?, metresPerSecond: Double?, asks: Bool = false
  ) -> PhoneMessage? {
    guard let at, at.timeIntervalSince1970.magnitude < 1e11, (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else { return nil }
    return .fix(
      Fix(
        at: at, position: Position(latitude: latitude, longitude: longitude),
        accuracy: accuracy.flatMap { (0...100_000).contains($0) ? $0 : nil },
        speed: metresPerSecond.flatMap { (0...400).contains($0) ? $0 : nil }), asks: asks)
  }

  private static func none(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no message of a phone"))
  }
}

/// What a rider does about their alerts.
public enum PhoneAction: String, Sendable, Codable {
  /// "I'm off": the ride is over, and nothing more is told of it.
  case done
  /// Be silent now, and tell it again a stop or a minute later.
  case snooze
  /// Call off all alerts of this ride.
  case stop

  func input(at now: Date) -> AlertInput {
    switch self {
    case .done: .acknowledge(now)
    case .snooze: .snooze(now)
    case .stop: .stop(now)
    }
  }
}
