import Alerts
import ArgumentParser
import Foundation
import Journey

/// Counts by kind what becomes of hard rides in all three modes.
struct MeasureHardRides: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-hard-rides",
    abstract: "Count what becomes of rides on which something goes wrong, by kind.",
    discussion: """
      Every ride is followed in each of the three modes, every second one without its way on the map. right: after the doors of \
      the stop before have closed, and 10 s or 60 % of the leg before arrival. doubted: no right call, but the rider was told \
      before the doors of the destination closed that the position is doubted. quiet and false: no last call was due. in doubt: \
      of the doubted those with a call too early, where a frozen receiver and a standing vehicle look the same. missed: rides on \
      which a missed stop was told that was none. warned: rides with a word that way, line or position are wrong.

      Example: alight-lab measure-hard-rides --count 100 --half tuned
      """)

  @Option(help: "How many rides of each kind.")
  var count = 500

  @Option(help: "Where chance begins: the same seed gives the same rides.")
  var seed: UInt64 = 1

  @Option(help: "Only these kinds, with commas between them.")
  var kinds = ""

  @Option(help: "The half of the kinds that the engine is tuned on, the one that it is shown on, or all.")
  var half = "all"

  @Flag(help: "No ride has its way on the map; otherwise every second one.")
  var noShape = false

  @Flag(help: "Every ride has its way on the map.")
  var shape = false

  @Flag(help: "List the rides that were not told right.")
  var list = false

  @Option(help: "Also write the counts to this file.")
  var json = ""

  @Option(help: "Also write the rides into this folder as cases that simulate reads, as far as cases can tell them.")
  var write = ""

  func validate() throws {
    if count < 1 { throw ValidationError("--count counts rides: give 1 or more") }
    if half != "all", HardRideKind.Half(rawValue: half) == nil {
      throw ValidationError("--half is none of tuned, shown and all: “\(half)”")
    }
    let known = Set(HardRideKind.all.map(\.name))
    for name in names where !known.contains(name) {
      throw ValidationError("no kind is called “\(name)”; there are \(known.sorted().joined(separator: ", "))")
    }
  }

  private var names: [String] { kinds.split(separator: ",").map(String.init) }

  func run() async throws {
    let chosen = HardRideKind.all.enumerated().filter { index, kind in
      (names.isEmpty || names.contains(kind.name))
        && (half == "all" || HardRideKind.half(at: index).rawValue == half)
    }
    var rows: [(kind: HardRideKind, half: HardRideKind.Half, tally: HardRideTally)] = []
    let clock = ContinuousClock()
    var (inputs, took) = (0, Duration.zero)
    print(Self.row("kind", "half", HardRideTally.columns))
    for (index, kind) in chosen {
      let results = await OnAllCores.map(count) { number in self.follow(kind, number, clock) }
      var tally = HardRideTally()
      for result in results {
        result.verdicts.forEach { tally.add($0.verdict) }
        inputs += result.inputs
        took += result.took
      }
      rows.append((kind, HardRideKind.half(at: index), tally))
      print(Self.row(kind.name, HardRideKind.half(at: index).rawValue, tally.cells))
      if list { results.flatMap(\.listed).forEach { print("  \($0)") } }
    }
    for half in HardRideKind.Half.allCases {
      let tallies = rows.filter { $0.half == half }.map(\.tally)
      guard !tallies.isEmpty else { continue }
      var total = HardRideTally()
      tallies.forEach { total.add($0) }
      print(Self.row("all \(tallies.count) kinds", half.rawValue, total.cells))
    }
    print("\(inputs) inputs, \(Int(Double(inputs) / (took / .seconds(1)))) a second on one core")
    try writeCounts(rows)
    if !write.isEmpty { print("\(try writeCases(chosen.map(\.1))) cases in \(write)") }
  }

  /// What became of one ride.
  private struct Followed: Sendable {
    var verdicts: [(interval: Interval, verdict: HardRideVerdict)] = []
    var listed: [String] = []
    var inputs = 0
    var took = Duration.zero
  }

  private func ride(_ kind: HardRideKind, _ number: Int) -> HardRide {
    kind.ride(number, seed: seed, hasShape: shape || !noShape && number.isMultiple(of: 2))
  }

  private func follow(_ kind: HardRideKind, _ number: Int, _ clock: ContinuousClock) -> Followed {
    let ride = ride(kind, number)
    var followed = Followed()
    for interval in ride.intervals {
      guard let plan = ride.plan(interval) else { continue }
      var verdict: HardRideVerdict?
      followed.took += clock.measure { verdict = HardRideVerdict.of(ride, plan) }
      followed.inputs += ride.moments.count
      guard let verdict else { continue }
      followed.verdicts.append((interval, verdict))
      if list, ![.right, .quiet].contains(verdict.outcome) || verdict.isMissedWrongly {
        let lead = verdict.lead.map { " \(Int($0)) s before arrival" } ?? ""
        followed.listed.append(
          "\(kind.name) \(number) \(interval.canonical) \(ride.ride.shape.isEmpty ? "without" : "with") shape \(ride.note): "
            + "\(verdict.outcome.rawValue)\(lead)\(verdict.isMissedWrongly ? ", missed wrongly" : "")")
      }
    }
    return followed
  }

  /// Writes what a case can tell.
  /// - Returns: how many cases were written.
  private func writeCases(_ kinds: [HardRideKind]) throws -> Int {
    let folder = URL(filePath: write)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var written = 0
    for kind in kinds {
      for number in 0..<count {
        let ride = ride(kind, number)
        for file in ride.intervals.compactMap({ ride.file($0, number: number) }) {
          try JSONEncoder().encode(file).write(to: folder.appending(path: "\(file.id).json"))
          written += 1
        }
      }
    }
    return written
  }

  private func writeCounts(_ rows: [(kind: HardRideKind, half: HardRideKind.Half, tally: HardRideTally)]) throws {
    guard !json.isEmpty else { return }
    struct Row: Encodable {
      var kind: String
      var half: String
      var counts: [String: Int]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try encoder.encode(rows.map { Row(kind: $0.kind.name, half: $0.half.rawValue, counts: $0.tally.counts) })
      .write(to: URL(filePath: json))
  }

  private static func row(_ name: String, _ half: String, _ cells: [String]) -> String {
    name.padding(toLength: 26, withPad: " ", startingAt: 0) + half.padding(toLength: 6, withPad: " ", startingAt: 0)
      + cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
  }
}
