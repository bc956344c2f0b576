import Foundation
import GRDB

/// Which stops one can ride to from a stop without a change, and from which ones to it, on whatever day.
///
/// All patterns lie one after the other as calls in a flat array; for each stop the places of its calls are known. A question
/// walks from these to the ends of their patterns, which takes microseconds. Stops are numbers: the places of the
/// options in `TimetableStore.matchOptions()`, the most served one first.
public struct Reachability: Sendable, Equatable {
  /// The stop of each call, times eight, plus the flags.
  let calls: [UInt32]
  /// Where the places of a stop's calls begin in `places`, and where the last one's end.
  private let starts: [UInt32]
  private let places: [UInt32]
  /// The database's keys of the stops, ascending, and the number of each.
  let keys: [Int64]
  let numbers: [UInt32]

  private static let boards: UInt32 = 1
  private static let alights: UInt32 = 2
  /// The pattern ends with this call.
  private static let ends: UInt32 = 4

  /// How many stops there are.
  public var count: Int { starts.count - 1 }

  init(_ database: Database) throws {
    let keys = try Int64.fetchAll(database, sql: "SELECT s.id FROM stop s " + StopOptions.order)
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    let numbers = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, UInt32($0)) })
    let rows = try Row.fetchCursor(
      database, sql: "SELECT pattern, station, boards, alights FROM pattern_stop ORDER BY pattern, position")
    var calls: [UInt32] = []
    var last: Int64?
    while let row = try rows.next() {
      let pattern: Int64 = row[0]
      if let last, last != pattern { calls[calls.count - 1] |= Self.ends }
      last = pattern
      guard let number = numbers[row[1]] else { throw TimetableError.damaged }
      calls.append(number << 3 | (row[2] ? Self.boards : 0) | (row[3] ? Self.alights : 0))
    }
    if !calls.isEmpty { calls[calls.count - 1] |= Self.ends }
    self.init(calls: calls, keys: order.map { keys[$0] }, numbers: order.map { UInt32($0) })
  }

  /// Sorts the places of the calls by stop, by counting.
  init(calls: [UInt32], keys: [Int64], numbers: [UInt32]) {
    let stops = keys.count
    var starts = [UInt32](repeating: 0, count: stops + 1)
    for call in calls { starts[Int(call >> 3) + 1] += 1 }
    for stop in 0..<stops { starts[stop + 1] += starts[stop] }
    var next = starts
    var places = [UInt32](repeating: 0, count: calls.count)
    for (place, call) in calls.enumerated() {
      places[Int(next[Int(call >> 3)])] = UInt32(place)
      next[Int(call >> 3)] += 1
    }
    (self.calls, self.starts, self.places, self.keys, self.numbers) = (calls, starts, places, keys, numbers)
  }

  /// The number of the stop with a key of the database; nil where no trip calls at it.
  public func number(ofKey key: Int64) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? Int(numbers[low]) : nil
  }

  /// The numbers of the stops to which a ride leads from a stop, ascending; never the stop itself.
  public func reached(from stop: Int) -> [Int] {
    marked(by: stop) { mark in
      for place in places(of: stop) where calls[place] & Self.boards != 0 {
        var place = place
        while calls[place] & Self.ends == 0 {
          place += 1
          if calls[place] & Self.alights != 0 { mark(Int(calls[place] >> 3)) }
        }
      }
    }
  }

  /// The numbers of the stops from which a ride leads to a stop, ascending; never the stop itself.
  public func reaching(_ stop: Int) -> [Int] {
    marked(by: stop) { mark in
      for place in places(of: stop) where calls[place] & Self.alights != 0 {
        var place = place
        while place > 0, calls[place - 1] & Self.ends == 0 {
          place -= 1
          if calls[place] & Self.boards != 0 { mark(Int(calls[place] >> 3)) }
        }
      }
    }
  }

  private func places(of stop: Int) -> some Sequence<Int> {
    guard stop >= 0, stop < count else { return places[0..<0].lazy.map { Int($0) } }
    return places[Int(starts[stop])..<Int(starts[stop + 1])].lazy.map { Int($0) }
  }

  /// A bit a stop: hundreds of patterns of a hub name the same stops.
  private func marked(by stop: Int, _ body: ((Int) -> Void) -> Void) -> [Int] {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count / 64 + 1) { bits in
      bits.initialize(repeating: 0)
      body { bits[$0 >> 6] |= 1 << UInt64($0 & 63) }
      if stop >= 0, stop < count { bits[stop >> 6] &= ~(1 << UInt64(stop & 63)) }
      var found: [Int] = []
      found.reserveCapacity(bits.reduce(0) { $0 + $1.nonzeroBitCount })
      for (word, value) in bits.enumerated() {
        var rest = value
        while rest != 0 {
          found.append(word << 6 | rest.trailingZeroBitCount)
          rest &= rest - 1
        }
      }
      return found
    }
  }
}
