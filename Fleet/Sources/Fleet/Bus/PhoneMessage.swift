import Alerts
import Foundation
import Journey

/// What a phone sends: where it is, what it has told its rider, and what the rider said to that.
///
/// ```json
/// {"schema": "alight.fix/1", "at": "2026-12-01T08:40:00Z", "lat": 48.31, "lon": 14.29, "accuracy": 12, "speed": 9.5}
/// {"_type": "location", "lat": 48.31, "lon": 14.29, "tst": 1796110800, "acc": 12, "vel": 34}
/// {"schema": "alight.heard/1", "traces": ["00f3c2a9b14d77e0"]}
/// {"schema": "alight.action/1", "action": "done"}
/// ```
/// The second is what OwnTracks publishes.
public enum PhoneMessage: Sendable, Hashable {
  /// Where it is.
  case fix(Fix)
  /// It has these alerts: they need not be sent again.
  case heard([AlertTrace])
  /// What the rider does about their alerts.
  case action(PhoneAction)

  /// No phone says anything in more bytes.
  public static let longest = 4096
  /// No phone has more alerts at once.
  static let mostHeard = 16

  /// Nil for what is none of these: other messages of an app, and what a hostile phone makes up.
  public init?(_ data: Data) {
    guard data.count <= Self.longest, let fields = try? JSONDecoder().decode(Fields.self, from: data),
      let message = fields.message
    else { return nil }
    self = message
  }

  /// What may stand in any of them.
  private struct Fields: Decodable {
    var schema: String?
    var kind: String?
    var at: String?
    var tst: Double?
    var lat, lon: Double?
    var accuracy, acc: Double?
    /// Metres a second, and in OwnTracks kilometres an hour.
    var speed, vel: Double?
    var traces: [AlertTrace]?
    var action: PhoneAction?

    enum CodingKeys: String, CodingKey {
      case schema, at, tst, lat, lon, accuracy, acc, speed, vel, traces, action
      case kind = "_type"
    }

    var message: PhoneMessage? {
      switch (schema, kind) {
      case ("alight.fix/1", _): fix(at.flatMap { WrittenInstant($0)?.date }, accuracy, speed)
      case (nil, "location"): fix(tst.map { Date(timeIntervalSince1970: $0) }, acc, vel.map { $0 / 3.6 })
      case ("alight.heard/1", _): traces.flatMap { $0.count <= PhoneMessage.mostHeard ? .heard($0) : nil }
      case ("alight.action/1", _): action.map { .action($0) }
      default: nil
      }
    }

    private func fix(_ at: Date?, _ accuracy: Double?, _ speed: Double?) -> PhoneMessage? {
      guard let at, at.timeIntervalSince1970.magnitude < 1e11, let latitude = lat, let longitude = lon,
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      else { return nil }
      return .fix(
        Fix(
          at: at, position: Position(latitude: latitude, longitude: longitude),
          accuracy: accuracy.flatMap { (0...100_000).contains($0) ? $0 : nil },
          speed: speed.flatMap { (0...400).contains($0) ? $0 : nil }))
    }
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
