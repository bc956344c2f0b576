import Foundation
import Journey
import Rehearsal
import Testing

@testable import Alerts

@Suite("A reminder of a place")
struct VisitTests {
  private static let zone = "Europe/Vienna"
  /// Ten in the morning on a Friday.
  private static let start = Date(timeIntervalSince1970: 1_800_003_600)
  private static let lot = Position(latitude: 48.3, longitude: 14.3)

  private func reminder(
    _ event: Visit.Event, _ places: [Stop] = [Stop(name: "lot", position: lot, radius: 100)], at time: Date? = nil,
    change: (inout Visit) -> Void = { _ in }
  ) throws -> Reminder {
    var visit = Visit(event, places: places)
    change(&visit)
    var draft = Draft(id: UUID(), createdAt: Self.start)
    draft.visit = visit
    let flag = Provenance(method: .flag)
    draft.to = Answer(places[0], flag)
    draft.mode = Answer(event.isClock ? .time : .distance, flag)
    draft.interval = Answer(event.isClock ? .duration(seconds: 0) : .distance(metres: 100), flag)
    draft.departure = time
    draft.ride = Ride(approaching: places[0], arrival: nil, day: "2027-01-15", zone: Self.zone)
    return try #require(Reminder(draft, createdAt: Self.start))
  }

