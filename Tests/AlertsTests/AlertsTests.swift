import Foundation
import Journey
import Testing
import Rehearsal

@testable import Alerts

/// The recorded rides that come with the tests, and those beside the package where these are there.
enum RecordedRides {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  private static let own = tests.appending(path: "Recorded/rides")
  private static let others = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/data/traces")

  static var files: [URL] {
    func rides(_ folder: URL) -> [URL] {
      let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      return (found ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }
    let own = rides(own)
    let known = Set(own.map(\.lastPathComponent))
    return own + rides(others).filter { !known.contains($0.lastPathComponent) }
  }
}

/// What a ride told, with the seconds since the recording began.
struct Told: Equatable {
  var event: Alert.Event
  var level: Int?
  var seconds: Double
}

/// Follows a ride; after every so many inputs the state is written down and read again, as after a crash.
func follow(_ plan: AlertPlan, _ fixes: [Fix], restartEvery: Int = .max) throws -> [Told] {
  var state = AlertState()
  var told: [Told] = []
  let start = fixes.first?.at ?? .distantPast
  for (index, moment) in RideReplay(fixes).enumerated() {
    for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) {
      told.append(Told(event: alert.event, level: alert.level, seconds: alert.at.timeIntervalSince(start)))
    }
    if index % restartEvery == restartEvery - 1 {
      state = try JSONDecoder().decode(AlertState.self, from: JSONEncoder().encode(state))
    }
  }
  return told
}

@Suite("Recorded rides")
struct RecordedRideTests {
  struct Truth: Decodable {
    struct Times: Decodable {
      var penultimate_passed_t: Double?
      var destination_reached_t: Double?
    }
    var truth: Times
  }

  @Test("the last call comes after the stop before and in time", arguments: RecordedRides.files)
  func lastCall(file: URL) throws {
    let data = try Data(contentsOf: file)
    let ride = try RecordedRide(json: data)
    let truth = try JSONDecoder().decode(Truth.self, from: data).truth
    let told = try follow(try #require(ride.plan()), ride.fixes)
    let call = told.first { $0.level == 3 }
    guard let arrival = truth.destination_reached_t else { return }
    let passed = truth.penultimate_passed_t ?? 0
    let at = try #require(call).seconds
    #expect(at >= passed - 5)
    #expect(arrival - at >= min(10, 0.6 * (arrival - passed)))
  }

  @Test("restarted after any fix, a ride tells the same", arguments: RecordedRides.files)
  func restarted(file: URL) throws {
    let ride = try RecordedRide(json: Data(contentsOf: file))
    let plan = try #require(ride.plan())
    let whole = try follow(plan, ride.fixes)
    #expect(try follow(plan, ride.fixes, restartEvery: 7) == whole)
    let levels = whole.compactMap(\.level)
    #expect(levels == Array(Set(levels)).sorted(), "levels come once each and in order")
  }

  @Test("a minute without positions leaves no ride untold", arguments: RecordedRides.files)
  func outage(file: URL) throws {
    let data = try Data(contentsOf: file)
    let ride = try RecordedRide(json: data)
    let truth = try JSONDecoder().decode(Truth.self, from: data).truth
    guard let arrival = truth.destination_reached_t, let first = ride.fixes.first else { return }
    for lost in stride(from: 0.0, to: arrival - 60, by: 45) {
      let fixes = ride.fixes.filter { fix in
        let seconds = fix.at.timeIntervalSince(first.at)
        return seconds <= lost || seconds >= lost + 60
      }
      let told = try follow(try #require(ride.plan()), fixes)
      #expect(told.contains { $0.level == 3 || $0.event == .missed }, "lost from \(lost) s")
    }
  }
}

/// A straight line north with a stop every 400 m, 60 s apart.
enum StraightLine {
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  private static let degreesPerMetre = 1 / 111_195.0

  static func position(_ metres: Double, east: Double = 0) -> Position {
    Position(latitude: 48 + metres * degreesPerMetre, longitude: 14 + east * degreesPerMetre / cos(48 * .pi / 180))
  }

  static func ride(stops count: Int = 10, hasShape: Bool = true) -> Ride {
    let stops = (0..<count).map { index -> RideStop in
      let arrival = start.addingTimeInterval(Double(index) * 60)
      let dwell = index + 1 == count ? 0.0 : 15.0
      let metres = Double(index) * 400
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: position(metres)), arrival: arrival,
        departure: arrival.addingTimeInterval(dwell), metres: metres)
    }
    return Ride(
      tripID: "straight", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops,
      shape: hasShape ? (0...(count * 8)).map { position(Double($0) * 50) } : [])
  }

