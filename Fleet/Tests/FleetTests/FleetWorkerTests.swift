import Alerts
@testable import FleetSQL
import FleetSQLite
import Following
import Foundation
import Journey
import Synchronization
import Testing

@testable import Fleet

/// In simulated time a step waits for the database, however loaded the machine is.
private let simulatedPolicy = {
  var policy = WorkerPolicy()
  policy.waitsForDatabase = 600
  return policy
}()

/// A live feed that says of every ride that it is late.
private final class LateFeed: LiveReports {
  let every: TimeInterval = 30
  let late: Double
  /// How many rides were asked about at once.
  let mostAsked = Mutex(0)

  init(late: Double) { self.late = late }

  func reports(on rides: [ReportedRide], at now: Date) async -> [LiveReport?] {
    mostAsked.withLock { $0 = max($0, rides.count) }
    return rides.map { asked in
      LiveReport(madeAt: now, calls: asked.ride.stops.map { _ in LiveReport.Call(arrival: late, departure: late) })
    }
  }
}

/// Several workers on one bus and one database, in simulated time.
@Suite("Workers of a fleet") struct FleetWorkerTests {
  /// A fleet whose riders all take the same ride, each with their own reminder.
  private final class Simulation {
    let exchange = LocalExchange()
    let store: SQLFleetStore
    private(set) var riders: [RiderID]
    var workers: [(worker: FleetWorker, bus: LocalBus)] = []
    var silenced: Set<Int> = []
    /// Whether the phones say nothing of their own accord.
    var isSilent = false
    /// Whether what phones send waits somewhere.
    var keepsBack = false
    private var kept: [(Double, RiderID)] = []
    /// By how many seconds the vehicle is late.
    var delay = 0.0
    var clock = 0.0
    /// What phones heard, in order.
    var rung: [String] = []
    /// When each was heard first.
    var rungAt: [String: Double] = [:]
    private let order: RingOrder
    private let file: URL
    private let losesAnswers: Bool
    /// What all workers ask.
    var feed: LateFeed?
    private(set) var ledgers: [FailingLedger] = []
    private(set) var hearings: [SlowHearing] = []

    /// - Parameter ride: The same for all, as on another day of it; each has their own where it is not given.
    init(riders count: Int, order: RingOrder, losesAnswers: Bool = false, ride: Reminder? = nil) async throws {
      (self.order, self.losesAnswers) = (order, losesAnswers)
      file = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString).sqlite")
      store = try await SQLFleetStore(SQLiteSession(path: file.path))
      riders = (0..<count).compactMap { RiderID("rider\($0)") }
      _ = try await store.take(
        try riders.map { rider in
          var reminder = try NorthRide.reminder()
          if let ride { reminder.ride = ride.ride }
          return StoredReminder(rider: rider, reminder: reminder)
        })
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    func start(_ name: String) throws {
      let bus = LocalBus(exchange)
      let id = try #require(WorkerID(name))
      let (ledger, hearing) = (FailingLedger(store, losesAnswers: losesAnswers), SlowHearing(bus))
      ledgers.append(ledger)
      hearings.append(hearing)
      workers.append(
        (
          FleetWorker(
            id, at: clock, store: store, ledger: ledger, bus: hearing, live: feed, order: order, policy: simulatedPolicy
          ) { alert, _, _ in
            guard alert.alert.event == .alert else { return nil }
            return Data("\(alert.alert.level ?? 0)".utf8)
          }, bus
        ))
    }

    /// Lets time pass, a quarter of a second at a step; the ride begins at 60 s of the clock.
    func run(until end: Double) async throws {
      while clock < end {
        clock += 0.25
        let second = clock - 60
        if clock.truncatingRemainder(dividingBy: 1) == 0 {
          for rider in riders where !isSilent { send(second, rider) }
        }
        for place in workers.indices where !silenced.contains(place) {
          await workers[place].worker.step(wall: NorthRide.start + second, clock: clock)
        }
        for (rider, record) in exchange.takeRung() {
          let told = "\(rider) \(String(decoding: record, as: UTF8.self))"
          rung.append(told)
          rungAt[told] = rungAt[told] ?? clock
        }
      }
    }

    /// The same riders, of one worker with whom nothing goes wrong.
    static func undisturbed(riders count: Int, order: RingOrder, delay: Double = 0, until end: Double = 720)
      async throws
      -> Simulation
    {
      let simulation = try await Simulation(riders: count, order: order)
      simulation.delay = delay
      try simulation.start("one")
      try await simulation.run(until: end)
      return simulation
    }

