/// The rides between two stops round a time: the one taken and its neighbours, by departure.
public struct Connections: Sendable, Hashable, Codable {
  /// Never empty.
  public var rides: [Ride]
  /// The index of the ride that is taken unless the rider says otherwise.
  public var chosen: Int
  /// The rides after each of them, where the rider changes; nil where none does.
  public var onward: [[Ride]]?

  /// For each of them the seconds on foot to it, to the rides after it, and from the last one on, as the timetable says; nil where
  /// there is nothing to walk.
  public var walkSeconds: [[Double]]?

  /// Whether the rider, who is on board of another ride already, has to leave that for each of these; nil where they are on none.
  public var leavesOwnRide: Bool?
  /// What is known live of rides, by trip and departure.
  private var news: [String: LiveNews]?

  /// - Precondition: `chosen` is an index of `rides`, and so are the places of `onward` and of `walkSeconds`.
  public init(rides: [Ride], chosen: Int, onward: [[Ride]]? = nil, walkSeconds: [[Double]]? = nil) {
    self.rides = rides
    self.chosen = chosen
    self.onward = onward
    self.walkSeconds = walkSeconds?.contains { $0.contains { $0 > 0 } } == true ? walkSeconds : nil
  }

  /// What is known live of a ride; nil where nothing is.
  public func news(of ride: Ride) -> LiveNews? { news?[Self.key(ride)] }

  /// Notes what is known live of one of the rides.
  public mutating func note(_ told: LiveNews, of ride: Ride) {
    news = (news ?? [:]).merging([Self.key(ride): told]) { $1 }
  }

  private static func key(_ ride: Ride) -> String {
    "\(ride.tripID ?? "")/\(ride.departure?.timeIntervalSince1970 ?? 0)"
  }

  /// Seconds on foot before each ride of the one that is taken, and behind the last; nil where there is nothing to walk.
  public var chosenWalkSeconds: [Double]? {
    guard let walkSeconds, walkSeconds.indices.contains(chosen), walkSeconds[chosen].contains(where: { $0 > 0 }) else {
      return nil
    }
    return walkSeconds[chosen]
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
