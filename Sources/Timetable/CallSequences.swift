import Foundation

/// The numbers by which a feed orders the calls of a trip, which rise and may leave some out.
///
/// Packed for storage as the times of a trip are.
struct CallSequences: Hashable, Sendable {
  var numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  /// Reads the packed form; nil where it is damaged.
  init?(packed: Data) {
    guard let pairs = TripTimes(packed: packed) else { return nil }
    numbers = pairs.arrivals
  }

  var packed: Data { TripTimes(arrivals: numbers, departures: numbers).packed }
}
