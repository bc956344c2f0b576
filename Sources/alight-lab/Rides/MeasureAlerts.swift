import ArgumentParser
import Foundation

/// Counts by kind how many simulated rides are told in time.
struct MeasureAlerts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-alerts",
    abstract: "Count how many simulated rides are told in time, by what happens on them.",
    discussion: """
      right: after the stop before was left, and 10 s or 60 % of the way before arrival. quiet: nothing was due, for the \
      vehicle went the other way.

      Example: alight-lab measure-alerts --timetable timetable.sqlite --count 600
      """)

  @OptionGroup var options: RideOptions

  func run() throws {
    var maker = RideMaker(try options.source(), seed: options.seed)
    var counts: [String: [RideVerdict: Int]] = [:]
    for _ in 0..<options.count {
      let ride = try maker.next()
      counts[ride.kind, default: [:]][try RideVerdict(ride), default: 0] += 1
    }
    print((["kind"] + RideVerdict.allCases.map(\.rawValue)).joined(separator: "\t"))
    for kind in SimulatedRide.Kind.allCases {
      let row = RideVerdict.allCases.map { String(counts[kind.rawValue]?[$0] ?? 0) }
      print(([kind.rawValue] + row).joined(separator: "\t"))
    }
  }
}
