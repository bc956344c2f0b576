import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("What is true when an alert comes")
struct MomentTests {
  /// A rider at a place of the straight ride, having come there at the pace of the timetable.
  private func standing(at metres: Double) throws -> Standing {
    var rider = Rider(try StraightRide.plan(.stops(1)))
    let seconds = metres * 120 / 800
    for second in stride(from: 0, through: seconds, by: 1) {
      rider.take(StraightRide.fix(second, at: second * 800 / 120))
    }
    rider.take(StraightRide.fix(seconds + 1, at: metres))
    return AlertEngine.standing(rider.plan, rider.state, at: StraightRide.start.addingTimeInterval(seconds + 1))
  }

  @Test("stops are counted from the one ahead to the destination, which is one of them")
  func counted() throws {
    let plan = try StraightRide.plan()
    // Before anything was measured the timetable tells; the stop where the rider gets on is none of those ahead.
    let waiting = AlertEngine.standing(plan, AlertState(), at: StraightRide.start.addingTimeInterval(-300))
    #expect((waiting.nextStop, waiting.stopsLeft) == (1, StraightRide.ride.stopsAhead))
    #expect((waiting.metresLeft, waiting.isEstimated) == (4000, true))
    for (metres, at, next, left) in [(200, nil, 1, 5), (1000, nil, 2, 4), (1590, 2, 3, 3), (3300, nil, 5, 1)] {
      let standing = try standing(at: Double(metres))
      #expect(standing.atStop == at, "\(metres)")
      #expect((standing.nextStop, standing.stopsLeft) == (next, left), "\(metres)")
    }
  }

  @Test("a stop is behind at once in words, though a call still waits until that is sure")
  func likely() throws {
    // 40 m beyond it: at three times the error of this receiver a trigger still waits for more.
    let standing = try standing(at: 840)
    #expect((standing.atStop, standing.nextStop, standing.stopsLeft) == (nil, 2, 4))
  }

  @Test("at the destination no stop is ahead")
  func arrived() throws {
    let standing = try standing(at: 3990)
    #expect((standing.atStop, standing.nextStop, standing.stopsLeft) == (5, nil, 0))
  }

  @Test("each alert carries what was true when it fired, and the status says the same")
  func carried() throws {
    var rider = Rider(try StraightRide.plan(.stops(2)))
    var second = 0.0
    for level in 1...3 {
      second = rider.ride(from: second) { $0.told(level) }
      let alert = try #require(rider.told.last)
      let moment = try #require(alert.moment)
      let truth = second * 800 / 120
      #expect(moment.basis == .position)
      #expect(moment.nextStop == Int(truth / 800) + 1 || moment.atStop == Int(((truth + 35) / 800).rounded(.down)))
      #expect(abs((moment.metresLeft ?? 0) - (4000 - truth)) < 10)
      #expect(abs((moment.secondsLeft ?? 0) - (600 - second)) < 25)
      let standing = AlertEngine.standing(rider.plan, rider.state, at: alert.at)
      #expect((standing.nextStop, standing.stopsLeft) == (moment.nextStop, moment.stopsLeft))
    }
    #expect(rider.told.last?.moment?.stopsLeft == 1)
  }

  @Test("by the clock alone an alert tells the next stop of the timetable, and that it is estimated")
  func clock() throws {
    var rider = Rider(try StraightRide.plan(.duration(seconds: 200)))
    for second in stride(from: -60.0, through: 420, by: 1) {
      rider.take(.tick(StraightRide.start.addingTimeInterval(second)))
    }
    let moment = try #require(rider.told.first?.moment)
    #expect((moment.basis, moment.nextStop, moment.stopsLeft) == (.timetable, 4, 2))
    #expect(moment.secondsLeft == 200)
  }

  @Test("a stop where nobody knows what lies between is not counted")
  func unknownStops() throws {
    var ride = StraightRide.ride
    ride.tripID = nil
    ride.stops = [ride.stops[0], ride.stops[5]]
    let levels = Level.expand(.duration(seconds: 200), over: ride)
    let plan = try #require(AlertPlan(ride: ride, levels: levels, timetable: .ofTheDay, knowsBoarding: true))
    let standing = AlertEngine.standing(plan, AlertState(), at: StraightRide.start.addingTimeInterval(300))
    #expect((standing.nextStop, standing.stopsLeft) == (nil, nil))
    #expect(standing.secondsLeft == 300)
  }

  @Test("told again after a crash, an alert says where the vehicle is now")
  func retold() throws {
    var rider = Rider(try StraightRide.plan(.stops(2)))
    let second = rider.ride(from: 0) { $0.told(1) }
    let alert = try #require(rider.told.last)
    let later = StraightRide.start.addingTimeInterval(second + 200)
    let again = AlertEngine.retold(alert, rider.plan, rider.state, at: later)
    #expect(again.estimated)
    #expect((again.moment?.stopsLeft ?? 9) < (alert.moment?.stopsLeft ?? 0))
    #expect(again.at == alert.at)
  }

  @Test("behind the destination the next stop is named only while it is ahead")
  func missed() throws {
    var ride = StraightRide.ride
    ride.next = RideStop(
      stop: Stop(name: "Stop 6", position: StraightRide.position(4800)), arrival: nil, departure: nil, metres: 4800)
    let levels = Level.expand(.stops(1), over: ride)
    let plan = try #require(AlertPlan(ride: ride, levels: levels, timetable: .ofTheDay, knowsBoarding: true))
    func missed(jumpTo metres: Double) -> Alert? {
      var rider = Rider(plan)
      for second in stride(from: 0.0, through: 600, by: 1) {
        rider.take(StraightRide.fix(second, at: second * 800 / 120))
      }
      for second in 1...60 {
        rider.take(StraightRide.fix(600 + Double(second), at: min(metres, 4000 + Double(second) * 15)))
        if let alert = rider.told.last, alert.event == .missed { return alert }
      }
      return nil
    }
    let alert = try #require(missed(jumpTo: 4400))
    #expect((alert.moment?.nextStop, alert.moment?.stopsLeft) == (6, 0))
  }

  @Test("an alert that an older version wrote has none, and is read all the same")
  func older() throws {
    let old = #"{"event":"alert","level":2,"at":10,"estimated":true}"#
    let alert = try JSONDecoder().decode(Alert.self, from: Data(old.utf8))
    #expect(alert.moment == nil && alert.level == 2)
    let odd = #"{"event":"alert","level":2,"at":10,"estimated":true,"moment":{"basis":"stars"}}"#
    #expect(try JSONDecoder().decode(Alert.self, from: Data(odd.utf8)).moment == nil)
    var whole = alert
    whole.moment = Moment(basis: .position, atStop: 3, nextStop: 4, stopsLeft: 2, metresLeft: 812.4)
    #expect(try JSONDecoder().decode(Alert.self, from: JSONEncoder().encode(whole)) == whole)
  }
}
