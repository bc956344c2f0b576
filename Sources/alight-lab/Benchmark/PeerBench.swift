import Foundation
import Matching
import Subprocess

/// Runs other ways of finding a stop over the same names and queries, in Python and in the same run.
struct PeerBench {
  let script: String
  /// For files that are thrown away.
  let folder: URL

  private struct Line: Decodable {
    var peer: String
    var microseconds: [Double]
    var found: [[Int]]
  }

  /// - Returns: nothing, with a word on standard error, where Python is missing.
  func run(_ stops: [MatchOption], _ queries: [BenchSet.Query]) async throws -> [SearchResult] {
    let names = try writeKeys(stops)
    try write(queries.map { Normalizer.key($0.text) }, "queries.txt")
    let python = await environment() ?? "python3"
    let arguments = [script, folder.appending(path: "keys.tsv").path, folder.appending(path: "queries.txt").path]
    guard let (status, output) = try? await start(python, arguments), status.isSuccess else {
      Self.talk("the peers did not run: python3 is needed")
      return []
    }
    return try output.split(separator: "\n").map { line in
      let result = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      return SearchResult(
        result.peer, queries, times: result.microseconds, found: result.found.map { $0.map { names[$0] } })
    }
  }

  /// A line for each name of each stop, with the number of the stop's own name; gives those names by number.
  private func writeKeys(_ stops: [MatchOption]) throws -> [String] {
    var numbers: [String: Int] = [:]
    var names: [String] = []
    var lines: Set<String> = []
    var ordered: [String] = []
    for stop in stops {
      let name = Normalizer.key(stop.name)
      let number = numbers[name] ?? names.count
      if number == names.count {
        numbers[name] = number
        names.append(name)
      }
      for key in [name] + stop.alternatives.map({ Normalizer.key($0.name) }) where !key.isEmpty {
        let line = "\(number)\t\(key)"
        if lines.insert(line).inserted { ordered.append(line) }
      }
    }
    try write(ordered, "keys.tsv")
    return names
  }

  private func write(_ lines: [String], _ name: String) throws {
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
  }

  /// A throw-away environment with RapidFuzz in it; nil, with a word on standard error, where that cannot be had.
  private func environment() async -> String? {
    let place = folder.appending(path: "environment").path
    guard let made = try? await start("python3", ["-m", "venv", place]), made.0.isSuccess else {
      Self.talk("RapidFuzz is left out: no virtual environment could be made (apt install python3-venv)")
      return nil
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "rapidfuzz"]
    guard let installed = try? await start("\(place)/bin/python", pip), installed.0.isSuccess else {
      Self.talk("RapidFuzz is left out: pip could not fetch it, perhaps for want of a network")
      return nil
    }
    return "\(place)/bin/python"
  }

  private func start(_ program: String, _ arguments: [String]) async throws -> (TerminationStatus, String) {
    let executable: Executable = program.contains("/") ? .path(.init(program)) : .name(program)
    let result = try await Subprocess.run(
      executable, arguments: Arguments(arguments), output: .string(limit: 1 << 26),
      error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    return (result.terminationStatus, result.standardOutput)
  }

  private static func talk(_ sentence: String) {
    FileHandle.standardError.write(Data("alight-lab: \(sentence)\n".utf8))
  }
}
