import ArgumentParser
import Foundation
import Journey
import Timetable

/// Measures how soon riders in the wrong vehicle are told so, and that nobody else is.
struct MeasureWrongRides: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-wrong-rides",
    abstract: "Measure how soon riders in the wrong vehicle are told so, and that those in the right one are not.",
    discussion: """
      For each ride of the timetable a rider sits in what leaves near by: the ride itself, the run before or after it, another line \
      that comes to the destination as well, one that does not, and the other direction. The engine alone is put beside the engine with \
      the check of the vehicle. told: riders who were told that they go astray, with the seconds since they left (half, nine of ten) and \
      the stops passed by then. over: riders whom the check took for being on another run that comes to the destination, the right one \
      before the stroke, with the seconds since it left (half). right: last calls that were right, where the vehicle comes to the destination.

      Example: alight-lab measure-wrong-rides --count 200 --timetable hart.sqlite --at 2018-05-16T15:00:00Z
      """)

  @Option(help: "A folder of recorded vehicles whose run is known, with their timetables: in place of simulated ones.")
  var recorded: String?
  @Flag(help: "List the riders in the right vehicle who were told, and those in a wrong one who were not.") var list =
    false
  @OptionGroup var options: RideOptions

  func validate() throws {
    if options.timetable.isEmpty, recorded == nil {
      throw ValidationError("--timetable: give a file of imported timetables")
    }
  }

  func run() async throws {
    if let recorded { return try measure(URL(filePath: recorded)) }
    let store = try TimetableStore(path: options.timetable, readOnly: true)
    let (source, vehicles) = (try options.source(), try WrongVehicles(store))
    var random = SplitMix(seed: options.seed)
    var rides: [WrongRide] = []
    var count = 0
    for _ in 0..<50 * options.count where count < options.count {
      guard let planned = try source.ride(using: &random), planned.stops.count > 3 else { continue }
      count += 1
      rides += try vehicles.rides(instead: planned)
    }
    let (finder, seed, all) = (vehicles.source, options.seed, rides)
    print(Self.head)
    for isChecked in [false, true] {
      let verdicts = await OnAllCores.map(all.count) { number in
        try? all[number].verdict(isChecked ? finder : nil, seed: seed &+ UInt64(number))
      }
      for kind in WrongRide.Kind.allCases {
        print(row(kind, isChecked, zip(all, verdicts).filter { $0.0.kind == kind }.compactMap(\.1)))
      }
      for (ride, verdict) in zip(all, verdicts) where list {
        guard let verdict, (verdict.told == nil) == [.otherLine, .opposite].contains(ride.kind) else { continue }
        print(
          "  \(ride.kind.rawValue): \(ride.planned.tripID ?? "?") \(ride.planned.line) to \(ride.planned.stops.last?.stop.name ?? "?") in \(ride.boarded.tripID ?? "?") \(ride.boarded.line): "
            + "\(verdict.told.map { "\($0)" } ?? "not told") \(verdict.run ?? "") \(Int(verdict.seconds ?? 0)) s")
      }
    }
  }

  private static let head =
    "vehicle     by      riders   told  p50 s  p90 s  p50 stops  p90 stops     right     over  over p50 s"

  /// The check alone on vehicles that were really there.
  private func measure(_ folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    let all = try names.sorted().map { try RecordedVehicle(folder.appending(path: $0)) }
    var verdicts: [(kind: WrongRide.Kind, verdict: WrongRide.Verdict)] = []
    for (feed, recordings) in Dictionary(grouping: all, by: \.feed).sorted(by: { $0.key < $1.key }) {
      let store = try TimetableStore.inMemory()
      try store.importFeed(at: folder.appending(path: feed).path, name: "feed")
      let vehicles = try WrongVehicles(store)
      for recording in recordings {
        for rider in try recording.riders(store, vehicles, feed: "feed") {
          let verdict = try recording.verdict(rider, vehicles.source)
          verdicts.append((rider.kind, verdict))
          guard list, (verdict.told == nil) == (rider.kind != .right) else { continue }
          print(
            "  \(rider.kind.rawValue): \(recording.name), \(rider.planned.line) to \(rider.planned.stops.last?.stop.name ?? "?"): "
              + "\(verdict.told.map { "\($0)" } ?? "not told") \(Int(verdict.seconds ?? 0)) s")
        }
      }
    }
    print(Self.head)
    for kind in [WrongRide.Kind.right, .otherLine, .opposite] {
      print(row(kind, true, verdicts.filter { $0.kind == kind }.map(\.verdict)))
    }
  }

  private func row(_ kind: WrongRide.Kind, _ isChecked: Bool, _ verdicts: [WrongRide.Verdict]) -> String {
    let seconds = verdicts.compactMap(\.seconds).sorted()
    let stops = verdicts.compactMap(\.stops).map(Double.init).sorted()
    let calls = verdicts.compactMap(\.call)
    let over = verdicts.compactMap(\.over)
    func quantile(_ sorted: [Double], _ share: Double) -> String {
      sorted.isEmpty ? "-" : String(Int(sorted[Int(Double(sorted.count - 1) * share)]))
    }
    let cells = [
      String(verdicts.count), String(seconds.count), quantile(seconds, 0.5), quantile(seconds, 0.9),
      quantile(stops, 0.5), quantile(stops, 0.9),
      calls.isEmpty ? "-" : "\(calls.count(where: \.isRight))/\(calls.count)",
      over.isEmpty ? "-" : "\(over.count(where: \.isRight))/\(over.count)", quantile(over.map(\.seconds).sorted(), 0.5),
    ]
    let widths = [9, 7, 7, 7, 11, 11, 10, 9, 12]
    return kind.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0) + (isChecked ? "check " : "engine")
      + zip(cells, widths).map { String(repeating: " ", count: max(1, $1 - $0.count)) + $0 }.joined()
  }
}
