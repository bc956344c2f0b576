import Foundation

/// One row of stop_times.txt, packed into seven 32-bit numbers while the rows of its trip are gathered.
struct StopTimeRow {
  static let unknown = Int32.min

  var sequence: Int32
  /// The number of the stop among those read.
  var stop: Int32
  /// Seconds from the start of the service day, or `unknown`.
  var arrival: Int32
  var departure: Int32
  var boards: Bool
  var alights: Bool
  /// The line in the file, for notices.
  var line: Int32

  func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    let flags: Int32 = (boards ? 1 : 0) | (alights ? 2 : 0)
    let numbers = (sequence, stop, arrival, departure, flags, line)
    try withUnsafeBytes(of: numbers, body)
  }

  static func all(in rows: Data) -> [StopTimeRow] {
    rows.withUnsafeBytes { bytes in
      stride(from: 0, through: bytes.count - 24, by: 24).map { offset in
        func number(_ index: Int) -> Int32 {
          bytes.loadUnaligned(fromByteOffset: offset + index * 4, as: Int32.self)
        }
        return StopTimeRow(
          sequence: number(0), stop: number(1), arrival: number(2), departure: number(3), boards: number(4) & 1 != 0,
          alights: number(4) & 2 != 0, line: number(5))
      }
    }
  }
}

/// The calls of one trip in order, with what is wrong about them.
struct TripCalls {
  enum Defect: Error {
    case tooFewStops(line: Int)
    case noTimeAtAnEnd(line: Int)
    case timeRunsBack(line: Int)
  }

  private(set) var rows: [StopTimeRow]
  /// The lines of rows left out because another has the same sequence number.
  private(set) var duplicateLines: [Int] = []
  /// How many calls had only one of arrival and departure, or none.
  private(set) var missingTimes = 0

  /// Puts the rows in order and checks the times that are there.
  init(_ unordered: [StopTimeRow]) throws(Defect) {
    let isOrdered = zip(unordered, unordered.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    rows = unordered
    if !isOrdered {
      rows.sort { ($0.sequence, $0.line) < ($1.sequence, $1.line) }
      var kept: [StopTimeRow] = []
      for row in rows {
        if kept.last?.sequence == row.sequence {
          duplicateLines.append(Int(row.line))
        } else {
          kept.append(row)
        }
      }
      rows = kept
    }
    copyWhereOneIsMissing()
    guard rows.count >= 2, let first = rows.first, let last = rows.last else {
      throw .tooFewStops(line: Int(unordered.first?.line ?? 0))
    }
    guard first.hasTime else { throw .noTimeAtAnEnd(line: Int(first.line)) }
    guard last.hasTime else { throw .noTimeAtAnEnd(line: Int(last.line)) }
    var clock = Int32.min + 1
    for row in rows where row.hasTime {
      guard row.arrival >= clock, row.departure >= row.arrival else { throw .timeRunsBack(line: Int(row.line)) }
      clock = row.departure
    }
  }

  private mutating func copyWhereOneIsMissing() {
    for index in rows.indices
    where rows[index].arrival == StopTimeRow.unknown || rows[index].departure == StopTimeRow.unknown {
      missingTimes += 1
      if rows[index].arrival == StopTimeRow.unknown { rows[index].arrival = rows[index].departure }
      if rows[index].departure == StopTimeRow.unknown { rows[index].departure = rows[index].arrival }
    }
  }

  /// The times at all calls, those missing put between their neighbours in proportion to the distance.
  /// - Parameter metres: along the trip to each call, never falling.
  /// - Returns: the start in seconds from the start of the service day, and the times after it.
  func times(metres: [Double]) -> (start: Int, times: TripTimes) {
    var arrivals = rows.map { Int($0.arrival) }
    var departures = rows.map { Int($0.departure) }
    var known = 0
    for index in rows.indices where rows[index].hasTime {
      let length = metres[index] - metres[known]
      for between in (known + 1)..<max(known + 1, index) {
        let share =
          length > 0 ? (metres[between] - metres[known]) / length : Double(between - known) / Double(index - known)
        let time = departures[known] + Int((share * Double(arrivals[index] - departures[known])).rounded())
        (arrivals[between], departures[between]) = (time, time)
      }
      known = index
    }
    let start = departures[0]
    return (start, TripTimes(arrivals: arrivals.map { $0 - start }, departures: departures.map { $0 - start }))
  }
}

extension StopTimeRow {
  var hasTime: Bool { arrival != StopTimeRow.unknown && departure != StopTimeRow.unknown }
}
