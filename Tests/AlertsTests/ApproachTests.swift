import Foundation
import Journey
import Rehearsal
import Testing

@testable import Alerts

@Suite("The way to a place from anywhere")
struct ApproachTests {
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private static let home = Position(latitude: 48.3, longitude: 14.3)

  private func plan(_ interval: Interval, to place: Position = home, arrival: Date? = nil) throws -> AlertPlan {
    let ride = Ride(
      approaching: Stop(name: "home", position: place, radius: 100), arrival: arrival, day: "2027-01-15", zone: "UTC")
    return try #require(
      AlertPlan(
        ride: ride, levels: Level.expand(interval, over: ride), timetable: .ofTheDay, knowsBoarding: false))
  }

  private func fix(_ second: Double, _ place: Position) -> AlertInput {
    .fix(Fix(at: Self.start + second, position: place, accuracy: 5))
  }

  /// So many metres west of home, with a receiver that never says the same twice.
  private func fix(_ second: Double, metres: Double) -> AlertInput {
    fix(second, Self.home.moved(north: 0.4 * sin(1.7 * second), east: -metres))
  }

  /// What a recorded ride tells beside what the fixes themselves say of a circle round its destination.
  @Test("on recorded rides the circles are told when they are entered", arguments: RecordedRides.files)
  func recorded(file: URL) throws {
    let recorded = try RecordedRide(json: Data(contentsOf: file))
    let place = try #require(recorded.ride.stops.last?.stop.position)
    let fixes = recorded.fixes.filter { $0.accuracy ?? 15 <= 100 }
    func entered(_ metres: Double) -> Date? { fixes.first { $0.position.metres(to: place) <= metres }?.at }
    guard let first = fixes.first, let inside = entered(1000), first.position.metres(to: place) > 1300,
      zip(fixes, fixes.dropFirst()).allSatisfy({ $1.at.timeIntervalSince($0.at) < 20 })
    else { return }
    let told = try follow(try plan(.distance(metres: 1000), to: place), recorded.fixes)
    let call = try #require(told.first { $0.level == 1 }, "\(told)")
    let late = first.at.addingTimeInterval(call.seconds).timeIntervalSince(inside)
    #expect(abs(late) <= 30, "level 1 came \(late) s after the circle was entered")
    if let near = entered(100) {
      let last = try #require(told.first { $0.level == 3 }, "\(told)")
      #expect(first.at.addingTimeInterval(last.seconds) <= near.addingTimeInterval(10))
    }
  }

  @Test("recorded rides that do not come near a place tell nothing of it", arguments: RecordedRides.files)
  func elsewhere(file: URL) throws {
    let recorded = try RecordedRide(json: Data(contentsOf: file))
    let place = try #require(recorded.ride.stops.last?.stop.position)
    for (north, east) in [(20_000.0, 0.0), (0, 20_000), (-20_000, 0)] {
      let aside = place.moved(north: north, east: east)
      guard recorded.fixes.allSatisfy({ $0.position.metres(to: aside) > 5000 }) else { continue }
      let told = try follow(try plan(.distance(metres: 1000), to: aside), recorded.fixes)
      #expect(told.allSatisfy { $0.event != .alert && $0.event != .missed }, "\(told)")
    }
  }

  @Test("who is at home when it is set hears nothing there for a day, and is told when they come back")
  func atHome() throws {
    var random = SplitMix(seed: 7)
    var drift = WanderingError(deviation: 12, using: &random)
    var rider = Rider(try plan(.distance(metres: 1000)))
    for minute in 0..<(24 * 60) {
      let error = drift.next(using: &random)
      rider.take(fix(Double(minute) * 60, Self.home.moved(north: error.north, east: error.east + 60)))
    }
    #expect(rider.told.isEmpty, "\(rider.told)")
    // Out to 3 km, by a bus, and back.
    for second in 0..<300 { rider.take(fix(86_400 + Double(second), metres: Double(second) * 10)) }
    #expect(rider.told.isEmpty, "\(rider.told)")
    for second in 0..<300 { rider.take(fix(86_700 + Double(second), metres: 3000 - Double(second) * 10)) }
    #expect(rider.told.compactMap(\.level) == [1, 2, 3], "\(rider.told)")
    #expect(rider.told.allSatisfy { !$0.estimated })
  }

  @Test("who is first seen within the circle and comes nearer is told, by bus and on foot", arguments: [12.0, 1.4])
  func firstSeenWithin(speed: Double) throws {
    var rider = Rider(try plan(.distance(metres: 1000)))
    for second in 0..<Int(800 / speed) { rider.take(fix(Double(second), metres: 800 - Double(second) * speed)) }
    #expect(rider.told.first?.level == 1)
    #expect(rider.told.contains { $0.level == 3 }, "\(rider.told)")
  }

  @Test("without a position at rest nothing is made up for hours; on the way the pace goes on")
  func lost() throws {
    var rider = Rider(try plan(.distance(metres: 1000)))
    for second in 0..<60 { rider.take(fix(Double(second), metres: 5000)) }
    for second in stride(from: 60.0, to: 8 * 3600, by: 5) { rider.take(.tick(Self.start + second)) }
    #expect(rider.told.allSatisfy { $0.event == .positionLost }, "\(rider.told)")
    #expect(rider.told.count <= 1)
    var other = Rider(try plan(.distance(metres: 1000)))
    for second in 0..<240 { other.take(fix(Double(second), metres: 6000 - Double(second) * 12)) }
    for second in 240..<700 { other.take(.tick(Self.start + Double(second))) }
    let calls = other.told.filter { $0.event == .alert }
    #expect(calls.compactMap(\.level) == [1, 2, 3], "\(other.told)")
    #expect(calls.allSatisfy { $0.estimated })
  }

  @Test("where an arrival was said and no position comes, the clock tells")
  func clock() throws {
    var rider = Rider(try plan(.duration(seconds: 300), arrival: Self.start + 3600))
    var times: [Double] = []
    for second in 0..<4000 {
      let count = rider.told.count
      rider.take(.tick(Self.start + Double(second)))
      if rider.told.count > count { times.append(Double(second)) }
    }
    #expect(times == [3300, 3450, 3540], "\(rider.told)")
    #expect(rider.told.allSatisfy(\.estimated) && rider.hasFinished)
  }

  @Test("far away one fix a minute is asked for")
  func sampling() throws {
    var rider = Rider(try plan(.distance(metres: 1000)))
    for second in stride(from: 0.0, to: 600, by: 10) { rider.take(fix(second, metres: 60_000 - second * 10)) }
    #expect(rider.sampling.last == 60)
    for second in stride(from: 600.0, to: 5000, by: 10) {
      rider.take(fix(second, metres: max(2000, 60_000 - second * 12)))
    }
    #expect(rider.sampling.contains(20) && rider.sampling.contains(5), "\(rider.sampling)")
  }

  @Test("who drives past is told so, once")
  func missed() throws {
    var rider = Rider(try plan(.distance(metres: 1000)))
    for second in 0..<400 { rider.take(fix(Double(second), metres: 3000 - Double(second) * 12)) }
    #expect(rider.told.filter { $0.event == .missed }.count == 1, "\(rider.told)")
    #expect(rider.hasFinished)
  }

  @Test("an approach goes on after a crash as if nothing had happened")
  func restarted() throws {
    let fixes = (0..<260).map { second in
      Fix(
        at: Self.start + Double(second),
        position: Self.home.moved(north: 0.4 * sin(1.7 * Double(second)), east: Double(second) * 12 - 3000), accuracy: 5
      )
    }
    let plan = try plan(.distance(metres: 1000))
    let (one, other) = (try follow(plan, fixes, restartEvery: 7), try follow(plan, fixes))
    #expect(one == other && one.count == 3)
  }
}
