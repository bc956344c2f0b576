import Alerts
import Crypto
import Fleet
import FleetService
import Foundation
import Hummingbird
import Journey
import Testing

@Suite("Alerts by webhook") struct WebhookBusTests {
  @Test("A post has the rider, the alert and what tells that it is ours, and counts as heard when it is answered well")
  func posts() async throws {
    let rider = try #require(RiderID("anna"))
    let secret = Data((0..<32).map { UInt8($0) })
    let service = try await TestService { _, number in number == 1 ? .serviceUnavailable : .noContent }
    let address = service.address.appending(path: "alerts")
    let bus = WebhookBus(LocalBus(LocalExchange()), address: address, secret: secret)
    let record = Data(#"{"schema":"alight.alert/1","trace":"00f3c2a9b14d77e0"}"#.utf8)
    try bus.ring(record, to: rider)
    _ = try await service.posts(1)
    // The service has not taken it.
    #expect(bus.phones.takeHeard().isEmpty)
    try bus.ring(record, to: rider)
    var heard: [(rider: RiderID, trace: AlertTrace)] = []
    while heard.isEmpty {
      heard = bus.phones.takeHeard()
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(heard[0].rider == rider && heard[0].trace.description == "00f3c2a9b14d77e0")
    let post = try #require(service.posts.last)
    #expect(
      post.body == Data(#"{"rider":"anna","alert":{"schema":"alight.alert/1","trace":"00f3c2a9b14d77e0"}}"#.utf8))
    #expect(post.path == "/alerts" && post.fields["idempotency-key"] == "00f3c2a9b14d77e0")
    let code = HMAC<SHA256>.authenticationCode(for: post.body, using: SymmetricKey(data: secret))
    #expect(post.fields["alight-signature"] == code.map { String(format: "%02x", $0) }.joined())
  }

  @Test("A service that does not answer is told of as slow, and holds up nobody")
  func slow() async throws {
    let rider = try #require(RiderID("anna"))
    let service = try await TestService { _, _ in
      // For as long as it is served.
      try await Task.sleep(for: .seconds(3600))
      return .noContent
    }
    let bus = WebhookBus(LocalBus(LocalExchange()), address: service.address, secret: nil)
    let record = Data(#"{"trace":"00f3c2a9b14d77e0"}"#.utf8)
    var refused = 0
    for _ in 0..<100 {
      do { try bus.ring(record, to: rider) } catch is BusFailure { refused += 1 }
    }
    #expect(refused == 36)
    #expect(throws: BusFailure.self) { try bus.ring(Data("{}".utf8), to: rider) }
  }
}
