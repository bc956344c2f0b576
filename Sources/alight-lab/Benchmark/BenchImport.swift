import ArgumentParser
import CArchive
import Foundation

/// `alight-lab bench-import`: how long a feed takes to be imported, beside the plainest way to get its files into a database.
struct BenchImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-import", abstract: "Measure how fast a GTFS feed is imported.",
    discussion: """
      The floor is the sqlite3 shell, which imports the unzipped files into tables without types, keys or checks. Both are \
      programs that start anew, in turn, each with a database of its own.
      """)

  @Argument(help: "The feed, a zip file.")
  var feed = "../shared/data/gtfs/hart-2018.zip"

  @Option(help: "How often each is measured; medians are told.")
  var rounds = 7

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds \(rounds): give at least 1.") }
  }

  func run() throws {
    guard FileManager.default.fileExists(atPath: feed) else {
      throw ValidationError("there is no feed at \(feed); name a GTFS zip file")
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "alight-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try Self.unzip(feed, into: folder)
    let load = BenchReport.load()
    var ours: [MeasuredRun] = []
    var floor: [MeasuredRun] = []
    for round in 0..<rounds {
      let timetable = folder.appending(path: "alight-\(round).sqlite").path
      ours.append(try MeasuredRun(LabProgram.alight.name, ["feed", "import", feed, "--timetable", timetable]))
      let plain = folder.appending(path: "plain-\(round).sqlite").path
      let commands = files.map { ".import '\($0.path)' \($0.deletingPathExtension().lastPathComponent)" }
      floor.append(try MeasuredRun("sqlite3", ["-csv", plain] + commands))
      for path in [timetable, plain] { try? FileManager.default.removeItem(atPath: path) }
    }
    print(String(format: "%@, medians of %d; load of the machine %.1f to %.1f", feed, rounds, load, BenchReport.load()))
    print(Self.row("", "seconds", "of processors", "peak memory"))
    for (name, runs) in [("alight feed import", ours), ("sqlite3 .import", floor)] {
      print(
        Self.row(
          name, String(format: "%.2f", Self.median(runs.map(\.seconds))),
          String(format: "%.2f", Self.median(runs.map(\.processorSeconds))),
          String(format: "%.1f MB", Double(runs.map(\.peakBytes).max() ?? 0) / 1e6)))
    }
    func ratio(_ value: (MeasuredRun) -> Double) -> String {
      String(format: "%.2f", Self.median(ours.map(value)) / Self.median(floor.map(value)))
    }
    print(Self.row("times the floor", ratio(\.seconds), ratio(\.processorSeconds), ""))
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func row(_ name: String, _ cells: String...) -> String {
    let first = name.padding(toLength: 22, withPad: " ", startingAt: 0)
    return first + cells.map { String(repeating: " ", count: max(1, 15 - $0.count)) + $0 }.joined()
  }

  /// Writes the text files of a zip into a folder, whatever folder they lie in there.
  private static func unzip(_ path: String, into folder: URL) throws -> [URL] {
    guard let archive = archive_read_new() else { throw CocoaError(.fileReadUnknown) }
    defer { archive_read_free(archive) }
    guard archive_read_support_format_zip(archive) == ARCHIVE_OK,
      archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK
    else { throw CocoaError(.fileReadCorruptFile) }
    var files: [URL] = []
    var entry: OpaquePointer?
    while archive_read_next_header(archive, &entry) == ARCHIVE_OK {
      let name = URL(filePath: String(cString: archive_entry_pathname(entry))).lastPathComponent
      guard name.hasSuffix(".txt") else { continue }
      let file = folder.appending(path: name)
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      guard archive_read_data_into_fd(archive, handle.fileDescriptor) == ARCHIVE_OK else {
        throw CocoaError(.fileReadCorruptFile)
      }
      files.append(file)
    }
    return files
  }
}
