import Journey

/// What is the same for every reminder of a ride, held once: its stops, its way and its timetable, which are nearly all of what a
/// followed reminder takes.
///
/// ```swift
/// var rides = SharedRides()
/// let parts = rides.share(&reminder, &plan)
/// ```
public struct SharedRides: Sendable {
  private var parts: [Ride: SharedRide] = [:]

  public init() {}

  /// How many different rides there are.
  public var count: Int { parts.count }

  /// Gives a reminder and its plan the same arrays as all others of the same rides. What they say does not change.
  /// - Returns: what they share, which is held here for as long as somebody else holds it.
  public mutating func share(_ reminder: inout Reminder, _ plan: inout AlertPlan) -> [SharedRide] {
    var used = [part(reminder.ride, plan)]
    reminder.ride = used[0].ride
    for index in (reminder.onward ?? []).indices where index < plan.onward.count {
      let ride = part(reminder.onward?[index].ride ?? reminder.ride, plan.onward[index])
      reminder.onward?[index].ride = ride.ride
      used.append(ride)
    }
    plan.share(used[...])
    for stop in [used[0].ride.stops.first?.stop, used.last?.ride.stops.last?.stop].compactMap(\.self) {
      if reminder.origin == stop { reminder.origin = stop }
      if reminder.destination == stop { reminder.destination = stop }
    }
    return used
  }

  /// Lets go of rides that nobody holds any more.
  public mutating func forgetUnused() {
    // In place: to hash a ride takes long. A list of the places would hold them all.
    var (unused, place) = ([Ride](), parts.startIndex)
    while place != parts.endIndex {
      if isKnownUniquelyReferenced(&parts.values[place]) { unused.append(parts[place].key) }
      parts.formIndex(after: &place)
    }
    for ride in unused { parts[ride] = nil }
  }

  private mutating func part(_ ride: Ride, _ plan: AlertPlan) -> SharedRide {
    if let known = parts[ride] { return known }
    let part = SharedRide(ride, plan)
    parts[ride] = part
    return part
  }
}

/// A ride, and what a plan makes of it whatever its levels are.
public final class SharedRide: Sendable {
  let ride: Ride
  let stops: [AlertPlan.PlannedStop]
  let route: RouteLine?
  let timeline: Timeline?

  init(_ ride: Ride, _ plan: AlertPlan) {
    (self.ride, stops, route, timeline) = (ride, plan.stops, plan.route, plan.timeline)
  }
}

extension AlertPlan {
  /// Takes the parts of its rides, which are equal to its own.
  fileprivate mutating func share(_ rides: ArraySlice<SharedRide>) {
    guard let own = rides.first else { return }
    (stops, route, timeline) = (own.stops, own.route, own.timeline)
    for index in onward.indices { onward[index].share(rides.dropFirst(index + 1)) }
  }
}
