import Crypto
import Fleet
import FleetSQL
import FleetSQLite
import FleetService
import Foundation
import Hummingbird
import Logging
import Testing
import WebPush

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

  private func bus(_ service: TestService) throws -> PushBus {
    PushBus(
      LocalBus(LocalExchange()), store: store, key: try PushKey(secret: PushKey.newSecret()),
      services: PushServices(own: [service.address.absoluteString]), logger: Logger(label: "push"))
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

  @Test("A push service that has no room is asked again; a browser that has gone is forgotten")
  func again() async throws {
    let service = try await TestService { post, number in
      if post.path == "/gone" { return .gone }
      return number <= 2 ? .serviceUnavailable : .created
    }
    for name in ["slow", "gone"] {
      try await store.subscribe(
        TestBrowser().receiver(at: service.address.appending(path: name).absoluteString), of: rider, at: Date())
    }
    let bus = try bus(service)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    while try await store.subscriptions(of: [rider])[rider]?.map(\.endpoint.lastPathComponent) != ["slow"] {
      try await Task.sleep(for: .milliseconds(10))
    }
    // Until it was taken.
    let posts = try await service.posts(3)
    #expect(posts.filter { $0.path == "/slow" }.count >= 2)
  }

  @Test("Addresses that are no push service are never posted to, and who has no browser costs nothing")
  func notAllowed() async throws {
    let (allowed, other) = try await (TestService { _, _ in .created }, TestService { _, _ in .created })
    try await store.subscribe(TestBrowser().receiver(at: other.address.absoluteString + "/x"), of: rider, at: Date())
    let bus = try bus(allowed)
    try await bus.ring(record("00f3c2a9b14d77e0"), to: rider)
    try await bus.ring(record("00f3c2a9b14d77e1"), to: try #require(RiderID("bert")))
    // What comes after it is pushed, and that was not.
    let third = try #require(RiderID("carl"))
    try await store.subscribe(TestBrowser().receiver(at: allowed.address.absoluteString + "/y"), of: third, at: Date())
    try await bus.ring(record("00f3c2a9b14d77e2"), to: third)
    #expect(try await allowed.posts(1).map(\.path) == ["/y"])
    #expect(other.posts.isEmpty)
  }
}
