import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("A rider's word")
struct RidersWordTests {
  @Test("put off, an alert comes again after a minute, or sooner at the next stop")
  func snooze() throws {
    var rider = Rider(try StraightRide.plan(.distance(metres: 3500)))
    let second = rider.ride(from: 0) { $0.told(1) }
    rider.take(.snooze(StraightRide.start.addingTimeInterval(second)))
    _ = rider.ride(from: second) { $0.told.count > 1 }
    let again = try #require(rider.told.last)
    #expect(again.level == 1)
    #expect(again.round == 1)
    let waited = again.at.timeIntervalSince(StraightRide.start) - second
    #expect(waited > 5 && waited <= 60)
  }

  @Test("put off while the vehicle stands, it comes again by the clock alone")
  func snoozeStanding() throws {
    var rider = Rider(try StraightRide.plan(.distance(metres: 3500)))
    let second = rider.ride(from: 0) { $0.told(1) }
    rider.take(.snooze(StraightRide.start.addingTimeInterval(second)))
    for more in stride(from: 1.0, through: 70, by: 1) {
      rider.take(.tick(StraightRide.start.addingTimeInterval(second + more)))
      rider.take(StraightRide.fix(second + more, at: second * 800 / 120))
    }
    #expect(rider.told.map(\.round) == [0, 1])
    #expect(rider.told.last.map { $0.at.timeIntervalSince(StraightRide.start) - second } == 60)
  }

  @Test("a last call that was put off comes again before the destination, not after it")
  func snoozeLastCall() throws {
    var rider = Rider(try StraightRide.plan())
    let second = rider.ride(from: 0) { $0.told(3) }
    rider.take(.snooze(StraightRide.start.addingTimeInterval(second)))
    let again = rider.ride(from: second) { $0.told.last?.round == 1 }
    #expect(again < 600)
    #expect(rider.told.last?.level == 3)
  }

  @Test("who does not say that they are off is asked twice, who says so is not")
  func followUps() throws {
    for isOff in [false, true] {
      var rider = Rider(try StraightRide.plan(followsUp: true))
      let second = rider.ride(from: 0) { $0.state.latches.isOver }
      #expect(!rider.hasFinished)
      if isOff { rider.take(.acknowledge(StraightRide.start.addingTimeInterval(second))) }
      for minute in 1...90 { rider.take(.tick(StraightRide.start.addingTimeInterval(second + 60 * Double(minute)))) }
      #expect(rider.told.filter { $0.event == .followUp }.map(\.level) == (isOff ? [] : [1, 2]))
      #expect(rider.hasFinished)
    }
  }

  @Test("a computer that slept through the first question asks once when it wakes")
  func sleptThrough() throws {
    var rider = Rider(try StraightRide.plan(followsUp: true))
    let second = rider.ride(from: 0) { $0.state.latches.isOver }
    rider.take(.tick(StraightRide.start.addingTimeInterval(second + 5 * 3600)))
    #expect(rider.told.filter { $0.event == .followUp }.map(\.level) == [2])
    #expect(rider.hasFinished)
  }

  @Test("a circle holds alerts back on its wrong side, and lets them come when the rider is on the right one")
  func guarded() throws {
    let last = StraightRide.position(4000)
    func told(_ side: PlaceGuard.Side, _ metres: Double) throws -> [Alert] {
      var rider = Rider(try StraightRide.plan(placeGuard: PlaceGuard(centre: last, metres: metres, side: side)))
      _ = rider.ride(from: 0) { _ in false }
      return rider.told.filter { $0.event == .alert }
    }
    let free = try told(.within, 100_000)
    #expect(free.map(\.level) == [1, 2, 3])
    // Both lower levels are due when the circle begins: they come as one.
    #expect(try told(.within, 780).map(\.level) == [2, 3])
    #expect(try told(.outside, 100_000).isEmpty)
    #expect(try told(.outside, 10).first == free.first)
  }

  @Test("a vehicle that goes the other way is told once, and no level fires")
  func wrongWay() throws {
    var rider = Rider(try StraightRide.plan())
    for second in stride(from: -30.0, through: 300, by: 1) {
      rider.take(StraightRide.fix(second, at: min(0, -second * 10)))
    }
    // In a tunnel the other way the timetable is no guide either.
    for second in stride(from: 301.0, through: 900, by: 1) {
      rider.take(.tick(StraightRide.start.addingTimeInterval(second)))
    }
    #expect(rider.told.filter { $0.event == .wrongWay }.count == 1)
    #expect(rider.told.allSatisfy { $0.level == nil })
  }

  @Test("who waits beside the boarding stop is told of no other way")
  func waiting() throws {
    var rider = Rider(try StraightRide.plan())
    for second in stride(from: -900.0, through: -60, by: 1) {
      // To a shop 120 m away and back.
      rider.take(StraightRide.fix(second, at: -60 + 60 * sin(second / 100)))
    }
    #expect(rider.told.isEmpty)
  }

