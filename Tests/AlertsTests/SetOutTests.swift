import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("A rider who has to walk to the ride") struct SetOutTests {
  /// Who sets out four minutes from the first stop.
  private static func plan() throws -> AlertPlan {
    var draft = Draft(id: UUID(), createdAt: StraightRide.start)
    let typed = Provenance(method: .typed)
    draft.from = Answer(Stop(name: "Home", position: StraightRide.position(-280)), typed)
    draft.to = Answer(StraightRide.ride.stops[5].stop, typed)
    draft.mode = Answer(.stations, typed)
    draft.interval = Answer(.stops(2), typed)
    draft.take(Connections(rides: [StraightRide.ride], chosen: 0, walkSeconds: [[240, 0]]))
    let reminder = try #require(Reminder(draft, createdAt: StraightRide.start))
    #expect(reminder.setsOut == StraightRide.start - 240)
    return try #require(AlertPlan(reminder))
  }

  @Test("is told once, two minutes before they must set out")
  func told() throws {
    var rider = Rider(try Self.plan())
    for second in -900..<0 { rider.take(.tick(StraightRide.start + Double(second))) }
    #expect(rider.told.map(\.event) == [.setOut])
    #expect(rider.told.first?.at == StraightRide.start - 360)
  }

  @Test("or by the clock of positions alone; and it is the rider of the levels all the same")
  func byFixes() throws {
    var rider = Rider(try Self.plan())
    for second in stride(from: -900.0, to: -240, by: 5) { rider.take(StraightRide.fix(second, at: -280)) }
    for second in stride(from: -240.0, to: 0, by: 5) {
      rider.take(StraightRide.fix(second, at: -280 + (second + 240) * 280 / 240))
    }
    _ = rider.ride(from: 0) { $0.told(3) }
    #expect(rider.told.map(\.event) == [.setOut, .alert, .alert, .alert])
  }

  @Test("is not told where they wait at the stop already, nor where the ride begins at theirs")
  func there() throws {
    var rider = Rider(try Self.plan())
    for second in stride(from: -900.0, to: 0, by: 5) { rider.take(StraightRide.fix(second, at: 0)) }
    #expect(rider.told.isEmpty)
    var other = Rider(try StraightRide.plan())
    for second in -900..<0 { other.take(.tick(StraightRide.start + Double(second))) }
    #expect(other.told.isEmpty)
  }

  @Test("a state that was stored goes on from there: it is told once whatever is killed")
  func stored() throws {
    var rider = Rider(try Self.plan())
    for second in -400 ..< -300 { rider.take(.tick(StraightRide.start + Double(second))) }
    rider.state = try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(rider.state))
    for second in -300..<0 { rider.take(.tick(StraightRide.start + Double(second))) }
    #expect(rider.told.map(\.event) == [.setOut])
  }
}
