import Foundation
import GRDB
import Journey

/// Which trips a vehicle goes on with while its riders keep their seats: by `block_id`, and by transfers of types 4 and 5.
///
/// A block is followed where the next trip begins at the place where the one before ends, and soon enough (`RoutingPolicy`). Which trip
/// is next depends on the day: it is the first of the block that runs then.
struct SeatedTrips {
  /// A trip that does not run by headway.
  struct Trip {
    var key: Int64
    var feed: Int64
    var block: String?
    /// The number of its service in the network.
    var service: Int
    /// Seconds of the service day at which it leaves its first stop and comes to its last one.
    var leaves: Int
    var arrives: Int
    var firstStop: Int64
    var lastStop: Int64
  }

  /// What a vehicle goes on with on some days.
  struct Link {
    /// The trip's key.
    var next: Int64
    var days: DayBits
  }

  private struct Pair: Hashable {
    var from: Int64
    var to: Int64
  }

  private var trips: [Int64: Trip] = [:]
  private var blocks: [String: [Int64]] = [:]
  private let staying: [Int64: [Int64]]
  private let forbidden: Set<Pair>
  private let named: Set<Int64>

  init(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT from_trip, to_trip, type FROM trip_transfer WHERE type > 3 ORDER BY id")
    var (staying, forbidden): ([Int64: [Int64]], Set<Pair>) = ([:], [])
    for row in rows {
      let pair = Pair(from: row[0], to: row[1])
      if row[2] == 4 { staying[pair.from, default: []].append(pair.to) } else { forbidden.insert(pair) }
    }
    (self.staying, self.forbidden) = (staying, forbidden)
    named = Set(staying.keys).union(staying.values.joined())
  }

  /// Whether a trip may be one of several that a vehicle runs.
  func concerns(_ key: Int64, block: String?) -> Bool { block != nil || named.contains(key) }

  mutating func add(_ trip: Trip) {
    trips[trip.key] = trip
    if let block = trip.block { blocks["\(trip.feed):\(block)", default: []].append(trip.key) }
  }

  /// By trip, what its vehicle goes on with, in the order of the trips' keys.
  /// - Parameters:
  ///   - days: On which each service runs.
  ///   - meet: Whether two stops are one place to a vehicle.
  func links(_ policy: RoutingPolicy, days: (Int) -> DayBits, meet: (Int64, Int64) -> Bool) -> [Int64: [Link]] {
    var links: [Int64: [Link]] = [:]
    for (from, others) in staying {
      guard let trip = trips[from] else { continue }
      for other in others {
        guard let next = trips[other], next.leaves >= trip.arrives else { continue }
        let common = days(trip.service).intersection(days(next.service))
        if !common.isEmpty { links[from, default: []].append(Link(next: other, days: common)) }
      }
    }
    for keys in blocks.values {
      let order = keys.compactMap { trips[$0] }.sorted {
        ($0.leaves, $0.arrives, $0.key) < ($1.leaves, $1.arrives, $1.key)
      }
      for (place, trip) in order.enumerated() {
        // What transfers.txt says of a trip comes before what its block says.
        var left = (links[trip.key] ?? []).reduce(days(trip.service)) { $0.subtracting($1.days) }
        for next in order[(place + 1)...] where next.leaves >= trip.arrives && !left.isEmpty {
          let common = left.intersection(days(next.service))
          left = left.subtracting(common)
          guard !common.isEmpty, next.leaves - trip.arrives <= policy.longestStand,
            !forbidden.contains(Pair(from: trip.key, to: next.key)), meet(trip.lastStop, next.firstStop)
          else { continue }
          links[trip.key, default: []].append(Link(next: next.key, days: common))
        }
      }
    }
    return links.mapValues { $0.sorted { $0.next < $1.next } }
  }
}

/// A set of service days, a bit each from a first one on.
struct DayBits: Hashable {
  /// Days further on are not held: feeds plan some months, and a service without end needs none.
  static let most = 4096

  private var words: [UInt64]

  init() { words = [] }

  /// - Parameter first: The day of the first bit.
  init(_ service: Service, from first: ServiceDay) {
    self.init()
    let exceptions = service.exceptions.keys
    let begin = min(service.firstDay, exceptions.min() ?? service.firstDay)
    let end = max(service.lastDay, exceptions.max() ?? service.lastDay)
    let (low, high) = (max(0, begin.number - first.number), min(Self.most - 1, end.number - first.number))
    guard low <= high else { return }
    for number in low...high where service.runs(on: first + number) { insert(number) }
  }

  private mutating func insert(_ number: Int) {
    while words.count <= number / 64 { words.append(0) }
    words[number / 64] |= 1 << UInt64(number % 64)
  }

  var isEmpty: Bool { words.isEmpty }

  func intersection(_ other: DayBits) -> DayBits { combined(zip(words, other.words).map { $0 & $1 }) }

  func subtracting(_ other: DayBits) -> DayBits {
    var left = words
    for place in left.indices where place < other.words.count { left[place] &= ~other.words[place] }
    return combined(left)
  }

  /// Equal sets have equal words: none of them ends with nothing.
  private func combined(_ words: [UInt64]) -> DayBits {
    var bits = DayBits()
    bits.words = words
    while bits.words.last == 0 { bits.words.removeLast() }
    return bits
  }

  /// A service that runs on these days.
  func service(from first: ServiceDay) -> Service {
    var days: [ServiceDay: Bool] = [:]
    for (place, word) in words.enumerated() {
      for bit in 0..<64 where word & (1 << UInt64(bit)) != 0 { days[first + (64 * place + bit)] = true }
    }
    // The exceptions say it all.
    return Service(weekdays: 0, firstDay: first, lastDay: first, exceptions: days)
  }
}
