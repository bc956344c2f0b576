import CArchive
import Foundation
import Timetable

/// What an import made of one spoilt feed.
struct FeedFinding: Codable {
  var kind: String
  var milliseconds: Double
  /// What is wrong with the outcome; empty for one that is only slow.
  var flaws: [String]
  /// The number of the run.
  var run: Int
}

/// Imports spoilt feeds, one after the other, in place of one another.
struct FeedImports {
  private(set) var runCount = 0
  /// How many were read, with or without rows left out.
  private(set) var readCount = 0
  private(set) var slowest: [FeedFinding] = []
  private var store: TimetableStore

  init() throws { store = try TimetableStore.inMemory() }

  /// - Parameter path: the feed, a folder or a zip.
  mutating func read(_ path: String, kind: String) throws -> FeedFinding {
    runCount += 1
    // What lies in memory grows with what was deleted; now and then it begins anew.
    if runCount % 200 == 0 { store = try TimetableStore.inMemory() }
    let start = ProcessorTime.milliseconds
    let before = try store.feeds()
    var flaws: [String] = []
    do {
      let report = try store.importFeed(at: path, name: "fuzzed")
      readCount += 1
      flaws = try self.flaws(report, store)
    } catch let error as TimetableError {
      if error.refusal == nil { flaws.append("ended by \(error)") }
      if try store.feeds() != before { flaws.append("the old feed did not stay") }
    }
    let finding = FeedFinding(
      kind: kind, milliseconds: ProcessorTime.milliseconds - start, flaws: flaws, run: runCount)
    keep(finding)
    return finding
  }

  /// What no report may come to, whatever was read.
  private func flaws(_ report: ImportReport, _ store: TimetableStore) throws -> [String] {
    var flaws: [String] = []
    let counts = report.counts
    if counts.trips < 1 || counts.stopTimes < 2 * counts.trips { flaws.append("\(counts.stopTimes) stop times") }
    if report.notices.contains(where: { $0.count < 1 || $0.message.isEmpty }) { flaws.append("an empty notice") }
    if try store.feeds().map(\.name) != ["fuzzed"] { flaws.append("other feeds") }
    let stops = try store.stops()
    if stops.count != counts.stations { flaws.append("\(stops.count) stations instead of \(counts.stations)") }
    // Whatever came in must come out again.
    for stop in stops.prefix(4) {
      for other in try store.reachable(from: stop.id).sorted().prefix(2) {
        _ = try store.rides(from: stop.id, to: other, at: Date(timeIntervalSince1970: 1_790_000_000))
      }
    }
    return flaws
  }

  private mutating func keep(_ finding: FeedFinding) {
    guard finding.milliseconds > slowest.last?.milliseconds ?? 0 || slowest.count < 5 else { return }
    slowest.append(finding)
    slowest.sort { $0.milliseconds > $1.milliseconds }
    if slowest.count > 5 { slowest.removeLast() }
  }
}

/// How long this thread has been running on a processor.
enum ProcessorTime {
  static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// Writes feeds for an import to read.
enum FeedWriter {
  static func write(_ files: FuzzFeeds.Files, folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
  }

  /// - Throws: `CocoaError` where the zip cannot be written.
  static func write(_ files: FuzzFeeds.Files, zip: URL) throws {
    let archive = archive_write_new()
    defer { archive_write_free(archive) }
    archive_write_set_format_zip(archive)
    guard archive_write_open_filename(archive, zip.path) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      archive_entry_set_pathname(entry, name)
      archive_entry_set_perm(entry, 0o644)
      archive_entry_set_filetype(entry, 0o100000)
      archive_entry_set_size(entry, Int64(bytes.count))
      guard archive_write_header(archive, entry) == ARCHIVE_OK, archive_write_data(archive, bytes, bytes.count) >= 0
      else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    guard archive_write_close(archive) == ARCHIVE_OK else { throw CocoaError(.fileWriteUnknown) }
  }
}
