import BuiltFiles
import GRDB

/// The parts of a stored `Reachability`.
enum ReachabilitySection: Int, FileSection {
  static let magic: UInt64 = 0x4843_4145_5248_4C41
  static let version: UInt32 = 1

  /// The stop of each call, times eight, plus the flags of `ReachabilityTables`.
  case calls
  /// Where the places of a stop's calls begin in `places`, and where the last one's end.
  case starts, places
  /// The database's keys of the stops (Int64), ascending, and the number of each.
  case keys, numbers
}

/// What a `Reachability` holds, as it is put together.
struct ReachabilityTables {
  static let boards: UInt32 = 1
  static let alights: UInt32 = 2
  /// The pattern ends with this call.
  static let ends: UInt32 = 4

  private var calls: [UInt32] = []
  private let keys: [Int64]
  private let numbers: [UInt32]

  /// - Throws: `DatabaseError`, or `TimetableError.damaged`.
  init(_ database: Database) throws {
    let keys = try Int64.fetchAll(database, sql: "SELECT s.id FROM stop s " + StopOptions.order)
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    self.keys = order.map { keys[$0] }
    numbers = order.map { UInt32($0) }
    try readCalls(Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, UInt32($0)) }), database)
  }

  private mutating func readCalls(_ numbers: [Int64: UInt32], _ database: Database) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT pattern, station, boards, alights FROM pattern_stop ORDER BY pattern, position")
    var last: Int64?
    while let row = try rows.next() {
      let pattern: Int64 = row[0]
      if let last, last != pattern { calls[calls.count - 1] |= Self.ends }
      last = pattern
      guard let number = numbers[row[1]] else { throw TimetableError.damaged }
      calls.append(number << 3 | (row[2] ? Self.boards : 0) | (row[3] ? Self.alights : 0))
    }
    if !calls.isEmpty { calls[calls.count - 1] |= Self.ends }
  }

  /// The bytes of its file.
  /// - Parameter digest: names what it was built from.
  func bytes(_ digest: Digest) -> [UInt8] {
    var writer = SectionFileWriter<ReachabilitySection>()
    let (starts, places) = placesByStop
    writer.put(.calls, calls)
    writer.put(.starts, starts)
    writer.put(.places, places)
    writer.put(.keys, keys)
    writer.put(.numbers, numbers)
    return writer.bytes(digest: digest)
  }

  /// The places of the calls by stop, sorted by counting.
  private var placesByStop: (starts: [UInt32], places: [UInt32]) {
    var starts = [UInt32](repeating: 0, count: keys.count + 1)
    for call in calls { starts[Int(call >> 3) + 1] += 1 }
    for stop in keys.indices { starts[stop + 1] += starts[stop] }
    var next = starts
    var places = [UInt32](repeating: 0, count: calls.count)
    for (place, call) in calls.enumerated() {
      places[Int(next[Int(call >> 3)])] = UInt32(place)
      next[Int(call >> 3)] += 1
    }
    return (starts, places)
  }
}
