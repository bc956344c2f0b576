import Alerts
import Foundation
import Journey
import Testing
import Timetable

@testable import Live

@Suite("Whether a rider sits in the right vehicle") struct VehicleCheckTests {
  private static let north: [(Double, Double)] = [(0, 0), (0, 6000)]
  private static let south: [(Double, Double)] = [(0, 6000), (0, 0)]
  /// Shares its first two kilometres with `north`.
  private static let east: [(Double, Double)] = [(0, 0), (0, 2000), (4000, 2000)]
  /// Goes round a block near its beginning, and past its second stop again.
  private static let loop: [(Double, Double)] = [(0, 0), (0, 1200), (800, 1200), (800, 400), (-2000, 400)]

  private static func runs(_ line: String, _ direction: Int, _ corners: [(Double, Double)]) -> (RunWay, [Run]) {
    let way = Town.way(corners)
    return (way, (0..<4).map { Town.run(line, direction: direction, way, at: Town.eight + 1200 * Double($0)) })
  }

  private static let town = FewRuns([
    runs("1", 0, north), runs("1", 1, south), runs("2", 0, east), runs("3", 0, loop),
  ])

  /// A ride of a line's first run from its first stop to another one.
  private func ride(_ line: String, _ corners: [(Double, Double)], to place: Int, after: Double = 0) -> Ride {
    let way = Town.way(corners)
    let run = Town.run(line, direction: 0, way, at: Town.eight + after)
    let stops = way.calls.prefix(place + 1).enumerated().map { number, call in
      RideStop(
        stop: Stop(
          name: call.name, position: call.position,
          gtfs: Stop.GTFSReference(feed: "town", stopID: call.stopID, parentStation: nil)),
        arrival: run.arrivals[number], departure: run.departures[number], metres: call.metres)
    }
    return Ride(tripID: run.id.tripID, line: line, serviceDay: "2026-12-01", zone: "Europe/Vienna", stops: stops)
  }

  private func findings(_ ride: Ride, _ fixes: [Fix]) throws -> [(Int, VehicleCheck.Finding)] {
    var check = try #require(VehicleCheck(ride, among: Self.town))
    return try fixes.enumerated().compactMap { number, fix in try check.add(fix).map { (number, $0) } }
  }

  private func isElsewhere(_ finding: VehicleCheck.Finding) -> Bool {
    if case .elsewhere = finding { true } else { false }
  }

  @Test("the right one is told as such and never as another")
  func right() throws {
    let all = try findings(
      ride("1", Self.north, to: 10), Town.fixes(Self.north, from: Town.eight, speed: 6.5, seconds: 600))
    #expect(all.last?.1 == .planned)
    #expect(!all.contains { isElsewhere($0.1) })
  }

  @Test("the run before or behind comes to the stop as well")
  func laterRun() throws {
    let all = try findings(
      ride("1", Self.north, to: 10), Town.fixes(Self.north, from: Town.eight + 1200, speed: 6.5, seconds: 600))
    guard case .other(let run)? = all.last?.1 else {
      Issue.record("\(all)")
      return
    }
    #expect(run.start == Town.eight + 1200)
    // Where the ride begins and ends, by the timetable of that run.
    #expect(run.departure == Town.eight + 1200)
    #expect(run.arrival == Town.eight + 1200 + 60 * 10)
    #expect(!all.contains { isElsewhere($0.1) })
    // Not by one fix: the third in a row at which it is certain.
    let first = try #require(all.first)
    var tracker = OnboardTracker(Self.town)
    let fixes = Town.fixes(Self.north, from: Town.eight + 1200, speed: 6.5, seconds: 600)
    let sure = try fixes.enumerated().filter { try tracker.add($0.element)?.state == .sure }.map(\.offset)
    #expect(first.0 == sure[2])
  }

  @Test("a vehicle that goes on as another line is the one of the ride on both")
  func seated() throws {
    // The first half of the way as line 9, the other one as line 1 in which riders keep their seats.
    var ride = ride("1", Self.north, to: 14)
    ride.continuations = [Continuation(stop: 5, tripID: ride.tripID, line: "1")]
    (ride.tripID, ride.line) = ("9-0-0", "9")
    let all = try findings(ride, Town.fixes(Self.north, from: Town.eight, speed: 6.5, seconds: 600))
    #expect(all.last?.1 == .planned)
    #expect(all.allSatisfy { $0.1 == .planned })
  }

  @Test("another line is told once it has left the way, not while both share it")
  func otherLine() throws {
    let all = try findings(
      ride("1", Self.north, to: 10), Town.fixes(Self.east, from: Town.eight, speed: 6.5, seconds: 600))
    let first = try #require(all.first { isElsewhere($0.1) })
    // Two kilometres take 308 s: the eleventh fix is the first one on another street, and nobody is warned by a single one.
    #expect((12...15).contains(first.0), "\(first)")
    guard case .elsewhere(let run, let isOpposite) = first.1 else { return }
    #expect(run.line == "2" && !isOpposite)
  }

  @Test("the other direction is told as such")
  func opposite() throws {
    var ride = ride("1", Self.north, to: 14)
    ride.stops.removeFirst(7)
    // From the middle of the line the other way.
    let fixes = Town.fixes([(0, 3000), (0, 0)], from: Town.eight + 450, speed: 6.5, seconds: 300)
    let all = try findings(ride, fixes)
    let first = try #require(all.first { isElsewhere($0.1) })
    guard case .elsewhere(let run, let isOpposite) = first.1 else { return }
    #expect(run.direction == 1 && isOpposite)
    #expect(first.0 <= 6)
  }

  @Test("what brings a rider to the stop is another vehicle by right")
  func feeder() throws {
    // Two kilometres up the street, and half an hour later: line 2 comes by there first.
    var ride = ride("1", Self.north, to: 10, after: 1200)
    ride.stops.removeFirst(4)
    let all = try findings(ride, Town.fixes(Self.east, from: Town.eight, speed: 6.5, seconds: 600))
    #expect(!all.contains { isElsewhere($0.1) })
  }

  @Test("who gets off where a line comes by twice is not told that the stop is behind")
  func loop() throws {
    let all = try findings(
      ride("3", Self.loop, to: 2), Town.fixes(Self.loop, from: Town.eight, speed: 6.5, seconds: 120))
    #expect(!all.contains { isElsewhere($0.1) })
  }

  @Test("who walks is in no vehicle, and of a ride that no timetable has nothing is known")
  func nothing() throws {
    let all = try findings(
      ride("1", Self.north, to: 10), Town.fixes([(0, 0), (-2000, 0)], from: Town.eight, speed: 1.3, seconds: 900))
    #expect(all.isEmpty)
    var imagined = ride("1", Self.north, to: 10)
    imagined.tripID = nil
    #expect(VehicleCheck(imagined, among: Self.town) == nil)
  }
}
