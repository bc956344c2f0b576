import Foundation
import Journey
import Testing

@testable import Alerts

/// Two rides: the straight one to its last stop, and from there four stops on, 800 m and two minutes apart, another way.
private struct ChangedRide {
  enum Way { case east, north, back }

  let reminder: Reminder
  let way: Way
  let wait: Double
  /// When the second vehicle leaves, in seconds after the first one.
  var leaves: Double { 600 + wait }

  init(_ way: Way = .east, wait: Double = 120, followsUp: Bool? = nil) throws {
    (self.way, self.wait) = (way, wait)
    let start = StraightRide.start
    let stops = (0..<4).map { index in
      let time = start.addingTimeInterval(600 + wait + Double(index) * 120)
      return RideStop(
        stop: Stop(name: "Onward \(index)", position: Self.position(way, Double(index) * 800)), arrival: time,
        departure: time, metres: Double(index) * 800)
    }
    var draft = Draft(id: UUID(), createdAt: start)
    let typed = Provenance(method: .typed)
    draft.from = Answer(StraightRide.ride.stops[0].stop, typed)
    draft.to = Answer(stops[3].stop, typed)
    draft.mode = Answer(.stations, typed)
    draft.interval = Answer(.stops(2), typed)
    draft.ride = StraightRide.ride
    draft.onward = [
      Ride(
        tripID: "u", line: "2", headsign: "East", serviceDay: "2027-01-15", zone: "UTC", stops: stops,
        shape: stops.map(\.stop.position))
    ]
    var made = try #require(Reminder(draft, createdAt: start))
    made.followsUp = followsUp
    reminder = made
  }

  /// So many metres along the second ride.
  static func position(_ way: Way, _ metres: Double) -> Position {
    switch way {
    case .east: Position(latitude: StraightRide.position(4000).latitude, longitude: 14 + metres / 74_400)
    case .north: StraightRide.position(4000 + metres)
    case .back: StraightRide.position(4000 - metres)
    }
  }

  /// Where a rider is who takes both vehicles in time.
  func position(_ second: Double) -> Position {
    second <= 600
      ? StraightRide.position(max(0, second * 800 / 120))
      : Self.position(way, min(2400, max(0, second - leaves) * 800 / 120))
  }

  var end: Double { leaves + 360 }

