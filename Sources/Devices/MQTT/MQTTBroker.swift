import Foundation

/// Where an MQTT broker is and who we are to it.
public struct MQTTBroker: Sendable, Hashable, CustomStringConvertible {
  public var host: String
  public var port: Int
  public var usesTLS: Bool
  /// nil where the broker lets everybody in.
  public var user: String?
  public var password: String?

  /// The ports registered for MQTT, and for MQTT over TLS.
  public static let standardPort = 1883
  public static let standardTLSPort = 8883

  /// - Parameter port: nil for the registered one.
  public init(
    host: String = "localhost", port: Int? = nil, usesTLS: Bool = false, user: String? = nil, password: String? = nil
  ) {
    self.host = host
    self.port = port ?? (usesTLS ? Self.standardTLSPort : Self.standardPort)
    self.usesTLS = usesTLS
    self.user = user
    self.password = password
  }

  /// The host, and the port where it is an unusual one; never the user or the password.
  public var description: String {
    host + (port == (usesTLS ? Self.standardTLSPort : Self.standardPort) ? "" : ":\(port)")
  }
}

/// A message as a broker hands it on.
public struct MQTTMessage: Sendable, Hashable {
  public var topic: String
  public var payload: Data
  /// Whether the broker had kept it from before we subscribed.
  public var isRetained: Bool

  public init(topic: String, payload: Data, isRetained: Bool = false) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
  }
}

/// Why a connection to a broker has ended or a message could not be sent.
public enum MQTTError: Error, Hashable, CustomStringConvertible {
  /// The connection broke, or never came to be; the cause as the system words it.
  case connection(cause: String)
  case wrongPassword
  case refused(cause: String)
  case notAllowed(topic: String)
  case noAnswer(seconds: Int)
  case badName(host: String)
  case notConnected

  public var description: String {
    switch self {
    case .connection(let cause): cause
    case .wrongPassword:
      "the broker refuses the user or the password: write them into the address as USER:PASSWORD@HOST"
    case .refused(let cause): "the broker refuses the connection: \(cause)"
    case .notAllowed(let topic):
      "the broker does not let this user read \(topic): allow it there, or name another topic"
    case .noAnswer(let seconds): "no answer for \(seconds) s: look whether an MQTT broker runs there"
    case .badName(let host): "nothing is known of \(host): look at the name again"
    case .notConnected: "there is no connection to the broker"
    }
  }
}
