import Foundation

/// Arrivals by what rides between the stops of a trip, those that were looked for and those that follow from them: who leaves later
/// arrives no sooner, so between two departures that arrive at one instant all others do as well.
///
/// An order of many stops asks for one ride at hundreds of instants, between few departures of it.
struct KnownArrivals {
  private struct Sample {
    var departure: Date
    /// Nil where nothing goes for a week.
    var arrival: Date?
  }

  /// What is known of one stop after the other, by departure.
  private var samples: [[[Sample]]]

  init(stops: Int) {
    samples = Array(repeating: Array(repeating: [], count: stops), count: stops)
  }

  /// The arrival by what leaves at an instant or later: nil where it is not known, and a nil within where nothing goes.
  func arrival(from: Int, to: Int, at instant: Date) -> Date?? {
    let known = samples[from][to]
    let next = Self.place(of: instant, in: known)
    guard next < known.count else { return nil }
    if known[next].departure == instant { return .some(known[next].arrival) }
    guard next > 0, known[next - 1].arrival == known[next].arrival else { return nil }
    return .some(known[next].arrival)
  }

  mutating func add(_ arrival: Date?, from: Int, to: Int, at instant: Date) {
    let next = Self.place(of: instant, in: samples[from][to])
    if next < samples[from][to].count, samples[from][to][next].departure == instant { return }
    samples[from][to].insert(Sample(departure: instant, arrival: arrival), at: next)
  }

  /// Index of the first sample that leaves no sooner.
  private static func place(of instant: Date, in samples: [Sample]) -> Int {
    var (low, high) = (0, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].departure < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
