import Alerts
@testable import Fleet
import FleetPostgres
@testable import FleetSQL
import FleetSQLite
import Foundation
import Journey
import Testing

/// What every store and ledger of a fleet must do: the same tests for each of them, on real databases.
@Suite("Reminders and ledger of a fleet", .serialized) struct StoreConformanceTests {
  enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"

    var testDescription: String { rawValue }

    /// Those that are on this machine.
    static var there: [Backend] { PostgresServer.programs == nil ? [.sqlite] : allCases }
  }

  private let rider: RiderID
  private let other: RiderID

  init() throws {
    rider = try #require(RiderID("rider"))
    let partition = Partition(of: rider)
    let others = (0..<100).compactMap { RiderID("other\($0)") }
    other = try #require(others.first { Partition(of: $0) != partition })
  }

  /// Two sessions on one database, as two workers have them.
  private func with(_ backend: Backend, _ body: (SQLFleetStore, SQLFleetStore) async throws -> Void) async throws {
    switch backend {
    case .sqlite:
      let file = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString).sqlite")
      defer { try? FileManager.default.removeItem(at: file) }
      try await body(
        SQLFleetStore(SQLiteSession(path: file.path)), SQLFleetStore(SQLiteSession(path: file.path)))
    case .postgres:
      let server = try PostgresServer()
      defer { server.cleanUp() }
      try await body(
        SQLFleetStore(PostgresSession(server.address)), SQLFleetStore(PostgresSession(server.address)))
    }
  }

  private func alert(_ level: Int, _ reminder: Reminder, at second: Double = 0, leg: Int = 0, round: Int = 0)
    -> FleetAlert
  {
    FleetAlert(
      rider: rider, reminder: reminder.id, serviceDay: reminder.ride.serviceDay,
      alert: Alert(
        event: .alert, level: level, at: NorthRide.start + second, estimated: false, round: round, leg: leg),
      state: AlertState(leg: leg))
  }

  @Test("A reminder is kept as it was put, and changed by whoever has read its last revision", arguments: Backend.there)
  func reminders(backend: Backend) async throws {
    try await with(backend) { one, two in
      var reminder = try NorthRide.reminder()
      let first = try await one.put(reminder, of: rider, replacing: nil)
      #expect(first == 1)
      let kept = try await two.reminders([reminder.id, UUID()])
      #expect(kept.count == 1)
      #expect(kept.first?.rider == rider)
      #expect(kept.first?.reminder.ride == reminder.ride)
      await #expect(throws: StaleRevision(reminder: reminder.id, revision: 1)) {
        _ = try await two.put(reminder, of: rider, replacing: nil)
      }
      reminder.interval = .stops(1)
      let second = try await two.put(reminder, of: rider, replacing: 1)
      #expect(second == 2)
      await #expect(throws: StaleRevision(reminder: reminder.id, revision: 2)) {
        _ = try await one.put(reminder, of: rider, replacing: 1)
      }
      // Nobody changes a reminder of somebody else.
      await #expect(throws: StaleRevision.self) { _ = try await one.put(reminder, of: other, replacing: 2) }
      #expect(try await one.reminders([reminder.id]).first?.reminder.interval == .stops(1))
      #expect(try await one.reminders([reminder.id]).first?.reminder.revision == 2)
    }
  }

  @Test("A worker sees what is due in its partition, and each change after it once", arguments: Backend.there)
  func changes(backend: Backend) async throws {
    try await with(backend) { one, two in
      let (mine, later, elsewhere) = (
        try NorthRide.reminder(), try NorthRide.reminder(after: 3600), try NorthRide.reminder()
      )
      let partition = Partition(of: rider)
      _ = try await one.put(later, of: rider, replacing: nil)
      _ = try await one.put(mine, of: rider, replacing: nil)
      _ = try await one.put(elsewhere, of: other, replacing: nil)
      let due = try await two.due(in: [partition])
      #expect(due.reminders.map(\.id) == [mine.id, later.id])
      #expect(due.reminders.first?.dueAt == NorthRide.start - RiderShard.lead)
      #expect(try await two.changes(after: due.sequence).isEmpty)
      _ = try await one.put(mine, of: rider, replacing: 1)
      _ = try await one.put(mine, of: rider, replacing: 2)
      try await one.delete(later.id, ofRevision: 1)
      let changes = try await two.changes(after: due.sequence)
      #expect(changes.map(\.id) == [mine.id, later.id])
      #expect(changes.map { $0.due?.revision } == [3, nil])
      #expect(changes.map(\.sequence) == changes.map(\.sequence).sorted())
      let last = try #require(changes.last?.sequence)
      #expect(try await two.changes(after: last).isEmpty)
      await #expect(throws: StaleRevision(reminder: later.id, revision: nil)) {
        try await two.delete(later.id, ofRevision: 1)
      }
    }
  }

  @Test("Many riders move in at once, and what they bring takes the place of what there was", arguments: Backend.there)
  func moveIn(backend: Backend) async throws {
    try await with(backend) { one, two in
      var stored = try (0..<200).map { number in
        StoredReminder(rider: try #require(RiderID("r\(number)")), reminder: try NorthRide.reminder())
      }
      #expect(try await one.take(stored) == 200)
      stored[7].reminder.revision = 9
      #expect(try await one.take(stored) == 200)
      #expect(try await two.reminders([stored[7].reminder.id]).first?.reminder.revision == 9)
      let found = try await two.due(in: Set(Partition.all)).reminders.count
      #expect(found == 200)
    }
  }

  @Test("Of two workers that tell the same at once the ledger lets one through", arguments: Backend.there)
  func once(backend: Backend) async throws {
    try await with(backend) { one, two in
      let reminder = try NorthRide.reminder()
      _ = try await one.put(reminder, of: rider, replacing: nil)
      for level in 1...3 {
        async let first = one.record([alert(level, reminder, at: Double(level))])
        async let second = two.record([alert(level, reminder, at: Double(level) + 0.5)])
        let both = try await first + second
        #expect(both.filter { $0 }.count == 1, "level \(level): \(both)")
      }
      // Another ride of the journey, and a level that comes again, are told.
      #expect(try await two.record([alert(1, reminder, leg: 1), alert(3, reminder, round: 1)]) == [true, true])
      // A worker whose answer was lost tries again.
      #expect(try await one.record([alert(2, reminder), alert(2, reminder, leg: 1)]) == [false, true])
      let told = try await two.told(of: [reminder.id])
      #expect(told.count == 6)
      #expect(told.allSatisfy { $0.state != nil && $0.rider == rider })
    }
  }

  @Test("Two workers that tell the same in another order do not wait for each other", arguments: Backend.there)
  func otherOrder(backend: Backend) async throws {
    try await with(backend) { one, two in
      let reminder = try NorthRide.reminder()
      _ = try await one.put(reminder, of: rider, replacing: nil)
      for batch in 0..<10 {
        let alerts = (0..<200).map { alert(1, reminder, leg: batch, round: $0) }
        async let first = one.record(alerts)
        async let second = two.record(alerts.reversed())
        let both = try await first + second
        #expect(both.count { $0 } == 200)
      }
    }
  }

  @Test(
    "What was written down and not handed on is known to the next worker, and nothing else", arguments: Backend.there)
  func unsent(backend: Backend) async throws {
    try await with(backend) { one, two in
      let reminder = try NorthRide.reminder()
      _ = try await one.put(reminder, of: rider, replacing: nil)
      let alerts = (1...3).map { alert($0, reminder, at: Double($0) * 100) }
      _ = try await one.record(alerts)
      try await one.noteSent([try #require(alerts[0].key)])
      let partition = Partition(of: rider)
      #expect(try await two.unsent(in: [partition], since: NorthRide.start).map(\.alert.level) == [2, 3])
      #expect(try await two.unsent(in: [partition], since: NorthRide.start + 250).map(\.alert.level) == [3])
      #expect(try await two.unsent(in: [Partition(of: other)], since: NorthRide.start).isEmpty)
      try await two.forget(rider)
      #expect(try await one.told(of: [reminder.id]).isEmpty)
    }
  }

  @Test("A database of a newer version is left as it is", arguments: Backend.there)
  func newer(backend: Backend) async throws {
    try await with(backend) { one, two in
      _ = try await one.query("INSERT INTO migrations (number) VALUES ($1)", [.integer(99)])
      await #expect(throws: SQLFailure.self) { _ = try await SQLFleetStore(two.session) }
    }
  }

  @Test("What was done for a rider is kept in order, and let go of after its time", arguments: Backend.there)
  func decisions(backend: Backend) async throws {
    try await with(backend) { one, two in
      let worker = try #require(WorkerID("one"))
      let reminder = try NorthRide.reminder()
      let written = [(FleetDecision.Kind.heard, 20.0), (.due, 10), (.follows, 0)].map { kind, second in
        FleetDecision(
          rider: rider, reminder: reminder.id, at: NorthRide.start + second, kind: kind, detail: "alert 2",
          trace: alert(2, reminder).trace, worker: worker)
      }
      try await one.write(written)
      try await one.write([
        FleetDecision(rider: other, reminder: nil, at: NorthRide.start, kind: .action, detail: "done", worker: worker)
      ])
      #expect(try await two.decisions(of: rider) == written.reversed())
      try await two.forgetDecisions(before: NorthRide.start + 5)
      #expect(try await one.decisions(of: rider).map(\.kind) == [.due, .heard])
      #expect(try await one.decisions(of: other).isEmpty)
    }
  }

  @Test(
    "All reminders come page by page, each once and whole, with the rides that many share", arguments: Backend.there)
  func pages(backend: Backend) async throws {
    try await with(backend) { one, two in
      let riders = (0..<25).compactMap { RiderID("rider\($0)") }
      let stored = try riders.map { StoredReminder(rider: $0, reminder: try NorthRide.reminder()) }
      _ = try await one.take(stored)
      #expect(try await one.query("SELECT count(*) FROM rides") == [[.integer(1)]])
      var (found, last) = ([StoredReminder](), UUID?.none)
      while case let page = try await two.page(of: nil, after: last, count: 10), !page.isEmpty {
        found += page
        last = page.last?.reminder.id
      }
      #expect(Set(found) == Set(stored) && found.count == 25)
      #expect(try await two.page(of: riders[3], after: nil, count: 10) == [stored[3]])
    }
  }

  @Test("A rider's language goes with their reminder", arguments: Backend.there)
  func languages(backend: Backend) async throws {
    try await with(backend) { one, two in
      let german = StoredReminder(rider: rider, reminder: try NorthRide.reminder(), language: LanguageTag("de-AT"))
      let unsaid = StoredReminder(rider: other, reminder: try NorthRide.reminder())
      _ = try await one.take([german, unsaid])
      #expect(try await two.reminders([german.reminder.id]) == [german])
      #expect(try await two.page(of: other, after: nil, count: 10) == [unsaid])
      // Another revision is told in the same one.
      _ = try await two.put(german.reminder, of: rider, replacing: german.reminder.revision)
      #expect(try await one.reminders([german.reminder.id]).map(\.language) == [german.language])
    }
  }

  @Test("The browsers of a rider are kept until they go, the newest eight of them", arguments: Backend.there)
  func browsers(backend: Backend) async throws {
    try await with(backend) { one, two in
      let browser = TestBrowser()
      let all = try (0..<10).map { try browser.receiver(at: "https://push.example.org/\($0)") }
      for (place, receiver) in all.enumerated() {
        try await one.subscribe(receiver, of: rider, at: NorthRide.start + Double(place))
      }
      // One that asks again is one, with what it says now.
      let again = try TestBrowser().receiver(at: "https://push.example.org/9")
      try await two.subscribe(again, of: rider, at: NorthRide.start + 20)
      try await two.subscribe(all[0], of: other, at: NorthRide.start)
      try await two.subscribe(all[2], of: other, at: NorthRide.start)
      // Somebody else has signed in there.
      try await two.subscribe(all[2], of: rider, at: NorthRide.start + 2)
      #expect(
        try await two.subscriptions(of: [rider, other]) == [rider: Array(all[2..<9]) + [again], other: [all[0]]])
      try await one.unsubscribe(all[0].endpoint, of: other)
      #expect(try await two.subscriptions(of: [other]).isEmpty)
      try await one.forget(rider)
      #expect(try await two.subscriptions(of: [rider]).isEmpty)
    }
  }

  @Test(
    "Who was let in before a table was there may use it all the same",
    .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
  func admittedBefore() async throws {
    let server = try PostgresServer()
    defer { server.cleanUp() }
    let session = try PostgresSession(server.address)
    let owner = try await SQLFleetStore(session)
    _ = try await owner.query("CREATE ROLE linz LOGIN")
    try await owner.admit(try #require(RiderID("linz")))
    // As it was before the second migration.
    for statement in [
      "DROP TABLE subscriptions", "ALTER TABLE reminders DROP COLUMN language",
      "DELETE FROM migrations WHERE number = 2",
    ] {
      _ = try await owner.query(statement)
    }
    _ = try await SQLFleetStore(session)
    let linz = try await SQLFleetStore(PostgresSession(server.address(as: "linz")))
    try await linz.subscribe(TestBrowser().receiver(at: "https://push.example.org/1"), of: rider, at: NorthRide.start)
    #expect(try await linz.subscriptions(of: [rider]).count == 1)
  }

  @Test("Where the engine stands is kept for who comes back, the newest of each ride", arguments: Backend.there)
  func states(backend: Backend) async throws {
    try await with(backend) { one, two in
      let reminder = try NorthRide.reminder()
      let records = try [5.0, 9].map {
        try StateRecord(AlertState(), of: reminder.id, on: reminder.ride.serviceDay, rider, at: NorthRide.start + $0)
      }
      try await one.keep(records)
      let another = try StateRecord(AlertState(), of: UUID(), on: "2027-01-15", other, at: NorthRide.start)
      try await one.keep([another])
      #expect(try await two.states(of: [reminder.id]) == [records[1]])
      try await two.forgetStates(before: NorthRide.start + 9.5)
      #expect(try await one.states(of: [reminder.id]).isEmpty)
    }
  }

  @Test(
    "Who has PostgreSQL hears of a change at once, also after the server was away",
    .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
  func news() async throws {
    let server = try PostgresServer()
    defer { server.cleanUp() }
    let (one, two) = try await (
      SQLFleetStore(PostgresSession(server.address)), SQLFleetStore(PostgresSession(server.address))
    )
    // It says so once when it begins to listen, and once more when it hears.
    while !two.takeNews() { try await Task.sleep(for: .milliseconds(10)) }
    _ = try await one.put(NorthRide.reminder(), of: rider, replacing: nil)
    while !two.takeNews() { try await Task.sleep(for: .milliseconds(10)) }
    try server.stop()
    try server.start()
    while !two.takeNews() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("Who is forgotten leaves nothing, and workers learn of it", arguments: Backend.there)
  func forgotten(backend: Backend) async throws {
    try await with(backend) { one, two in
      let reminder = try NorthRide.reminder()
      _ = try await one.put(reminder, of: rider, replacing: nil)
      _ = try await one.put(try NorthRide.reminder(), of: other, replacing: nil)
      _ = try await one.record([alert(1, reminder)])
      let sequence = try await two.due(in: Set(Partition.all)).sequence
      try await one.forget(rider)
      #expect(try await two.page(of: rider, after: nil, count: 10).isEmpty)
      #expect(try await two.told(of: [reminder.id]).isEmpty)
      #expect(try await two.changes(after: sequence).map(\.id) == [reminder.id])
      #expect(try await two.page(of: other, after: nil, count: 10).count == 1)
    }
  }

  @Test(
    "A tenant sees and changes nothing of another one, whatever it asks for",
    .enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
  func tenants() async throws {
    let server = try PostgresServer()
    defer { server.cleanUp() }
    let owner = try await SQLFleetStore(PostgresSession(server.address))
    for name in ["linz", "wels"] {
      _ = try await owner.query("CREATE ROLE \(name) LOGIN")
      try await owner.admit(try #require(RiderID(name)))
    }
    let linz = try await SQLFleetStore(PostgresSession(server.address(as: "linz")))
    let wels = try await SQLFleetStore(PostgresSession(server.address(as: "wels")))
    let reminder = try NorthRide.reminder()
    _ = try await linz.put(reminder, of: rider, replacing: nil)
    _ = try await linz.record([alert(1, reminder)])
    try await linz.subscribe(TestBrowser().receiver(at: "https://push.example.org/1"), of: rider, at: NorthRide.start)
    // The same reminder is another tenant's own where they have it, and nobody's business else.
    #expect(try await wels.reminders([reminder.id]).isEmpty)
    #expect(try await wels.due(in: Set(Partition.all)).reminders.isEmpty)
    #expect(try await wels.changes(after: 0).isEmpty)
    #expect(try await wels.subscriptions(of: [rider]).isEmpty)
    #expect(try await wels.unsent(in: Set(Partition.all), since: .distantPast).isEmpty)
    #expect(try await wels.record([alert(1, reminder)]) == [true])
    await #expect(throws: StaleRevision.self) { try await wels.delete(reminder.id, ofRevision: 1) }
    try await wels.forget(rider)
    for table in FleetSchema.tables {
      let rows = try await wels.query("SELECT count(*) FROM \(table) WHERE tenant <> 'wels'")
      #expect(rows == [[.integer(0)]], "\(table)")
      _ = try? await wels.query("DELETE FROM \(table)")
    }
    await #expect(throws: SQLFailure.self) {
      try await wels.query("INSERT INTO counter (tenant, sequence) VALUES ('third', 1)")
    }
    await #expect(throws: SQLFailure.self) { try await wels.query("DROP POLICY own_rows ON reminders") }
    #expect(try await linz.reminders([reminder.id]).count == 1)
    #expect(try await linz.told(of: [reminder.id]).count == 1)
  }

  @Test(
    "A database that stops and starts is told of as passing, and found again",
    .enabled(if: PostgresServer.programs != nil))
  func restart() async throws {
    let server = try PostgresServer()
    defer { server.cleanUp() }
    let store = try await SQLFleetStore(PostgresSession(server.address))
    let reminder = try NorthRide.reminder()
    _ = try await store.put(reminder, of: rider, replacing: nil)
    try server.stop()
    do {
      _ = try await store.record([alert(1, reminder)])
      Issue.record("it was written where no server is")
    } catch let failure as SQLFailure {
      #expect(failure.isPassing)
    }
    try server.start()
    #expect(try await store.record([alert(1, reminder)]) == [true])
    #expect(try await store.reminders([reminder.id]).count == 1)
  }
}
