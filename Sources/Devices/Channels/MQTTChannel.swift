import Following
import Foundation
import Journey

/// Publishes each alert on an MQTT broker, as one `AlertRecord`: for a home automation, a bracelet, another phone.
public struct MQTTChannel: AlertChannel {
  public let name = "mqtt"
  private let broker: MQTTBroker
  private let topic: String
  private let limit: Duration

  /// - Parameter limit: how long the broker may take: what comes later is no alert any more.
  public init(broker: MQTTBroker, topic: String, limit: Duration = .seconds(10)) {
    self.broker = broker
    self.topic = topic
    self.limit = limit
  }

  /// Returns when the broker has acknowledged the message. Nothing is kept by the broker: an old alert is no news.
  /// - Throws: `ChannelError` with what the broker or the network said.
  public func deliver(_ message: AlertMessage) async throws {
    let payload = try RecordCoding.encoder().encode(AlertRecord(message))
    // A connection of its own for each: alerts are rare, and one that stays would have to be watched for hours.
    let connection = MQTTConnection(broker)
    let message = MQTTMessage(topic: topic, payload: payload)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await connection.send(message) }
        group.addTask { [limit] in
          try await Task.sleep(for: limit)
          throw MQTTError.noAnswer(seconds: Int(limit.components.seconds))
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch let error as MQTTError {
      throw ChannelError.failed(program: "the broker at \(broker)", cause: "\(error)")
    }
  }
}
