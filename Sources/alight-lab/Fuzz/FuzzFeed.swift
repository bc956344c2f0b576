import ArgumentParser
import Foundation
import Subprocess

/// `alight-lab fuzz-feeds`: looks for feeds that crash the import, that take it long, or that it makes nonsense of.
struct FuzzFeed: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-feeds", abstract: "Import GTFS feeds that were spoilt in every way.",
    discussion: """
      A small feed of everything that is read, and those named, are spoilt in their bytes, fields, rows, columns and files, \
      and as zips; the same seed gives the same feeds in the same order. They are imported in a process of its own kind, so \
      that one that crashes it can be kept. Exits with 1 where one crashed, took more than the limit, was read as what no feed \
      can hold, or was refused and took the old one with it.
      """)

  @Argument(help: "Folders of small feeds to spoil, besides the one made up.")
  var feeds: [String] = []

  @Option(help: "How long to go on.")
  var minutes = 1.0

  @Option(help: "Where the random numbers begin.")
  var seed: UInt64 = 1

  @Option(help: "How many milliseconds of a processor an import may take.")
  var limit = 5000.0

  @Option(help: "The folder for feeds that did harm.")
  var save = ".build/fuzz-feeds"

  @Option(help: .hidden)
  var journal: String?

  func validate() throws {
    guard minutes > 0 else { throw ValidationError("--minutes \(minutes): give more than 0.") }
  }

  func run() async throws {
    if let journal { return try work(URL(filePath: journal)) }
    let folder = URL(filePath: save, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let journal = folder.appending(path: "last")
    let start = ContinuousClock.now
    var total = WorkReport()
    var crashes = 0
    var left = minutes
    repeat {
      let (status, output) = try await worker(journal, minutes: left, seed: seed &+ UInt64(crashes))
      guard !status.isSuccess else {
        total = try JSONDecoder().decode(WorkReport.self, from: Data(output.utf8))
        break
      }
      crashes += 1
      let kept = folder.appending(path: "crash-\(crashes)")
      try? FileManager.default.removeItem(at: kept)
      try FileManager.default.moveItem(at: journal, to: kept)
      print("crash by \(kept.path): the worker ended with \(status)")
      left = minutes - start.duration(to: .now) / .seconds(60)
    } while left > 0 && crashes < 20
    try conclude(total, crashes)
  }

  private func conclude(_ total: WorkReport, _ crashes: Int) throws {
    print("\(total.runs) feeds, \(total.read) of them read, \(total.runs - total.read) refused with a reason")
    print("crashes: \(crashes); misread or over \(limit) ms: \(total.bad.count)")
    for finding in total.bad.prefix(20) { print(Self.row(finding)) }
    print("the slowest:")
    for finding in total.slowest { print(Self.row(finding)) }
    if crashes > 0 || !total.bad.isEmpty { throw ExitCode(1) }
  }

  private static func row(_ finding: FeedFinding) -> String {
    let time = String(format: "%8.1f ms", finding.milliseconds)
    let flaws = finding.flaws.isEmpty ? "" : "  " + Set(finding.flaws).sorted().joined(separator: ", ")
    return "\(time)  run \(finding.run), \(finding.kind)\(flaws)"
  }

  private func worker(_ journal: URL, minutes: Double, seed: UInt64) async throws -> (TerminationStatus, String) {
    guard let program = Bundle.main.executablePath else { throw ValidationError("this program does not know its path") }
    let options = ["--journal", journal.path, "--minutes", "\(minutes)", "--seed", "\(seed)", "--limit", "\(limit)"]
    let result = try await Subprocess.run(
      .path(.init(program)), arguments: Arguments(["fuzz-feeds"] + options + feeds), output: .string(limit: 1 << 24),
      error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    return (result.terminationStatus, result.standardOutput)
  }

  // MARK: - Worker

  /// What a worker found out until its time was over.
  private struct WorkReport: Codable {
    var runs = 0
    var read = 0
    var bad: [FeedFinding] = []
    var slowest: [FeedFinding] = []
  }

  /// - Parameter journal: the folder that the feed at hand is written to, so that one that crashes the worker is there.
  private func work(_ journal: URL) throws {
    var inputs = FuzzFeeds(seed: seed, seeds: [FuzzSeedFeed.files, FuzzSeedFeed.older] + (try feeds.map(Self.files)))
    var imports = try FeedImports()
    var bad: [FeedFinding] = []
    let start = ContinuousClock.now
    repeat {
      let input = inputs.next()
      try FeedWriter.write(input.files, folder: journal)
      var path = journal
      if inputs.chance(3) {
        path = journal.appending(path: "feed.zip")
        try FeedWriter.write(input.files, zip: path)
        if inputs.chance(2) { try Data(inputs.spoiled(zip: Array(Data(contentsOf: path)))).write(to: path) }
      }
      // A feed that is never done with ends the process as a crash does.
      alarm(60)
      let finding = try imports.read(path.path, kind: input.kind.rawValue)
      if !finding.flaws.isEmpty || finding.milliseconds > limit, bad.count < 100 {
        bad.append(finding)
        let kept = URL(filePath: journal.path + ".\(bad.count)")
        try? FileManager.default.removeItem(at: kept)
        try FileManager.default.copyItem(at: journal, to: kept)
      }
    } while start.duration(to: .now) < .seconds(minutes * 60)
    let report = WorkReport(runs: imports.runCount, read: imports.readCount, bad: bad, slowest: imports.slowest)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }

  private static func files(in folder: String) throws -> FuzzFeeds.Files {
    var files: FuzzFeeds.Files = [:]
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".txt") {
      files[name] = Array(try Data(contentsOf: url.appending(path: name)))
    }
    return files
  }
}