  static func plan(_ interval: Interval, _ ride: Ride = ride()) throws -> AlertPlan {
    try #require(
      AlertPlan(ride: ride, levels: Level.expand(interval, over: ride), timetable: .ofTheDay, knowsBoarding: true))
  }
}

@Suite("The engine")
struct AlertEngineTests {
  @Test(
    "a ride by the timetable tells three levels in order",
    arguments: [
      Interval.stops(1), .stops(3), .duration(seconds: 180), .distance(metres: 900),
    ])
  func threeLevels(interval: Interval) throws {
    for hasShape in [true, false] {
      let ride = StraightLine.ride(hasShape: hasShape)
      let told = try follow(try StraightLine.plan(interval, ride), SyntheticRide(ride).fixes())
      #expect(told.compactMap(\.level) == [1, 2, 3])
      // Departure, at 15 s, is a minute after the first fix; the stop before is left at 495 s, the last reached at 540.
      let call = try #require(told.last { $0.level == 3 }).seconds - 45
      #expect(call > 495 && call < 535, "\(interval) at \(call)")
    }
  }

  @Test(
    "without any position the clock and the timetable decide",
    arguments: [
      Interval.stops(2), .duration(seconds: 120),
    ])
  func byTheClock(interval: Interval) throws {
    let ride = StraightLine.ride()
    let plan = try StraightLine.plan(interval)
    let expected = Level.expand(interval, over: ride)
    var state = AlertState()
    var told: [Alert] = []
    for second in 0..<700 {
      let tick = StraightLine.start.addingTimeInterval(Double(second) - 30)
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, .tick(tick)) { told.append(alert) }
    }
    #expect(told.map(\.level) == [1, 2, 3])
    #expect(told.map(\.estimated) == [true, true, true])
    for (alert, level) in zip(told, expected).prefix(2) {
      let scheduled = try #require(level.at)
      #expect(abs(alert.at.timeIntervalSince(scheduled)) <= 1)
    }
    // The stop before is left at 495 s, and ten seconds before arrival is the latest.
    let call = try #require(told.last).at.timeIntervalSince(StraightLine.start)
    #expect(call >= 495 && call <= 530)
    #expect(state.latches.finished)
  }

  @Test("a tunnel to the end does not silence the last call")
  func tunnel() throws {
    let ride = StraightLine.ride()
    let seen = SyntheticRide(ride).fixes().filter { $0.at.timeIntervalSince(StraightLine.start) < 440 }
    var state = AlertState()
    let plan = try StraightLine.plan(.stops(1))
    for moment in RideReplay(seen) { _ = AlertEngine.advance(plan, &state, moment.input) }
    #expect(state.latches.fired < 3)
    var told: [Alert] = []
    for second in 440..<560 {
      let tick = StraightLine.start.addingTimeInterval(Double(second))
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, .tick(tick)) { told.append(alert) }
    }
    let call = try #require(told.first { $0.level == 3 })
    #expect(call.estimated)
    let seconds = call.at.timeIntervalSince(StraightLine.start)
    #expect(seconds >= 490)
    #expect(told.contains { $0.event == .positionLost })
  }

  @Test("who was called, and gets off, is not told that their positions are lost")
  func silentAfterTheCall() throws {
    let ride = StraightLine.ride()
    let plan = try StraightLine.plan(.stops(1))
    var (state, told) = (AlertState(), [Alert]())
    func advance(_ input: AlertInput) {
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, input) { told.append(alert) }
    }
    for moment in RideReplay(SyntheticRide(ride).fixes()) where !told.contains(where: { $0.level == 3 }) {
      advance(moment.input)
    }
    let called = try #require(told.last)
    #expect(called.level == 3 && !called.estimated)
    for second in 1..<600 { advance(.tick(called.at + Double(second))) }
    #expect(!told.contains { $0.event == .positionLost }, "\(told.map(\.event))")
  }

  @Test("a rider who waits at the boarding stop is told nothing")
  func waiting() throws {
    let plan = try StraightLine.plan(.stops(9))
    var state = AlertState()
    for second in 0..<600 {
      // A receiver that works never says the same place twice.
      let place = StraightLine.position(5 + sin(Double(second)))
      let fix = Fix(at: StraightLine.start.addingTimeInterval(Double(second)), position: place)
      let told = AlertEngine.advance(plan, &state, .fix(fix)).filter { effect in
        if case .sample = effect { return false }
        return true
      }
      #expect(told.isEmpty)
    }
  }

  @Test("who rides on past the destination hears that it was missed, once")
  func missed() throws {
    let ride = StraightLine.ride(stops: 6)
    let plan = try StraightLine.plan(.stops(1), ride)
    let fixes = (0..<400).map { second in
      Fix(
        at: StraightLine.start.addingTimeInterval(Double(second)),
        position: StraightLine.position(Double(second) * 10), accuracy: 5)
    }
    let told = try follow(plan, fixes)
    #expect(told.compactMap(\.level) == [1, 2, 3])
    #expect(told.filter { $0.event == .missed }.count == 1)
    #expect(try #require(told.last).event == .missed)
  }

  @Test("a line that passes one stop twice is told at the second time")
  func twice() throws {
    // Out 1600 m, round a block and back past the same stops to one beside the start.
    let way: [(Double, Double)] = [(0, 0), (1600, 0), (1600, 150), (200, 150), (200, 0), (850, 0)]
    let points = way.map { StraightLine.position($0.0, east: $0.1) }
    let metres = zip(points, points.dropFirst()).reduce(into: [0.0]) {
      $0.append($0[$0.count - 1] + $1.0.metres(to: $1.1))
    }
    let places = [(0.0, 0), (400, 0), (800, 0), (1600, 0), (2000, 3), (3550, 4), (3950, 4)]
    let stops = places.map { along, _ -> RideStop in
      let piece = (metres.firstIndex { $0 > along } ?? metres.count - 1) - 1
      let share = (along - metres[piece]) / (metres[piece + 1] - metres[piece])
      return RideStop(
        stop: Stop(name: "\(along)", position: points[piece].toward(points[piece + 1], share: share)),
        arrival: StraightLine.start.addingTimeInterval(along / 8), departure: nil, metres: along)
    }
    let ride = Ride(
      tripID: "twice", line: "1", serviceDay: "2027-01-15", zone: "UTC", stops: stops, shape: points)
    let told = try follow(try StraightLine.plan(.stops(1), ride), SyntheticRide(ride).fixes())
    let call = try #require(told.first { $0.level == 3 }).seconds - 60
    #expect(call > 3550 / 8 - 5)
  }

  @Test("fixes that cannot be true change nothing")
  func guards() throws {
    let plan = try StraightLine.plan(.stops(1))
    let good = SyntheticRide(StraightLine.ride()).fixes()
    let whole = try follow(plan, good)
    var dirty: [Fix] = []
    for (index, fix) in good.enumerated() {
      dirty.append(fix)
      let bad: Fix =
        switch index % 5 {
        case 0: Fix(at: fix.at.addingTimeInterval(0.5), position: StraightLine.position(99_000), accuracy: 5)
        case 1: Fix(at: fix.at.addingTimeInterval(-300), position: StraightLine.position(3600), accuracy: 5)
        case 2: Fix(at: fix.at, position: Position(latitude: .nan, longitude: 14))
        case 3: Fix(at: fix.at.addingTimeInterval(0.5), position: StraightLine.position(3600), accuracy: 500)
        default: Fix(at: Date(timeIntervalSinceReferenceDate: .infinity), position: fix.position)
        }
      dirty.append(bad)
    }
    #expect(try follow(plan, dirty).map(\.level) == whole.map(\.level))
    #expect(try follow(plan, dirty).map(\.seconds) == whole.map(\.seconds))
  }
}

@Suite("A recorded ride that is none")
struct BadRecordedRideTests {
  @Test(
    "says what is wrong",
    arguments: [
      ("", "not JSON"), ("{\"id\":", "not JSON"), ("{}", "id"), ("{\"id\":\"a\",\"stops\":[],\"fixes\":[]}", "0 stops"),
      ("{\"id\":\"a\",\"stops\":[{\"lat\":\"x\",\"lon\":1}],\"fixes\":[]}", "type"),
    ])
  func says(text: String, cause: String) {
    let error = #expect(throws: RecordedRideError.self) { try RecordedRide(json: Data(text.utf8)) }
    #expect(error?.description.contains(cause) == true)
  }
}
