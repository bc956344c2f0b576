import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("A world that lies")
struct DoubtTests {
  /// Rides at the pace of the timetable, and reports from one moment on the place where it was then.
  private func frozen(_ rider: inout Rider, from second: Int, until end: Int, since start: Int = 0) {
    for now in start..<end {
      rider.take(
        StraightRide.fix(Double(now), at: min(4000, Double(min(now, second)) * 800 / 120), jitter: now < second))
    }
  }

  @Test("a receiver that freezes under way is doubted aloud, and the last call comes by the estimate")
  func freezes() throws {
    var rider = Rider(try StraightRide.plan())
    frozen(&rider, from: 290, until: 640)
    let doubt = try #require(rider.told.firstIndex { $0.event == .positionDoubted })
    let call = try #require(rider.told.firstIndex { $0.level == 3 })
    #expect(doubt < call)
    #expect(rider.told[call].estimated)
    let seconds = rider.told[call].at.timeIntervalSince(StraightRide.start)
    #expect((475...590).contains(seconds), "\(seconds)")
  }

  @Test("without the doubt about frozen positions no last call comes: the property can fail")
  func planted() throws {
    let policy = AlertPolicy(watches: false, doubtsFrozen: false)
    let levels = Level.expand(.stops(2), over: StraightRide.ride)
    let plan = try #require(
      AlertPlan(
        ride: StraightRide.ride, levels: levels, timetable: .ofTheDay, knowsBoarding: true, policy: policy))
    var rider = Rider(plan)
    frozen(&rider, from: 290, until: 640)
    #expect(!rider.told(3))
  }

  @Test("a vehicle that stands with a receiver that lives is no reason to doubt")
  func jam() throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<290 { rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120)) }
    for second in 290..<590 { rider.take(StraightRide.fix(Double(second), at: 1933)) }
    #expect(!rider.told.contains { $0.event == .positionDoubted })
    #expect(!rider.told(3))
  }

  @Test("first positions at the destination are of another time: nothing is told before the ride")
  func cached() throws {
    var rider = Rider(try StraightRide.plan())
    for second in -200 ..< -195 { rider.take(StraightRide.fix(Double(second), at: 4000)) }
    for second in -60..<0 { rider.take(StraightRide.fix(Double(second), at: 0)) }
    #expect(rider.told.isEmpty)
    _ = rider.ride(from: 0) { $0.told(3) }
    let call = try #require(rider.told.first { $0.level == 3 })
    #expect((478...590).contains(call.at.timeIntervalSince(StraightRide.start)))
    #expect(!rider.told.contains { $0.event == .missed })
  }

  @Test("a clock that is set back an hour changes nothing about the ride", arguments: [true, false])
  func clockBack(isTold: Bool) throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<300 {
      rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120))
      rider.take(.tick(StraightRide.start + Double(second)))
    }
    if isTold { rider.take(.clockSet(StraightRide.start + 300 - 3600, by: -3600)) }
    for second in 300..<640 {
      let clock = Double(second) - 3600
      rider.take(.tick(StraightRide.start + clock))
      rider.take(StraightRide.fix(clock, at: min(4000, Double(second) * 800 / 120)))
    }
    let call = try #require(rider.told.first { $0.level == 3 })
    #expect((478...590).contains(call.at.timeIntervalSince(StraightRide.start) + 3600))
  }

  @Test("a phone whose clock is an hour behind the machine's is followed all the same")
  func phoneClock() throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<640 {
      rider.take(.tick(StraightRide.start + Double(second)))
      let behind = second < 300 ? 0.0 : 3600
      rider.take(StraightRide.fix(Double(second) - behind, at: min(4000, Double(second) * 800 / 120)))
    }
    let call = try #require(rider.told.first { $0.level == 3 })
    #expect((478...590).contains(call.at.timeIntervalSince(StraightRide.start)))
    #expect(!call.estimated)
  }

  @Test("a last call by the clock comes again where the vehicle is seen to be late")
  func takenBack() throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<200 { rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120)) }
    for second in 200..<600 { rider.take(.tick(StraightRide.start + Double(second))) }
    #expect(rider.told(3))
    // It has stood in a tunnel for five minutes.
    for second in 600..<1000 { rider.take(StraightRide.fix(Double(second), at: Double(second - 300) * 800 / 120)) }
    let calls = rider.told.filter { $0.level == 3 }
    #expect(calls.map(\.estimated) == [true, false])
    #expect(Set(calls.map(\.round)).count == 2, "each has a key of its own in the ledger")
    let last = try #require(calls.last).at.timeIntervalSince(StraightRide.start)
    #expect((778...890).contains(last), "\(last)")
  }

  @Test("a rider who leaves the line for another one hears that, and no last call")
  func wrongLine() throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<220 { rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120)) }
    for second in 220..<560 {
      let place = StraightRide.position(1466).moved(north: 0, east: Double(second - 220) * 10)
      rider.take(.fix(Fix(at: StraightRide.start + Double(second), position: place, accuracy: 5)))
    }
    #expect(rider.told.contains { $0.event == .wrongLine })
    #expect(!rider.told(3))
  }

  @Test(
    "who stands at one place when the call is due hears of it before the doors close, though no stand is too long yet")
  func standsAtTheEnd() throws {
    var rider = Rider(try StraightRide.plan())
    // It reports every third second, and from before the last stop but one on the same.
    for second in stride(from: 0, to: 600, by: 3) {
      rider.take(
        StraightRide.fix(Double(second), at: Double(min(second, 474)) * 800 / 120, jitter: second < 474))
    }
    #expect(rider.told.contains { $0.event == .positionDoubted || $0.level == 3 })
  }

  @Test("a machine that wakes from a sleep hears where it is before it guesses")
  func wakes() throws {
    func asleep(until wake: Int, at metres: Double?) throws -> Rider {
      var rider = Rider(try StraightRide.plan())
      for second in 0..<200 {
        rider.take(.tick(StraightRide.start + Double(second)))
        rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120))
      }
      for second in wake..<(wake + 10) {
        rider.take(.tick(StraightRide.start + Double(second)))
        if let metres, second > wake { rider.take(StraightRide.fix(Double(second), at: metres)) }
      }
      return rider
    }
    // In a jam at the third stop: the timetable alone would call.
    #expect(!(try asleep(until: 560, at: 1650)).told(3))
    #expect(try asleep(until: 560, at: nil).told(3))
  }

  @Test("a vehicle that is first seen on the last leg, an hour before its time, is a ride all the same")
  func anHourEarly() throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<160 {
      rider.take(StraightRide.fix(Double(second) - 3600, at: min(4000, 3250 + Double(second) * 6)))
    }
    #expect(rider.told(3))
  }

  @Test("who waits for a ride and is not heard of for minutes is told of no doubt before it")
  func waitsUnheard() throws {
    var rider = Rider(try StraightRide.plan())
    for second in -590 ..< -560 {
      rider.take(.tick(StraightRide.start + Double(second)))
      rider.take(StraightRide.fix(Double(second), at: 0))
    }
    for second in -560..<100 { rider.take(.tick(StraightRide.start + Double(second))) }
    #expect(!rider.told.contains { $0.event == .positionDoubted })
  }

  @Test("a walk to the stop along the line, long before the time, is no ride")
  func walksFirst() throws {
    var rider = Rider(try StraightRide.plan())
    for second in 0..<280 {
      rider.take(StraightRide.fix(Double(second) - 2400, at: 2000 + Double(second) * 3.2))
    }
    #expect(rider.told.isEmpty)
    #expect(!rider.state.latches.aboard)
  }
}

