/// The stops by what follows what: nearly every row of stop_times.txt names the stop that came behind the one before when a vehicle
/// last went there, which is told by its bytes alone.
struct FollowedStops {
  private struct Known {
    var id: [UInt8]
    /// The stop's number.
    var stop: Int32
  }

  /// By the number of a stop and one, what came behind it last; at the front, what a trip began with last.
  private var followers: [Known?]
  private var place = 0

  /// - Parameter count: How many numbers stops have.
  init(count: Int) { followers = Array(repeating: nil, count: count + 1) }

  /// Begins with a trip's first row.
  mutating func begin() { place = 0 }

  /// The stop that a row names; nil where that is none.
  /// - Parameter look: Finds it by its id.
  mutating func stop(_ row: CSVReader, _ column: Int, look: (String) -> Int32?) -> Int32? {
    if let guess = followers[place], row.holds(guess.id, column) {
      place = Int(guess.stop) + 1
      return guess.stop
    }
    guard let stop = look(row.text(column) ?? "") else { return nil }
    let id = row.bytes[row.range(column)]
    // What is no ASCII may be no UTF-8 either, which is told of each row.
    followers[place] = id.allSatisfy { $0 < 0x80 } ? Known(id: Array(id), stop: stop) : nil
    place = Int(stop) + 1
    return stop
  }
}
