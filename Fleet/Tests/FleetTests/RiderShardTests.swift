import Alerts
import Foundation
import Journey
import Testing

@testable import Fleet

/// A ride of ten minutes over six stops, 800 m and two minutes apart, due north.
enum NorthRide {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)

  static func position(_ metres: Double) -> Position { Position(latitude: 48 + metres / 111_195, longitude: 14) }

  static func reminder(after seconds: Double = 0, interval: Interval = .stops(2)) throws -> Reminder {
    let stops = (0..<6).map { index -> RideStop in
      let time = start + seconds + Double(index) * 120
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: position(Double(index) * 800)), arrival: time, departure: time,
        metres: Double(index) * 800)
    }
    let typed = Provenance(method: .typed)
    var draft = Draft(id: UUID(), createdAt: start)
    draft.from = Answer(stops[0].stop, typed)
    draft.to = Answer(stops[5].stop, typed)
    draft.mode = Answer(interval.mode, typed)
    draft.interval = Answer(interval, typed)
    draft.ride = Ride(tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops)
    return try #require(Reminder(draft, createdAt: start))
  }

  /// Where a rider is so many seconds after the departure; a receiver that works never says the same place twice.
  static func fix(_ second: Double) -> Fix {
    let metres = min(4000, max(0, second * 800 / 120)) + 0.4 * sin(1.7 * second)
    return Fix(at: start + second, position: position(metres), accuracy: 5)
  }
}

@Suite("The riders of a partition") struct RiderShardTests {
  private let rider: RiderID
  private let other: RiderID

  init() throws {
    rider = try #require(RiderID("rider"))
    other = try #require(RiderID("other"))
  }

  private func levels(_ alerts: [FleetAlert]) -> [Int] {
    alerts.compactMap { $0.alert.event == .alert ? $0.alert.level : nil }
  }

  @Test("Each rider is told three times on their own ride, and nobody on another's")
  func told() throws {
    var shard = RiderShard()
    let reminder = try NorthRide.reminder()
    shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
    shard.follow(try NorthRide.reminder(after: 3600), of: other, told: [], at: NorthRide.start - 60)
    var alerts: [FleetAlert] = []
    for second in -60...1800 {
      alerts += shard.take(NorthRide.fix(Double(second)), of: rider, at: NorthRide.start + Double(second))
    }
    #expect(levels(alerts) == [1, 2, 3])
    #expect(alerts.allSatisfy { $0.rider == rider && $0.reminder == reminder.id })
    #expect(shard.counts.followed == 0 && shard.counts.waiting == 1, "the other ride has not begun")
    #expect(Set(alerts.compactMap(\.key)).count == alerts.filter { $0.alert.event == .alert }.count)
  }

  @Test("Without a position the clock tells, looked at no later than once a second when it is near")
  func clock() throws {
    var shard = RiderShard()
    shard.follow(try NorthRide.reminder(), of: rider, told: [], at: NorthRide.start - 60)
    var single = AlertState()
    let plan = try #require(AlertPlan(try NorthRide.reminder()))
    var (alerts, expected) = ([FleetAlert](), [Alert]())
    for second in -60...700 {
      let now = NorthRide.start + Double(second)
      alerts += shard.tick(at: now)
      for case .deliver(let alert) in AlertEngine.advance(plan, &single, .tick(now)) { expected.append(alert) }
    }
    #expect(alerts.map(\.alert.level) == expected.map(\.level))
    for (one, other) in zip(alerts, expected) where one.alert.level == 3 {
      #expect(abs(one.alert.at.timeIntervalSince(other.at)) <= 1)
    }
    #expect(shard.counts.followed == 0)
  }

  @Test("A shard that is built anew from the ledger at any moment tells the rest, and nothing twice")
  func takenOver() throws {
    let reminder = try NorthRide.reminder()
    for cut in stride(from: -50, through: 640, by: 15) {
      var ledger: [FleetAlert] = []
      var shard = RiderShard()
      shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
      for second in -60..<cut {
        ledger += shard.take(NorthRide.fix(Double(second)), of: rider, at: NorthRide.start + Double(second))
      }
      var next = RiderShard()
      next.follow(reminder, of: rider, told: ledger, at: NorthRide.start + Double(cut))
      for second in cut...650 {
        ledger += next.take(NorthRide.fix(Double(second)), of: rider, at: NorthRide.start + Double(second))
      }
      #expect(levels(ledger) == [1, 2, 3], "taken over at \(cut)")
    }
  }

  @Test("Reminders wait until it is time, rides are held once, and what is over is held no longer")
  func shares() throws {
    let plans = SharedPlans()
    // The plans are held once for all partitions of a worker.
    var (shard, neighbour) = (RiderShard(plans), RiderShard(plans))
    let reminder = try NorthRide.reminder()
    let due = NorthRide.start - RiderShard.lead
    shard.wait(for: reminder.id, of: rider, until: due)
    #expect(shard.takeDue(at: due - 1).isEmpty)
    #expect(shard.takeDue(at: due).map(\.reminder) == [reminder.id])
    #expect(shard.takeDue(at: due).isEmpty)
    for number in 0..<100 {
      var own = reminder
      (own.id, own.label, own.revision) = (UUID(), "ride \(number)", number + 1)
      shard.follow(own, of: try #require(RiderID("r\(number)")), told: [], at: due)
    }
    var later = reminder
    (later.id, later.levels) = (UUID(), Array(reminder.levels.prefix(1)))
    neighbour.follow(later, of: other, told: [], at: due)
    #expect(shard.counts.followed == 100 && neighbour.counts.followed == 1)
    #expect(plans.counts == (2, 1))
    neighbour.stop(later.id, of: other)
    for second in stride(from: -60.0, to: 700, by: 1) { _ = shard.tick(at: NorthRide.start + second) }
    #expect(shard.counts.followed == 0)
    plans.forgetUnused(at: 100)
    #expect(plans.counts == (0, 0))
  }

  @Test("A newer revision takes the place of the older one, and one that is stopped tells nothing")
  func changes() throws {
    var shard = RiderShard()
    var reminder = try NorthRide.reminder()
    shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
    reminder.revision += 1
    shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
    #expect(shard.counts.followed == 1)
    shard.stop(reminder.id, of: rider)
    #expect(
      (-60...650).allSatisfy {
        shard.take(NorthRide.fix(Double($0)), of: rider, at: NorthRide.start + Double($0)).isEmpty
      })
  }

