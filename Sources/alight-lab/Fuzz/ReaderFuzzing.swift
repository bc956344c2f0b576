import ArgumentParser
import Foundation

/// Looks for inputs that crash a reader, that take it long, or that it makes nonsense of: what `fuzz-feeds` and `fuzz-wave` share.
struct ReaderFuzzing {
  let command: String
  /// The good inputs that were named.
  let seeds: [String]
  /// What is printed of the inputs, and of those that were read.
  let words: (inputs: String, read: String)
  let options: FuzzOptions
  /// How many milliseconds of a processor an input may take.
  let limit: Double

  /// Starts workers until the time is over, keeps what crashes them and prints what they found.
  /// - Parameters:
  ///   - folder: where inputs that did harm are kept.
  ///   - name: of the input at hand in it.
  /// - Throws: `ExitCode` 1 where there was any.
  func run(folder: String, name: String) async throws {
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let journal = FuzzJournal(input: folder.appending(path: name))
    let supervisor = FuzzSupervisor(arguments: [command, "--limit", "\(limit)"] + seeds, options: options)
    var crashes = 0
    let lines = try await supervisor.run(journal: journal.input) { status, number in
      crashes = number
      print("crash by \(try journal.keepCrash(number).path): the worker ended with \(status)")
    }
    // Only a worker that came to its end has printed anything.
    let report = try lines.last.map { try JSONDecoder().decode(ReadReport.self, from: Data($0.utf8)) } ?? ReadReport()
    try conclude(report, crashes)
  }

  private func conclude(_ report: ReadReport, _ crashes: Int) throws {
    let refused = report.runs - report.read
    print("\(report.runs) \(words.inputs), \(report.read) of them \(words.read), \(refused) refused with a reason")
    print("crashes: \(crashes); misread or over \(limit) ms: \(report.bad.count)")
    for finding in report.bad.prefix(20) { print(Self.row(finding)) }
    print("the slowest:")
    for finding in report.slowest { print(Self.row(finding)) }
    if crashes > 0 || !report.bad.isEmpty { throw ExitCode(1) }
  }

  private static func row(_ finding: ReadFinding) -> String {
    let time = String(format: "%8.1f ms", finding.milliseconds)
    let size = finding.byteCount.map { ", \($0) bytes" } ?? ""
    let flaws = finding.flaws.isEmpty ? "" : "  " + Set(finding.flaws).sorted().joined(separator: ", ")
    return "\(time)  run \(finding.run), \(finding.kind)\(size)\(flaws)"
  }

  /// A worker: tries inputs until the time is over and prints the report.
  /// - Parameter next: writes an input to the journal and reads it.
  func work(_ journal: FuzzJournal, next: () throws -> ReadFinding) throws {
    var report = ReadReport()
    let start = ContinuousClock.now
    repeat {
      // An input that is never done with ends the process as a crash does.
      alarm(60)
      if let number = report.note(try next(), limit: limit) { try journal.keepBad(number) }
    } while start.duration(to: .now) < .seconds(options.minutes * 60)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }
}
