import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("Who seems to sit in another vehicle")
struct AstrayTests {
  private let vehicle = VehicleNews(line: "7", headsign: "Harbour", isOpposite: false)

  private func astray(_ second: Double) -> AlertInput { .astray(StraightRide.start + second, vehicle) }

  @Test("is told once, with the vehicle, and of no wrong way beside it")
  func once() throws {
    var rider = Rider(try StraightRide.plan())
    for second in -60..<0 { rider.take(StraightRide.fix(Double(second), at: 0)) }
    for second in 0..<90 { rider.take(StraightRide.fix(Double(second), at: Double(second) * 6)) }
    rider.take(astray(90))
    rider.take(astray(105))
    #expect(rider.told.filter { $0.event == .wrongVehicle }.map(\.vehicle) == [vehicle])
    // Back the way that it came.
    for second in 90..<240 { rider.take(StraightRide.fix(Double(second), at: 540 - Double(second - 90) * 8)) }
    #expect(!rider.told.contains { [.wrongWay, .wrongLine, .offRoute].contains($0.event) })
  }

  @Test("is not told so when the last call has come")
  func notAfterCall() throws {
    var called = Rider(try StraightRide.plan())
    for second in -60..<0 { called.take(StraightRide.fix(Double(second), at: 0)) }
    for second in 0..<600 where !called.told(3) {
      called.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120))
    }
    #expect(called.told(3))
    called.take(astray(590))
    #expect(!called.told.contains { $0.event == .wrongVehicle })
  }

  @Test("is called all the same where the vehicle comes to the stop")
  func calledAnyway() throws {
    var rider = Rider(try StraightRide.plan())
    for second in -60..<0 { rider.take(StraightRide.fix(Double(second), at: 0)) }
    for second in 0..<100 { rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120)) }
    rider.take(astray(100))
    for second in 100..<600 { rider.take(StraightRide.fix(Double(second), at: Double(second) * 800 / 120)) }
    #expect(rider.told(3))
  }

  @Test("a state and an alert with it read back as they were, and those of older versions as before")
  func stored() throws {
    var rider = Rider(try StraightRide.plan())
    for second in -60..<60 { rider.take(StraightRide.fix(Double(second), at: max(0, Double(second) * 6))) }
    rider.take(astray(60))
    let alert = try #require(rider.told.last)
    #expect(try JSONDecoder().decode(Alert.self, from: JSONEncoder().encode(alert)) == alert)
    let state = try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(rider.state))
    #expect(state.latches.toldWrongVehicle == true)
    rider.state = state
    rider.take(astray(75))
    #expect(rider.told.count { $0.event == .wrongVehicle } == 1)
  }
}
