import Foundation

/// Where a rider wants positions to come from: `gpsd`, `gpsd://phone.local:2947`, `owntracks://jane@broker.local/owntracks/jane/phone`,
/// `vehicle` or `none`.
public enum PositionChoice: Sendable, Hashable {
  case gpsd(host: String, port: Int)
  case ownTracks(MQTTBroker, topic: String)
  /// Where live feeds have the vehicle of the ride.
  case vehicle
  case none

  /// What a position source may look like, for messages.
  public static let forms = "gpsd, gpsd://HOST:PORT, owntracks://USER@HOST/TOPIC, vehicle or none"

  /// Several in one text, with commas between.
  /// - Throws: `PositionChoiceError`
  public static func list(_ text: String) throws -> [PositionChoice] {
    let choices = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try PositionChoice(parsing: $0.trimmingCharacters(in: .whitespaces))
    }
    if choices.count > 1, choices.contains(.none) { throw PositionChoiceError.noneAmongOthers }
    return choices
  }

  /// - Throws: `PositionChoiceError`
  public init(parsing text: String) throws {
    switch text.lowercased() {
    case "none": self = .none
    case "vehicle": self = .vehicle
    case "gpsd": self = .gpsd(host: "localhost", port: GPSDFeed.standardPort)
    case "owntracks": self = .ownTracks(MQTTBroker(), topic: OwnTracksFeed.standardTopic)
    default: self = try Self.address(text)
    }
  }

  private static func address(_ text: String) throws -> PositionChoice {
    let address: ServiceAddress
    do {
      address = try ServiceAddress(text, schemes: ["gpsd", "owntracks", "owntrackss"])
    } catch {
      throw PositionChoiceError(error)
    }
    guard address.scheme == "gpsd" else { return try ownTracks(address) }
    guard address.path.isEmpty, address.user == nil else { throw PositionChoiceError.extra }
    return .gpsd(host: address.host, port: address.port ?? GPSDFeed.standardPort)
  }

  private static func ownTracks(_ address: ServiceAddress) throws -> PositionChoice {
    let topic = address.path
    let isValid = topic.split(separator: "/").allSatisfy { level in
      level == "+" || !level.contains { $0 == "+" || $0 == "#" }
    }
    guard isValid else { throw PositionChoiceError.badTopic(topic) }
    let broker = MQTTBroker(
      host: address.host, port: address.port, usesTLS: address.scheme == "owntrackss", user: address.user,
      password: address.password)
    return .ownTracks(broker, topic: topic.isEmpty ? OwnTracksFeed.standardTopic : topic)
  }
}

/// Why a text names no position source. The text itself may hold a password, and is not said again.
public enum PositionChoiceError: Error, Hashable, CustomStringConvertible {
  case unknown
  case noHost(scheme: String)
  case badPort(Int)
  case extra
  case badTopic(String)
  case noneAmongOthers

  public init(_ problem: ServiceAddress.Problem) {
    self =
      switch problem {
      case .otherScheme: .unknown
      case .noHost(let scheme): .noHost(scheme: scheme)
      case .badPort(let port): .badPort(port)
      case .extra: .extra
      }
  }

  public var description: String {
    switch self {
    case .unknown: "that is no position source: take \(PositionChoice.forms)"
    case .noHost(let scheme): "the position source names no host: write \(scheme)://HOST"
    case .badPort(let port): "\(port) is no port: take one from 1 to 65535"
    case .extra: "the position source says more than is known of it: take \(PositionChoice.forms)"
    case .badTopic(let topic): "\"\(topic)\" is no topic: write one like owntracks/jane/phone, or + for any level"
    case .noneAmongOthers: "none goes with no other position source: leave it out, or the others"
    }
  }
}