@Suite("Lines without a map")
struct MaplessTests {
  /// Out along a street and back: the destination lies across from the second stop, and the third between.
  private static let ride: Ride = {
    let places = [(0.0, 0.0), (800, 0), (1600, 0), (820, 15)]
    let stops = zip(places, [0.0, 120, 240, 360]).enumerated().map { index, place in
      let position = StraightRide.position(place.0.0).moved(north: 0, east: place.0.1)
      let time = StraightRide.start + place.1
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: position), arrival: time, departure: time,
        metres: [0, 800, 1600, 2400][index])
    }
    return Ride(tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops, shape: [])
  }()

  private func plan(_ ride: Ride = Self.ride) throws -> AlertPlan {
    try #require(
      AlertPlan(ride: ride, levels: Level.expand(.stops(1), over: ride), timetable: .ofTheDay, knowsBoarding: true))
  }

  /// Past its second stop but one, round and back to the destination, which lies short of it on the other side.
  private static let turning: Ride = {
    var ride = MaplessTests.ride
    ride.stops[3].stop.position = StraightRide.position(1560).moved(north: 0, east: 15)
    ride.stops[3].arrival = StraightRide.start + 375
    return ride
  }()

  /// North until 1600 m, and back on the other side.
  private static func position(_ metres: Double) -> Position {
    metres <= 1600 ? StraightRide.position(metres) : StraightRide.position(3200 - metres).moved(north: 0, east: 15)
  }

  @Test("that come by their destination before they stop there call the second time")
  func comesByFirst() throws {
    var rider = Rider(try plan())
    for second in 0..<370 {
      let position = Self.position(min(2380, Double(second) * 800 / 120))
      rider.take(
        .fix(Fix(at: StraightRide.start + Double(second), position: position, accuracy: 5)))
      if rider.told(3) { break }
    }
    let call = try #require(rider.told.first { $0.level == 3 })
    #expect((241...352).contains(call.at.timeIntervalSince(StraightRide.start)))
  }

  @Test("that turn round after the stop before call on the way back, not where they pass on the way out")
  func turns() throws {
    var rider = Rider(try plan(Self.turning))
    for second in 0..<375 {
      let metres = Double(second) * 800 / 120
      let position =
        metres <= 2000 ? StraightRide.position(metres) : StraightRide.position(4000 - metres).moved(north: 0, east: 15)
      rider.take(.fix(Fix(at: StraightRide.start + Double(second), position: position, accuracy: 5)))
    }
    let call = try #require(rider.told.first { $0.level == 3 })
    #expect((241...365).contains(call.at.timeIntervalSince(StraightRide.start)))
  }

  @Test("know that they come by twice, and straight ones do not")
  func comesByTwice() throws {
    #expect(try plan().comesByTwice)
    #expect(!(try StraightRide.plan().comesByTwice))
  }

  /// Twice round a block with a stop at each corner.
  private static let laps: Ride = {
    let stops = (0..<8).map { index in
      let time = StraightRide.start + Double(index) * 120
      return RideStop(
        stop: Stop(name: "Corner \(index)", position: position(lapping: Double(index) * 800)), arrival: time,
        departure: time, metres: Double(index) * 800)
    }
    return Ride(tripID: "t", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops, shape: [])
  }()

  private static func position(lapping metres: Double) -> Position {
    let (side, on) = (Int(metres / 800) % 4, metres.truncatingRemainder(dividingBy: 800))
    let (north, east) = [(0, on), (on, 800), (800, 800 - on), (800 - on, 0)][side]
    return StraightRide.position(0).moved(north: north, east: east)
  }

  private func laps(_ rider: inout Rider, from begin: Int, seenIn seen: (Int) -> Bool) {
    for second in begin..<860 {
      let now = StraightRide.start + Double(second)
      rider.take(.tick(now))
      let position = Self.position(lapping: min(5600, Double(second) * 800 / 120))
      if seen(second) { rider.take(.fix(Fix(at: now, position: position, accuracy: 5))) }
    }
  }

  @Test("leave a rider unsure who was not seen for minutes: the doubt is told in time, and to nobody who was seen")
  func longSilence() throws {
    var rider = Rider(try plan(Self.laps))
    laps(&rider, from: 0) { $0 < 40 || $0 > 560 }
    #expect(rider.told.contains { $0.event == .positionDoubted || $0.level == 3 })
    var seen = Rider(try plan(Self.laps))
    laps(&seen, from: 0) { _ in true }
    #expect(seen.told(3))
    #expect(!seen.told.contains { $0.event == .positionDoubted })
  }

  @Test("leave a rider unsure whose state was lost: the doubt is told in time")
  func resumed() throws {
    var rider = Rider(try plan(Self.laps))
    let first = Alert(event: .alert, level: 1, at: StraightRide.start + 550, estimated: false)
    rider.state = AlertState(rider.plan, resuming: [first], at: StraightRide.start + 560)
    laps(&rider, from: 560) { _ in true }
    #expect(rider.told.contains { $0.event == .positionDoubted || $0.level == 3 })
  }
}