  func rider() throws -> Rider { Rider(try #require(AlertPlan(reminder))) }

  func fix(_ second: Double) -> AlertInput {
    .fix(Fix(at: StraightRide.start.addingTimeInterval(second), position: position(second), accuracy: 5))
  }

  /// All levels in their order, the first ride's before the second's.
  static let all = [[0, 1], [0, 2], [0, 3], [1, 1], [1, 2], [1, 3]]
}

extension Rider {
  fileprivate var levels: [[Int]] { told.filter { $0.event == .alert }.map { [$0.leg, $0.level ?? 0] } }
  fileprivate var events: Set<Alert.Event> { Set(told.map(\.event)) }
}

@Suite("A journey with a change")
struct ChangeTests {
  @Test("a ride after the change that is cancelled is told once, while there is time to change somewhere else")
  func cancelled() throws {
    let ride = try ChangedRide()
    var rider = Rider(try #require(AlertPlan(ride.reminder)))
    for second in stride(from: 0.0, through: 120, by: 30) {
      let now = StraightRide.start + second
      var report = LiveReport(madeAt: now, isCancelled: true, calls: .init(repeating: .init(), count: 4))
      report.leg = 1
      rider.take(.live(now, report))
      rider.take(.tick(now))
    }
    let told = rider.told.filter { $0.event == .cancelled }
    #expect(told.map(\.at) == [StraightRide.start])
    #expect(told.map(\.leg) == [1])
    #expect(rider.state.leg == 0)
  }

  @Test("each alighting point has its alerts, and nothing else is told", arguments: [1.0, 20, 60, 120, 600])
  func live(wait: Double) throws {
    for way in [ChangedRide.Way.east, .north, .back] {
      let ride = try ChangedRide(way, wait: wait)
      var rider = try ride.rider()
      for second in stride(from: -60.0, through: ride.end + 200, by: 1) { rider.take(ride.fix(second)) }
      #expect(rider.levels == ChangedRide.all, "\(way), \(wait) s")
      #expect(rider.events == [.alert], "\(way), \(wait) s")
      #expect(rider.told.allSatisfy { !$0.estimated })
      #expect(rider.hasFinished)
    }
  }

  @Test("the last call of the second ride comes on its last leg")
  func lastCall() throws {
    let ride = try ChangedRide()
    var rider = try ride.rider()
    for second in stride(from: -60.0, through: ride.end + 200, by: 1) { rider.take(ride.fix(second)) }
    let last = try #require(rider.told.last).at.timeIntervalSince(StraightRide.start)
    #expect(last > ride.end - 120 && last < ride.end - 20)
  }

  @Test("by the clock alone all six come, the second ride's after it has left")
  func clock() throws {
    for wait in [30.0, 120, 900] {
      let ride = try ChangedRide(wait: wait)
      var rider = try ride.rider()
      for second in stride(from: -60.0, through: ride.end + 300, by: 1) {
        rider.take(.tick(StraightRide.start.addingTimeInterval(second)))
      }
      // Of three stops two before the last is one after the first: level 1 comes with the departure.
      #expect(rider.levels.filter { $0[0] == 0 } == [[0, 1], [0, 2], [0, 3]])
      #expect(rider.levels.last == [1, 3])
      let onward = rider.told.filter { $0.leg == 1 }
      #expect(onward.allSatisfy { $0.at >= StraightRide.start.addingTimeInterval(ride.leaves) })
      #expect(rider.hasFinished)
    }
  }

  @Test("a tunnel over the change leaves no level out")
  func tunnel() throws {
    for end in [ChangedRide.Way.east, .north, .back] {
      let ride = try ChangedRide(end)
      var rider = try ride.rider()
      for second in stride(from: -60.0, through: ride.end + 200, by: 1) {
        rider.take(
          (500...790).contains(second) ? .tick(StraightRide.start.addingTimeInterval(second)) : ride.fix(second))
      }
      #expect(rider.levels == ChangedRide.all, "\(end)")
      #expect(!rider.events.contains(.missed) && !rider.events.contains(.wrongWay))
      #expect(rider.told.last?.estimated == false)
    }
  }

  @Test("who sleeps on has missed the change, also where the next line goes on the same way later")
  func sleptOn() throws {
    for way in [ChangedRide.Way.east, .north] {
      let ride = try ChangedRide(way, wait: 600)
      var rider = try ride.rider()
      for second in stride(from: -60.0, through: 700, by: 1) {
        rider.take(StraightRide.fix(second, at: max(0, second * 800 / 120)))
      }
      #expect(rider.told.filter { $0.event == .missed }.count == 1, "\(way)")
    }
  }

  @Test("I'm off goes on with the next ride, stop ends the whole journey")
  func word() throws {
    let ride = try ChangedRide(followsUp: true)
    var rider = try ride.rider()
    for second in stride(from: -60.0, through: 590, by: 1) { rider.take(ride.fix(second)) }
    rider.take(.acknowledge(StraightRide.start.addingTimeInterval(590)))
    #expect(!rider.hasFinished && rider.state.leg == 1)
    for second in stride(from: 591, through: ride.end - 60, by: 1) { rider.take(ride.fix(second)) }
    #expect(rider.levels.contains([1, 2]))
    rider.take(.stop(StraightRide.start.addingTimeInterval(ride.end - 59)))
    #expect(rider.hasFinished)

    var stopped = try ride.rider()
    for second in stride(from: -60.0, through: 590, by: 1) { stopped.take(ride.fix(second)) }
    stopped.take(.stop(StraightRide.start.addingTimeInterval(590)))
    for second in stride(from: 591, through: ride.end, by: 1) { stopped.take(ride.fix(second)) }
    #expect(stopped.hasFinished && stopped.levels.allSatisfy { $0[0] == 0 })
  }

  @Test("whether the rider is off is asked after the last ride alone")
  func followUps() throws {
    let ride = try ChangedRide(followsUp: true)
    var rider = try ride.rider()
    for second in stride(from: -60.0, through: ride.end + 200, by: 1) { rider.take(ride.fix(second)) }
    for minute in 1...90 {
      rider.take(.tick(StraightRide.start.addingTimeInterval(ride.end + 200 + 60 * Double(minute))))
    }
    #expect(rider.told.filter { $0.event == .followUp }.map(\.leg) == [1, 1])
  }

  @Test("written down and read back after any fix, the journey goes on as if nothing had happened")
  func stored() throws {
    let ride = try ChangedRide()
    var rider = try ride.rider()
    for second in stride(from: -60.0, through: ride.end + 200, by: 1) {
      rider.take(ride.fix(second))
      rider.state = try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(rider.state))
    }
    #expect(rider.levels == ChangedRide.all)
  }

  @Test("a record keeps all its rides, and is refused where a later one is damaged")
  func record() throws {
    let reminder = try ChangedRide().reminder
    let data = try RecordCoding.encoder().encode(reminder)
    #expect(try Reminder(record: data) == reminder)
    #expect(reminder.anchor.arrival == reminder.onward?.last?.ride.arrival)
    var damaged = reminder
    damaged.onward?[0].ride.stops.removeLast(3)
    #expect(throws: RecordError.field(path: "onward[0].route.stops", problem: "has fewer than two stops")) {
      try Reminder(record: RecordCoding.encoder().encode(damaged))
    }
    var early = try ChangedRide(wait: 0).reminder
    early.onward?[0].ride.stops[0].departure = StraightRide.start
    #expect(throws: RecordError.self) { try Reminder(record: RecordCoding.encoder().encode(early)) }
  }
}

@Suite("A delay and the change after it")
struct MissedChangeTests {
  private func report(_ late: Double, at second: Double, leg: Int? = nil, stops: Int = 6) -> AlertInput {
    let now = StraightRide.start + second
    let calls = (0..<stops).map { _ in LiveReport.Call(arrival: late, departure: late) }
    var report = LiveReport(madeAt: now, calls: calls)
    report.leg = leg
    return .live(now, report)
  }

