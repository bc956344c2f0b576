import Journey

/// The direct rides round an instant, by departure.
public struct RideChoice: Sendable, Hashable {
  public var rides: [Ride]
  /// The index of the ride that was asked for; nil where none departs (or arrives) in time.
  public var chosenIndex: Int?

  public init(rides: [Ride] = [], chosenIndex: Int? = nil) {
    self.rides = rides
    self.chosenIndex = chosenIndex
  }

  public var chosen: Ride? { chosenIndex.map { rides[$0] } }
  public var earlier: ArraySlice<Ride> { rides[..<(chosenIndex ?? rides.count)] }
  public var later: ArraySlice<Ride> { chosenIndex.map { rides[($0 + 1)...] } ?? [] }
}