    /// Twenty riders of three workers, with whom nothing has gone wrong yet.
    static func ofThree(until moment: Double) async throws -> Simulation {
      let simulation = try await Simulation(riders: 20, order: .ringFirst)
      for name in ["one", "two", "three"] { try simulation.start(name) }
      try await simulation.run(until: moment)
      return simulation
    }

    /// How many rides a worker has begun anew on the way, where it should have gone on from another one.
    func begunAnew() async throws -> [[SQLValue]] {
      try await store.query(
        "SELECT count(*) FROM decisions WHERE kind = 'follows' AND detail NOT LIKE '%goes on from%' AND at > $1",
        [.real(NorthRide.start.timeIntervalSince1970 - 50)])
    }

    /// How often the ride of a rider was begun anew on the way.
    func begunAnew(_ rider: RiderID) async throws -> Int {
      try await store.query(
        "SELECT rider FROM decisions WHERE kind = 'follows' AND detail NOT LIKE '%goes on from%' AND rider = $1",
        [.text(rider.text)]
      ).count
    }

    /// Another rider of such a name takes the same ride from now on.
    func add(where isRight: (RiderID) -> Bool) async throws -> RiderID {
      let names = (0..<1000).compactMap { RiderID("late\($0)") }.filter { isRight($0) }
      let rider = try #require(names.first)
      riders.append(rider)
      _ = try await store.take([StoredReminder(rider: rider, reminder: try NorthRide.reminder())])
      return rider
    }

    /// A phone says where it was and wants to know that this was heard.
    func ask(_ second: Double, _ rider: RiderID) {
      let fix = Fix(at: NorthRide.start + second, position: NorthRide.fix(second - delay).position, accuracy: 5)
      exchange.send(.fix(fix, asks: true), of: rider)
    }

    private func send(_ second: Double, _ rider: RiderID) {
      kept.append((second, rider))
      guard !keepsBack else { return }
      for (second, rider) in kept { deliver(second, rider) }
      kept = []
    }

    private func deliver(_ second: Double, _ rider: RiderID) {
      exchange.send(
        Fix(at: NorthRide.start + second, position: NorthRide.fix(second - delay).position, accuracy: 5), of: rider)
    }

    /// What each rider heard, which is three levels and nothing else.
    var expected: Set<String> { Set(riders.flatMap { rider in (1...3).map { "\(rider) \($0)" } }) }
  }

  @Test("All riders are told once at each level, by three workers", arguments: [RingOrder.ringFirst, .recordFirst])
  func told(order: RingOrder) async throws {
    let fleet = try await Simulation(riders: 30, order: order)
    for name in ["one", "two", "three"] { try fleet.start(name) }
    try await fleet.run(until: 700)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
    let ledger = try await fleet.store.query("SELECT count(*), sum(sent) FROM ledger")
    #expect(ledger == [[.integer(90), .integer(90)]])
  }

  @Test(
    "One that dies at any moment loses no alert and doubles none, but by what was rung and not written",
    arguments: [RingOrder.ringFirst, .recordFirst], [100.0, 420, 545])
  func dies(order: RingOrder, at moment: Double) async throws {
    let fleet = try await Simulation(riders: 20, order: order)
    for name in ["one", "two", "three"] { try fleet.start(name) }
    try await fleet.run(until: moment)
    fleet.silenced = [0]
    try await fleet.run(until: moment + 60)
    // It comes back under another name.
    try fleet.start("one-again")
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
  }

  @Test("One that has just come, and takes over at once, goes on where others stood")
  func comesAndTakesOver() async throws {
    let fleet = try await Simulation(riders: 30, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: 400)
    try fleet.start("three")
    try await fleet.run(until: 405)
    fleet.silenced = [0]
    try await fleet.run(until: 720)
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
  }

  @Test("One that is cut off and joined again doubles nothing in the ledger, and what it could not ring is rung")
  func cutOff() async throws {
    let fleet = try await Simulation(riders: 20, order: .recordFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: 300)
    fleet.workers[0].bus.cut(true)
    try await fleet.run(until: 600)
    fleet.workers[0].bus.cut(false)
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
  }

  @Test(
    "An answer of the ledger that is lost costs no alert and doubles none",
    arguments: [RingOrder.ringFirst, .recordFirst])
  func lostAnswers(order: RingOrder) async throws {
    let fleet = try await Simulation(riders: 20, order: order, losesAnswers: true)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
  }

