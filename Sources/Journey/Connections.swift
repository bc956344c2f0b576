/// The rides between two stops round a time: the one taken and its neighbours, by departure.
public struct Connections: Sendable, Hashable, Codable {
  /// Never empty.
  public var rides: [Ride]
  /// The index of the ride that is taken unless the rider says otherwise.
  public var chosen: Int
  /// The rides after each of them, where the rider changes; nil where none does.
  public var onward: [[Ride]]?

  /// Seconds that the way on foot to each of them takes, as the timetable says; nil where none of them begins elsewhere.
  public var firstWalks: [Double]?

  /// - Precondition: `chosen` is an index of `rides`, and so are the places of `onward` and of `firstWalks`.
  public init(rides: [Ride], chosen: Int, onward: [[Ride]]? = nil, firstWalks: [Double]? = nil) {
    self.rides = rides
    self.chosen = chosen
    self.onward = onward
    self.firstWalks = firstWalks?.contains { $0 > 0 } == true ? firstWalks : nil
  }

  /// Seconds on foot to the ride that is taken; nil where it begins where the rider is.
  public var firstWalk: Double? {
    guard let firstWalks, firstWalks.indices.contains(chosen), firstWalks[chosen] > 0 else { return nil }
    return firstWalks[chosen]
  }

  /// The rides after the one that is taken; nil where that goes all the way.
  public var onwardRides: [Ride]? {
    guard let onward, onward.indices.contains(chosen), !onward[chosen].isEmpty else { return nil }
    return onward[chosen]
  }

  public var ride: Ride { rides[chosen] }
  public var earlier: ArraySlice<Ride> { rides[..<chosen] }
  public var later: ArraySlice<Ride> { rides[(chosen + 1)...] }
}
