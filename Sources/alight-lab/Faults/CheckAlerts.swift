import Alerts
import ArgumentParser
import Foundation

/// Checks over random rides with random faults that the rider is called, or told that the position is doubted.
struct CheckAlerts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-alerts",
    abstract: "Check that every ride with faults gets its last call before the doors close, or a told doubt.",
    discussion: """
      Exits 1 where a ride gets neither. With a planted bug it exits 1 where none is found, for then the check is worth nothing.

      Example: alight-lab check-alerts --rides 20000; alight-lab check-alerts --ride 4711
      """)

  @Option(help: "How many rides.")
  var rides = 100_000

  @Option(help: "Where chance begins: the same seed gives the same rides.")
  var seed: UInt64 = 1

  @Option(help: "A bug that is put in: \(FaultyRide.Planted.allCases.map(\.rawValue).joined(separator: ", ")).")
  var planted = ""

  @Option(help: "Only this ride, with all that is told on it.")
  var ride: Int?

  @Flag(help: "With --ride, each minute of what comes in as well.")
  var verbose = false

  @Option(help: "How many rides that break the property are shown.")
  var show = 10

  func validate() throws {
    if rides < 1 { throw ValidationError("--rides counts rides: give 1 or more") }
    if let ride, ride < 0 { throw ValidationError("--ride is the number of a ride: give 0 or more") }
    if !planted.isEmpty, FaultyRide.Planted(rawValue: planted) == nil {
      throw ValidationError("no bug is called “\(planted)”")
    }
  }

  /// What became of one ride.
  private struct Checked: Sendable {
    var outcome: HardRideVerdict.Outcome
    var violation: String?
    var inputs: Int
  }

  func run() async throws {
    let bug = FaultyRide.Planted(rawValue: planted)
    if let ride { return FaultyRideReport(FaultyRide(ride, seed: seed), bug).show(eachMinute: verbose) }
    let started = ContinuousClock.now
    let seed = seed
    let checked = await OnAllCores.map(rides) { number -> Checked in
      let ride = FaultyRide(number, seed: seed)
      let told = ride.told(bug)
      let verdict = HardRideVerdict(told, truth: ride.ride.truth)
      let violation = ride.violation(told).map { "ride \(number): \($0); \(ride.summary)" }
      return Checked(outcome: verdict.outcome, violation: violation, inputs: ride.moments.count)
    }
    let violations = checked.compactMap(\.violation)
    violations.prefix(show).forEach { print($0) }
    for outcome in HardRideVerdict.Outcome.allCases {
      let count = checked.count { $0.outcome == outcome }
      if count > 0 { print("\(outcome.rawValue) \(count) (\(Self.percent(count, of: rides)))") }
    }
    let inputs = checked.reduce(0) { $0 + $1.inputs }
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    print("\(violations.count) of \(rides) rides break the property; \(inputs) inputs in \(Int(seconds)) s")
    if let bug { print(violations.isEmpty ? "the planted bug \(bug) is not found" : "the planted bug \(bug) is found") }
    if violations.isEmpty != (bug != nil) { return }
    throw ExitCode(1)
  }

  private static func percent(_ count: Int, of whole: Int) -> String {
    String(format: "%.2f %%", 100 * Double(count) / Double(whole))
  }
}
