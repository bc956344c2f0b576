/// Tells how far an import has come, a few times a second.
struct ProgressMeter {
  /// The name under which the trips are told that are written once all their stop times are there.
  static let writing = "trips"

  private let progress: (@Sendable (ImportProgress) -> Void)?
  private let sizes: [String: Int]
  private let total: Double
  private var done = 0
  private var last = ContinuousClock.now

  /// - Parameter sizes: bytes of each file, those that an import does not read among them.
  init(_ sizes: [String: Int], _ progress: (@Sendable (ImportProgress) -> Void)?) {
    self.progress = progress
    var known = sizes.filter { Self.filesRead.contains($0.key) }
    // To write trips takes about as long as to read their stop times.
    known[Self.writing] = sizes["stop_times.txt"] ?? 0
    self.sizes = known
    total = Double(max(1, known.values.reduce(0, +)))
  }

  mutating func tell(_ file: String, _ rows: Int, _ bytes: Int) {
    // The clock is looked at seldom: reading a row is faster than reading the time.
    guard let progress, rows & 0x3ff == 0 else { return }
    let now = ContinuousClock.now
    guard now - last > .milliseconds(200) else { return }
    last = now
    progress(ImportProgress(file: file, rows: rows, fraction: min(1, Double(done + bytes) / total)))
  }

  /// Tells of trips written, as a share of those that there are.
  mutating func tellWriting(_ trips: Int, of all: Int) {
    tell(Self.writing, trips, Int(Double(sizes[Self.writing] ?? 0) * Double(trips) / Double(max(1, all))))
  }

  mutating func finished(_ file: String, _ rows: Int) {
    done += sizes[file] ?? 0
    progress?(ImportProgress(file: file, rows: rows, fraction: min(1, Double(done) / total), isWhole: true))
  }

  private static let filesRead: Set<String> = [
    "agency.txt", "feed_info.txt", "stops.txt", "translations.txt", "routes.txt", "transfers.txt", "pathways.txt",
    "calendar.txt", "calendar_dates.txt", "shapes.txt", "trips.txt", "frequencies.txt", "stop_times.txt",
  ]
}