  @Test(
    "A phone that asks is answered with what was heard of it, and what it says again counts as if it had been heard at once"
  )
  func saysAgain() async throws {
    let expected = try await Simulation.undisturbed(riders: 1, order: .ringFirst)
    let fleet = try await Simulation(riders: 1, order: .ringFirst)
    try fleet.start("one")
    var unanswered: [Double] = []
    // Nothing comes through from 5 s before each level until 5 s after it.
    let lost = expected.rungAt.values.map { ($0 - 5)...($0 + 5) }
    for second in 1...720 {
      let clock = Double(second)
      unanswered.append(clock)
      if !lost.contains(where: { $0.contains(clock) }) {
        for clock in unanswered { fleet.ask(clock - 60, fleet.riders[0]) }
      }
      fleet.isSilent = true
      try await fleet.run(until: clock)
      if let heard = fleet.exchange.answer(to: fleet.riders[0])?.heard {
        unanswered.removeAll { NorthRide.start + ($0 - 60) <= heard }
      }
    }
    #expect(unanswered.count <= 1, "\(unanswered)")
    #expect(fleet.rung == expected.rung)
    for (told, at) in expected.rungAt {
      let late = try #require(fleet.rungAt[told]) - at
      #expect((0...8).contains(late), "\(told) \(late)")
    }
  }

