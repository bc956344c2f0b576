import ArgumentParser
import Foundation
import Runner

/// Where alerts are published: `mqtt://USER@HOST:PORT/TOPIC`, or `mqtts://` over TLS.
struct PublishTarget: Sendable, Hashable {
  /// What alerts are published as where no topic is named.
  static let standardTopic = "alight/alerts"

  let broker: MQTTBroker
  let topic: String

  /// - Throws: `ValidationError`, which does not say the address again: it may hold a password.
  init(_ text: String) throws {
    guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
      ["mqtt", "mqtts"].contains(scheme)
    else { throw ValidationError("that is no place to publish alerts: write mqtt://HOST/TOPIC, or mqtts:// over TLS") }
    let host = (url.host ?? "").trimmingCharacters(in: ["[", "]"])
    guard !host.isEmpty else {
      throw ValidationError("the broker for alerts has no name: write \(scheme)://HOST/TOPIC")
    }
    if let port = url.port, !(1...65_535).contains(port) {
      throw ValidationError("\(port) is no port: take one from 1 to 65535")
    }
    let topic = url.path.split(separator: "/").joined(separator: "/")
    guard !topic.contains(where: { $0 == "+" || $0 == "#" }), topic.utf8.count < 1000 else {
      throw ValidationError("\"\(topic)\" is no topic to publish to: leave + and # out")
    }
    // On the command line others on the machine could read it.
    let password = url.password ?? ProcessInfo.processInfo.environment["ALIGHT_MQTT_PASSWORD"]
    broker = MQTTBroker(
      host: host, port: url.port, usesTLS: scheme == "mqtts", user: url.user, password: url.user == nil ? nil : password
    )
    self.topic = topic.isEmpty ? Self.standardTopic : topic
  }
}
