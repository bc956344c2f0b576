import Crypto
import Fleet
import FleetSQL
import FleetSQLite
import Foundation
import Hummingbird
import Logging
import Testing
import WebPush

@testable import FleetService

@Suite("Alerts by Web Push") struct PushBusTests {
  private let rider: RiderID
  private let store: SQLFleetStore

  init() async throws {
    rider = try #require(RiderID("anna"))
    store = try await SQLFleetStore(SQLiteSession(path: ":memory:"))
  }

  private func record(_ trace: String, secondsLeft: Int = 240) -> Data {
    Data(
      #"""
      {"schema":"alight.alert/1","reminder":"0b51d2d2-7a3c-4bb4-9f0e-1b0a8ac7b001","event":"alert","level":2,"moment":\#
      {"basis":"position","secondsLeft":\#(secondsLeft)},"trace":"\#(trace)","text":"Stand up"}
      """#.utf8)
  }

  private func bus(_ service: TestService, phonesAcknowledge: Bool = false) throws -> PushBus {
    PushBus(
      LocalBus(LocalExchange()), store: store, key: try PushKey(secret: PushKey.newSecret()),
      services: PushServices(own: [service.address.absoluteString]), phonesAcknowledge: phonesAcknowledge,
      logger: Logger(label: "push"))
  }

  private func subscribe(_ rider: RiderID, _ address: URL) async throws {
    try await store.subscribe(TestBrowser().receiver(at: address.absoluteString), of: rider, at: Date())
  }

  /// Waits for what counts as heard.
  private func heard(_ bus: PushBus) async throws -> [String] {
    while true {
      let heard = bus.phones.takeHeard()
      if !heard.isEmpty { return heard.map { "\($0.rider) \($0.trace)" } }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("The browser of a rider alone can read what is pushed, which is what a phone would get")
  func pushed() async throws {
    let service = try await TestService { _, _ in .created }
    let browser = TestBrowser()
    try await store.subscribe(
      browser.receiver(at: service.address.appending(path: "anna").absoluteString), of: rider, at: Date())
    let other = try #require(RiderID("bert"))
    try await store.subscribe(
      TestBrowser().receiver(at: service.address.appending(path: "bert").absoluteString), of: other, at: Date())
    let bus = try bus(service)
    let record = record("00f3c2a9b14d77e0")
    try await bus.ring(record, to: rider)
    let post = try #require(try await service.posts(1).first)
    #expect(post.path == "/anna")
    #expect(try browser.read(post.body) == record)
    #expect(!post.body.contains(Data("Stand".utf8)))
    #expect(post.fields["ttl"] == "240" && post.fields["urgency"] == "high")
    #expect(post.fields["topic"] == "0b51d2d27a3c4bb49f0e1b0a8ac7b001")
    #expect(post.fields["authorization"]?.hasPrefix("vapid t=") == true)
  }

  @Test("What no push service has taken is not heard, and is rung again; a browser that has gone is forgotten")
  func again() async throws {
    let service = try await TestService { post, number in
      if post.path == "/gone" { return .gone }
      return number <= 2 ? .serviceUnavailable : .created
    }
    for name in ["slow", "gone"] { try await subscribe(rider, service.address.appending(path: name)) }
    let bus = try bus(service)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    _ = try await service.posts(2)
    while try await store.subscriptions(of: [rider])[rider]?.map(\.endpoint.lastPathComponent) != ["slow"] {
      try await Task.sleep(for: .milliseconds(10))
    }
    // As a worker does that does not know it to be heard.
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    #expect(try await heard(bus) == ["anna 00f3c2a9b14d77e0"])
    #expect(service.posts.map(\.path).sorted() == ["/gone", "/slow", "/slow"])
  }

  @Test(
    "Who has no browser has heard by the other bus, and where phones say themselves what they have nobody else does")
  func acknowledged() async throws {
    let service = try await TestService { _, _ in .created }
    let bus = try bus(service)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    #expect(try await heard(bus) == ["anna 00f3c2a9b14d77e0"])
    let other = try self.bus(service, phonesAcknowledge: true)
    try await subscribe(rider, service.address.appending(path: "b"))
    try await other.ring(record("00f3c2a9b14d77e0"), to: rider)
    _ = try await service.posts(1)
    try await subscribe(rider, service.address.appending(path: "c"))
    try await other.ring(record("00f3c2a9b14d77e1"), to: rider)
    _ = try await service.posts(3)
    #expect(other.phones.takeHeard().isEmpty)
  }

  @Test("Of two calls the later one stays at the push service, whichever was taken last")
  func order() async throws {
    let gate = Gate()
    let service = try await TestService { _, number in
      // The first one is taken when the second one is.
      if number == 1 { await gate.wait() }
      return .created
    }
    let browser = TestBrowser()
    try await store.subscribe(
      browser.receiver(at: service.address.appending(path: "b").absoluteString), of: rider, at: Date())
    let bus = try bus(service)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    _ = try await service.posts(1)
    try await bus.ring(record("00f3c2a9b14d77e1"), to: rider)
    _ = try await service.posts(2)
    await gate.open()
    let last = try #require(try await service.posts(3).last)
    #expect(String(decoding: try browser.read(last.body), as: UTF8.self).contains("00f3c2a9b14d77e1"))
  }

  @Test("A push service that sends elsewhere is not followed, and is told of")
  func redirected() async throws {
    let elsewhere = try await TestService { _, _ in .created }
    let service = try await TestService(location: elsewhere.address) { _, _ in .temporaryRedirect }
    try await subscribe(rider, service.address.appending(path: "b"))
    let bus = try bus(service)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    _ = try await service.posts(1)
    while bus.failures.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(elsewhere.posts.isEmpty && bus.failures == ["0.1: it answered 307"], "\(bus.failures)")
    #expect(bus.counts == ["refused": 1] && bus.phones.takeHeard().isEmpty)
  }

  @Test("What is longer than push services must take is pushed with what pages need")
  func long() async throws {
    let service = try await TestService { _, _ in .created }
    let browser = TestBrowser()
    try await store.subscribe(
      browser.receiver(at: service.address.appending(path: "b").absoluteString), of: rider, at: Date())
    let bus = try bus(service)
    let text = String(decoding: record("00f3c2a9b14d77e0"), as: UTF8.self)
    let name = String(repeating: "Ä", count: 2000)
    try await bus.ring(Data(text.replacing("Stand up", with: "Stand up at \(name)").utf8), to: rider)
    let pushed = try browser.read(try #require(try await service.posts(1).first).body)
    let read = try #require(try JSONSerialization.jsonObject(with: pushed) as? [String: Any])
    #expect((read["text"] as? String)?.hasPrefix("Stand up at Ä") == true)
    #expect(read["trace"] as? String == "00f3c2a9b14d77e0" && read["level"] as? Int == 2 && read["moment"] == nil)
  }

  @Test("Addresses that are no push service are never posted to")
  func notAllowed() async throws {
    let (allowed, other) = try await (TestService { _, _ in .created }, TestService { _, _ in .created })
    try await subscribe(rider, other.address.appending(path: "x"))
    let bus = try bus(allowed)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    // Nothing more can be done for whoever has named it.
    #expect(try await heard(bus) == ["anna 00f3c2a9b14d77e0"])
    #expect(other.posts.isEmpty && allowed.posts.isEmpty)
  }
}

/// What waits until it is opened.
private actor Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }
}
