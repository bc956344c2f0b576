import Alerts
import Foundation
import Journey
import Testing

@testable import alight_lab

@Suite("Rides with faults")
struct FaultyRideTests {
  @Test("come again from their number and seed")
  func seeds() {
    func inputs(_ number: Int) -> [AlertInput] { FaultyRide(number, seed: 2).moments.map(\.input) }
    #expect(inputs(4) == inputs(4))
    #expect(inputs(4) != inputs(5))
  }

  @Test("hold the clock in step with the world but for its leaps, and go on until the doors have closed")
  func streams() {
    for number in 0..<30 {
      let ride = FaultyRide(number, seed: 3)
      let seconds = ride.moments.map(\.second)
      #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 <= $1 }, "ride \(number)")
      #expect(seconds.last ?? 0 > ride.ride.truth.leaves ?? .infinity, "ride \(number)")
    }
  }

  @Test("break the property where nobody calls, or only when the doors have closed; a told doubt holds it")
  func property() throws {
    let ride = FaultyRide(0, seed: 1)
    let leaves = try #require(ride.ride.truth.leaves)
    func told(_ event: Alert.Event, _ level: Int?, at second: Double) -> (second: Double, alert: Alert) {
      (second, Alert(event: event, level: level, at: ride.ride.epoch, estimated: false))
    }
    #expect(ride.violation([]) != nil)
    #expect(ride.violation([told(.alert, 2, at: leaves - 50), told(.missed, nil, at: leaves - 5)]) != nil)
    #expect(ride.violation([told(.alert, 3, at: leaves + 1)]) != nil)
    #expect(ride.violation([told(.alert, 3, at: leaves - 1)]) == nil)
    #expect(ride.violation([told(.positionDoubted, nil, at: leaves - 1)]) == nil)
  }

  @Test("without a fault are called on lines of all kinds")
  func plain() {
    let rides = (0..<120).map { FaultyRide($0, seed: 4) }.filter { $0.faults.isEmpty && $0.ride.kind == "plain" }
    #expect(!rides.isEmpty)
    for ride in rides { #expect(ride.violation(ride.told()) == nil) }
  }

  @Test("find that the rows of another ride are taken for this one's")
  func planted() {
    let rides = (0..<300).lazy.map { FaultyRide($0, seed: 5) }
    #expect(rides.contains { $0.violation($0.told()) == nil && $0.violation($0.told(.leg)) != nil })
  }
}
