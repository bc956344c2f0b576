import Foundation
import Journey
import TestServers
import Testing

@testable import Devices
@testable import Following

@Suite(
  "Alerts over MQTT", .tags(.alone),
  .enabled(if: Broker.isThere, "mosquitto is not installed, or Alight built without MQTT"), .serialized)
struct MQTTChannelTests {
  private let message = AlertMessage(
    key: AlertKey(reminder: UUID(), serviceDay: "2027-01-15", level: 3),
    alert: Alert(event: .alert, level: 3, at: Date(timeIntervalSince1970: 1_800_000_000), estimated: false),
    title: "Hagenberg", text: "Get off at the next stop", means: [.notification, .alarm], isRepeat: false)

  @Test("reach whoever has subscribed, each as one record")
  func published() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    let address = MQTTBroker(host: "127.0.0.1", port: broker.port)
    let listener = Task {
      let connection = MQTTConnection(address)
      let (messages, take) = AsyncStream.makeStream(of: MQTTMessage.self)
      let work = Task { try await connection.run(subscribing: ["alight/#"]) { take.yield($0) } }
      defer { work.cancel() }
      return await messages.first { _ in true }
    }
    // Subscribed or not yet: the broker keeps nothing, so it is told until it is heard.
    let channel = MQTTChannel(broker: address, topic: "alight/alerts")
    let message = message
    let sending = Task {
      while !Task.isCancelled {
        try await channel.deliver(message)
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    let heard = try #require(await listener.value)
    sending.cancel()
    #expect(heard.topic == "alight/alerts")
    #expect(!heard.isRetained)
    let record = try #require(JSONSerialization.jsonObject(with: heard.payload) as? [String: Any])
    #expect(record["schema"] as? String == "alight.alert/1")
    #expect(record["level"] as? Int == 3)
    #expect(record["text"] as? String == "Get off at the next stop")
  }

  @Test("say why where the broker does not let us in, without the password")
  func refused() async throws {
    let broker = try Broker(login: ("jane", "secret"))
    defer { broker.cleanUp() }
    let wrong = MQTTBroker(host: "127.0.0.1", port: broker.port, user: "jane", password: "guess")
    await #expect {
      try await MQTTChannel(broker: wrong, topic: "alight").deliver(message)
    } throws: { error in
      "\(error)".contains("refuses the user") && !"\(error)".contains("guess")
    }
    broker.stop()
    await #expect(throws: ChannelError.self) { try await MQTTChannel(broker: wrong, topic: "alight").deliver(message) }
  }
}
