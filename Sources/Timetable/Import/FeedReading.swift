import Foundation
import GRDB
import Journey

/// One import under way: what the files read so far have brought, as far as later files refer to it.
///
/// The steps are called in the order in which GTFS files refer to one another. Each is in a file of its own.
struct FeedReading {
  /// Another one where an import fills the tables in another way, so that what was made before is made anew.
  static let version = "6"

  let files: FeedFiles
  let database: Database
  let now: Date
  var feed: Int64 = 0
  var counts = ImportReport.Counts()
  var log = NoticeLog()
  /// The last day that feed_info.txt declares the feed valid on.
  var declaredEnd: ServiceDay?
  /// The zone in which the times of the feed are stored: that of its agencies.
  var zone = ""
  /// Where agencies differ, the zone of each, by its row.
  var agencyZones: [Int64: String] = [:]
  /// By route, the seconds from the clock of its agency to that of the feed.
  var routeShifts: [Int64: Int] = [:]
  /// The language that the feed's names are in.
  var language: String?
  /// By the id in the feed.
  var agencies: [String: Int64] = [:]
  var stops: [String: ReadStop] = [:]
  var routes: [String: Int64] = [:]
  /// By route, what kind of vehicle runs.
  var routeTypes: [Int64: Int] = [:]
  var services: [String: Int64] = [:]
  /// Services that run on no day as far as is read, with their lines.
  var idleServices: [String: Int] = [:]
  var trips = ReadTrips()
  /// The row in the database of each shape id.
  var shapes: [String: Int64] = [:]
  var frequencies: [String: [ReadFrequency]] = [:]
  /// Trips that have rows in stop_times.txt and cannot be used for what is wrong with them.
  var skippedTrips = 0
  var meter: ProgressMeter

  init(_ files: FeedFiles, _ database: Database, now: Date, progress: (@Sendable (ImportProgress) -> Void)?) throws {
    self.files = files
    self.database = database
    self.now = now
    meter = ProgressMeter(files.sizes, progress)
    for required in Self.requiredFiles where !files.has(required) {
      throw refusal("missing-file", required, "the feed has no \(required)", "GTFS requires it; get a complete feed")
    }
    guard files.has("calendar.txt") || files.has("calendar_dates.txt") else {
      throw refusal(
        "missing-calendar", "calendar.txt", "the feed has neither calendar.txt nor calendar_dates.txt",
        "GTFS requires one; get a complete feed")
    }
  }

  /// Reads everything, in the order in which the files refer to one another.
  mutating func readAll(name: String, isDemonstration: Bool) throws {
    noteUnread()
    try begin(name: name, isDemonstration: isDemonstration)
    try readStops()
    try readTranslations()
    try readRoutes()
    guard !routes.isEmpty else {
      throw refusal("no-usable-route", "routes.txt", "it holds no route that can be used", "get a complete feed")
    }
    try readServices()
    try readShapes()
    try readTrips()
    try readFrequencies()
    try readStopTimes()
    try readTransfers()
    guard counts.trips > 0 else {
      throw refusal(
        "no-usable-trip", "trips.txt", "no trip of the feed can be used",
        "look at the rows it skips first: \(firstSkips)")
    }
  }

  /// An error about a file as a whole.
  func refusal(_ rule: String, _ file: String, _ cause: String, _ remedy: String) -> TimetableError {
    .badFeed(feed: files.path, file: file, line: 0, rule: rule, cause: cause, remedy: remedy)
  }

  private var firstSkips: String {
    let skips = log.notices.filter { $0.action == .skipped }.prefix(3)
    return skips.isEmpty ? "none" : skips.map { "\($0.file): \($0.message)" }.joined(separator: "; ")
  }
}

extension FeedReading {
  private static let requiredFiles = ["agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt"]

  /// A reader of a file, where there is one. One that need not be there may be empty.
  mutating func reader(of file: String) throws -> CSVReader? {
    if files.sizes[file] == 0, !Self.requiredFiles.contains(file) {
      log.note("empty-file", .repaired, file, "the file is empty, which is as good as none")
      return nil
    }
    return try files.reader(file)
  }

  /// Goes through the rows of a file, where there is one. A row that ends before the header does has nothing in the columns left,
  /// and is skipped where it must have something there; so is one that goes on beyond the header.
  mutating func forEachRow(of file: String, _ body: (inout FeedReading, CSVReader) throws -> Void) throws {
    try forEachRow(of: file, columns: { _ in }) { reading, row, _ in try body(&reading, row) }
  }

