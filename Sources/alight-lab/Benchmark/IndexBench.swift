import ArgumentParser
import Foundation
import Journey
import Matching
import Subprocess

/// What an index costs: to build, to keep, to map, to start with.
struct IndexResult: Encodable {
  var buildMilliseconds: Double
  var mapMilliseconds: Double
  var fileBytes: Int
  /// Of the program after it has answered with a mapped index.
  var residentBytes = 0
  /// The part of that which is no file, and so its own.
  var anonymousBytes = 0
  var startUpMilliseconds = 0.0
  var startUpP95Milliseconds = 0.0
  /// The same program and question without any stop.
  var emptyStartUpMilliseconds = 0.0
}

struct IndexBench {
  let lexicon: Lexicon
  let stops: [MatchOption]
  let files: [String]
  /// The program to start.
  let program: String
  /// The folder with Prompts in it.
  let home: String
  /// For files that are thrown away.
  let folder: URL

  func run(starts: Int) async throws -> IndexResult {
    let builds = (0..<3).map { _ in Timings.microseconds { _ = OptionIndex(stops, lexicon: lexicon) } }
    let cache = folder.appending(path: "indexes")
    func stored() throws -> OptionIndex { try OptionsFile.index(files, lexicon: lexicon, cache: cache) }
    let first = try stored()
    let maps = try (0..<20).map { _ in try Timings.microseconds { _ = try stored() } }
    var result = IndexResult(
      buildMilliseconds: Timings(builds).median / 1000, mapMilliseconds: Timings(maps).median / 1000,
      fileBytes: first.byteCount)
    guard FileManager.default.isExecutableFile(atPath: program) else { return result }
    let options = files.flatMap { ["--options", $0] }
    // The first start builds and stores the index.
    _ = try await startUp(options)
    var times: [Double] = []
    for _ in 0..<starts { times.append(try await startUp(options)) }
    result.startUpMilliseconds = Timings(times).median / 1000
    result.startUpP95Milliseconds = Timings(times).p95 / 1000
    let empty = folder.appending(path: "one.tsv")
    try "id\tname\n1\tLinz\n".write(to: empty, atomically: false, encoding: .utf8)
    var others: [Double] = []
    for _ in 0..<starts { others.append(try await startUp(["--options", empty.path])) }
    result.emptyStartUpMilliseconds = Timings(others).median / 1000
    (result.residentBytes, result.anonymousBytes) = try await memory(options)
    return result
  }

  private var environment: Environment {
    .inherit.updating(["XDG_CACHE_HOME": folder.path, "ALIGHT_HOME": home])
  }

  /// Microseconds from the start of the program to its end.
  private func startUp(_ options: [String]) async throws -> Double {
    let start = ContinuousClock.now
    let result = try await Subprocess.run(
      .path(.init(program)), arguments: Arguments(["match", "--question", "to", "hauptbahnhof"] + options),
      environment: environment, output: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else { throw ValidationError("\(program) match did not run") }
    return start.duration(to: .now) / .microseconds(1)
  }

  /// What the program has in memory while it waits for the next answer, and the part of it that is not a file.
  private func memory(_ options: [String]) async throws -> (resident: Int, anonymous: Int) {
    let result = try await Subprocess.run(
      .path(.init(program)), arguments: Arguments(["match", "--question", "to", "--input", "-"] + options),
      environment: environment, input: .inputWriter, output: .sequence, error: .discarded
    ) { execution in
      _ = try await execution.standardInputWriter.write("hauptbahnhof\n")
      var lines = execution.standardOutput.makeAsyncIterator()
      _ = try await lines.next()
      let status = try String(contentsOfFile: "/proc/\(execution.processIdentifier.value)/status", encoding: .utf8)
      try await execution.standardInputWriter.finish()
      while try await lines.next() != nil {}
      return status
    }
    func bytes(_ field: String) -> Int {
      let line = result.closureResult.split(separator: "\n").first { $0.hasPrefix(field) }
      return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1024
    }
    return (bytes("VmRSS:"), bytes("RssAnon:"))
  }
}
