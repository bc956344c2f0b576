/// The service days that a search looks at, and what runs on them.
struct SearchDays: Sendable {
  /// More days than this are not looked at: they are bits of a number.
  static let most = 64

  /// By feed: the first second of each day on the clock of the search.
  private let starts: [[Int]]
  /// A bit a day, by service and by line.
  private let serviceDays: [UInt64]
  private let lineDays: [UInt64]
  /// The clock runs backwards: days that come first have higher numbers.
  let isReversed: Bool

  /// - Parameters:
  ///   - starts: By feed, the first second of each day, ascending.
  ///   - runs: By service, a bit for each day of its feed.
  init(_ network: RoutingNetwork, starts: [[Int]], runs: [UInt64]) {
    self.starts = starts
    serviceDays = runs
    lineDays = (0..<network.lineCount).map { line in
      (Int(network.lineServiceStarts[line])..<Int(network.lineServiceStarts[line + 1])).reduce(0) {
        $0 | runs[Int(network.lineServices[$1])]
      }
    }
    isReversed = false
  }

  /// The same for a search in the reversed network.
  init(reversing days: SearchDays) {
    starts = days.starts.map { $0.map { -$0 } }
    (serviceDays, lineDays) = (days.serviceDays, days.lineDays)
    isReversed = true
  }

  func count(_ feed: Int) -> Int { starts[feed].count }

  func start(_ feed: Int, _ day: Int) -> Int { starts[feed][day] }

  func runs(line: Int) -> UInt64 { lineDays[line] }

  func runs(service: Int, on day: Int) -> Bool { serviceDays[service] & (1 << UInt64(day)) != 0 }
}
