import ArgumentParser
import Foundation
import Subprocess

/// Runs a worker of this program until the time is over, and another one after each that crashed.
struct FuzzSupervisor {
  /// So many crashes are enough to work on.
  static let mostCrashes = 20

  /// The worker's command and all that it is asked for beside the time, the seed and the journal.
  let arguments: [String]
  let options: FuzzOptions

  /// - Parameters:
  ///   - journal: where a worker notes what it is about to try, so that it is known what crashed it.
  ///   - crashed: called with how a worker ended and which crash it was, from 1.
  /// - Returns: the lines that the workers printed.
  func run(journal: URL, crashed: (TerminationStatus, Int) throws -> Void) async throws -> [Substring] {
    let start = ContinuousClock.now
    var lines: [Substring] = []
    var crashes = 0
    var left = options.minutes
    repeat {
      let (status, output) = try await work(journal, minutes: left, seed: options.seed &+ UInt64(crashes))
      lines += output.split(separator: "\n")
      if status.isSuccess { break }
      crashes += 1
      try crashed(status, crashes)
      left = options.minutes - start.duration(to: .now) / .seconds(60)
    } while left > 0 && crashes < Self.mostCrashes
    return lines
  }

  private func work(_ journal: URL, minutes: Double, seed: UInt64) async throws -> (TerminationStatus, String) {
    guard let program = Bundle.main.executablePath else { throw ValidationError("this program does not know its path") }
    let own = ["--journal", journal.path, "--minutes", "\(minutes)", "--seed", "\(seed)"]
    let result = try await Subprocess.run(
      .path(.init(program)), arguments: Arguments(arguments + own), output: .string(limit: 1 << 28),
      error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
    return (result.terminationStatus, result.standardOutput)
  }
}
