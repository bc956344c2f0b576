import ArgumentParser
import Foundation
import Subprocess

/// `alight-lab fuzz-wave`: looks for WAV files that crash the reader, that take it long, or that it makes nonsense of.
struct FuzzWave: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz-wave", abstract: "Read WAV files that were spoilt in every way.",
    discussion: """
      Good files of every encoding, and those named, are spoilt in their headers, sizes, chunks and samples; the same seed \
      gives the same files in the same order. They are read in a process of its own kind, so that one that crashes it can be \
      kept. Exits with 1 where one crashed, took more than the limit, or was read as what no file can hold.

      Built with the address sanitizer it finds reads beyond the end as well:
        swift build --sanitize=address --scratch-path .build/address --product alight-lab
        ASAN_OPTIONS=detect_leaks=0 .build/address/debug/alight-lab fuzz-wave --minutes 10 Audio/*/*.wav
      """)

  @Argument(help: "WAV files to spoil, besides invented ones.")
  var files: [String] = []

  @Option(help: "How long to go on.")
  var minutes = 1.0

  @Option(help: "Where the random numbers begin.")
  var seed: UInt64 = 1

  @Option(help: "How many milliseconds of a processor a file may take.")
  var limit = 2000.0

  @Option(help: "The folder for files that did harm.")
  var save = ".build/fuzz-wave"

  @Option(help: .hidden)
  var journal: String?

  func validate() throws {
    guard minutes > 0 else { throw ValidationError("--minutes \(minutes): give more than 0.") }
  }

  func run() async throws {
    if let journal { return try work(journal) }
    let folder = URL(filePath: save, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let journal = folder.appending(path: "last.wav").path
    let start = ContinuousClock.now
    var total = WorkReport()
    var crashes = 0
    var left = minutes
    repeat {
      let (status, output) = try await worker(journal, minutes: left, seed: seed &+ UInt64(crashes))
      guard !status.isSuccess else {
        total.add(try JSONDecoder().decode(WorkReport.self, from: Data(output.utf8)))
        break
      }
      crashes += 1
      let kept = folder.appending(path: "crash-\(crashes).wav")
      try? FileManager.default.removeItem(at: kept)
      try FileManager.default.moveItem(atPath: journal, toPath: kept.path)
      print("crash by \(kept.path): the worker ended with \(status)")
      left = minutes - start.duration(to: .now) / .seconds(60)
    } while left > 0 && crashes < 20
    try conclude(total, crashes)
  }

  private func conclude(_ total: WorkReport, _ crashes: Int) throws {
    print("\(total.runs) files, \(total.read) of them read as sound, \(total.runs - total.read) refused with a reason")
    print("crashes: \(crashes); misread or over \(limit) ms: \(total.bad.count)")
    for finding in total.bad.prefix(20) { print(Self.row(finding)) }
    print("the slowest:")
    for finding in total.slowest { print(Self.row(finding)) }
    if crashes > 0 || !total.bad.isEmpty { throw ExitCode(1) }
  }

  private static func row(_ finding: WaveFinding) -> String {
    let time = String(format: "%8.1f ms", finding.milliseconds)
    let flaws = finding.flaws.isEmpty ? "" : "  " + Set(finding.flaws).sorted().joined(separator: ", ")
    return "\(time)  run \(finding.run), \(finding.kind), \(finding.byteCount) bytes\(flaws)"
  }

  private func worker(_ journal: String, minutes: Double, seed: UInt64) async throws -> (TerminationStatus, String) {
    guard let program = Bundle.main.executablePath else { throw ValidationError("this program does not know its path") }
    let options = ["--journal", journal, "--minutes", "\(minutes)", "--seed", "\(seed)", "--limit", "\(limit)"]
    let result = try await Subprocess.run(
      .path(.init(program)), arguments: Arguments(["fuzz-wave"] + options + files), output: .string(limit: 1 << 24),
      error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    return (result.terminationStatus, result.standardOutput)
  }

  // MARK: - Worker

  /// What a worker found out until its time was over.
  private struct WorkReport: Codable {
    var runs = 0
    var read = 0
    var bad: [WaveFinding] = []
    var slowest: [WaveFinding] = []

    mutating func add(_ other: WorkReport) {
      runs += other.runs
      read += other.read
      bad += other.bad
      slowest = (slowest + other.slowest).sorted { $0.milliseconds > $1.milliseconds }
    }
  }

  private func work(_ journal: String) throws {
    let recordings = try files.map { path in
      // A short piece is spoilt as well as a long one, and read sooner.
      Array(try Data(contentsOf: URL(filePath: path)).prefix(100_000))
    }
    var inputs = FuzzWaves(seed: seed, files: recordings)
    var reading = WaveReading()
    var bad: [WaveFinding] = []
    let file = open(journal, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ValidationError("cannot write \(journal)") }
    let start = ContinuousClock.now
    repeat {
      let input = inputs.next()
      input.bytes.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
      ftruncate(file, off_t(input.bytes.count))
      // A file that is never done with ends the process as a crash does.
      alarm(60)
      let finding = reading.read(input, file: journal + ".read")
      if !finding.flaws.isEmpty || finding.milliseconds > limit, bad.count < 100 {
        bad.append(finding)
        try Data(input.bytes).write(to: URL(filePath: "\(journal).\(bad.count).wav"))
      }
    } while start.duration(to: .now) < .seconds(minutes * 60)
    let report = WorkReport(runs: reading.runCount, read: reading.readCount, bad: bad, slowest: reading.slowest)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }
}
