import Foundation
import Journey

extension Ride {
  /// The ride as it runs late: the vehicle is held at a stop and is behind the timetable from there on.
  /// - Parameters:
  ///   - seconds: how long it is held.
  ///   - stop: index of the stop; 0 leaves late already.
  public func delayed(by seconds: TimeInterval, from stop: Int) -> Ride {
    var ride = self
    for index in ride.stops.indices where index >= stop {
      if index == stop {
        ride.stops[index].departure = (stops[index].departure ?? stops[index].arrival)?.addingTimeInterval(seconds)
      } else {
        ride.stops[index].arrival = stops[index].arrival?.addingTimeInterval(seconds)
        ride.stops[index].departure = stops[index].departure?.addingTimeInterval(seconds)
      }
    }
    return ride
  }
}
