import Alerts
import ArgumentParser
import Foundation
import Journey
import Live
import Timetable

/// `alight-lab bench-onboard`: how many fixes a second the vehicle is found from that a rider sits in.
struct BenchOnboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-onboard",
    abstract: "Measure how many fixes a second tell the vehicle that a rider sits in, on timetables of several sizes.",
    discussion: """
      Riders of the first timetable sit in their vehicles, with a fix every 5 seconds and 8 m of noise; the same fixes are put to each \
      timetable. first: while what goes near by is still being read. then: the same riders once more.

      Example: alight-lab bench-onboard hart.sqlite hart-twelve-times.sqlite --at 2018-05-16T15:00:00Z
      """)

  @Argument(help: "Files of imported timetables.") var timetables: [String]
  @Option(help: "The instant from which on the rides are looked up.") var at = "2018-05-16T15:00:00Z"
  @Option(help: "How many riders.") var count = 30
  @Option(help: "Where chance begins.") var seed: UInt64 = 1

  func run() throws {
    guard let first = timetables.first else { throw ValidationError("give a file of imported timetables") }
    let riders = try riders(TimetableStore(path: first, readOnly: true))
    let fixes = riders.reduce(0) { $0 + $1.fixes.count }
    print("\(riders.count) riders, \(fixes) fixes")
    for path in timetables {
      let store = try TimetableStore(path: path, readOnly: true)
      let before = ResidentMemory.anonymousBytes
      var source: RunFinder?
      let opening = try Timings.microseconds { source = try RunFinder(store) }
      guard let source else { continue }
      let passes = try (0..<2).map { _ in try pass(riders, source) }
      let rates = zip(["first", "then"], passes).map { name, pass in
        "\(name) \(Int(Double(fixes) / pass.seconds)) fixes/s"
      }
      let last = passes[1]
      print(
        "\(URL(filePath: path).lastPathComponent): opened in \(Int(opening / 1000)) ms, "
          + rates.joined(separator: ", "))
      print("  a fix: \(Int(last.each.median)) µs, p95 \(Int(last.each.p95)), p99 \(Int(last.each.p99))")
      print("  on their trip at the end: \(last.right) of \(riders.count)")
      print("  memory: \((ResidentMemory.anonymousBytes - before) / 1_048_576) MiB")
    }
  }

  private struct Rider {
    var trip: String?
    var fixes: [Fix]
  }

  private func riders(_ store: TimetableStore) throws -> [Rider] {
    let source = try RideSource(store, at: Date(at, strategy: .iso8601))
    var random = SplitMix(seed: seed)
    var riders: [Rider] = []
    for _ in 0..<50 * count where riders.count < count {
      guard let ride = try source.ride(using: &random), ride.stops.count > 3 else { continue }
      let seated = WrongRide(kind: .right, planned: ride, boarded: ride)
      riders.append(Rider(trip: ride.tripID, fixes: seated.fixes(seed &+ UInt64(riders.count))))
    }
    return riders
  }

  private func pass(_ riders: [Rider], _ source: RunFinder) throws -> (seconds: Double, each: Timings, right: Int) {
    var (each, right): ([Double], Int) = ([], 0)
    for rider in riders {
      var tracker = OnboardTracker(source)
      var belief: OnboardBelief?
      for fix in rider.fixes {
        each.append(try Timings.microseconds { belief = try tracker.add(fix) ?? belief })
      }
      if let trip = belief?.run?.id.tripID, trip == rider.trip { right += 1 }
    }
    return (each.reduce(0, +) / 1_000_000, Timings(each), right)
  }
}
