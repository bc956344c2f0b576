import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("A ride that goes on from what was told on it")
struct ResumingTests {
  private func told(_ level: Int, at second: Double, estimated: Bool = false, next: Int? = nil) -> Alert {
    Alert(
      event: .alert, level: level, at: StraightRide.start + second, estimated: estimated,
      moment: next.map { Moment(basis: .position, nextStop: $0) })
  }

  @Test("calls at the end and tells no level twice, and knows the stops that are behind")
  func goesOn() throws {
    var rider = Rider(try StraightRide.plan())
    rider.state = AlertState(
      rider.plan, resuming: [told(1, at: 250, next: 3)], at: StraightRide.start + 300)
    #expect(rider.state.latches.passed == 2)
    _ = rider.ride(from: 300) { $0.told(3) }
    #expect(!rider.told(1))
    let call = try #require(rider.told.first { $0.level == 3 })
    #expect((478...590).contains(call.at.timeIntervalSince(StraightRide.start)))
  }

  @Test("whose clock was set back meanwhile goes by none: the rider hears of it within seconds")
  func clockWasSetBack() throws {
    for alerts in [[told(1, at: 250)], [told(1, at: 250), told(2, at: 400 - 3600)]] {
      var rider = Rider(try StraightRide.plan())
      let now = StraightRide.start + (420 - 3600)
      rider.state = AlertState(rider.plan, resuming: alerts, at: now)
      for second in 0..<12 { rider.take(.tick(now + Double(second))) }
      #expect(rider.told.map(\.event) == [.positionDoubted])
    }
  }

  @Test("of a recording that is played again is no clock that was set")
  func playedAgain() throws {
    let state = AlertState(try StraightRide.plan(), resuming: [told(1, at: 250)], at: nil)
    #expect(state.latches.clockSet == 0)
  }

  @Test("does not believe a ledger that names stops which the ride has not")
  func strangeStops() throws {
    for next in [-5, 0, 99, Int.max] {
      var rider = Rider(try StraightRide.plan())
      rider.state = AlertState(rider.plan, resuming: [told(1, at: 250, next: next)], at: StraightRide.start + 300)
      #expect(rider.state.latches.passed == -1)
      _ = rider.ride(from: 300) { $0.told(3) }
      #expect(rider.told(3))
    }
  }
}
