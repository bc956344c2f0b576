/// The rides between two stops round a time: the one taken and its neighbours, by departure.
public struct Connections: Sendable, Hashable, Codable {
  /// Never empty.
  public var rides: [Ride]
  /// The index of the ride that is taken unless the rider says otherwise.
  public var chosen: Int

  /// - Precondition: `chosen` is an index of `rides`.
  public init(rides: [Ride], chosen: Int) {
    self.rides = rides
    self.chosen = chosen
  }

  public var ride: Ride { rides[chosen] }
  public var earlier: ArraySlice<Ride> { rides[..<chosen] }
  public var later: ArraySlice<Ride> { rides[(chosen + 1)...] }
}
