import Foundation

/// One ride of a journey with changes, with the levels that call its rider out of the vehicle.
public struct Leg: Sendable, Hashable, Codable {
  public var ride: Ride
  public var levels: [Level]

  public init(ride: Ride, levels: [Level]) {
    self.ride = ride
    self.levels = levels
  }

  enum CodingKeys: String, CodingKey {
    case ride = "route"
    case levels
  }
}

extension Reminder {
  /// All rides in their order, the first included.
  public var legs: [Leg] { [Leg(ride: ride, levels: levels)] + (onward ?? []) }

  /// The reminder as it is on one of its rides: that ride with its levels, where it begins and ends, and what follows it.
  ///
  /// The interval is the whole leg where that is shorter, and the questions after the ride come after the last one alone.
  /// - Parameter index: 0 for the first ride; others than there are give the nearest.
  public func leg(_ index: Int) -> Reminder {
    guard let onward, !onward.isEmpty else { return self }
    let legs = legs
    let index = min(max(0, index), legs.count - 1)
    var view = self
    (view.ride, view.levels) = (legs[index].ride, legs[index].levels)
    view.onward = index + 1 < legs.count ? Array(legs[(index + 1)...]) : nil
    if index > 0, let first = view.ride.stops.first { view.origin = first.stop }
    if view.onward != nil, let last = view.ride.stops.last { view.destination = last.stop }
    view.walkSeconds = index == 0 ? walkSeconds.map { Array($0.prefix(1)) + [0] } : nil
    view.anchor = Anchor(departure: view.ride.departure, arrival: view.ride.arrival, zone: view.ride.zone)
    view.interval = interval.within(view.ride)
    if view.onward != nil { view.followsUp = nil }
    return view
  }
}

extension Reminder {
  /// The ways on foot before each ride, and after the last one; nil where there is none.
  public var walks: [Walk?] { legs.map(\.ride).walks(from: origin, to: destination, seconds: walkSeconds) }

  /// The way on foot to one of the rides, 0 for the first; nil where there is none, or no such ride.
  public func walk(beforeRide number: Int) -> Walk? {
    number >= 0 && number < legs.count ? walks[number] : nil
  }

  /// When the rider has to set out: when the ride leaves, or before where there is a way on foot to it; nil without times.
  public var setsOut: Date? { anchor.departure.map { $0.addingTimeInterval(-(walk(beforeRide: 0)?.seconds ?? 0)) } }
}

extension Interval {
  /// As much of it as a ride has.
  public func within(_ ride: Ride) -> Interval {
    switch self {
    case .stops(let count): .stops(min(count, max(1, ride.stopsAhead)))
    case .duration(let seconds):
      .duration(seconds: min(seconds, ride.duration.flatMap { $0 > 0 ? $0 : nil } ?? seconds))
    case .distance(let metres): .distance(metres: min(metres, ride.straightLine > 0 ? ride.straightLine : metres))
    }
  }
}
