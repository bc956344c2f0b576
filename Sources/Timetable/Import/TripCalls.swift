import Foundation

/// One row of stop_times.txt, kept as it lies in memory while the rows of its trip are gathered.
struct StopTimeRow {
  static let unknown = Int32.min
  static let noSign: Int32 = -1

  var sequence: Int32
  /// The number of the stop among those read.
  var stop: Int32
  /// Seconds from the start of the service day, or `unknown`.
  var arrival: Int32
  var departure: Int32
  /// Along the trip in the feed's own unit; not a number where it is unknown.
  var distance: Float
  /// The line in the file, for notices.
  var line: Int32
  /// 1 where one can board, 2 where one can alight, and their sum.
  var uses: Int32
  /// The number of what the vehicle shows from here on, or `noSign` for what the trip says.
  var headsign = noSign

  var boards: Bool { uses & 1 != 0 }
  var alights: Bool { uses & 2 != 0 }

  var hasTime: Bool { arrival != Self.unknown && departure != Self.unknown }
}

/// The calls of one trip in order, with what is wrong about them.
struct TripCalls {
  enum Defect: Error {
    case tooFewStops(line: Int)
    case noTimeAtAnEnd(line: Int)
    case timeRunsBack(line: Int)
  }

  private(set) var rows: [StopTimeRow]
  /// The line of the trip's first row.
  let firstLine: Int
  /// Whether the rows came in another order than the stops.
  private(set) var isUnsorted = false
  /// How many rows were left out because another has the same sequence number.
  private(set) var duplicates = 0
  /// How many calls had only one of arrival and departure.
  private(set) var copiedTimes = 0
  /// Whether it comes to its first stop after it leaves it, or leaves its last one before it comes there.
  private(set) var endsAreTwisted = false
  /// How many calls had neither.
  private(set) var missingTimes = 0
  /// Whether the distances along the trip are of no use, for they fall somewhere.
  private(set) var distancesFall = false

  /// Puts the rows in order and checks the times that are there.
  init(_ unordered: [StopTimeRow]) throws(Defect) {
    rows = unordered
    firstLine = Int(unordered.first?.line ?? 0)
    if !zip(rows, rows.dropFirst()).allSatisfy({ $0.sequence < $1.sequence }) { putInOrder() }
    copyWhereOneIsMissing()
    mendEnds()
    guard rows.count >= 2, let first = rows.first, let last = rows.last else { throw .tooFewStops(line: firstLine) }
    guard first.hasTime else { throw .noTimeAtAnEnd(line: Int(first.line)) }
    guard last.hasTime else { throw .noTimeAtAnEnd(line: Int(last.line)) }
    var clock = Int32.min + 1
    for row in rows where row.hasTime {
      guard row.arrival >= clock, row.departure >= row.arrival else { throw .timeRunsBack(line: Int(row.line)) }
      clock = row.departure
    }
    distancesFall = zip(rows, rows.dropFirst()).contains { $0.distance > $1.distance }
  }

  /// Of rows with the same sequence number the first of the file is kept.
  private mutating func putInOrder() {
    isUnsorted = zip(rows, rows.dropFirst()).contains { $0.sequence > $1.sequence }
    rows.sort { ($0.sequence, $0.line) < ($1.sequence, $1.line) }
    var kept: [StopTimeRow] = []
    for row in rows where kept.last?.sequence != row.sequence { kept.append(row) }
    duplicates = rows.count - kept.count
    rows = kept
  }

  private mutating func copyWhereOneIsMissing() {
    for index in rows.indices where !rows[index].hasTime {
      let (arrival, departure) = (rows[index].arrival, rows[index].departure)
      if arrival == departure {
        missingTimes += 1
      } else {
        copiedTimes += 1
        rows[index].arrival = max(arrival, departure)
        rows[index].departure = max(arrival, departure)
      }
    }
  }

  /// Nobody rides to the first stop or on from the last: of their times only the other ones count.
  private mutating func mendEnds() {
    guard let first = rows.indices.first, let last = rows.indices.last, first < last else { return }
    for (place, isFirst) in [(first, true), (last, false)]
    where rows[place].hasTime && rows[place].arrival > rows[place].departure {
      endsAreTwisted = true
      if isFirst { rows[place].arrival = rows[place].departure } else { rows[place].departure = rows[place].arrival }
    }
  }

  /// The feed's own distance to each call, where it tells them all and they do not fall.
  private var distances: [Double]? {
    guard !distancesFall, rows.allSatisfy({ $0.distance.isFinite }) else { return nil }
    return rows.map { Double($0.distance) }
  }

  /// The times at all calls, those missing put between their neighbours in proportion to the distance: the feed's own, or else
  /// that along the pattern.
  /// - Parameter metres: along the trip to each call, never falling.
  /// - Returns: the start in seconds from the start of the service day, and the times after it.
  func times(metres: [Double]) -> (start: Int, times: TripTimes) {
    var arrivals = rows.map { Int($0.arrival) }
    var departures = rows.map { Int($0.departure) }
    if missingTimes > 0 { interpolate(along: distances ?? metres, &arrivals, &departures) }
    let start = departures[0]
    for index in rows.indices {
      arrivals[index] -= start
      departures[index] -= start
    }
    return (start, TripTimes(arrivals: arrivals, departures: departures))
  }

  private func interpolate(along distances: [Double], _ arrivals: inout [Int], _ departures: inout [Int]) {
    var known = 0
    for index in rows.indices where rows[index].hasTime {
      let length = distances[index] - distances[known]
      for between in (known + 1)..<max(known + 1, index) {
        let share =
          length > 0
          ? (distances[between] - distances[known]) / length : Double(between - known) / Double(index - known)
        let time = departures[known] + Int((share * Double(arrivals[index] - departures[known])).rounded())
        (arrivals[between], departures[between]) = (time, time)
      }
      known = index
    }
  }
}