  @Test("A phone that asks whether anybody hears it is told what was heard last, by whoever has taken over as well")
  func asked() async throws {
    let fleet = try await Simulation(riders: 1, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    fleet.exchange.send(.ask, of: fleet.riders[0])
    try await fleet.run(until: 5)
    fleet.isSilent = true
    fleet.exchange.forgetAnswers()
    try await fleet.run(until: 10)
    #expect(fleet.exchange.answer(to: fleet.riders[0]) == nil)
    fleet.exchange.send(.ask, of: fleet.riders[0])
    try await fleet.run(until: 11)
    let answer = try #require(fleet.exchange.answer(to: fleet.riders[0]))
    #expect(answer.heard == NorthRide.start - 55 && answer.seconds >= 1)
    fleet.silenced = [await fleet.workers[0].worker.load.followed == 1 ? 0 : 1]
    fleet.exchange.forgetAnswers()
    try await fleet.run(until: 16)
    fleet.exchange.send(.ask, of: fleet.riders[0])
    try await fleet.run(until: 17)
    #expect(fleet.exchange.answer(to: fleet.riders[0])?.heard == NorthRide.start - 55)
  }

  @Test("A ride without positions goes by what a live feed says, which is asked once for all who take it")
  func live() async throws {
    func calls(_ late: Double?) async throws -> (first: [String: Double], rung: [String], asked: Int) {
      let fleet = try await Simulation(riders: 20, order: .ringFirst, ride: try NorthRide.reminder())
      let feed = late.map { LateFeed(late: $0) }
      fleet.feed = feed
      fleet.isSilent = true
      for name in ["one", "two"] { try fleet.start(name) }
      try await fleet.run(until: 1200)
      #expect(Set(fleet.rung) == fleet.expected)
      return (fleet.rungAt, fleet.rung, feed?.mostAsked.withLock(\.self) ?? 0)
    }
    let planned = try await calls(nil)
    let late = try await calls(180)
    #expect(late.asked == 1, "of 20 riders one ride")
    for (told, at) in planned.first {
      let delay = try #require(late.first[told]) - at
      // A feed that is wrong must not hold the last call back: that comes by the timetable, and once more by the feed.
      let isLast = told.hasSuffix(" 3")
      #expect((isLast ? 0...10 : 170...190).contains(delay), "\(told) \(delay)")
      #expect(late.rung.count { $0 == told } == (isLast ? 2 : 1), "\(told)")
    }
  }

  @Test("A bus that refuses a worker at first is asked again until it follows, and what fails is told once")
  func refusals() async throws {
    let fleet = try await Simulation(riders: 5, order: .ringFirst)
    let bus = StubbornBus(LocalBus(fleet.exchange))
    let told = Mutex<[WorkerNotice]>([])
    let worker = FleetWorker(
      try #require(WorkerID("one")), at: 0, store: fleet.store, ledger: fleet.store, bus: bus, policy: simulatedPolicy,
      wording: { alert, _, _ in alert.alert.event == .alert ? Data("\(alert.alert.level ?? 0)".utf8) : nil },
      tell: { notice in told.withLock { $0.append(notice) } })
    for quarter in 1...2880 {
      let second = Double(quarter) / 4 - 60
      for rider in fleet.riders where quarter % 4 == 0 { fleet.exchange.send(NorthRide.fix(second), of: rider) }
      await worker.step(wall: NorthRide.start + second, clock: Double(quarter) / 4)
    }
    let rung = fleet.exchange.takeRung().map { "\($0.rider) \(String(decoding: $0.record, as: UTF8.self))" }
    #expect(Set(rung) == fleet.expected)
    let follow = told.withLock(\.self).filter { notice in
      switch notice {
      case .fails("follow", _), .works("follow"): true
      default: false
      }
    }
    #expect(follow.count == 2, "\(follow)")
  }

  @Test(
    "One that dies before anything was told is followed on where it was: nobody is told later than by it",
    arguments: [70.0, 150, 233, 290, 410])
  func diesEarly(at moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation.ofThree(until: moment)
    fleet.silenced = [0]
    try await fleet.run(until: 720)
    for (rung, at) in fleet.rungAt {
      // Its share is silent until it is missed, and the next fix comes.
      #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 3, "\(rung)")
    }
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
  }

  @Test(
    "One that comes takes over rides where they are, and those that it stands by for", arguments: [150.0, 290, 410])
  func comes(at moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: moment)
    try fleet.start("three")
    try await fleet.run(until: moment + 10)
    // What it stands by for comes to it when the owner dies, a moment after it came itself.
    fleet.silenced = [0]
    try await fleet.run(until: 720)
    for (rung, at) in fleet.rungAt { #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 3, "\(rung)") }
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
  }

  @Test(
    "One that comes while another is told to end takes over nothing of which it does not know where rides stand",
    arguments: [150.0, 290, 410])
  func hearsSlowly(at moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: moment)
    try fleet.start("three")
    // Heartbeats come at once, and what is told of rides is still under way.
    fleet.hearings[2].isHeld.withLock { $0 = true }
    try await fleet.run(until: moment + 1)
    await fleet.workers[0].worker.drain(at: fleet.clock)
    try await fleet.run(until: moment + 3)
    #expect(await fleet.workers[2].worker.load.partitions == 0)
    fleet.hearings[2].isHeld.withLock { $0 = false }
    try await fleet.run(until: moment + 6)
    #expect(await fleet.workers[0].worker.isDrained)
    fleet.silenced = [0]
    try await fleet.run(until: 720)
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
    #expect(Set(fleet.rung) == fleet.expected)
    for (rung, at) in fleet.rungAt { #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 1, "\(rung)") }
  }

  @Test(
    "One that comes just after another one has died goes on with its rides where those stood by who are left",
    arguments: [150.0, 290, 410], [0.25, 1.25])
  func inherits(at moment: Double, after wait: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: moment)
    fleet.silenced = [0]
    try await fleet.run(until: moment + wait)
    try fleet.start("three")
    try await fleet.run(until: 720)
    #expect(await fleet.workers[2].worker.load.partitions > 0)
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
    #expect(Set(fleet.rung) == fleet.expected)
    for (rung, at) in fleet.rungAt { #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 4, "\(rung)") }
  }

  @Test("One that never hears where rides stand takes over all the same, after some seconds")
  func hearsNothing() async throws {
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: 150)
    try fleet.start("three")
    fleet.hearings[2].isHeld.withLock { $0 = true }
    try await fleet.run(until: 155)
    #expect(await fleet.workers[2].worker.load.partitions > 0)
    for place in 0...1 { await fleet.workers[place].worker.drain(at: fleet.clock) }
    try await fleet.run(until: 162)
    for place in 0...1 { #expect(await fleet.workers[place].worker.isDrained) }
    fleet.silenced = [0, 1]
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
  }

  @Test("One that is alone and is killed goes on where it was, when it is started again", arguments: [233.0, 410])
  func alone(at moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .recordFirst)
    let fleet = try await Simulation(riders: 20, order: .recordFirst)
    try fleet.start("one")
    try await fleet.run(until: moment)
    fleet.silenced = [0]
    try fleet.start("one-again")
    try await fleet.run(until: 720)
    for (rung, at) in fleet.rungAt { #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 3, "\(rung)") }
    #expect(Set(fleet.rung) == fleet.expected && fleet.rung.count == fleet.expected.count)
  }

  @Test(
    "What was told to one that has gone is kept by whoever is left alone, also of phones that say nothing more",
    arguments: [233.0, 410])
  func leftAlone(at moment: Double) async throws {
    let fleet = try await Simulation(riders: 20, order: .recordFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: moment)
    fleet.isSilent = true
    try await fleet.run(until: moment + 12)
    fleet.silenced = [1]
    try await fleet.run(until: moment + 22)
    fleet.silenced = [0, 1]
    try fleet.start("one-again")
    try await fleet.run(until: moment + 28)
    #expect(await fleet.workers[2].worker.load.followed == 20)
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
  }

  @Test("One that was cut off asks anew: what was told meanwhile it knows as well, and goes on with it")
  func missesWhileCutOff() async throws {
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two", "three"] { try fleet.start(name) }
    try await fleet.run(until: 40)
    fleet.workers[1].bus.cut(true)
    try await fleet.run(until: 100)
    // One whom another worker looks after, and who would come to the one that is cut off.
    let late = try await fleet.add { name in
      func owner(_ names: String...) -> String? {
        Assignment.owner(of: Partition(of: name), among: names.compactMap { WorkerID($0) })?.text
      }
      return owner("one", "two", "three") == "one" && owner("two", "three") == "two"
    }
    try await fleet.run(until: 103)
    // Of phones that say nothing more nothing changes, and once that was told nothing is but to who asks.
    fleet.isSilent = true
    try await fleet.run(until: 117)
    fleet.workers[1].bus.cut(false)
    try await fleet.run(until: 130)
    fleet.silenced = [0]
    try await fleet.run(until: 145)
    #expect(await fleet.workers[1].worker.shards[Partition(of: late)]?.isFollowing(late) == true)
    #expect(try await fleet.begunAnew(late) == 1, "once, when it was set")
  }

  @Test("Draining hands all over while riders are told, and ends with nothing left")
  func drains() async throws {
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    try await fleet.run(until: 400)
    await fleet.workers[0].worker.drain(at: fleet.clock)
    try await fleet.run(until: 410)
    #expect(await fleet.workers[0].worker.isDrained)
    #expect(await fleet.workers[1].worker.load.partitions == Partition.count)
    fleet.silenced = [0]
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
  }

  @Test(
    "All are replaced one after the other while riders are told, and nobody is told a second later for it",
    arguments: [230.0, 400, 536])
  func rolling(from moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation.ofThree(until: moment)
    for place in 0..<3 {
      try fleet.start("again-\(place)")
      try await fleet.run(until: fleet.clock + 3)
      await fleet.workers[place].worker.drain(at: fleet.clock)
      try await fleet.run(until: fleet.clock + 5)
      #expect(await fleet.workers[place].worker.isDrained)
      fleet.silenced.insert(place)
    }
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    for (rung, at) in fleet.rungAt { #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 1, "\(rung)") }
  }

  @Test("Workers that hear each other late do not go slow together: each says that it has rung when it did")
  func clocks() async throws {
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two", "three", "four", "five"] { try fleet.start(name) }
    try await fleet.run(until: 720)
    let worst = try await fleet.store.query(
      "SELECT max(abs(rung.at - due.at)), count(*) FROM decisions rung JOIN decisions due ON rung.trace = due.trace AND "
        + "due.kind = 'due' WHERE rung.kind = 'rung'", [])
    guard case .real(let seconds)? = worst.first?.first, case .integer(let count)? = worst.first?.last else {
      Issue.record("\(worst)")
      return
    }
    #expect(seconds <= 0.25 && count == 60, "\(seconds) s")
  }

  @Test(
    "One that was cut off while others went on takes over from them anew, and tells nothing that it has found without hearing phones",
    arguments: [0.0, 240])
  func rejoins(delay: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst, delay: delay, until: 960)
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    fleet.delay = delay
    for name in ["one", "two", "three"] { try fleet.start(name) }
    try await fleet.run(until: 380)
    fleet.workers[0].bus.cut(true)
    // By the timetable it would be time to get off.
    try await fleet.run(until: 530)
    fleet.workers[0].bus.cut(false)
    try await fleet.run(until: 960)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
    for (rung, at) in fleet.rungAt { #expect(abs(at - (undisturbed.rungAt[rung] ?? 0)) <= 3, "\(rung)") }
  }

  @Test(
    "Where two of three are not heard for some seconds, the third goes on as they would have, and they go on from there",
    arguments: [233.0, 390, 536])
  func twoOfThree(from moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation.ofThree(until: moment)
    for place in [0, 1] { fleet.workers[place].bus.cut(true) }
    try await fleet.run(until: moment + 4)
    for place in [0, 1] { fleet.workers[place].bus.cut(false) }
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    for (rung, at) in fleet.rungAt { #expect(abs(at - (undisturbed.rungAt[rung] ?? 0)) <= 3, "\(rung)") }
    #expect(try await fleet.begunAnew() == [[.integer(0)]])
  }

  @Test(
    "Workers that hear phones late leave out what is said to others, tell everybody all the same, and hear it again later"
  )
  func overloaded() async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: .ringFirst)
    let fleet = try await Simulation.ofThree(until: 60)
    for (_, bus) in fleet.workers { bus.hear(late: 3) }
    try await fleet.run(until: 380)
    for (worker, bus) in fleet.workers {
      #expect(await worker.overload.isShedding)
      #expect(await worker.load.failures == [], "it works")
      fleet.exchange.send(.ask, of: fleet.riders[0])
      #expect(bus.phones.takeOverheard().isEmpty)
    }
    fleet.silenced = [0]
    try await fleet.run(until: 450)
    for (_, bus) in fleet.workers { bus.hear(late: 0) }
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(fleet.rung.count == fleet.expected.count, "something was told twice")
    for (rung, at) in fleet.rungAt { #expect(abs(at - (undisturbed.rungAt[rung] ?? 0)) <= 3, "\(rung)") }
    for place in [1, 2] { #expect(await !fleet.workers[place].worker.overload.isShedding) }
  }

  @Test(
    "What was found while the database was away, and not written down when its worker fell, is told by the next one",
    arguments: RingOrder.allCases)
  func unwritten(order: RingOrder) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 20, order: order)
    let first = try #require(undisturbed.rungAt.values.min())
    let fleet = try await Simulation(riders: 20, order: order)
    for name in ["one", "two", "three"] { try fleet.start(name) }
    try await fleet.run(until: first - 5)
    for ledger in fleet.ledgers { ledger.isCut.withLock { $0 = true } }
    // Long enough for all others to be told where the rides stand.
    try await fleet.run(until: first + 25)
    fleet.silenced = [0]
    try await fleet.run(until: first + 28)
    for ledger in fleet.ledgers { ledger.isCut.withLock { $0 = false } }
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    #expect(try await fleet.store.query("SELECT count(*) FROM ledger") == [[.integer(fleet.expected.count)]])
  }

  @Test("What a network kept back for some seconds, and all comes at once, is heard in order", arguments: [430.0, 540])
  func burst(from moment: Double) async throws {
    let undisturbed = try await Simulation.undisturbed(riders: 5, order: .ringFirst)
    let fleet = try await Simulation(riders: 5, order: .ringFirst)
    try fleet.start("one")
    try await fleet.run(until: moment)
    fleet.keepsBack = true
    try await fleet.run(until: moment + 8)
    fleet.keepsBack = false
    try await fleet.run(until: 720)
    #expect(Set(fleet.rung) == fleet.expected)
    for (rung, at) in fleet.rungAt { #expect(at - (undisturbed.rungAt[rung] ?? 0) <= 8, "\(rung)") }
  }

  @Test("A phone that says a thousand things a second, lies about the time and where it is, costs nobody else an alert")
  func hostile() async throws {
    let fleet = try await Simulation(riders: 20, order: .ringFirst)
    for name in ["one", "two"] { try fleet.start(name) }
    let hostile = fleet.riders[0]
    var random = SplitMix(seed: 7)
    while fleet.clock < 720 {
      for _ in 0..<250 {
        let lie = Double(Int64(bitPattern: random.next()) % 1_000_000_000)
        let fix = Fix(
          at: NorthRide.start + lie, position: NorthRide.position(Double(random.next() % 100_000)), accuracy: 5)
        fleet.exchange.send(fix, of: hostile)
        fleet.exchange.send(.heard([FleetAlert(hostile, lie)].map(\.trace)), of: hostile)
        fleet.exchange.send(.action(.snooze), of: hostile)
      }
      try await fleet.run(until: fleet.clock + 1)
    }
    let others = fleet.expected.filter { !$0.hasPrefix("\(hostile) ") }
    #expect(others.isSubset(of: Set(fleet.rung)))
    #expect(fleet.rung.count { others.contains($0) } == others.count)
  }

  @Test("A reminder that is set, changed or deleted while workers run is taken over within a second")
  func changes() async throws {
    let fleet = try await Simulation(riders: 1, order: .ringFirst)
    try fleet.start("one")
    try await fleet.run(until: 30)
    let late = try #require(RiderID("late"))
    let reminder = try NorthRide.reminder()
    _ = try await fleet.store.put(reminder, of: late, replacing: nil)
    try await fleet.run(until: 32)
    #expect(await fleet.workers[0].worker.load.followed == 2)
    try await fleet.store.delete(reminder.id, ofRevision: 1)
    try await fleet.run(until: 34)
    #expect(await fleet.workers[0].worker.load.followed == 1)
  }
}

@Suite("Phones that say what they have") struct HeardTests {
  /// One rider on one worker, whose phone hears some of what is rung.
  private func run(hears: (_ times: Int) -> Bool) async throws -> (rung: [String], ledger: [[SQLValue]]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = try await SQLFleetStore(SQLiteSession(path: file.path))
    let (exchange, rider) = (LocalExchange(), try #require(RiderID("rider")))
    _ = try await store.take([StoredReminder(rider: rider, reminder: try NorthRide.reminder())])
    var policy = simulatedPolicy
    policy.isAcknowledged = true
    let worker = FleetWorker(
      try #require(WorkerID("one")), at: 0, store: store, ledger: store, bus: LocalBus(exchange), policy: policy,
      wording: { alert, _, isRepeat in
        Data("\(alert.alert.event.rawValue) \(alert.alert.level ?? 0)\(isRepeat ? " again" : "") \(alert.trace)".utf8)
      })
    var rung: [String] = []
    for quarter in 1...2880 {
      let second = Double(quarter) / 4 - 60
      if quarter % 4 == 0 { exchange.send(NorthRide.fix(second), of: rider) }
      await worker.step(wall: NorthRide.start + second, clock: Double(quarter) / 4)
      for (_, record) in exchange.takeRung() {
        let words = String(decoding: record, as: UTF8.self).split(separator: " ")
        rung.append(words.dropLast().joined(separator: " "))
        guard let trace = words.last.flatMap({ AlertTrace($0) }) else { continue }
        if hears(rung.count { $0.hasPrefix("alert \(words[1])") }) { exchange.send(.heard([trace]), of: rider) }
      }
    }
    return (rung, try await store.query("SELECT level, sent FROM ledger WHERE level <= 3 ORDER BY level"))
  }

  @Test("One that reaches neither bus nor database for a while lets nothing go that is news")
  func cutOffFromAll() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    let store = try await SQLFleetStore(SQLiteSession(path: file.path))
    let (exchange, rider) = (LocalExchange(), try #require(RiderID("rider")))
    _ = try await store.take([StoredReminder(rider: rider, reminder: try NorthRide.reminder())])
    var policy = simulatedPolicy
    policy.isAcknowledged = true
    let (bus, ledger) = (LocalBus(exchange), FailingLedger(store))
    let told = Mutex<[WorkerNotice]>([])
    let worker = FleetWorker(
      try #require(WorkerID("one")), at: 0, store: store, ledger: ledger, bus: bus, policy: policy,
      wording: { alert, _, _ in alert.alert.event == .alert ? Data("\(alert.alert.level ?? 0)".utf8) : nil },
      tell: { notice in told.withLock { $0.append(notice) } })
    for quarter in 1...2880 {
      let second = Double(quarter) / 4 - 60
      if second == 200 || second == 300 {
        bus.cut(second == 200)
        ledger.isCut.withLock { $0 = second == 200 }
      }
      if quarter % 4 == 0 { exchange.send(NorthRide.fix(second), of: rider) }
      await worker.step(wall: NorthRide.start + second, clock: Double(quarter) / 4)
    }
    let notices = told.withLock(\.self)
    #expect(!notices.contains { if case .unheard = $0 { true } else { false } })
    let rung = exchange.takeRung().map { String(decoding: $0.record, as: UTF8.self) }
    #expect(Set(rung) == ["1", "2", "3"], "\(rung)")
  }

  @Test("One that is told to end while nothing can be reached waits for the database for half a minute, and ends")
  func endsAtLast() async throws {
    let store = try await SQLFleetStore(SQLiteSession(path: ":memory:"))
    let (exchange, rider) = (LocalExchange(), try #require(RiderID("rider")))
    _ = try await store.take([StoredReminder(rider: rider, reminder: try NorthRide.reminder())])
    let (bus, ledger) = (LocalBus(exchange), FailingLedger(store))
    let worker = FleetWorker(
      try #require(WorkerID("one")), at: 0, store: store, ledger: ledger, bus: bus, policy: simulatedPolicy,
      wording: { alert, _, _ in Data("\(alert.alert.level ?? 0)".utf8) })
    var endedAt: Double?
    for quarter in 1...2880 where endedAt == nil {
      let second = Double(quarter) / 4 - 60
      // The first level comes between the two.
      if second == 100 { ledger.isCut.withLock { $0 = true } }
      if second == 370 {
        bus.cut(true)
        await worker.drain(at: Double(quarter) / 4)
      }
      if quarter % 4 == 0 { exchange.send(NorthRide.fix(second), of: rider) }
      await worker.step(wall: NorthRide.start + second, clock: Double(quarter) / 4)
      if await worker.isDrained { endedAt = second }
    }
    let ended = try #require(endedAt)
    #expect((400...410).contains(ended), "\(ended)")
  }

  @Test("A phone that says so is told each level once")
  func once() async throws {
    let (rung, ledger) = try await run { _ in true }
    #expect(rung.filter { $0.hasPrefix("alert") } == ["alert 1", "alert 2", "alert 3"])
    #expect(ledger == [1, 2, 3].map { [.integer($0), .integer(1)] })
  }

  @Test("One that misses the first two is told again as what it may have had, and the ledger knows when it has it")
  func missed() async throws {
    let (rung, ledger) = try await run { $0 >= 3 }
    for level in 1...3 {
      #expect(
        rung.filter { $0.hasPrefix("alert \(level)") }
          == ["alert \(level)", "alert \(level) again", "alert \(level) again"])
    }
    #expect(ledger == [1, 2, 3].map { [.integer($0), .integer(1)] })
  }
}

extension FleetAlert {
  /// One that nobody was told.
  fileprivate init(_ rider: RiderID, _ second: Double) {
    self.init(
      rider: rider, reminder: UUID(), serviceDay: "2027-01-15",
      alert: Alert(event: .alert, level: 1, at: NorthRide.start + second, estimated: false))
  }
}

/// A ledger with which something is wrong.
private final class FailingLedger: AlertLedger {
  private let ledger: SQLFleetStore
  /// Whether it writes down what it is given, and loses every second answer.
  private let losesAnswers: Bool
  private let isLost = Mutex(false)
  /// Whether it cannot be reached.
  let isCut = Mutex(false)

  init(_ ledger: SQLFleetStore, losesAnswers: Bool = false) {
    (self.ledger, self.losesAnswers) = (ledger, losesAnswers)
  }

  private func reach() throws -> SQLFleetStore {
    if isCut.withLock({ $0 }) { throw SQLFailure(database: "test", cause: "it is cut off", isPassing: true) }
    return ledger
  }

  func record(_ alerts: [FleetAlert]) async throws -> [Bool] {
    let answer = try await reach().record(alerts)
    let isLost = isLost.withLock { isLost in
      isLost.toggle()
      return isLost
    }
    if losesAnswers, isLost { throw SQLFailure(database: "test", cause: "the answer was lost", isPassing: true) }
    return answer
  }

  func noteSent(_ keys: [AlertKey]) async throws { try await reach().noteSent(keys) }
  func told(of reminders: [UUID]) async throws -> [FleetAlert] { try await reach().told(of: reminders) }
  func unsent(in partitions: Set<Partition>, since instant: Date) async throws -> [FleetAlert] {
    try await reach().unsent(in: partitions, since: instant)
  }
  func forget(_ rider: RiderID) async throws { try await reach().forget(rider) }
  func write(_ decisions: [FleetDecision]) async throws { try await reach().write(decisions) }
  func decisions(of rider: RiderID) async throws -> [FleetDecision] { try await reach().decisions(of: rider) }
  func forgetDecisions(before instant: Date) async throws { try await reach().forgetDecisions(before: instant) }
  func keep(_ states: [StateRecord]) async throws { try await reach().keep(states) }
  func states(of reminders: [UUID]) async throws -> [StateRecord] { try await reach().states(of: reminders) }
  func forgetStates(before instant: Date) async throws { try await reach().forgetStates(before: instant) }
}

/// Hears what others tell of rides only when it is let through.
private final class SlowHearing: ForwardingBus {
  let bus: any FleetBus
  let isHeld = Mutex(false)
  private let held = Mutex<[StateWord]>([])

  init(_ bus: LocalBus) { self.bus = bus }

  func takeStates() -> [StateWord] {
    let isHeld = isHeld.withLock(\.self)
    return held.withLock { held in
      held += bus.takeStates()
      guard !isHeld else { return [] }
      defer { held = [] }
      return held
    }
  }

  func ring(_ record: Data, to rider: RiderID) async throws { try await bus.ring(record, to: rider) }
}

/// Refuses to follow anything for the first ten times.
private final class StubbornBus: ForwardingBus {
  let bus: any FleetBus
  private let asked = Mutex(0)

  init(_ bus: LocalBus) { self.bus = bus }

  func follow(
    _ partitions: Set<Partition>, overhearing: Set<Partition>, standby: Set<Partition>
  ) async throws {
    let count = asked.withLock { asked in
      asked += 1
      return asked
    }
    guard count > 10 else { throw BusFailure(bus: "test", cause: "not yet") }
    try await bus.follow(partitions, overhearing: overhearing, standby: standby)
  }

  func ring(_ record: Data, to rider: RiderID) async throws { try await bus.ring(record, to: rider) }
}