  private func rider(wait: Double) throws -> Rider {
    Rider(try #require(AlertPlan(try ChangedRide(wait: wait).reminder)))
  }

  @Test("one that loses the change is told so once, though it is short")
  func lost() throws {
    var rider = try rider(wait: 60)
    rider.take(report(90, at: -60))
    rider.take(report(95, at: -30))
    let told = rider.told.filter { $0.event == .delayed }
    #expect(told.count == 1)
    #expect(told.first?.live?.missesChange == true)
    #expect(told.first?.live?.late == 90)
  }

  @Test(
    "who sits in a later run hears with it that the next ride has left by then, and with an earlier one nothing of it")
  func caught() throws {
    func news(_ shift: Double) throws -> LiveNews? {
      var rider = try rider(wait: 300)
      for second in -60..<60 { rider.take(StraightRide.fix(Double(second), at: max(0, Double(second) * 6))) }
      let run = CaughtRun(
        trip: AboardTrip(feed: "f", tripID: "x", serviceDay: "2027-01-15"), start: StraightRide.start + shift,
        line: "1",
        arrival: StraightRide.start + 600 + shift)
      rider.take(.caught(StraightRide.start + 60, run))
      return try #require(rider.told.first { $0.event == .caught }).live
    }
    #expect(try news(600)?.missesChange == true)
    #expect(try news(120) == nil)
  }

  @Test("one that leaves the time for it is told as a delay alone, or not at all")
  func kept() throws {
    var short = try rider(wait: 120)
    short.take(report(90, at: -60))
    #expect(short.told.isEmpty)
    var long = try rider(wait: 600)
    long.take(report(300, at: -60))
    #expect(long.told.map(\.event) == [.delayed])
    #expect(long.told.first?.live?.missesChange == nil)
  }

  @Test("a next ride that is late as well waits")
  func waits() throws {
    var rider = try rider(wait: 60)
    rider.take(report(240, at: -90, leg: 1, stops: 4))
    rider.take(report(90, at: -60))
    #expect(rider.told.isEmpty)
    rider.take(report(0, at: -45, leg: 1, stops: 4))
    rider.take(report(90, at: -30))
    #expect(rider.told.map { $0.live?.missesChange } == [true])
  }
}
