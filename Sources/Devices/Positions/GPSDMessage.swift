import Alerts
import Foundation
import Journey

/// One line of what gpsd sends, in its JSON protocol (gpsd_json(5)).
struct GPSDMessage: Sendable, Hashable {
  /// A position with the receiver's own time.
  struct Report: Sendable, Hashable {
    var time: Date?
    var position: Position
    /// As the engine counts it: the radius that holds 68 % of positions, in metres.
    var accuracy: Double?
    var speed: Double?
  }

  /// What the message is: `TPV` tells a position.
  var kind: String
  /// nil where the message has no position, as long as the receiver sees no satellites.
  var report: Report?

  /// The receivers whose pace can be set: gpsd names the shortest one for these alone.
  var switchable: [Receiver] = []

  /// A receiver as gpsd knows it.
  struct Receiver: Sendable, Hashable, Decodable {
    var path: String?
    /// The shortest time between positions, in seconds.
    var mincycle: Double?

    fileprivate var isSwitchable: Bool {
      // The path of a device; gpsd cuts longer ones off.
      guard let path, (1...128).contains(path.utf8.count), let mincycle else { return false }
      return mincycle.isFinite && mincycle >= 0
    }
  }

  /// Nobody carries more; gpsd itself takes four.
  static let mostReceivers = 8

  /// gpsd guesses its errors for 95 % of positions; of a normal error in two directions that radius is 2.45 standard deviations, and
  /// that of 68 % is 1.51.
  static let share = 1.51 / 2.45

  /// - Throws: `DecodingError` for a line that is no message of gpsd.
  init(line: Data) throws {
    let fields = try JSONDecoder().decode(Fields.self, from: line)
    kind = fields.class
    let receivers = fields.devices ?? (kind == "DEVICE" ? [Receiver(path: fields.path, mincycle: fields.mincycle)] : [])
    switchable = Array(receivers.lazy.filter(\.isSwitchable).prefix(Self.mostReceivers))
    guard kind == "TPV", fields.mode ?? 0 >= 2, let latitude = fields.lat, let longitude = fields.lon else { return }
    let time = fields.time.flatMap { try? Date($0, strategy: Self.times) }
    // A time that cannot be read is not the same as none, which is now.
    guard (time == nil) == (fields.time == nil) else { return }
    let sides = fields.epx.flatMap { x in fields.epy.map { (x * x + $0 * $0).squareRoot() } }
    report = Report(
      time: time,
      position: Position(latitude: latitude, longitude: longitude),
      accuracy: (fields.eph ?? sides).map { $0 * Self.share }, speed: fields.speed)
  }

  private static let times = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private struct Fields: Decodable {
    var `class`: String
    var mode: Int?
    var time: String?
    var lat: Double?
    var lon: Double?
    /// Errors in metres: of the position, and of longitude and latitude.
    var eph: Double?
    var epx: Double?
    var epy: Double?
    var speed: Double?
    var devices: [Receiver]?
    var path: String?
    var mincycle: Double?
  }
}
