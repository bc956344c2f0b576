import Alerts
import Foundation
import Testing

@testable import Fleet
@testable import FleetNATS

/// What every bus of a fleet must do: the same tests for each of them.
@Suite("The bus of a fleet", .serialized) struct BusConformanceTests {
  enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case local = "in one process"
    case nats = "NATS"

    var testDescription: String { rawValue }

    /// Those that are on this machine.
    static var there: [Backend] { NATSServer.program == nil ? [.local] : allCases }
  }

  /// Two buses of two workers, and a phone.
  private struct Fleet {
    var one: any FleetBus
    var two: any FleetBus
    var send: (Double, RiderID) throws -> Void
    var rung: () async throws -> [String]
  }

  private static func json(_ second: Double) -> Data {
    let at = (NorthRide.start + second).formatted(.iso8601)
    return Data(#"{"schema":"alight.fix/1","at":"\#(at)","lat":48.5,"lon":14.25,"accuracy":10}"#.utf8)
  }

  private func with(_ backend: Backend, _ body: (Fleet) async throws -> Void) async throws {
    switch backend {
    case .local:
      let exchange = LocalExchange()
      try await body(
        Fleet(
          one: LocalBus(exchange), two: LocalBus(exchange),
          send: { second, rider in
            if let message = PhoneMessage(Self.json(second)) { exchange.send(message, of: rider) }
          },
          rung: { exchange.takeRung().map { "\($0.rider) \(String(decoding: $0.record, as: UTF8.self))" } }))
    case .nats:
      let server = try NATSServer()
      defer { server.cleanUp() }
      let phone = try NATSConnection([server.address], NATSAccess())
      let heard = Heard()
      let subscription = try phone.subscribe("ring.*") { subject, data in
        heard.add("\(subject.dropFirst(5)) \(String(decoding: data, as: UTF8.self))")
      }
      try phone.flush()
      try await body(
        Fleet(
          one: NATSBus([server.address]), two: NATSBus([server.address]),
          send: { second, rider in
            // As a phone does that knows its name and no partition.
            try phone.publish(Self.json(second), on: "phone.\(rider)")
            try phone.flush()
          },
          rung: { await heard.next() }))
      withExtendedLifetime(subscription) {}
    }
  }

  /// Waits for a state, however long that takes.
  private func wait(_ isThere: () async throws -> Bool) async throws {
    while try await !isThere() { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test("A phone's fixes come to the worker that follows its partition", arguments: Backend.there)
  func fixes(backend: Backend) async throws {
    let riders = try (0..<40).map { try #require(RiderID("rider\($0)")) }
    try await with(backend) { fleet in
      let half = Set(Partition.all.prefix(128))
      try await fleet.one.follow(half, overhearing: [], standby: [])
      try await fleet.two.follow(Set(Partition.all).subtracting(half), overhearing: [], standby: [])
      for rider in riders { for second in [1.0, 3, 2] { try fleet.send(second, rider) } }
      var (first, second) = ([RiderID: Fix](), [RiderID: Fix]())
      try await wait {
        first.merge(fleet.one.phones.take().compactMapValues(\.last)) { $1.at > $0.at ? $1 : $0 }
        second.merge(fleet.two.phones.take().compactMapValues(\.last)) { $1.at > $0.at ? $1 : $0 }
        let newest = [first, second].flatMap(\.values).count { $0.at == NorthRide.start + 3 }
        return newest == riders.count
      }
      #expect(first.keys.allSatisfy { half.contains(Partition(of: $0)) })
      #expect(second.keys.allSatisfy { !half.contains(Partition(of: $0)) })
      #expect(!first.isEmpty && !second.isEmpty)
    }
  }

  @Test(
    "Whoever stands by hears where rides are, whole and however many, and nobody else does", arguments: Backend.there)
  func states(backend: Backend) async throws {
    let rider = try #require(RiderID("rider"))
    try await with(backend) { fleet in
      let reminder = try NorthRide.reminder()
      let partition = Partition(of: rider)
      try await fleet.one.follow([], overhearing: [], standby: [partition])
      try await fleet.two.follow([], overhearing: [], standby: Set(Partition.all).subtracting([partition]))
      let records = try (0..<200).map { second in
        try StateRecord(
          AlertState(), of: reminder.id, on: reminder.ride.serviceDay, rider, at: NorthRide.start + Double(second))
      }
      let words: [StateWord] = [.begins(partition)] + records.map(StateWord.state) + [.ends(partition, states: 200)]
      try await fleet.two.share(words, of: partition)
      var heard: [StateWord] = []
      try await wait {
        heard += fleet.one.takeStates()
        return heard.count == words.count
      }
      #expect(heard == words)
      #expect(heard.allSatisfy { if case .state(let record) = $0 { record.read == AlertState() } else { true } })
      #expect(fleet.two.takeStates().isEmpty)
    }
  }

  @Test("Whoever stands by overhears what phones say, and hears it once they follow", arguments: Backend.there)
  func overhears(backend: Backend) async throws {
    let rider = try #require(RiderID("rider"))
    let partition = Partition(of: rider)
    try await with(backend) { fleet in
      try await fleet.one.follow([partition], overhearing: [], standby: [])
      try await fleet.two.follow([], overhearing: [partition], standby: [])
      for second in 1...3 { try fleet.send(Double(second), rider) }
      var overheard: [PhoneMessage] = []
      try await wait {
        overheard += fleet.two.phones.takeOverheard().compactMap(\.message)
        return overheard.count == 3
      }
      let instants = overheard.compactMap { if case .fix(let fix, _) = $0 { fix.at } else { nil } }
      #expect(instants == (1...3).map { NorthRide.start + Double($0) })
      #expect(fleet.two.phones.take().isEmpty)
      #expect(fleet.one.phones.takeOverheard().isEmpty)
      try await fleet.two.follow([partition], overhearing: [], standby: [])
      try fleet.send(4, rider)
      try await wait { fleet.two.phones.take()[rider]?.last?.at == NorthRide.start + 4 }
      #expect(fleet.two.phones.takeOverheard().isEmpty)
    }
  }

  @Test("What is followed no longer comes no more", arguments: Backend.there)
  func followsOthers(backend: Backend) async throws {
    let rider = try #require(RiderID("rider"))
    try await with(backend) { fleet in
      try await fleet.one.follow([Partition(of: rider)], overhearing: [], standby: [])
      try await fleet.two.follow([Partition(of: rider)], overhearing: [], standby: [])
      try fleet.send(1, rider)
      try await wait { !fleet.one.phones.take().isEmpty }
      try await fleet.one.follow([], overhearing: [], standby: [])
      _ = fleet.two.phones.take()
      try fleet.send(2, rider)
      // By then the other one has it, which was sent the same way.
      try await wait { fleet.two.phones.take()[rider]?.last?.at == NorthRide.start + 2 }
      #expect(fleet.one.phones.take().isEmpty)
    }
  }

  @Test("Heartbeats come to all workers, the one who sends them among them", arguments: Backend.there)
  func beats(backend: Backend) async throws {
    let heartbeat = Heartbeat(try #require(WorkerID("one")), isDraining: true)
    try await with(backend) { fleet in
      try await fleet.one.beat(heartbeat)
      for bus in [fleet.one, fleet.two] {
        var heard: [Heartbeat] = []
        try await wait {
          heard += bus.takeHeartbeats()
          return !heard.isEmpty
        }
        #expect(heard == [heartbeat])
        #expect(bus.takeHeartbeats().isEmpty)
      }
    }
  }

  @Test("An alert comes to its rider, as it was given", arguments: Backend.there)
  func rings(backend: Backend) async throws {
    let rider = try #require(RiderID("rider"))
    try await with(backend) { fleet in
      try await fleet.one.ring(Data(#"{"level":3}"#.utf8), to: rider)
      var rung: [String] = []
      try await wait {
        rung += try await fleet.rung()
        return !rung.isEmpty
      }
      #expect(rung == [#"rider {"level":3}"#])
    }
  }

  @Test("A server that is killed and comes back is found again", .enabled(if: NATSServer.program != nil))
  func comesBack() async throws {
    let server = try NATSServer()
    defer { server.cleanUp() }
    let (rider, heartbeat) = (try #require(RiderID("rider")), Heartbeat(try #require(WorkerID("one"))))
    let bus = try NATSBus([server.address])
    try bus.follow([Partition(of: rider)], overhearing: [], standby: [])
    server.kill()
    try await wait { (try? bus.beat(heartbeat)) == nil }
    try server.start()
    // As a worker does that has not begun yet.
    try await wait { (try? bus.follow([Partition(of: rider)], overhearing: [], standby: [])) != nil }
    let phone = try NATSConnection([server.address], NATSAccess())
    try await wait {
      try phone.publish(Self.json(1), on: "phone.\(rider)")
      try phone.flush()
      return (try? bus.beat(heartbeat)) != nil && !bus.phones.take().isEmpty
    }
  }
}

extension BusConformanceTests {
  @Test(
    "Whoever hears nothing does not say that they look after riders, and asks another server",
    .enabled(if: NATSServer.program != nil))
  func standsStill() async throws {
    let (one, two) = (try NATSServer(), try NATSServer())
    defer { [one, two].forEach { $0.cleanUp() } }
    let (rider, heartbeat) = (try #require(RiderID("rider")), Heartbeat(try #require(WorkerID("one"))))
    let bus = try NATSBus([one.address, two.address])
    try bus.follow([Partition(of: rider)], overhearing: [], standby: [])
    try bus.beat(heartbeat)
    for server in [one, two] { server.pause(true) }
    try await wait { (try? bus.beat(heartbeat)) == nil }
    #expect(bus.delay < 0.5, "what does not come at all is not late")
    // Both connections were with the same server, or each with another: whichever goes on is the one that both find.
    two.pause(false)
    let phone = try NATSConnection([two.address], NATSAccess())
    try await wait {
      try phone.publish(Self.json(1), on: "phone.\(rider)")
      try phone.flush()
      return (try? bus.beat(heartbeat)) != nil && !bus.phones.take().isEmpty
    }
    try await wait { (try? bus.beat(heartbeat)) != nil && bus.delay < 0.5 }
  }

  @Test(
    "A worker that servers refuse for some time, since their files lack it, is back when they know it again",
    .enabled(if: NATSServer.program != nil))
  func refused() async throws {
    func users(_ names: String...) -> String {
      let users = names.map { #"{ user: \#($0), password: "one" }"# }.joined(separator: ", ")
      return #"""
        authorization { users: [ \#(users) ] }
        mappings = { "phone.*": "fix.{{partition(256,1)}}.{{wildcard(1)}}" }
        """#
    }
    let server = try NATSServer(users("worker", "phone"))
    defer { server.cleanUp() }
    func access(_ name: String) throws -> NATSAccess {
      let file = server.folder.appending(path: name)
      try Data("\(name)\none\n".utf8).write(to: file)
      var access = NATSAccess()
      access.password = file
      return access
    }
    let (rider, heartbeat) = (try #require(RiderID("rider")), Heartbeat(try #require(WorkerID("one"))))
    let bus = try NATSBus([server.address], access: access("worker"))
    try bus.follow([Partition(of: rider)], overhearing: [], standby: [])
    try bus.beat(heartbeat)
    try server.reload(users("phone"))
    try await wait { (try? bus.beat(heartbeat)) == nil }
    // As often as the library tries before it gives up, and again.
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(100))
      try? bus.beat(heartbeat)
    }
    try server.reload(users("worker", "phone"))
    // While the server reads its file it may refuse anybody.
    var line: NATSConnection?
    try await wait {
      line = try? NATSConnection([server.address], access("phone"))
      return line != nil
    }
    let phone = try #require(line)
    _ = bus.takeHeartbeats()
    try await wait {
      try phone.publish(Self.json(1), on: "phone.\(rider)")
      try phone.flush()
      return (try? bus.beat(heartbeat)) != nil && !bus.phones.take().isEmpty && !bus.takeHeartbeats().isEmpty
    }
  }
}

/// What has come, until it is asked for.
private final class Heard: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ text: String) { lock.withLock { texts.append(text) } }

  func next() async -> [String] {
    lock.withLock {
      defer { texts = [] }
      return texts
    }
  }
}

@Suite("What phones send") struct PhoneMessageTests {
  @Test("Our own message and that of OwnTracks say the same")
  func both() throws {
    let own = try #require(
      PhoneMessage(
        Data(
          #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48.31,"lon":14.29,"accuracy":12,"speed":10}"#
            .utf8)))
    let tracks = try #require(
      PhoneMessage(
        Data(
          #"{"_type":"location","lat":48.31,"lon":14.29,"tst":1796114400,"acc":12,"vel":36,"batt":71,"tid":"ab"}"#.utf8)
      ))
    #expect(own == tracks)
  }

  @Test("A phone that wants to know says so, and is answered with what was heard and how long it may be silent")
  func asks() throws {
    let fix = #"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00.250Z","lat":48.31,"lon":14.29"#
    guard case .fix(let asked, true) = PhoneMessage(Data("\(fix),\"answer\":true}".utf8)),
      case .fix(asked, false) = PhoneMessage(Data("\(fix)}".utf8))
    else {
      Issue.record("the same fix, once asking and once not")
      return
    }
    #expect(
      String(decoding: PhoneAnswer(seconds: 12.7, heard: asked.at).record, as: UTF8.self)
        == #"{"schema":"alight.quiet/1","seconds":12,"heard":"2026-12-01T08:40:00.250Z"}"#)
    #expect(
      [0, 0.001, 0.123, 0.29, 0.999, 0.9996].map { Date(timeIntervalSince1970: 1_796_110_799 + $0).toTheMillisecond }
        == ["39:59.000", "39:59.001", "39:59.123", "39:59.290", "39:59.999", "40:00.000"].map { "2026-12-01T07:\($0)Z" }
    )
    #expect(
      String(decoding: PhoneAnswer(seconds: 1).record, as: UTF8.self) == #"{"schema":"alight.quiet/1","seconds":1}"#)
  }

  @Test("A phone says which alerts it has, and what its rider does")
  func words() throws {
    let heard = PhoneMessage(Data(#"{"schema":"alight.heard/1","traces":["00f3c2a9b14d77e0"]}"#.utf8))
    #expect(heard == .heard([try #require(AlertTrace("00f3c2a9b14d77e0"))]))
    #expect(PhoneMessage(Data(#"{"schema":"alight.ask/1"}"#.utf8)) == .ask)
    #expect(PhoneMessage(Data(#"{"schema":"alight.action/1","action":"snooze"}"#.utf8)) == .action(.snooze))
    #expect(PhoneMessage(Data(#"{"schema":"alight.action/1","action":"dance"}"#.utf8)) == nil)
    let many = Array(repeating: #""00f3c2a9b14d77e0""#, count: 17).joined(separator: ",")
    #expect(PhoneMessage(Data(#"{"schema":"alight.heard/1","traces":[\#(many)]}"#.utf8)) == nil)
  }

  @Test(
    "What is no position is none",
    arguments: [
      "", "{", "[]", #"{"_type":"lwt","tst":1}"#, #"{"lat":1,"lon":1}"#,
      #"{"_type":"location","lat":91,"lon":1,"tst":1}"#,
      #"{"_type":"location","lat":1,"lon":1}"#, #"{"_type":"location","lat":1e999,"lon":1,"tst":1}"#,
      #"{"_type":"location","lat":1,"lon":1,"tst":1e300}"#,
      #"{"_type":"location","lat":1,"lon":1,"tst":1,"x":""# + String(repeating: "a", count: 5000) + #""}"#,
    ])
  func none(text: String) {
    #expect(PhoneMessage(Data(text.utf8)) == nil)
  }

  @Test("What there was no time to read is read later: the newest of each, and what it asks")
  func unread() throws {
    let (mailbox, anna, ben) = (PhoneMailbox(most: 2), try #require(RiderID("anna")), try #require(RiderID("ben")))
    func fix(_ second: Int) -> Data {
      Data(#"{"schema":"alight.fix/1","at":"2026-12-01T08:40:0\#(second)Z","lat":48,"lon":14,"answer":true}"#.utf8)
    }
    for second in 1...3 { mailbox.putUnread(fix(second), of: anna) }
    mailbox.putUnread(fix(5), of: ben)
    mailbox.putUnread(fix(5), of: try #require(RiderID("cleo")))
    #expect(mailbox.take().isEmpty && mailbox.counts.skipped == 2 && mailbox.counts.refused == 1)
    mailbox.readUnread()
    #expect(mailbox.takeAsking() == [anna, ben])
    let read = mailbox.take().mapValues { fixes in fixes.map { Int($0.at.timeIntervalSince1970) % 60 } }
    #expect(read == [anna: [3], ben: [5]])
    mailbox.readUnread()
    #expect(mailbox.take().isEmpty)
  }

  @Test("Whoever is late tells by bytes what is a position: no action is left for later")
  func positions() {
    func isPosition(_ text: String) -> Bool { PhoneMessage.isPosition(Data(text.utf8)) }
    #expect(isPosition(#"{"schema":"alight.fix/1","at":"2026-12-01T08:40:00Z","lat":48,"lon":14}"#))
    #expect(isPosition(#"{"_type":"location","lat":48,"lon":14,"tst":1796110800}"#))
    #expect(!isPosition(#"{"schema":"alight.action/1","action":"stop","lat":48,"lon":14}"#))
    #expect(!isPosition(#"{"schema":"alight.ask/1"}"#))
    #expect(!isPosition(""))
    #expect(!isPosition(#"{"schema":"alight.fix/1"}"# + String(repeating: " ", count: PhoneMessage.longest)))
  }

  @Test("However many come, the mailbox holds the newest of each rider, and no more riders than it has room for")
  func mailbox() throws {
    let mailbox = PhoneMailbox(most: 10, mostHeld: 0)
    let riders = try (0..<20).map { try #require(RiderID("r\($0)")) }
    for second in 0..<1000 {
      for rider in riders { mailbox.put(NorthRide.fix(Double(second)), of: rider) }
    }
    let taken = mailbox.take()
    #expect(taken.count == 10)
    #expect(taken.values.allSatisfy { $0.map(\.at) == [NorthRide.start + 999] })
    #expect(mailbox.counts.replaced == 9990 && mailbox.counts.refused == 10_000)
    #expect(mailbox.take().isEmpty)
  }

  @Test("What comes all at once is taken in the order of its times, the last of it, and each instant once")
  func burst() throws {
    let mailbox = PhoneMailbox()
    let (rider, other) = (try #require(RiderID("rider")), try #require(RiderID("other")))
    for second in [3.0, 1, 4, 1, 5, 9, 2, 6] { mailbox.put(NorthRide.fix(second), of: rider) }
    for second in 0..<1000 { mailbox.put(NorthRide.fix(Double(second)), of: other) }
    let taken = mailbox.take()
    #expect(taken[rider]?.map(\.at) == [1, 2, 3, 4, 5, 6, 9].map { NorthRide.start + $0 })
    #expect(taken[other]?.map(\.at) == (968..<1000).map { NorthRide.start + Double($0) })
    #expect(mailbox.counts.replaced == 1 + 968)
    #expect(mailbox.take().isEmpty)
  }

  @Test(
    "A mailbox that is full keeps the newest of those whose fixes go on coming, and has room again once it is empty")
  func full() throws {
    let mailbox = PhoneMailbox(most: 10, mostHeld: 20)
    let riders = try (0..<10).map { try #require(RiderID("r\($0)")) }
    for second in 0..<4 {
      for rider in riders { mailbox.put(NorthRide.fix(Double(second)), of: rider) }
    }
    let taken = mailbox.take()
    #expect(taken.values.allSatisfy { $0.last?.at == NorthRide.start + 3 })
    #expect(taken.values.reduce(0) { $0 + $1.count } <= 20)
    for second in 4..<6 { mailbox.put(NorthRide.fix(Double(second)), of: riders[0]) }
    #expect(mailbox.take()[riders[0]]?.count == 2)
  }
}
