import ArgumentParser
import Foundation
import Timetable

/// Times what the program asks a timetable for: opening it, its stops, reachability and rides between random stops.
struct MeasureRides: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-rides", abstract: "Time the queries of a timetable.")

  @Option(help: "A file of imported timetables; without it the demonstration network.")
  var timetable = ""

  @Option(help: "The folder of the demonstration network.")
  var demoNetwork = "Prompts/demo-network"

  @Option(help: "The folder in which the demonstration network is kept.")
  var cache = FileManager.default.temporaryDirectory.appending(path: "alight-lab").path

  @Option(help: "How many rides are looked up.")
  var queries = 500

  @Option(help: "The instant round which they are looked up.")
  var at = "2026-12-01T08:00:00+01:00"

  func run() throws {
    let instant = try Date(at, strategy: .iso8601)
    func open() throws -> TimetableStore {
      if !timetable.isEmpty { return try TimetableStore(path: timetable, readOnly: true) }
      return try TimetableSource.open(
        timetable: URL(filePath: "/nonexistent"), demoNetwork: URL(filePath: demoNetwork), cache: URL(filePath: cache))
    }
    let store = try open()
    print("open", try milliseconds(20) { _ in _ = try open() })
    print("matchOptions", try milliseconds(20) { _ in _ = try store.matchOptions() })
    let stops = try store.stops()
    let origins = try stops.enumerated().filter { $0.offset % max(1, stops.count / 200) == 0 }.map(\.element.id)
      .filter { try !store.reachable(from: $0).isEmpty }
    guard !origins.isEmpty else { throw ValidationError("the timetable connects no stops") }
    print("reachable", try milliseconds(queries) { _ = try store.reachable(from: origins[$0 % origins.count]) })
    // The same multiplier each time, so that two versions are asked the same.
    let pairs = try (0..<queries).map { number -> (String, String) in
      let from = origins[number % origins.count]
      let reached = try store.reachable(from: from).sorted()
      return (from, reached[number * 7919 % reached.count])
    }
    var rides = 0
    let text = try milliseconds(queries) { number in
      rides += try store.rides(from: pairs[number].0, to: pairs[number].1, at: instant).rides.count
    }
    print("rides", text, "(\(rides) rides)")
  }

  private func milliseconds(_ count: Int, _ work: (Int) throws -> Void) throws -> String {
    let clock = ContinuousClock()
    var times = try (0..<count).map { number in
      let took = try clock.measure { try work(number) }.components
      return Double(took.seconds) * 1e3 + Double(took.attoseconds) / 1e15
    }
    times.sort()
    return String(
      format: "median %.3f ms, p95 %.3f ms, most %.3f ms", times[count / 2], times[count * 95 / 100], times[count - 1])
  }
}