  private func rider(_ reminder: Reminder) throws -> Rider { Rider(try #require(AlertPlan(reminder))) }

  private func fix(_ second: Double, _ place: Position, accuracy: Double = 5) -> AlertInput {
    .fix(Fix(at: Self.start + second, position: place, accuracy: accuracy))
  }

  /// So many metres west of the lot, with a receiver that never says the same twice.
  private func fix(_ second: Double, metres: Double) -> AlertInput {
    fix(second, Self.lot.moved(north: 0.4 * sin(1.7 * second), east: -metres))
  }

  /// Drives up from so far at a speed, brakes to a stop 20 m from the middle, and stays.
  private func drive(_ rider: inout Rider, from metres: Double, speed: Double, at begin: Double = 0) -> Double {
    var (left, second) = (metres, begin)
    while left > 20 {
      left -= min(speed, max(1, (left - 20) / 4))
      second += 1
      rider.take(fix(second, metres: left))
    }
    for _ in 0..<60 {
      second += 1
      rider.take(fix(second, metres: 20))
    }
    return second
  }

  @Test(
    "coming there is told within half a minute of the stop, by car, by bicycle and on foot", arguments: [15.0, 6, 1.4])
  func arrives(speed: Double) throws {
    var rider = try rider(try reminder(.arriving))
    let end = drive(&rider, from: 1500, speed: speed)
    let told = try #require(rider.told.first)
    #expect(rider.told.count == 1 && told.event == .alert)
    #expect(told.at.timeIntervalSince(Self.start) <= end - 60 + 30, "\(told)")
    #expect(told.moment?.atStop == 0)
    // On foot before a hundred metres past the edge.
    if speed < 2 { #expect(told.at.timeIntervalSince(Self.start) * speed <= 1500) }
  }

  /// Five hundred ways past, at all speeds of a street and beside it, with the errors of a receiver.
  @Test("passing by without stopping is not arriving, in five hundred ways")
  func passes() throws {
    var random = SplitMix(seed: 11)
    var arrivals = 0
    for _ in 0..<500 {
      let speed = 5 + 25 * random.uniform()
      let beside = 200 * random.uniform() - 100
      var drift = WanderingError(deviation: 2 + 6 * random.uniform(), using: &random)
      var rider = try rider(try reminder(.arriving))
      var (along, second) = (-1500.0, 0.0)
      while along < 1500 {
        let error = drift.next(using: &random)
        rider.take(fix(second, Self.lot.moved(north: beside + error.north, east: along + error.east), accuracy: 10))
        second += 1
        along += speed
      }
      arrivals += rider.told.count
    }
    #expect(arrivals == 0)
  }

  @Test("recorded rides past a place where they do not stop tell nothing", arguments: RecordedRides.files)
  func recorded(file: URL) throws {
    let recorded = try RecordedRide(json: Data(contentsOf: file))
    // Places where the vehicle drives: each tenth fix that lies in a minute of driving.
    let fixes = recorded.fixes.filter { $0.accuracy ?? 15 <= 30 }
    var passed = 0
    for index in stride(from: 30, to: fixes.count - 30, by: 10) {
      let place = fixes[index].position
      let near = fixes.filter { $0.position.metres(to: place) <= 100 }
      guard let first = near.first, let last = near.last, near.count >= 3 else { continue }
      let seconds = last.at.timeIntervalSince(first.at)
      let steps = zip(near, near.dropFirst()).map {
        $0.position.metres(to: $1.position) / max(1, $1.at.timeIntervalSince($0.at))
      }
      // Once through, and never slow.
      guard seconds > 0, seconds < 40, steps.allSatisfy({ $0 > 4 }) else { continue }
      passed += 1
      var rider = try rider(try reminder(.arriving, [Stop(name: "passed", position: place, radius: 100)]))
      for moment in RideReplay(recorded.fixes) { rider.take(moment.input) }
      #expect(rider.told.isEmpty, "\(file.lastPathComponent) at \(place)")
      if passed == 20 { break }
    }
  }

  @Test("leaving is told when the edge is behind, and not by a glance of the receiver through a window")
  func leaves() throws {
    var rider = try rider(try reminder(.leaving))
    for second in 0..<300 { rider.take(fix(Double(second), metres: 30)) }
    rider.take(fix(301, metres: 220))
    for second in 302..<400 { rider.take(fix(Double(second), metres: 25)) }
    #expect(rider.told.isEmpty)
    var second = 400.0
    while rider.told.isEmpty, second < 700 {
      rider.take(fix(second, metres: (second - 400) * 1.4))
      second += 1
    }
    let walked = (second - 400) * 1.4
    #expect(rider.told.count == 1 && walked > 100 && walked < 200, "\(walked)")
  }

  @Test("once a day unless it is for each time; being there already counts only where that was said")
  func counts() throws {
    var once = try rider(try reminder(.arriving))
    var each = try rider(try reminder(.arriving) { $0.isEachTime = true })
    for time in 0..<3 {
      for rider in [0, 1] {
        var one = rider == 0 ? once : each
        let end = drive(&one, from: 1000, speed: 10, at: Double(time) * 2000)
        if rider == 1 { one.take(.acknowledge(Self.start + end)) }
        for step in 0..<120 { one.take(fix(end + Double(step), metres: 20 + Double(step) * 10)) }
        if rider == 0 { once = one } else { each = one }
      }
    }
    #expect(once.told.filter { $0.event == .alert }.count == 1)
    #expect(each.told.filter { $0.event == .alert }.count == 3)
    for counts in [false, true] {
      var there = try rider(try reminder(.arriving) { $0.countsPresence = counts })
      for second in 0..<600 { there.take(fix(Double(second), metres: 10)) }
      #expect(there.told.count == (counts ? 1 : 0))
    }
  }

  @Test("of several places each will do, and it is told which; a circle on the road excepts what stands there")
  func several() throws {
    let places = (0..<19).map {
      Stop(name: "lot \($0)", position: Self.lot.moved(north: Double($0) * 400, east: 0), radius: 80)
    }
    var rider = try rider(try reminder(.arriving, places))
    for second in 0..<60 {
      rider.take(fix(Double(second), places[7].position.moved(north: 0, east: 900 - Double(second) * 15)))
    }
    for second in 60..<120 {
      rider.take(fix(Double(second), places[7].position.moved(north: 0.3 * sin(Double(second)), east: 0)))
    }
    #expect(rider.told.first?.moment?.atStop == 7)
    let light = Visit.Exception(centre: Self.lot.moved(north: 0, east: -60), metres: 50)
    var waiting = try self.rider(try reminder(.arriving) { $0.exceptions = [light] })
    for second in 0..<60 { waiting.take(fix(Double(second), metres: 660 - Double(second) * 10)) }
    for second in 60..<150 { waiting.take(fix(Double(second), metres: 60)) }
    #expect(waiting.told.isEmpty)
  }

  @Test("outside of its hours it does not count")
  func hours() throws {
    for (hours, count) in [("Mo-Fr 09:00-12:00", 1), ("Mo-Fr 13:00-18:00", 0), ("Sa-Su", 0)] {
      var rider = try rider(try reminder(.arriving) { $0.hours = hours })
      _ = drive(&rider, from: 1000, speed: 10)
      #expect(rider.told.count == count, "\(hours)")
    }
  }

  @Test("it asks again after 30 and 60 minutes by the clock, over crashes, and is silent once it is done")
  func followsUp() throws {
    var rider = try rider(try reminder(.arriving))
    let end = drive(&rider, from: 1000, speed: 10)
    let called = try #require(rider.told.first).at.timeIntervalSince(Self.start)
    var times: [Double] = []
    for second in stride(from: end, to: end + 5000, by: 1) {
      let count = rider.told.count
      rider.take(.tick(Self.start + second))
      if rider.told.count > count { times.append(second - called) }
      if Int(second) % 97 == 0 {
        rider.state = try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(rider.state))
      }
    }
    #expect(times.map { ($0 - 1800).magnitude < 2 || ($0 - 3600).magnitude < 2 } == [true, true], "\(times)")
    #expect(rider.told.map(\.event) == [.alert, .followUp, .followUp] && rider.hasFinished)
    var done = try self.rider(try reminder(.arriving))
    let there = drive(&done, from: 1000, speed: 10)
    done.take(.acknowledge(Self.start + there))
    #expect(done.hasFinished)
  }

  @Test("\"later\" asks again at its time, with its questions, or the next time that one comes there")
  func later() throws {
    var rider = try rider(try reminder(.arriving))
    let end = drive(&rider, from: 1000, speed: 10)
    rider.take(.later(Self.start + end, until: Self.start + end + 3600))
    for second in stride(from: end, to: end + 3600, by: 10) { rider.take(.tick(Self.start + second)) }
    #expect(rider.told.count == 1)
    for second in stride(from: end + 3600, to: end + 3600 + 4000, by: 10) { rider.take(.tick(Self.start + second)) }
    #expect(rider.told.map(\.event) == [.alert, .alert, .followUp, .followUp], "\(rider.told)")
    #expect(rider.told.map(\.round) == [0, 1, 1, 1])
    var other = try self.rider(try reminder(.arriving))
    let there = drive(&other, from: 1000, speed: 10)
    other.take(.later(Self.start + there, until: nil))
    for step in 0..<120 { other.take(fix(there + Double(step), metres: 20 + Double(step) * 10)) }
    #expect(other.told.count == 1)
    _ = drive(&other, from: 1200, speed: 10, at: there + 200)
    #expect(other.told.map(\.event) == [.alert, .alert] && other.told.last?.round == 1)
  }

  @Test("a time of day rings while one is there, or nobody knows, and not while one is elsewhere")
  func clock() throws {
    let seven = Self.start + 3600
    for (event, metres, count) in [
      (Visit.Event.clockThere, 20.0, 1), (.clockThere, 3000, 0), (.clockElsewhere, 20, 0), (.clockElsewhere, 3000, 1),
      (.clock, 20, 1), (.clock, 3000, 1),
    ] {
      var rider = try rider(try reminder(event, at: seven))
      for second in stride(from: 0.0, to: 3700, by: 20) {
        rider.take(fix(second, metres: metres))
        rider.take(.tick(Self.start + second))
      }
      #expect(rider.told.count == count, "\(event) at \(metres) m")
      // It may still be put off; answered, it is over.
      if count > 0 { rider.take(.acknowledge(seven + 120)) }
      #expect(rider.hasFinished)
      if count > 0 { #expect(rider.told[0].level == 3 && abs(rider.told[0].at.timeIntervalSince(seven)) <= 20) }
    }
    var blind = try rider(try reminder(.clockThere, at: seven))
    for second in stride(from: 0.0, to: 3700, by: 1) { blind.take(.tick(Self.start + second)) }
    #expect(blind.told.first?.at == seven)
  }

  @Test("in the night in which summer time ends it rings at the hour of the clock, and asks half an hour of time later")
  func summerTime() throws {
    // 2027-10-31: at three it is two again in Vienna.
    var reminder = try reminder(.clockThere, at: try Date("2027-10-30T05:00:00Z", strategy: .iso8601))
    reminder.recurrence = Recurrence(weekdays: Weekday.allCases)
    reminder.ride.serviceDay = "2027-10-30"
    reminder.keepToItsDay()
    let next = try #require(reminder.occurrence(at: try Date("2027-10-30T23:30:00Z", strategy: .iso8601)))
    // Seven by the clock on both days, which are 25 hours apart.
    #expect(next.levels[0].at == (try Date("2027-10-31T06:00:00Z", strategy: .iso8601)))
    #expect(next.ride.serviceDay == "2027-10-31")
  }

  @Test("far away one fix a minute is asked for, near the edge one a second")
  func sampling() throws {
    var rider = try rider(try reminder(.arriving))
    for second in stride(from: 0.0, to: 4000, by: 20) { rider.take(fix(second, metres: max(50, 40_000 - second * 12))) }
    #expect(
      rider.sampling.first == 60 && rider.sampling.contains(20) && rider.sampling.contains(1), "\(rider.sampling)")
  }

  @Test("what comes again waits for its day, and ends with it")
  func ownDay() throws {
    var draft = Draft(id: UUID(), createdAt: Self.start)
    draft.visit = Visit(.arriving, places: [Stop(name: "lot", position: Self.lot, radius: 100)])
    let flag = Provenance(method: .flag)
    draft.to = Answer(Stop(name: "lot", position: Self.lot, radius: 100), flag)
    draft.mode = Answer(.distance, flag)
    draft.interval = Answer(.distance(metres: 100), flag)
    draft.recurrence = Recurrence(weekdays: [.monday])
    draft.ride = Ride(
      approaching: Stop(name: "lot", position: Self.lot, radius: 100), arrival: nil, day: "2027-01-18", zone: Self.zone)
    let reminder = try #require(Reminder(draft, createdAt: Self.start))
    #expect(reminder.setsOut == (try Date("2027-01-17T23:00:00Z", strategy: .iso8601)))
    let end = try #require(reminder.validUntil)
    #expect(end == (try Date("2027-01-18T23:00:00Z", strategy: .iso8601)))
    var rider = try rider(reminder)
    rider.take(.tick(end - 1))
    #expect(!rider.hasFinished)
    rider.take(.tick(end + 1))
    #expect(rider.hasFinished && rider.told.isEmpty)
    #expect(reminder.occurrence(at: end + 60)?.ride.serviceDay == "2027-01-25")
  }

  @Test("what was put off to the next time comes the next time, though the runner was started anew meanwhile")
  func laterOverRestart() throws {
    var rider = try rider(try reminder(.arriving))
    let end = drive(&rider, from: 1000, speed: 10)
    rider.take(.later(Self.start + end, until: nil))
    // The ledger tells of the first call, which is answered.
    rider.state.take(rider.told, rider.plan)
    for step in 0..<120 { rider.take(fix(end + Double(step), metres: 20 + Double(step) * 10)) }
    _ = drive(&rider, from: 1200, speed: 10, at: end + 200)
    #expect(rider.told.map(\.round) == [0, 1], "\(rider.told)")
    // Without its state the rounds go on from what the ledger has.
    let lost = AlertState(rider.plan, resuming: rider.told, at: Self.start + 5000)
    #expect(lost.latches.snoozes == 1 && lost.latches.calledAt != nil)
  }

  @Test("who is set out for it right beside the place is told on going in", arguments: [130.0, 160])
  func beside(metres: Double) throws {
    var rider = try rider(try reminder(.arriving))
    for second in 0..<60 { rider.take(fix(Double(second), metres: metres)) }
    for second in 60..<240 { rider.take(fix(Double(second), metres: max(10, metres - Double(second - 60) * 1.4))) }
    #expect(rider.told.count == 1)
  }

  @Test("a phone whose clock is wrong by ten minutes is taken by the clock that ticks", arguments: [-600.0, 600])
  func wrongClock(offset: Double) throws {
    var rider = try rider(try reminder(.arriving))
    var (left, second) = (2500.0, 0.0)
    while second < 400 {
      rider.take(.tick(Self.start + second))
      rider.take(fix(second + offset, metres: left))
      left = max(20, left - 10)
      second += 1
    }
    #expect(rider.told.count == 1, "\(rider.told)")
  }
}
