/// The service days that a search looks at, and what runs on them.
struct SearchDays: Sendable {
  /// More days than this are not looked at: they are bits of a number.
  static let most = 64

  /// By feed: the first second of each day on the clock of the search.
  private let starts: [[Int]]
  /// A bit a day, by service and by line.
  private let serviceDays: [UInt64]
  private let lineDays: [UInt64]
  /// The lines of each place that run on any of the days; nil where nearly all do, and the network's own list is as good.
  let running: RunningLines?
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
    running = Self.running(network, lineDays)
    isReversed = false
  }

  /// The same for a search in the reversed network.
  init(reversing days: SearchDays, _ reversed: RoutingNetwork) {
    running = days.running == nil ? nil : Self.running(reversed, days.lineDays)
    starts = days.starts.map { $0.map { -$0 } }
    (serviceDays, lineDays) = (days.serviceDays, days.lineDays)
    isReversed = true
  }

  private static func running(_ network: RoutingNetwork, _ days: [UInt64]) -> RunningLines? {
    days.count { $0 != 0 } * 2 < days.count ? RunningLines(network, days) : nil
  }

  func count(_ feed: Int) -> Int { starts[feed].count }

  func start(_ feed: Int, _ day: Int) -> Int { starts[feed][day] }

  func runs(line: Int) -> UInt64 { lineDays[line] }

  func runs(service: Int, on day: Int) -> Bool { serviceDays[service] & (1 << UInt64(day)) != 0 }
}

/// The lines that run on some day, by the places where one can board them.
///
/// A network by live times has a line for each day on which one of its runs is late: most of them are of days that a search does not
/// look at, and it would look at each of them at every place that it comes to.
struct RunningLines: Sendable {
  /// By place, where its lines begin; one more than there are places.
  private let starts: [Int32]
  private let lines: [(line: Int32, position: Int32)]

  /// - Parameter days: By line, a bit for each day on which it runs.
  init(_ network: RoutingNetwork, _ days: [UInt64]) {
    var starts: [Int32] = [0]
    var lines: [(line: Int32, position: Int32)] = []
    starts.reserveCapacity(network.placeCount + 1)
    for place in 0..<network.placeCount {
      for entry in Int(network.placeLineStarts[place])..<Int(network.placeLineStarts[place + 1])
      where days[Int(network.placeLines[entry])] != 0 {
        lines.append((network.placeLines[entry], network.placePositions[entry]))
      }
      starts.append(Int32(lines.count))
    }
    (self.starts, self.lines) = (starts, lines)
  }

  /// What runs at a place, with its position in the line.
  subscript(place: Int32) -> ArraySlice<(line: Int32, position: Int32)> {
    lines[Int(starts[Int(place)])..<Int(starts[Int(place) + 1])]
  }
}
