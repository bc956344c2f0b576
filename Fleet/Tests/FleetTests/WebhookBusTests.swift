import Alerts
import Crypto
import Fleet
import FleetService
import Foundation
import Hummingbird
import Journey
import Synchronization
import Testing

@Suite("Alerts by webhook") struct WebhookBusTests {
  /// What a service of the operator's has got.
  private struct Post: Sendable {
    var body: String
    var key: String?
    var signature: String?
  }

  private final class Posts: Sendable { let all = Mutex<[Post]>([]) }
  private final class Port: Sendable { let number = Mutex<Int?>(nil) }

  /// A service that fails for the first times.
  private func withService(failing: Int, _ work: (URL, () -> [Post]) async throws -> Void) async throws {
    let (posts, port) = (Posts(), Port())
    let router = Router()
    router.post("alerts") { request, _ -> HTTPResponse.Status in
      let body = try await request.body.collect(upTo: 1 << 20)
      func header(_ name: String) -> String? { request.headers.first { $0.name.rawName == name }?.value }
      return posts.all.withLock { posts in
        posts.append(
          Post(body: String(buffer: body), key: header("Idempotency-Key"), signature: header("Alight-Signature")))
        return posts.count <= failing ? .serviceUnavailable : .noContent
      }
    }
    router.post("alerts/slow") { _, _ -> HTTPResponse.Status in
      // For as long as it is served.
      try await Task.sleep(for: .seconds(3600))
      return .noContent
    }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in port.number.withLock { $0 = channel.localAddress?.port } })
    // It serves for as long as the tests run: to be cut off in the middle of a request ends a program that serves.
    Task.detached { try await application.runService(gracefulShutdownSignals: []) }
    while port.number.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(10)) }
    let address = try #require(URL(string: "http://127.0.0.1:\(port.number.withLock { $0 } ?? 0)/alerts"))
    try await work(address) { posts.all.withLock(\.self) }
  }

  @Test("A post has the rider, the alert and what tells that it is ours, and counts as heard when it is answered well")
  func posts() async throws {
    let rider = try #require(RiderID("anna"))
    let secret = Data((0..<32).map { UInt8($0) })
    try await withService(failing: 1) { address, posts in
      let bus = WebhookBus(LocalBus(LocalExchange()), address: address, secret: secret)
      let record = Data(#"{"schema":"alight.alert/1","trace":"00f3c2a9b14d77e0"}"#.utf8)
      try bus.ring(record, to: rider)
      while posts().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      // The service has not taken it.
      #expect(bus.phones.takeHeard().isEmpty)
      try bus.ring(record, to: rider)
      var heard: [(rider: RiderID, trace: AlertTrace)] = []
      while heard.isEmpty {
        heard = bus.phones.takeHeard()
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(heard[0].rider == rider && heard[0].trace.description == "00f3c2a9b14d77e0")
      let post = try #require(posts().last)
      #expect(post.body == #"{"rider":"anna","alert":{"schema":"alight.alert/1","trace":"00f3c2a9b14d77e0"}}"#)
      #expect(post.key == "00f3c2a9b14d77e0")
      let code = HMAC<SHA256>.authenticationCode(for: Data(post.body.utf8), using: SymmetricKey(data: secret))
      #expect(post.signature == code.map { String(format: "%02x", $0) }.joined())
    }
  }

  @Test("A service that does not answer is told of as slow, and holds up nobody")
  func slow() async throws {
    let rider = try #require(RiderID("anna"))
    try await withService(failing: .max) { address, _ in
      let bus = WebhookBus(LocalBus(LocalExchange()), address: address.appending(path: "slow"), secret: nil)
      let record = Data(#"{"trace":"00f3c2a9b14d77e0"}"#.utf8)
      var refused = 0
      for _ in 0..<100 {
        do { try bus.ring(record, to: rider) } catch is BusFailure { refused += 1 }
      }
      #expect(refused == 36)
      #expect(throws: BusFailure.self) { try bus.ring(Data("{}".utf8), to: rider) }
    }
  }
}
