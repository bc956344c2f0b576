import Foundation
import Journey

extension Reminder {
  /// The same with a ride that can be rehearsed, where nobody knows one: straight to the destination, from far enough away that all
  /// alerts are still to come, as fast as a bus gets on.
  var withImaginedTimes: Reminder {
    guard ride.departure == nil || ride.arrival == nil, let end = ride.stops.last else { return self }
    var reminder = self
    var stops = ride.stops
    if ride.isFromAnywhere {
      // From the west, as maps are read.
      let start = end.stop.position.moved(north: 0, east: -Self.distance(of: interval))
      stops.insert(RideStop(stop: Stop(point: start), arrival: nil, departure: nil, metres: 0), at: 0)
      stops[1].metres = start.metres(to: end.stop.position)
    }
    let seconds = (stops.last.map { $0.metres - stops[0].metres } ?? 0) / Self.speed
    let departure = ride.arrival.map { $0 - seconds } ?? anchor.departure ?? createdAt
    for index in stops.indices {
      let share = stops[index].metres - stops[0].metres
      stops[index].arrival = departure + share / Self.speed
      stops[index].departure = stops[index].arrival
    }
    reminder.ride.stops = stops
    return reminder
  }

  /// m/s of a bus between towns, stops included.
  private static let speed = 12.0

  /// Twice what the first alert is told before, and a kilometre.
  private static func distance(of interval: Interval) -> Double {
    switch interval {
    case .distance(let metres): 2 * metres + 1000
    case .duration(let seconds): 2 * seconds * speed + 1000
    case .stops: 5000
    }
  }
}
