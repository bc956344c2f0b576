import ArgumentParser
import Conversation
import Foundation
import Matching
import Speech
import Subprocess

/// `alight-lab bench-voice`: what listening costs, and whether it stays so.
struct BenchVoice: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-voice", abstract: "Measure the start, speed and memory of the recogniser.",
    discussion: """
      Each figure is the median of processes of their own, since memory once taken stays with a process: the decoder's \
      start, the first grammar with and without the cache of pronunciations, work per second of sound, and resident memory, \
      for grammars of several sizes. Then one batch of recordings by "alight transcribe" with one decoder and with two, and \
      the resident memory of one process that hears thousands of answers to changing questions.

      Example:
        alight-lab bench-voice Audio/answers/*.wav --options stops.tsv
      """)

  @Argument(help: "WAV recordings (default: those of Audio).")
  var recordings: [String] = []

  @Option(help: "A TSV with the columns id and name, and perhaps lang (default: invented names).")
  var options: [String] = []

  @Option(parsing: .upToNextOption, help: "How many options the grammars have.")
  var sizes = [10, 60, 300, 1000]

  @Option(help: "How many processes each figure is the median of.")
  var runs = 5

  @Option(help: "How many recordings the batch has; 0 leaves it out.")
  var batch = 500

  @Option(help: "How many answers one process hears; 0 leaves it out.")
  var answers = 2000

  @Option(help: "The folder of language files.")
  var prompts = "Prompts"

  @Option(help: "Writes the figures into a file as well.")
  var json: String?

  // What the processes do that this one starts.
  @Option(help: .private) var probe: Int?
  @Flag(help: .private) var leak = false

  func run() async throws {
    let stops = options.isEmpty ? InventedNames(count: 2000).options : try OptionsFile.read(options)
    let grammars = BenchGrammars(speech: try Prompts.speech(from: URL(filePath: prompts).appending(path: "en.yaml")))
    let files = try sounds()
    if let probe {
      return try put(try await VoiceProbe(grammar: grammars.place(stops, count: probe), recordings: files))
    }
    if leak {
      let questions = [grammars.place(stops, count: 60)] + grammars.others
      return try put(try await VoiceLeak(grammars: questions, recordings: files, answers: answers))
    }
    try await measure(stops, files)
  }

  private func put(_ value: some Encodable) throws {
    print(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }

  private func sounds() throws -> [String] {
    guard recordings.isEmpty else { return recordings }
    let audio = URL(filePath: prompts).deletingLastPathComponent().appending(path: "Audio")
    let found = ["answers", "phrases"].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: audio.appending(path: folder).path)) ?? []
      return names.filter { $0.hasSuffix(".wav") }.sorted().map { audio.appending(path: "\(folder)/\($0)").path }
    }
    guard !found.isEmpty else { throw ValidationError("there is no recording in \(audio.path): name some") }
    return found
  }

  private func measure(_ stops: [MatchOption], _ files: [String]) async throws {
    var report = VoiceReport(recordings: files.count, runs: runs, load: [BenchReport.load()])
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for size in sizes {
      guard size <= stops.count else {
        FileHandle.standardError.write(Data("alight-lab: there are only \(stops.count) options, not \(size)\n".utf8))
        continue
      }
      let cache = folder.appending(path: "\(size)").path
      let cold: VoiceProbe = try await own(["--probe", "\(size)"], files, cache: cache)
      var warm: [VoiceProbe] = []
      for _ in 0..<runs { warm.append(try await own(["--probe", "\(size)"], files, cache: cache)) }
      report.sizes.append(.init(cold: cold, warm: warm))
    }
    if batch > 0 { report.batches = try await batches(files, stops, folder) }
    if answers > 0 {
      let rows: VoiceLeak = try await own(["--leak", "--answers", "\(answers)"], files, cache: folder.path)
      report.leak = rows.rows
    }
    report.load.append(BenchReport.load())
    print(report.text)
    guard let json else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(report).write(to: URL(filePath: json))
  }

  /// Runs this program once more, with a cache of its own.
  private func own<Value: Decodable>(_ arguments: [String], _ files: [String], cache: String) async throws -> Value {
    let command =
      ["bench-voice"] + files + options.flatMap { ["--options", $0] } + ["--prompts", prompts] + arguments
    let result = try await Subprocess.run(
      .path(.init(Self.program.path)), arguments: Arguments(command),
      environment: .inherit.updating(["XDG_CACHE_HOME": cache]), output: .string(limit: 1 << 20),
      error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    guard result.terminationStatus.isSuccess else {
      throw ValidationError("a probe failed: \(result.terminationStatus)")
    }
    return try JSONDecoder().decode(Value.self, from: Data(result.standardOutput.utf8))
  }

  private static var program: URL { URL(filePath: "/proc/self/exe").resolvingSymlinksInPath() }

  /// The same recordings again and again, by one decoder and by two.
  private func batches(_ files: [String], _ stops: [MatchOption], _ folder: URL) async throws -> [VoiceReport.Batch] {
    let alight = Self.program.deletingLastPathComponent().appending(path: "alight").path
    guard FileManager.default.isExecutableFile(atPath: alight) else {
      FileHandle.standardError.write(Data("alight-lab: alight is not beside alight-lab: no batch\n".utf8))
      return []
    }
    let list = folder.appending(path: "list")
    let names = (0..<batch).map { URL(filePath: files[$0 % files.count]).path }
    try (names.joined(separator: "\n") + "\n").write(to: list, atomically: false, encoding: .utf8)
    let table = folder.appending(path: "options.tsv")
    let rows = BenchGrammars.spread(stops, 60).map { "\($0.id)\t\($0.name)\t\($0.language ?? "")" }
    try (["id\tname\tlang"] + rows).joined(separator: "\n").write(to: table, atomically: false, encoding: .utf8)
    var batches: [VoiceReport.Batch] = []
    for jobs in [1, 2] {
      let start = ContinuousClock.now
      let result = try await Subprocess.run(
        .path(.init(alight)),
        arguments: [
          "transcribe", "--files-from", list.path, "--question", "to", "--options", table.path, "-j", "\(jobs)",
          "--quiet",
        ],
        environment: .inherit.updating([
          "XDG_CACHE_HOME": folder.path, "ALIGHT_HOME": URL(filePath: prompts).deletingLastPathComponent().path,
        ]), output: .string(limit: 1 << 24), error: .discarded)
      guard result.terminationStatus.isSuccess else { throw ValidationError("alight transcribe failed") }
      batches.append(.init(jobs: jobs, recordings: batch, seconds: start.duration(to: .now) / .seconds(1)))
    }
    return batches
  }
}
