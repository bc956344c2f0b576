import Foundation
import GRDB
import Journey

/// One import under way: what the files read so far have brought, as far as later files refer to it.
///
/// The steps are called in the order in which GTFS files refer to one another. Each is in a file of its own.
struct FeedReading {
  let files: FeedFiles
  let database: Database
  var feed: Int64 = 0
  var counts = ImportReport.Counts()
  var log = NoticeLog()
  /// By the id in the feed.
  var stops: [String: ReadStop] = [:]
  var routes: [String: Int64] = [:]
  var services: [String: Int64] = [:]
  var trips = ReadTrips()
  /// The row in the database of each shape id.
  var shapes: [String: Int64] = [:]
  var frequencies: [String: [ReadFrequency]] = [:]
  /// Trips that have rows in stop_times.txt and cannot be used for what is wrong with them.
  var skippedTrips = 0
  private var meter: ProgressMeter

  init(_ files: FeedFiles, _ database: Database, progress: (@Sendable (ImportProgress) -> Void)?) throws {
    self.files = files
    self.database = database
    meter = ProgressMeter(files.sizes, progress)
    for required in ["agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt"] where !files.has(required)
    {
      throw refusal(required, "the feed has no \(required)", "GTFS requires it; get a complete feed")
    }
    guard files.has("calendar.txt") || files.has("calendar_dates.txt") else {
      throw refusal(
        "calendar.txt", "the feed has neither calendar.txt nor calendar_dates.txt",
        "GTFS requires one; get a complete feed")
    }
  }

  /// An error about a file as a whole.
  func refusal(_ file: String, _ cause: String, _ remedy: String) -> TimetableError {
    .badFeed(feed: files.path, file: file, line: 0, cause: cause, remedy: remedy)
  }

  /// Goes through the rows of a file, where there is one. Rows of another length than the header are skipped.
  mutating func forEachRow(of file: String, _ body: (inout FeedReading, CSVReader) throws -> Void) throws {
    guard var reader = try files.reader(file) else { return }
    var rows = 0
    while try reader.next() {
      rows += 1
      meter.tell(file, rows, reader.bytesRead)
      guard reader.fieldCount == reader.columnCount else {
        log.note(
          "wrong-row-length", .skipped, file, line: reader.line,
          "the row has \(reader.fieldCount) fields instead of \(reader.columnCount)")
        continue
      }
      try body(&self, reader)
    }
    meter.finished(file, rows)
  }

  /// Counts the trips and days, and forgets what only the import needed.
  mutating func finish() throws {
    guard counts.trips > 0 else {
      throw refusal(
        "trips.txt", "no trip of the feed can be used", "look at the rows it skips first: \(firstSkips)")
    }
    try noteUnreadFiles()
  }

  private var firstSkips: String {
    let skips = log.notices.filter { $0.action == .skipped }.prefix(3)
    return skips.isEmpty ? "none" : skips.map { "\($0.file): \($0.message)" }.joined(separator: "; ")
  }

  private mutating func noteUnreadFiles() throws {
    for file in ["translations.txt", "transfers.txt", "pathways.txt"] where files.has(file) {
      log.note("not-read-yet", .notRead, file, "\(file) is not read yet")
    }
  }
}

/// Tells how far an import has come, a few times a second.
private struct ProgressMeter {
  private let progress: (@Sendable (ImportProgress) -> Void)?
  private let sizes: [String: Int]
  private let total: Double
  private var done = 0
  private var last = ContinuousClock.now

  init(_ sizes: [String: Int], _ progress: (@Sendable (ImportProgress) -> Void)?) {
    self.progress = progress
    self.sizes = sizes.filter { FeedReading.filesRead.contains($0.key) }
    total = Double(max(1, self.sizes.values.reduce(0, +)))
  }

  mutating func tell(_ file: String, _ rows: Int, _ bytes: Int) {
    // The clock is looked at seldom: reading a row is faster than reading the time.
    guard let progress, rows & 0xfff == 0 else { return }
    let now = ContinuousClock.now
    guard now - last > .milliseconds(200) else { return }
    last = now
    progress(ImportProgress(file: file, rows: rows, fraction: min(1, Double(done + bytes) / total)))
  }

  mutating func finished(_ file: String, _ rows: Int) {
    done += sizes[file] ?? 0
    progress?(ImportProgress(file: file, rows: rows, fraction: min(1, Double(done) / total)))
  }
}

extension FeedReading {
  /// The files that an import goes through.
  static let filesRead: Set<String> = [
    "agency.txt", "feed_info.txt", "stops.txt", "routes.txt", "calendar.txt", "calendar_dates.txt", "shapes.txt",
    "trips.txt", "frequencies.txt", "stop_times.txt",
  ]
}
