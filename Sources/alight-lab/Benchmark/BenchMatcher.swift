import ArgumentParser
import Foundation
import Journey
import Matching

/// `alight-lab bench-matcher`: how long everything takes that the matcher does, beside what else could find a stop.
struct BenchMatcher: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-matcher", abstract: "Measure the matcher, stage by stage and against others.",
    discussion: """
      RapidFuzz and SQLite's full-text search get the same normalised names and queries, and the ratios are of the medians \
      of one sample in one run. RapidFuzz is fetched by pip into an environment that is thrown away; what cannot be had is \
      left out with a word.
      """)

  @Option(help: "A folder with stations_*.tsv and stations_queries.tsv; where it is missing stops are invented.")
  var stations = "../shared/data/stations"

  @Option(help: "The folder of language files.")
  var prompts = "Prompts"

  @Option(help: "The script that asks the others.")
  var peers = "Sources/alight-lab/Benchmark/peers.py"

  @Option(help: "How many stops to invent.")
  var stops = 74_000

  @Option(help: "How many queries the others are asked; all of them are asked the same.")
  var sample = 300

  @Option(help: "Where the random numbers begin that draw the sample.")
  var seed: UInt64 = 1

  @Option(help: "Writes the figures into a file as well.")
  var json: String?

  @Flag(help: "Leaves the others out.")
  var alone = false

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let set =
      try BenchSet(folder: URL(filePath: stations))
      ?? BenchSet(inventing: stops, queries: max(sample, 1000), into: folder)
    let lexicon = try Calibrate.lexicon(URL(filePath: prompts))
    let matcher = Matcher(lexicon: lexicon)
    let asked = set.sample(sample, seed: seed)
    var report = BenchReport(set: set.name, stops: set.stops.count, load: [BenchReport.load()])
    let index = OptionIndex(set.stops, lexicon: lexicon)
    let bench = SearchBench(matcher: matcher, index: index)
    report.whole = bench.run("alight, all queries", set.queries)
    report.searches = [bench.run("alight", asked)]
    report.stages = StageBench(matcher: matcher, index: index).run(asked)
    report.growth = [1000, 5000, 20_000, set.stops.count].filter { $0 <= set.stops.count }.map { count in
      let few = OptionIndex(set.stops(count, for: asked, seed: seed), lexicon: lexicon)
      let result = SearchBench(matcher: matcher, index: few).run("", asked)
      return .init(stops: count, medianMicroseconds: result.medianMicroseconds, p95Microseconds: result.p95Microseconds)
    }
    report.searches.append(LinearScan(set.stops).run("edit distance to every name", asked))
    if !alone { report.searches += try await PeerBench(script: peers, folder: folder).run(set.stops, asked) }
    report.index = try await indexBench(set, lexicon, folder).run(starts: 20)
    report.load.append(BenchReport.load())
    print(report.text)
    guard let json else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(report).write(to: URL(filePath: json))
  }

  private func indexBench(_ set: BenchSet, _ lexicon: Lexicon, _ folder: URL) -> IndexBench {
    let own = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return IndexBench(
      lexicon: lexicon, stops: set.stops, files: set.files,
      program: own.deletingLastPathComponent().appending(path: "alight").path,
      home: URL(filePath: prompts).deletingLastPathComponent().path, folder: folder)
  }
}