  /// Goes through the rows of a file whose columns are looked up once, as is worth it where rows come by the million.
  mutating func forEachRow<Columns>(
    of file: String, columns: (CSVReader) throws -> Columns,
    _ body: (inout FeedReading, CSVReader, Columns) throws -> Void
  ) throws {
    guard var reader = try reader(of: file) else { return }
    let least = try (Self.requiredColumns[file] ?? []).map { try reader.requiredColumn($0) + 1 }.max() ?? 1
    let columns = try columns(reader)
    var rows = 0
    while try reader.next() {
      rows += 1
      meter.tell(file, rows, reader.bytesRead)
      let fieldCount = reader.fieldCount
      if fieldCount != reader.columnCount {
        guard (least..<reader.columnCount).contains(fieldCount) else {
          skip("wrong-row-length", reader, "the row has \(fieldCount) fields instead of \(reader.columnCount)")
          continue
        }
        repair(
          "short-row", reader,
          "the row has \(fieldCount) fields instead of \(reader.columnCount); nothing stands in the last ones")
      }
      try body(&self, reader, columns)
    }
    noteRepairs(of: reader)
    meter.finished(file, rows)
  }

  /// Notes that the present row is not used.
  mutating func skip(_ rule: String, _ row: CSVReader, _ message: @autoclosure () -> String) {
    log.note(rule, .skipped, row.file, line: row.line, message())
  }

  /// Notes that the present row is used, with something made good.
  mutating func repair(_ rule: String, _ row: CSVReader, _ message: @autoclosure () -> String) {
    log.note(rule, .repaired, row.file, line: row.line, message())
  }

  /// Notes that the present row is used as it stands, though it may mislead riders.
  mutating func tell(_ rule: String, _ row: CSVReader, _ message: @autoclosure () -> String) {
    log.note(rule, .told, row.file, line: row.line, message())
  }

  /// A name; that a letter of it was lost on its way into the feed is told.
  mutating func name(_ column: String, _ row: CSVReader) -> String? {
    guard let name = row.text(column) else { return nil }
    if name.utf8.contains(0xEF), name.unicodeScalars.contains("\u{FFFD}") {
      tell("invalid-character", row, "\"\(name)\" holds a sign that stands for a letter that was lost")
    }
    return name
  }

  private mutating func noteRepairs(of reader: CSVReader) {
    if reader.hasByteOrderMark {
      log.note("byte-order-mark", .repaired, reader.file, line: 1, "the file begins with a byte order mark")
    }
    for column in reader.repeatedColumns {
      log.note(
        "duplicate-column", .repaired, reader.file, line: 1, "the column \(column) is there twice; the first is read")
    }
    if reader.emptyRows.count > 0 {
      log.note(
        "empty-row", .repaired, reader.file, line: reader.emptyRows.firstLine, count: reader.emptyRows.count,
        "nothing stands in the row")
    }
    if reader.steeringRows.count > 0 {
      log.note(
        "control-character", .repaired, reader.file, line: reader.steeringRows.firstLine,
        count: reader.steeringRows.count,
        "a text holds characters that steer a terminal or turn letters round; they are left out")
    }
    if reader.latinRows.count > 0 {
      log.note(
        "latin-1", .repaired, reader.file, line: reader.latinRows.firstLine, count: reader.latinRows.count,
        "the row is no UTF-8 and was read as Latin-1 (Windows-1252)")
    }
  }

  /// The columns without which a file cannot be read.
  private static let requiredColumns: [String: [String]] = [
    "agency.txt": ["agency_timezone"],
    "stops.txt": ["stop_id", "stop_lat", "stop_lon"],
    "routes.txt": ["route_id"],
    "trips.txt": ["trip_id", "route_id", "service_id"],
    "stop_times.txt": ["trip_id", "stop_id", "stop_sequence"],
    "calendar.txt": ["service_id", "start_date", "end_date"] + weekdays,
    "calendar_dates.txt": ["service_id", "date", "exception_type"],
    "frequencies.txt": ["trip_id", "start_time", "end_time", "headway_secs"],
    "shapes.txt": ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"],
    "pathways.txt": ["from_stop_id", "to_stop_id"],
  ]

  /// The columns of calendar.txt, Monday first.
  static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}
