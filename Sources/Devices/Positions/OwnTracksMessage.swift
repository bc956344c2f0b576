import Alerts
import Foundation
import Journey

/// One message of the OwnTracks app, in its JSON format.
enum OwnTracksMessage: Sendable, Hashable {
  /// A position with the phone's own time.
  struct Report: Sendable, Hashable {
    var time: Date
    var position: Position
    /// Metres; nil where the phone does not say.
    var accuracy: Double?
    /// Metres a second; nil where the phone does not say.
    var speed: Double?
  }

  case location(Report)
  /// The phone hides what it sends from the broker, and from us.
  case encrypted
  /// Regions, cards and what else the app sends.
  case other
  /// No JSON of OwnTracks, or a position that cannot be.
  case unreadable

  init(_ payload: Data) {
    guard !payload.isEmpty else {
      // An empty message takes a retained one away.
      self = .other
      return
    }
    guard let kind = try? JSONDecoder().decode(Kind.self, from: payload)._type else {
      self = .unreadable
      return
    }
    switch kind {
    case "location": self = Self.report(payload).map(Self.location) ?? .unreadable
    case "encrypted": self = .encrypted
    default: self = .other
    }
  }

  private static func report(_ payload: Data) -> Report? {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: payload), latestTime.contains(fields.tst) else {
      return nil
    }
    let position = Position(latitude: fields.lat, longitude: fields.lon)
    guard position.isOnEarth else { return nil }
    // Zero stands for unknown: no receiver is that good.
    let accuracy = fields.acc.flatMap { $0 > 0 ? $0 : nil }
    // Some phones say zero where they do not know, and below zero for the same.
    let speed = fields.vel.flatMap { $0 > 0 ? $0 / 3.6 : nil }
    return Report(
      time: Date(timeIntervalSince1970: fields.tst), position: position, accuracy: accuracy, speed: speed)
  }

  /// Seconds since 1970: to the year 2100, which milliseconds taken for seconds are far beyond.
  private static let latestTime = 1.0..<4_102_444_800

  private struct Kind: Decodable { var _type: String }

  private struct Fields: Decodable {
    var lat: Double
    var lon: Double
    var tst: Double
    var acc: Double?
    /// Kilometres an hour.
    var vel: Double?
  }
}

/// What the OwnTracks app can be told, where its owner allows remote commands.
struct OwnTracksCommand: Encodable, Sendable {
  /// Reports a position at once.
  static let report = Self(action: "reportLocation")

  /// Reports by significant changes alone, as the app does when nobody asks for more.
  static let rest = Self(action: "setConfiguration", configuration: Configuration(monitoring: 1))

  /// Reports about so often.
  /// - Parameter seconds: From a minute on the phone may do it as it likes best, which spares its battery.
  static func interval(seconds: Int) -> Self {
    Self(
      action: "setConfiguration",
      configuration: Configuration(
        monitoring: seconds < 60 ? 2 : 1, locatorInterval: seconds, locatorDisplacement: 0,
        moveModeLocatorInterval: seconds))
  }

  var payload: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)) ?? Data()
  }

  private var _type = "cmd"
  private var action: String
  private var configuration: Configuration?

  private init(action: String, configuration: Configuration? = nil) {
    self.action = action
    self.configuration = configuration
  }

  private struct Configuration: Encodable, Sendable {
    var _type = "configuration"
    /// 1: significant changes; 2: every move.
    var monitoring: Int
    var locatorInterval: Int?
    var locatorDisplacement: Int?
    var moveModeLocatorInterval: Int?
  }
}
