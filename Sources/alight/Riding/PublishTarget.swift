import ArgumentParser
import Devices
import Foundation

/// Where alerts are published: `mqtt://USER@HOST:PORT/TOPIC`, or `mqtts://` over TLS.
struct PublishTarget: Sendable, Hashable {
  /// What alerts are published as where no topic is named.
  static let standardTopic = "alight/alerts"

  let broker: MQTTBroker
  let topic: String

  /// - Throws: `ValidationError`, which does not say the address again: it may hold a password.
  init(_ text: String) throws {
    let address: ServiceAddress
    do {
      address = try ServiceAddress(text, schemes: ["mqtt", "mqtts"])
    } catch {
      throw ValidationError(Self.sentence(error))
    }
    topic = address.path.isEmpty ? Self.standardTopic : address.path
    guard !topic.contains(where: { $0 == "+" || $0 == "#" }), topic.utf8.count < 1000 else {
      throw ValidationError("\"\(topic)\" is no topic to publish to: leave + and # out")
    }
    // On the command line others on the machine could read it.
    let password = address.password ?? ProcessInfo.processInfo.environment["ALIGHT_MQTT_PASSWORD"]
    broker = MQTTBroker(
      host: address.host, port: address.port, usesTLS: address.scheme == "mqtts", user: address.user,
      password: address.user == nil ? nil : password)
  }

  private static func sentence(_ problem: ServiceAddress.Problem) -> String {
    switch problem {
    case .otherScheme, .extra:
      "that is no place to publish alerts: write mqtt://HOST/TOPIC, or mqtts:// over TLS"
    case .noHost(let scheme): "the broker for alerts has no name: write \(scheme)://HOST/TOPIC"
    case .badPort(let port): "\(port) is no port: take one from 1 to 65535"
    }
  }
}
