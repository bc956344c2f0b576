import ArgumentParser
import Foundation
import Matching
import Timetable

/// `alight-lab bench-stops`: what it costs to find a stop among all that there are, from the import to the answer.
struct BenchStops: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-stops", abstract: "Measure building, mapping and asking the index of a timetable's stops.",
    discussion: """
      Imports a timetable of all stops, builds what lies beside it, and asks it real queries. Times are of one process \
      unless they are of the program, which starts anew for each.
      """)

  @Option(help: "A folder with stations_*.tsv and stations_queries.tsv; where it is missing stops are invented.")
  var stations = "../shared/data/stations"

  @Option(help: "The folder of language files.")
  var prompts = "Prompts"

  @Option(help: "How many stops to invent.")
  var stops = 74_000

  @Option(help: "How many queries to ask.")
  var sample = 1000

  @Option(help: "How often the program is started.")
  var starts = 20

  @Option(help: "Where the random numbers begin that draw the sample.")
  var seed: UInt64 = 1

  @Option(help: "Write the feed into this folder for other benchmarks, and measure nothing.")
  var feed: String?

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-stops-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let set = try BenchSet(folder: URL(filePath: stations)) ?? BenchSet(inventing: stops, queries: 1000, into: folder)
    if let feed { return try BenchFeed(set.stops).write(into: URL(filePath: feed)) }
    try BenchFeed(set.stops).write(into: folder.appending(path: "feed"))
    let path = folder.appending(path: "timetable.sqlite").path
    let store = try TimetableStore(path: path)
    try store.importFeed(at: folder.appending(path: "feed").path, name: "bench")
    let lexicon = try Calibrate.lexicon(URL(filePath: prompts))
    print("\(set.name): \(set.stops.count) stops; load \(BenchReport.load())")
    try building(store, lexicon, folder)
    let network = try mapping(path, lexicon)
    asking(network.index, Matcher(lexicon: lexicon), set.sample(sample, seed: seed))
    try reaching(network)
    try await starting(path, folder, name: set.stops[0].name)
    print("load \(BenchReport.load())")
  }

  private func building(_ store: TimetableStore, _ lexicon: Lexicon, _ folder: URL) throws {
    let options = try Timings((0..<3).map { _ in try Timings.microseconds { _ = try store.matchOptions() } })
    let all = try Timings((0..<3).map { _ in try Timings.microseconds { try store.buildIndexes([lexicon]) } })
    let built = folder.appending(path: "timetable.built").path
    let sizes = try FileManager.default.contentsOfDirectory(atPath: built).sorted().map { name in
      let size = try FileManager.default.attributesOfItem(atPath: "\(built)/\(name)")[.size] as? Int ?? 0
      return "\(URL(filePath: name).pathExtension) \(size / 1_000_000).\(size / 100_000 % 10) MB"
    }
    print(
      "build all  median \(Self.milliseconds(all.median))  of that reading the stops "
        + "\(Self.milliseconds(options.median))  files: \(sizes.joined(separator: ", "))")
  }

  /// What a program does at its start; the files are in the page cache.
  private func mapping(_ path: String, _ lexicon: Lexicon) throws -> StopNetwork {
    func open() throws -> StopNetwork { try TimetableStore(path: path, readOnly: true).stopNetwork(lexicon) }
    let matcher = Matcher(lexicon: lexicon)
    let maps = try Timings((0..<20).map { _ in try Timings.microseconds { _ = try open() } })
    let firsts = try Timings(
      (0..<20).map { _ in
        let network = try open()
        return Timings.microseconds { _ = matcher.search("hauptbahnhof", among: network.index, limit: 10) }
      })
    print(
      "open and map  median \(Self.milliseconds(maps.median))  p95 \(Self.milliseconds(maps.p95))  "
        + "first query  median \(Self.milliseconds(firsts.median))")
    return try open()
  }

  private func asking(_ index: OptionIndex, _ matcher: Matcher, _ queries: [BenchSet.Query]) {
    var (first, among) = (0, 0)
    let times = Timings(
      queries.map { query in
        var names: [String] = []
        let time = Timings.microseconds {
          names = matcher.search(query.text, among: index, limit: 10).map { index.options[$0.option].name }
        }
        let keys = names.map { Normalizer.key($0) }
        if keys.first == query.wanted { first += 1 }
        if keys.contains(query.wanted) { among += 1 }
        return time
      })
    let shares = [first, among].map { String(format: "%.3f", Double($0) / Double(max(1, queries.count))) }
    print(
      "search  median \(Int(times.median)) µs  p95 \(Int(times.p95)) µs  first \(shares[0])  among ten \(shares[1])")
  }

  private func reaching(_ network: StopNetwork) throws {
    let reachability = network.reachability
    let step = max(1, reachability.count / 5000)
    let stops = stride(from: 0, to: reachability.count, by: step).map { $0 }
    var most = 0
    let times = Timings(
      stops.map { stop in
        Timings.microsecondsRepeated { most = max(most, reachability.reached(from: stop).count) }
      })
    let builds = Timings(
      stops.prefix(200).map { stop in
        Timings.microseconds { _ = OptionIndex(network.index, only: reachability.reached(from: stop)) }
      })
    print(
      String(
        format: "reached from a stop  median %.2f µs  p95 %.2f µs  at most %d stops", times.median, times.p95, most)
        + "; an index of them alone  median \(Int(builds.median)) µs")
  }

  private func starting(_ path: String, _ folder: URL, name: String) async throws {
    let data = folder.appending(path: "alight.sqlite").path
    let arguments = ["stops", "search", name, "--timetable", path, "--database", data]
    try await LabProgram.alight.run(arguments)
    var times: [Double] = []
    for _ in 0..<starts {
      let start = ContinuousClock.now
      try await LabProgram.alight.run(arguments)
      times.append(start.duration(to: .now) / .microseconds(1))
    }
    let timings = Timings(times)
    print(
      "alight stops search, a process each  median \(Self.milliseconds(timings.median))  "
        + "p95 \(Self.milliseconds(timings.p95))")
  }

  private static func milliseconds(_ microseconds: Double) -> String { String(format: "%.1f ms", microseconds / 1000) }
}
