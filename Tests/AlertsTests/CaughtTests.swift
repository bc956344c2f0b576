import Foundation
import Journey
import Testing

@testable import Alerts

@Suite("Who sits in an earlier or later run")
struct CaughtTests {
  /// The next run, ten minutes behind the ride.
  private static let later = run(600)

  private static func run(_ shift: Double) -> CaughtRun {
    CaughtRun(
      trip: AboardTrip(feed: "f", tripID: "later", serviceDay: "2027-01-15"), start: StraightRide.start + shift,
      line: "1", headsign: "Stop 9", departure: StraightRide.start + shift, arrival: StraightRide.start + 600 + shift)
  }

  private func caught(_ second: Double, _ run: CaughtRun? = Self.later) -> AlertInput {
    .caught(StraightRide.start + second, run)
  }

  private func report(late: Double?, at second: Double, isCancelled: Bool = false) -> AlertInput {
    let calls = (0..<6).map { _ in LiveReport.Call(arrival: late, departure: late) }
    let now = StraightRide.start + second
    return .live(now, LiveReport(madeAt: now, isCancelled: isCancelled, calls: calls))
  }

  /// A rider who gets on the later run.
  private func boarded(_ plan: AlertPlan? = nil) throws -> Rider {
    var rider = Rider(try plan ?? StraightRide.plan())
    for second in -60..<600 { rider.take(StraightRide.fix(Double(second), at: 0)) }
    for second in 600..<660 { ride(&rider, Double(second)) }
    return rider
  }

  private func ride(_ rider: inout Rider, _ second: Double) {
    rider.take(StraightRide.fix(second, at: min(4000, (second - 600) * 800 / 120)))
  }

  @Test("is told which it is, and called at the stop as ever")
  func told() throws {
    var rider = try boarded()
    for second in 660..<1200 {
      if second % 15 == 0 { rider.take(caught(Double(second))) }
      ride(&rider, Double(second))
    }
    #expect(rider.told.filter { $0.event == .caught }.map(\.vehicle) == [VehicleNews(Self.later)])
    let call = try #require(rider.told.first { $0.event == .alert && $0.level == 3 })
    // Behind the fourth stop, and not at the time of the ride that they did not take.
    #expect((1080...1200).contains(call.at.timeIntervalSince(StraightRide.start)))
    #expect(!rider.told.contains { $0.event == .missed || $0.event == .wrongVehicle })
  }

  @Test("is told nothing that a feed said of the other run before, and its delay by its own timetable")
  func delays() throws {
    var rider = try boarded()
    rider.take(report(late: 30, at: 655))
    rider.take(caught(660))
    #expect(rider.state.live == nil)
    // As it is planned: ten minutes after the ride.
    rider.take(report(late: 600, at: 675))
    #expect(!rider.told.contains { $0.event == .delayed })
    for second in 675..<915 { rider.take(StraightRide.fix(Double(second), at: 500)) }
    rider.take(report(late: 840, at: 915))
    let told = try #require(rider.told.first { $0.event == .delayed })
    #expect(told.live?.late == 240)
    #expect(told.live?.arrival == StraightRide.start + 1440)
    #expect(told.vehicle == VehicleNews(Self.later))
    #expect(told.live?.departure == nil)
    // On its sheet it is as late as it is told.
    let standing = AlertEngine.standing(rider.plan, rider.state, at: StraightRide.start + 916)
    #expect(standing.reportedDelay == 240)
  }

  @Test("goes by the ride again where it was that one after all")
  func undone() throws {
    var rider = try boarded()
    rider.take(caught(660))
    rider.take(caught(675, nil))
    #expect(rider.state.caught == nil)
    #expect(rider.told.filter { $0.event == .caught }.map(\.vehicle) == [VehicleNews(Self.later), nil])
    rider.take(report(late: nil, at: 680, isCancelled: true))
    #expect(rider.told.count { $0.event == .cancelled } == 1)
    // What was told of the ride itself is known when it is that one once more.
    rider.take(caught(690))
    rider.take(caught(705, nil))
    rider.take(report(late: nil, at: 710, isCancelled: true))
    #expect(rider.told.count { $0.event == .cancelled } == 1)
    // What changes on and on is told no more, and goes by what was told last.
    for second in stride(from: 720.0, to: 900, by: 30) {
      rider.take(caught(second))
      rider.take(caught(second + 15, nil))
    }
    #expect(rider.told.count { $0.event == .caught } == 4)
    #expect(rider.state.caught == nil)
  }

  @Test("is told of another one where it is neither of both")
  func another() throws {
    var rider = try boarded()
    rider.take(caught(660))
    let third = Self.run(1200)
    rider.take(caught(690, third))
    #expect(rider.told.filter { $0.event == .caught }.map(\.vehicle) == [VehicleNews(Self.later), VehicleNews(third)])
    #expect(AlertEngine.shift(rider.plan, rider.state) == 1200)
  }

  @Test("does not sit in another run where the feed says of the planned one what is seen")
  func late() throws {
    var rider = try boarded()
    // The ride itself, ten minutes late, passes for the next one that is on time.
    rider.take(report(late: 600, at: 660))
    #expect(rider.state.scratch.isLiveConfirmed == true)
    rider.take(caught(675))
    #expect(rider.state.caught == nil)
    #expect(!rider.told.contains { $0.event == .caught })
  }

  @Test("is told nothing any more when the last call has come")
  func notAfterCall() throws {
    var rider = try boarded()
    for second in 660..<1200 where !rider.told(3) { ride(&rider, Double(second)) }
    #expect(rider.told(3))
    rider.take(caught(1190))
    #expect(!rider.told.contains { $0.event == .caught })
  }

  @Test("a state and an alert with it read back as they were, and states of older versions are read")
  func stored() throws {
    var rider = try boarded()
    rider.take(caught(660))
    let alert = try #require(rider.told.last)
    #expect(try JSONDecoder().decode(Alert.self, from: JSONEncoder().encode(alert)) == alert)
    let bytes = try JSONEncoder().encode(rider.state)
    #expect(try JSONDecoder().decode(AlertState.self, from: bytes) == rider.state)
    var fields = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    var latches = try #require(fields["latches"] as? [String: Any])
    for key in ["caught", "vehicleChanges", "liveOfOwn"] { latches[key] = nil }
    fields["latches"] = latches
    let old = try JSONDecoder().decode(AlertState.self, from: JSONSerialization.data(withJSONObject: fields))
    #expect(old.caught == nil)
  }
}
