import Alerts
import Foundation
import Journey
import Synchronization
import TestServers
import Testing

@testable import Devices

/// What a source gives and tells while it is listened to.
final class Listening: Sendable {
  private let task: Mutex<Task<Void, Never>?> = Mutex(nil)
  private let heard = Mutex<(fixes: [Fix], notices: [SourceNotice])>(([], []))
  let source: LiveSource

  init(_ feeds: [any PositionFeed], clock: WallClock = .system) {
    let box = Box()
    source = LiveSource(feeds, clock: clock) { notice in box.take?(notice) }
    box.take = { [weak self] notice in self?.heard.withLock { $0.notices.append(notice) } }
    let source = source
    task.withLock {
      $0 = Task { [weak self] in
        do {
          for try await input in source.moments() {
            if case .fix(let fix) = input { self?.heard.withLock { $0.fixes.append(fix) } }
          }
        } catch {}
      }
    }
  }

  var fixes: [Fix] { heard.withLock { $0.fixes } }
  var notices: [SourceNotice] { heard.withLock { $0.notices } }

  func wait(until isDone: (Listening) -> Bool) async {
    await Patience.waitApart { isDone(self) }
  }

  func end() async {
    task.withLock { $0?.cancel() }
    await source.settle()
  }

  private final class Box: @unchecked Sendable { var take: ((SourceNotice) -> Void)? }
}

@Suite(
  "A phone that reports over MQTT", .tags(.alone), .serialized,
  .enabled(if: Broker.isThere, "mosquitto and mosquitto-clients are not installed, or Alight built without MQTT"))
struct OwnTracksTests {
  private let topic = "owntracks/jane/phone"

  private func location(_ metres: Double, secondsAgo: Double = 0, of now: Date = Date(), more: String = "") -> String {
    let time = Int(now.timeIntervalSince1970 - secondsAgo)
    return #"{"_type":"location","lat":\#(48 + metres / 111_195),"lon":14,"tst":\#(time),"acc":12\#(more)}"#
  }

  private func feed(_ broker: Broker, topic: String = OwnTracksFeed.standardTopic, password: String? = nil)
    -> OwnTracksFeed
  {
    OwnTracksFeed(
      broker: MQTTBroker(
        host: "127.0.0.1", port: broker.port, user: password.map { _ in "alight" }, password: password),
      topic: topic)
  }

