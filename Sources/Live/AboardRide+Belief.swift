import Alerts
import Foundation
import Journey
import Timetable

extension AboardRide {
  /// The ride that fixes tell of; nil where no run is named, or it ends here.
  /// - Throws: Errors of the timetable.
  public init?(_ belief: OnboardBelief, _ timetable: TimetableStore) throws {
    guard let run = belief.run, let next = belief.next,
      let ride = try timetable.trip(id: "\(run.id.feed):\(run.id.tripID)", at: run.id.start)?.ride,
      ride.stops.count == run.departures.count,
      let place = ride.stops.indices.dropFirst().first(where: {
        ride.stops[$0].stop.gtfs?.stopID == next.stopID || ride.stops[$0].stop.name == next.name
      })
    else { return nil }
    self.init(
      trip: run.id.trip, line: run.line, from: ride.stops[place - 1].stop, departure: run.departures[place - 1],
      next: next.name,
      isSure: belief.state == .sure)
  }
}

extension Run.ID {
  /// Its trip on its day: by headway that runs many times.
  public var trip: AboardTrip { AboardTrip(feed: feed, tripID: tripID, serviceDay: serviceDay) }
}

extension [Fix] {
  /// Those that say where a rider is now: none where the newest is older than a bus takes from stop to stop, for where they were an
  /// hour ago says nothing of the vehicle that they sit in.
  public func ofNow(_ now: Date) -> [Fix] {
    guard let newest = map(\.at).max(), now.timeIntervalSince(newest) <= 120 else { return [] }
    return filter { now.timeIntervalSince($0.at) <= 1800 }
  }
}