  @Test("a clock that is set back in the middle of a ride silences nothing")
  func clockSetBack() throws {
    var rider = Rider(try StraightRide.plan())
    let second = rider.ride(from: 0) { $0.told(1) }
    let back = -3600.0
    rider.take(.clockSet(StraightRide.start.addingTimeInterval(second + back), by: back))
    for later in stride(from: second + 1, through: 620, by: 1) {
      rider.take(
        .fix(
          Fix(
            at: StraightRide.start.addingTimeInterval(later + back),
            position: StraightRide.position(min(4000, later * 800 / 120)), accuracy: 5)))
    }
    #expect(rider.told.filter { $0.event == .alert }.map(\.level) == [1, 2, 3])
  }

  @Test("what was put off and what is asked later keep their waits when the clock is set")
  func clockSetWaits() throws {
    let leap = -3600.0
    var rider = Rider(try StraightRide.plan(.distance(metres: 3500), followsUp: true))
    let second = rider.ride(from: 0) { $0.told(1) }
    rider.take(.snooze(StraightRide.start.addingTimeInterval(second)))
    rider.take(.clockSet(StraightRide.start.addingTimeInterval(second + leap), by: leap))
    func standing(_ more: Double) -> AlertInput {
      .fix(
        Fix(
          at: StraightRide.start.addingTimeInterval(second + more + leap),
          position: StraightRide.position(second * 800 / 120), accuracy: 5))
    }
    for more in stride(from: 1.0, through: 70, by: 1) { rider.take(standing(more)) }
    #expect(rider.told.map(\.round) == [0, 1])
    #expect(rider.told.last.map { $0.at.timeIntervalSince(StraightRide.start) - second - leap } == 60)

    var called = Rider(try StraightRide.plan(followsUp: true))
    let over = called.ride(from: 0) { $0.state.latches.isOver }
    let calledAt = try #require(called.told.last { $0.level == 3 }).at.timeIntervalSince(StraightRide.start)
    called.take(.clockSet(StraightRide.start.addingTimeInterval(over + leap), by: leap))
    for more in stride(from: 1.0, through: 2400, by: 1) {
      called.take(.tick(StraightRide.start.addingTimeInterval(over + leap + more)))
    }
    let question = try #require(called.told.last { $0.event == .followUp })
    #expect(question.at.timeIntervalSince(StraightRide.start) - leap - calledAt == 1800)
  }

  @Test("who gets off and walks away has missed nothing, and the ride is over", arguments: [1.0, 1.4, 2])
  func walksAway(speed: Double) throws {
    var rider = Rider(try StraightRide.plan())
    let second = rider.ride(from: 0) { $0.told(3) }
    for more in stride(from: second + 1, through: 1200, by: 1) {
      let metres = more <= 630 ? min(4000, more * 800 / 120) : 4000 + (more - 630) * speed
      rider.take(StraightRide.fix(more, at: metres))
    }
    #expect(rider.told.map(\.event) == [.alert, .alert, .alert])
    #expect(rider.hasFinished)
  }

  @Test("who is carried on has missed the stop, however slowly the vehicle leaves it")
  func carriedOn() throws {
    var rider = Rider(try StraightRide.plan())
    let second = rider.ride(from: 0) { $0.told(3) }
    for more in stride(from: second + 1, through: 1200, by: 1) {
      let driven = more <= 630 ? min(4000, more * 800 / 120) : 4000 + min((more - 630) * 2, 60) + max(0, more - 660) * 6
      rider.take(StraightRide.fix(more, at: driven))
    }
    #expect(rider.told.filter { $0.event == .missed }.count == 1)
  }

  @Test("far away few positions are asked for, near the stop one a second")
  func sampling() throws {
    var rider = Rider(try StraightRide.plan(.stops(1)))
    _ = rider.ride(from: 0) { $0.told(3) }
    // Not to miss that the rider boards, then at ease, then closer and closer.
    #expect(rider.sampling == [5, 20, 5, 1])
  }

  @Test("what a level waits for is told with its numbers, and nothing is left when all have fired")
  func standing() throws {
    var rider = Rider(try StraightRide.plan())
    _ = rider.ride(from: 0) { $0.told(1) }
    let now = StraightRide.start.addingTimeInterval(250)
    let standing = AlertEngine.standing(rider.plan, rider.state, at: now)
    #expect(standing.levels.map(\.hasFired) == [true, false, false])
    guard case .reach(let stop, let metres) = standing.levels[1].wait else {
      Issue.record("level 2 waits for \(String(describing: standing.levels[1].wait))")
      return
    }
    #expect(stop == 4)
    #expect(metres > 0 && metres < 3200)
    if case .pass(stop: 4, _) = standing.levels[2].wait {} else { Issue.record("level 3 waits for another thing") }
    let record = try JSONEncoder().encode(standing)
    #expect(try JSONDecoder().decode(Standing.self, from: record).levels.count == 3)
  }
}
