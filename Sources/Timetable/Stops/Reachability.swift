import BuiltFiles

/// Which stops one can ride to from a stop without a change, and from which ones to it, on whatever day.
///
/// All patterns lie one after the other as calls in a flat array; for each stop the places of its calls are known. A question
/// walks from these to the ends of their patterns, which takes microseconds. Stops are numbers: the places of the
/// options in `TimetableStore.matchOptions()`, the most served one first.
public struct Reachability: Sendable {
  private let calls: FlatArray<UInt32>
  private let starts: FlatArray<UInt32>
  private let places: FlatArray<UInt32>
  private let keys: FlatArray<Int64>
  private let numbers: FlatArray<UInt32>

  private static let boards = ReachabilityTables.boards
  private static let alights = ReachabilityTables.alights
  private static let ends = ReachabilityTables.ends

  /// How many stops there are.
  public var count: Int { starts.count - 1 }

  init(_ file: SectionFile<ReachabilitySection>) {
    calls = file.array(.calls, of: UInt32.self)
    (starts, places) = (file.array(.starts, of: UInt32.self), file.array(.places, of: UInt32.self))
    (keys, numbers) = (file.array(.keys, of: Int64.self), file.array(.numbers, of: UInt32.self))
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
