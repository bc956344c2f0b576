import Foundation
import Journey

/// A ride by the clock from now on, with a stop each minute, and reminders for its stops.
struct SoakRide {
  let whole: Ride

  private static let metresApart = 600.0
  private static let secondsApart = 60.0

  init(minutes: Int, from now: Date) {
    // The record keeps whole seconds.
    let start = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.up)).addingTimeInterval(5)
    let stops = (0...minutes + 1).map { index in
      let along = Double(index) * Self.metresApart
      let arrival = start.addingTimeInterval(Double(index) * Self.secondsApart)
      return RideStop(
        stop: Stop(name: "Stop \(index)", position: Self.position(along)), arrival: arrival,
        departure: arrival.addingTimeInterval(15), metres: along)
    }
    let day = start.formatted(.iso8601.year().month().day())
    let points = Int(Double(stops.count - 1) * Self.metresApart / 20)
    whole = Ride(
      tripID: "soak", line: "1", serviceDay: day, zone: "UTC", stops: stops,
      shape: (0...points).map { Self.position(Double($0) * 20) })
  }

  private static func position(_ metres: Double) -> Position {
    Position(latitude: 48, longitude: 14).moved(north: metres, east: 0)
  }

  /// Where a reminder gets off: the stops from the second on, one after the other.
  private func destination(_ number: Int) -> Int { 2 + number % (whole.stops.count - 2) }

  /// A reminder for one of the stops, with intervals of all modes.
  func reminder(_ number: Int) -> Reminder? {
    var ride = whole
    let end = destination(number)
    ride.stops = Array(whole.stops[...end])
    ride.next = end + 1 < whole.stops.count ? whole.stops[end + 1] : nil
    ride.shape = Array(whole.shape[...(Int(whole.stops[end].metres) / 20)])
    let interval = [Interval.stops(1), .duration(seconds: 90), .distance(metres: 500)][number % 3]
    return CrashRides.reminder(ride, interval, at: whole.departure ?? Date())
  }

  /// How many of so many reminders have arrived by an instant: their last calls are due.
  func lastCallsDue(_ count: Int, by instant: Date) -> Int {
    (0..<count).count { whole.stops[destination($0)].arrival ?? .distantFuture < instant }
  }
}