  @Test(
    "Where a shard goes on from what was told of the ride some seconds ago, and hears once more what the phone has said since, it tells the same at the same time",
    arguments: [Interval.stops(2), .distance(metres: 1200), .duration(seconds: 120)])
  func handedOverLate(interval: Interval) throws {
    let reminder = try NorthRide.reminder(interval: interval)
    // An alert that was told in the last seconds may stand in the ledger or not: then it is told once more, and is the same.
    func drive(handingOverAt moment: Int?, isWritten: Bool) throws -> [AlertTrace: Int] {
      var (shard, overheard) = (RiderShard(), OverheardWords())
      shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
      var (told, alerts, record) = ([AlertTrace: Int](), [FleetAlert](), StateRecord?.none)
      func tell(_ new: [FleetAlert], at second: Int) {
        for alert in new where alert.alert.level != nil { told[alert.trace] = told[alert.trace] ?? second }
        alerts += new
      }
      for second in -60...700 {
        let now = NorthRide.start + Double(second)
        if let moment, second == moment - WorkerPolicy().sharesEvery { record = shard.takeChanged(at: now).first }
        if second == moment {
          shard = RiderShard()
          let ledger = alerts.filter { isWritten || $0.alert.at <= record?.at ?? .distantPast }
          let outcome = shard.follow(reminder, of: rider, told: ledger, from: record, at: now) {
            overheard.words(of: rider, after: $0)
          }
          #expect(outcome.isFollowed)
          tell(outcome.alerts, at: second)
        }
        let fix = NorthRide.fix(Double(second))
        overheard.take([OverheardWord(.fix(fix), of: rider)], at: now, since: now - WorkerPolicy().overhearsFor)
        tell(shard.take(fix, of: rider, at: now), at: second)
      }
      return told
    }
    let undisturbed = try drive(handingOverAt: nil, isWritten: true)
    #expect(undisturbed.count == 3)
    for moment in stride(from: 15, to: 600, by: 7) {
      for isWritten in [true, false] {
        #expect(try drive(handingOverAt: moment, isWritten: isWritten) == undisturbed, "at \(moment) s")
      }
    }
  }

  @Test("What is overheard is kept for some seconds, and little of who says much")
  func overheard() throws {
    var overheard = OverheardWords()
    let hostile = try #require(RiderID("hostile"))
    for tenth in 0..<1000 {
      let now = NorthRide.start + Double(tenth) / 10
      var words = (0..<100).map { OverheardWord(.fix(NorthRide.fix(Double($0))), of: hostile) }
      if tenth % 10 == 0 { words.append(OverheardWord(.fix(NorthRide.fix(Double(tenth))), of: rider)) }
      overheard.take(words, at: now, since: now - 16)
    }
    #expect(overheard.count < 60)
    let heard = overheard.words(of: rider, after: NorthRide.start + 90)
    #expect(heard.map(\.message) == (91...99).map { .fix(NorthRide.fix(Double($0) * 10)) })
    overheard.keep([Partition(of: rider)], since: NorthRide.start + 200)
    #expect(overheard.count == 0)
    #expect(OverheardWord(Data(repeating: 0x20, count: 100_000), of: rider) == nil, "no phone says so much")
    #expect(OverheardWord(Data("{".utf8), of: rider)?.message == nil)
  }

  /// A state as it comes by a bus.
  private func asHeard(_ record: StateRecord) -> StateRecord? {
    let words = StateWord.messages([.state(record)]).flatMap(StateWord.words)
    return if words.count == 1, case .state(let record) = words[0] { record } else { nil }
  }

  @Test(
    "Wherever another shard goes on from what was told of the ride, it tells the same at the same time",
    arguments: [Interval.stops(2), .distance(metres: 1200), .duration(seconds: 120)])
  func handedOver(interval: Interval) throws {
    let reminder = try NorthRide.reminder(interval: interval)
    func drive(handingOverAt moment: Int?) throws -> [Int: Int] {
      var shard = RiderShard()
      shard.follow(reminder, of: rider, told: [], at: NorthRide.start - 60)
      var (told, alerts) = ([Int: Int](), [FleetAlert]())
      for second in -60...700 {
        if second == moment {
          let records = shard.takeChanged(at: NorthRide.start + Double(second))
          #expect(records.count == 1)
          let record = try #require(records.first.flatMap(asHeard))
          #expect(record == records.first && record.read != nil)
          shard = RiderShard()
          shard.follow(reminder, of: rider, told: alerts, from: record, at: NorthRide.start + Double(second))
        }
        let new = shard.take(NorthRide.fix(Double(second)), of: rider, at: NorthRide.start + Double(second))
        for alert in new { if let level = alert.alert.level { told[level] = told[level] ?? second } }
        alerts += new
      }
      return told
    }
    let undisturbed = try drive(handingOverAt: nil)
    #expect(undisturbed.count == 3)
    for moment in stride(from: 5, to: 600, by: 35) {
      #expect(try drive(handingOverAt: moment) == undisturbed, "handed over at \(moment) s")
    }
  }
}
