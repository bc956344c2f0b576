import Alerts
import ArgumentParser
import Foundation
import Journey
import Rehearsal

/// `alight-lab bench-engine`: how many fixes a second the engine takes, beside the plainest check that could do.
struct BenchEngine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-engine", abstract: "Measure the alert engine on recorded rides, or on a made-up one.",
    discussion: """
      The floor is three circles round the destination: a distance and three comparisons a fix. Both run on one core, on fixes \
      that are decoded already, in turn. Memory is that of reminders that are all followed at once, on each its own ride.
      """)

  @Argument(help: "Recorded rides; without any a ride of an hour is made up.")
  var files: [String] = []

  @Option(help: "How often everything is measured; medians are told.")
  var rounds = 5

  func run() throws {
    var rides: [(plan: AlertPlan, fixes: [Fix], destination: Position)] = []
    for file in files {
      let ride = try RecordedRide(json: Data(contentsOf: URL(filePath: file)))
      if let plan = ride.plan(), let last = ride.ride.stops.last {
        rides.append((plan, ride.fixes, last.stop.position))
      }
    }
    if rides.isEmpty { rides = [try Self.madeUp()] }
    let count = rides.reduce(0) { $0 + $1.fixes.count }
    let repeats = max(1, 200_000 / max(1, count))
    var (engine, floor): ([Double], [Double]) = ([], [])
    var told = 0
    for _ in 0..<max(1, rounds) {
      engine.append(
        Self.seconds { for _ in 0..<repeats { told += rides.reduce(0) { $0 + Self.follow($1.plan, $1.fixes) } } })
      floor.append(
        Self.seconds {
          for _ in 0..<repeats { told += rides.reduce(0) { $0 + Self.circles($1.destination, $1.fixes) } }
        })
    }
    let fixes = Double(count * repeats)
    print("rides \(rides.count)  fixes \(count)  rounds \(rounds)  effects \(told)")
    print(Self.row("", "fixes/s, median", "slowest", "fastest"))
    for (name, seconds) in [("engine", engine), ("three circles", floor)] {
      let speeds = [Self.median(seconds), seconds.max() ?? 0, seconds.min() ?? 0].map { "\(Int(fixes / $0))" }
      print(Self.row(name, speeds[0], speeds[1], speeds[2]))
    }
    print("")
    print(Self.row("followed at once", "memory", "a reminder", ""))
    for reminders in [1, 1000] {
      let bytes = try Self.memory(of: reminders)
      print(
        Self.row(
          "\(reminders)", "\(bytes / 1024) KB", String(format: "%.1f KB", Double(bytes) / 1024 / Double(reminders)), "")
      )
    }
  }

  /// A reminder as the runner holds it.
  private struct Followed {
    var ride: Ride
    var plan: AlertPlan
    var state = AlertState()
  }

  /// Bytes that reminders take which are followed at once, in the middle of their rides.
  private static func memory(of count: Int) throws -> Int {
    let (ride, levels) = madeUpRide()
    let record = try JSONEncoder().encode(ride)
    let fixes = SyntheticRide(ride, spread: 5).fixes().prefix(600)
    let before = ResidentMemory.anonymousBytes
    // Decoded for each, as from the database: nothing is shared.
    var all = try (0..<count).compactMap { _ -> Followed? in
      let own = try JSONDecoder().decode(Ride.self, from: record)
      return AlertPlan(ride: own, levels: levels, timetable: .ofTheDay, knowsBoarding: true).map {
        Followed(ride: own, plan: $0)
      }
    }
    for fix in fixes {
      for index in all.indices { _ = AlertEngine.advance(all[index].plan, &all[index].state, .fix(fix)) }
    }
    return withExtendedLifetime(all) { max(0, ResidentMemory.anonymousBytes - before) }
  }

  private static func row(_ cells: String...) -> String {
    cells.map { $0.padding(toLength: 18, withPad: " ", startingAt: 0) }.joined()
      .trimmingCharacters(in: .whitespaces)
  }

  private static func follow(_ plan: AlertPlan, _ fixes: [Fix]) -> Int {
    var state = AlertState()
    var told = 0
    for fix in fixes { told += AlertEngine.advance(plan, &state, .fix(fix)).count }
    return told
  }

  private static func circles(_ destination: Position, _ fixes: [Fix]) -> Int {
    var level = 0
    for fix in fixes {
      let metres = fix.position.metres(to: destination)
      while level < 3, metres < [1000, 500, 200][level] { level += 1 }
    }
    return level
  }

  private static func seconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    return clock.measure(body) / .seconds(1)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func madeUpRide() -> (ride: Ride, levels: [Level]) {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let stops = (0..<40).map { index -> RideStop in
      let far = Double(index)
      let arrival = start.addingTimeInterval(far * 90)
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: Position(latitude: 48 + far * 0.004, longitude: 14)),
        arrival: arrival,
        departure: arrival.addingTimeInterval(15), metres: far * 444.8)
    }
    let shape = (0...1560).map { Position(latitude: 48 + Double($0) * 0.0001, longitude: 14) }
    let ride = Ride(tripID: "made up", line: "1", serviceDay: "2023-11-14", zone: "UTC", stops: stops, shape: shape)
    return (ride, Level.expand(.stops(2), over: ride))
  }

  private static func madeUp() throws -> (AlertPlan, [Fix], Position) {
    let (ride, levels) = madeUpRide()
    guard let plan = AlertPlan(ride: ride, levels: levels, timetable: .ofTheDay, knowsBoarding: true),
      let last = ride.stops.last
    else { throw ValidationError("the made-up ride is none") }
    return (plan, SyntheticRide(ride, spread: 5).fixes(), last.stop.position)
  }
}