  @Test("is followed; what was told before, what is older and what is none of ours is left out")
  func followed() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    try broker.publish(location(0, secondsAgo: 7200), isRetained: true)
    let listening = Listening([feed(broker)])
    await listening.wait { !$0.notices.isEmpty }
    let name = "OwnTracks at 127.0.0.1:\(broker.port)"
    guard case .remark(feed: name, .oldRetained(let minutes)) = try #require(listening.notices.first) else {
      Issue.record("told \(listening.notices)")
      return
    }
    // It grows older while a busy machine gets here.
    #expect((120...140).contains(minutes))
    #expect(listening.notices.count == 1)
    // However long a busy machine takes between two of them.
    let now = Date()
    let first = location(100, secondsAgo: 30, of: now, more: #","vel":36"#)
    try broker.publish(first)
    try broker.publish(first)
    try broker.publish(location(300, secondsAgo: 10, of: now, more: #","acc2":1"#))
    try broker.publish(location(200, secondsAgo: 20, of: now))
    try broker.publish(#"{"_type":"lwt","tst":1}"#)
    try broker.publish(#"{"_type":"transition","lat":1,"lon":1,"tst":1,"event":"enter"}"#)
    try broker.publish(location(500, of: now))
    await listening.wait { $0.fixes.count >= 3 }
    await listening.end()
    let metres = listening.fixes.map { (($0.position.latitude - 48) * 111_195).rounded() }
    #expect(metres == [100, 300, 500])
    #expect(listening.fixes.first?.speed == 10)
    #expect(listening.fixes.first?.accuracy == 12)
    #expect(abs(listening.fixes[0].at.timeIntervalSinceNow + 30) < 15, "it has the phone's time, not its arrival's")
    #expect(listening.notices.count == 2 && listening.notices.last == .found(feed: listening.name))
  }

  @Test("is looked for again when the broker goes away")
  func reconnects() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    let listening = Listening([feed(broker, topic: topic)])
    try await settled(broker, listening, metres: 100)
    broker.stop()
    await listening.wait { $0.notices.count >= 2 }
    try? await Task.sleep(for: .seconds(2))
    try broker.start()
    try await settled(broker, listening, metres: 200)
    await listening.end()
    let name = listening.name
    #expect(listening.notices.first == .found(feed: name) && listening.notices.last == .found(feed: name))
    #expect(listening.notices.contains { if case .lost(name, _) = $0 { true } else { false } })
  }

  /// Publishes until a position has arrived: who subscribes later than that hears nothing.
  private func settled(_ broker: Broker, _ listening: Listening, metres: Double) async throws {
    let before = listening.fixes.count
    for step in 0..<60 where listening.fixes.count == before {
      try broker.publish(location(metres + Double(step)))
      try await Task.sleep(for: .milliseconds(500))
    }
    #expect(listening.fixes.count > before)
  }

  @Test("behind a password that is wrong is told once, without the password")
  func wrongPassword() async throws {
    let broker = try Broker(login: ("alight", "right"))
    defer { broker.cleanUp() }
    let listening = Listening([feed(broker, password: "wrong-word")])
    try await Task.sleep(for: .seconds(4))
    await listening.end()
    #expect(listening.notices == [.lost(feed: listening.name, cause: MQTTError.wrongPassword.description)])
    #expect(!"\(listening.notices)".contains("wrong-word"))
    let right = Listening([feed(broker, password: "right")])
    try await settled(broker, right, metres: 0)
    await right.end()
  }

  @Test("is the only one: a second phone is named, once")
  func severalPhones() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    let listening = Listening([feed(broker)])
    try await settled(broker, listening, metres: 0)
    for metres in [9000.0, 9100] { try broker.publish(location(metres), to: "owntracks/joe/phone") }
    await listening.wait { $0.notices.count >= 2 }
    await listening.end()
    #expect(listening.fixes.allSatisfy { $0.position.latitude < 48.05 })
    #expect(
      listening.notices.dropFirst() == [
        .remark(feed: listening.name, .severalDevices(followed: topic, other: "owntracks/joe/phone"))
      ])
  }

  @Test("is not chosen by what was kept of another one, and a time that is none is not taken for now")
  func retained() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    try broker.publish(location(9000, secondsAgo: 20), to: "owntracks/joe/phone", isRetained: true)
    try broker.publish(location(8000, secondsAgo: -2_208_988_800), to: "owntracks/ann/phone", isRetained: true)
    let listening = Listening([feed(broker)])
    try await settled(broker, listening, metres: 100)
    let before = listening.fixes.count
    try broker.publish(location(7000, secondsAgo: -2_208_988_800))
    try broker.publish(location(6000, secondsAgo: -30 * 86_400))
    try await Task.sleep(for: .milliseconds(1100))
    try broker.publish(location(300))
    await listening.wait { $0.fixes.count > before }
    await listening.end()
    #expect(listening.fixes.allSatisfy { $0.position.latitude < 48.01 })
    #expect(!listening.notices.contains { if case .remark(_, .severalDevices) = $0 { true } else { false } })
  }

  @Test("that was kept for us has the age that it says")
  func keptAge() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    try broker.publish(location(0, secondsAgo: 60), isRetained: true)
    let listening = Listening([feed(broker, topic: topic)])
    await listening.wait { !$0.fixes.isEmpty }
    await listening.end()
    let age = try #require(listening.fixes.first).at.timeIntervalSinceNow
    #expect(age <= -59 && age > -110)
  }

  @Test("may be spoken to by anybody: what is no position of ours changes nothing")
  func hostile() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    let listening = Listening([feed(broker, topic: topic)])
    try await settled(broker, listening, metres: 0)
    let before = listening.fixes.count
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).bin")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data([0xFF, 0xFE, 0, 0x7B]).write(to: file)
    try broker.publish(file)
    try Data(repeating: 0x5B, count: 3_000_000).write(to: file)
    try broker.publish(file)
    let now = Int(Date().timeIntervalSince1970) + 1
    for text in [
      "{", #"{"_type":"location"}"#, #"{"_type":"location","lat":NaN,"lon":14,"tst":\#(now)}"#,
      #"{"_type":"location","lat":98,"lon":14,"tst":\#(now)}"#,
      #"{"_type":"location","lat":48,"lon":1e999,"tst":\#(now)}"#,
      #"{"_type":"location","lat":48,"lon":14,"tst":1e300}"#, #"{"_type":"location","lat":"48","lon":14,"tst":1}"#,
      String(repeating: "[", count: 5000), #"{"_type":"encrypted","data":"x"}"#, #"{"_type":"encrypted","data":"y"}"#,
    ] { try broker.publish(text) }
    try await Task.sleep(for: .milliseconds(1100))
    try broker.publish(location(50))
    await listening.wait { $0.fixes.count > before }
    await listening.end()
    #expect(listening.fixes.count == before + 1)
    #expect(
      listening.notices.dropFirst() == [
        .remark(feed: listening.name, .unreadable), .remark(feed: listening.name, .encrypted),
      ])
  }

  @Test("is asked for more positions as the stop comes near, once for each change, and let rest at the end")
  func asked() async throws {
    let broker = try Broker()
    defer { broker.cleanUp() }
    let commands = Commands()
    let (port, subject) = (broker.port, topic + "/cmd")
    let watching = Task {
      let connection = MQTTConnection(MQTTBroker(host: "127.0.0.1", port: port))
      try? await connection.run(subscribing: [subject]) { message in
        commands.texts.withLock { $0.append(String(decoding: message.payload, as: UTF8.self)) }
      }
    }
    try await Task.sleep(for: .seconds(1))
    let listening = Listening([feed(broker, topic: topic)])
    try await settled(broker, listening, metres: 0)
    for seconds in [60, 60, 5] {
      await listening.source.sample(every: .seconds(seconds))
      try await Task.sleep(for: .milliseconds(200))
    }
    await listening.end()
    await Patience.waitApart { commands.texts.withLock { $0.count } >= 4 }
    watching.cancel()
    func configure(_ fields: String) -> String {
      #"{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration",\#(fields)}}"#
    }
    let expected: [String] = [
      #"{"_type":"cmd","action":"reportLocation"}"#,
      configure(#""locatorDisplacement":0,"locatorInterval":60,"monitoring":1,"moveModeLocatorInterval":60"#),
      configure(#""locatorDisplacement":0,"locatorInterval":5,"monitoring":2,"moveModeLocatorInterval":5"#),
      configure(#""monitoring":1"#),
    ]
    #expect(commands.texts.withLock { $0 } == expected)
  }
}

/// What the phone was told.
private final class Commands: Sendable {
  let texts = Mutex<[String]>([])
}

extension Listening {
  /// The only feed's name, as the notices have it.
  var name: String {
    for notice in notices {
      switch notice {
      case .found(let feed), .lost(let feed, _), .remark(let feed, _), .doubted(let feed, _): return feed
      case .clockSet: continue
      }
    }
    return ""
  }
}
