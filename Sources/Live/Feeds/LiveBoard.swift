import Foundation
import Journey
import Timetable

/// What all live feeds together say now.
public struct LiveBoard: Sendable {
  public private(set) var trips: [Run.ID: LiveTrip] = [:]
  public private(set) var vehicles: [LiveVehicle] = []
  public private(set) var alerts: [ServiceAlert] = []
  /// Trips that no timetable has, with the feed that they belong to.
  public private(set) var added: [(feed: String, trip: AddedTrip)] = []
  /// When the youngest feed of each timetable was made that says something of trips or vehicles.
  public private(set) var madeAt: [String: Date] = [:]

  public static let empty = LiveBoard([], at: .distantPast, LivePolicy())

  /// Leaves out what is too old to be used.
  package init(_ snapshots: [LiveSnapshot], at now: Date, _ policy: LivePolicy) {
    // Of two feeds that speak of one trip the younger one is right.
    for snapshot in snapshots.sorted(by: { $0.madeAt ?? .distantPast < $1.madeAt ?? .distantPast }) {
      guard let made = snapshot.madeAt else { continue }
      let age = now.timeIntervalSince(made)
      if age <= policy.oldestAlerts { alerts += snapshot.alerts }
      guard age <= policy.oldest else { continue }
      trips.merge(snapshot.trips) { $1 }
      vehicles += snapshot.vehicles
      added += snapshot.added.map { (snapshot.feed, $0) }
      if snapshot.updates > 0 { madeAt[snapshot.feed] = made }
    }
    for id in trips.keys { runs[[id.feed, id.tripID, id.serviceDay], default: []].append(id) }
  }

  /// The runs of each trip and day.
  private var runs: [[String]: [Run.ID]] = [:]

  public var isEmpty: Bool { trips.isEmpty && vehicles.isEmpty && alerts.isEmpty }

  /// What is said of a trip on a day: once, or of each of its runs where it goes by headway.
  public func calls(of tripID: String, in feed: String, day: String) -> [LiveTrip] {
    (runs[[feed, tripID, day]] ?? []).compactMap { trips[$0] }
  }
}

extension LiveBoard {
  /// What is said of the trip that a ride takes; nil where nothing is.
  public func trip(of ride: Ride) -> LiveTrip? {
    guard let id = ride.tripID, let first = ride.stops.first, let feed = first.stop.gtfs?.feed else { return nil }
    return calls(of: id, in: feed, day: ride.serviceDay).first { place(of: first, in: $0) != nil }
  }

  /// What is said of a run that a rider has caught; nil where nothing is.
  public func trip(of run: CaughtRun) -> LiveTrip? {
    calls(of: run.trip.tripID, in: run.trip.feed, day: run.trip.serviceDay).first { $0.id.start == run.start }
  }

  /// What is said of a ride's call at one of its stops; nil where nothing is, or another trip goes on there.
  public func call(of ride: Ride, at stop: Int) -> LiveTrip.Call? {
    guard let trip = trip(of: ride), ride.stops.indices.contains(stop),
      ride.continuations.first.map({ stop <= $0.stop }) ?? true, let place = place(of: ride.stops[stop], in: trip)
    else { return nil }
    return trip.calls[place]
  }

  /// Whether a ride cannot be taken: it is cancelled, or does not stop where one gets on or off.
  public func isNotRun(_ ride: Ride) -> Bool {
    trip(of: ride)?.state == .cancelled || call(of: ride, at: 0)?.isSkipped == true
      || call(of: ride, at: ride.stops.count - 1)?.isSkipped == true
  }

  private func place(of stop: RideStop, in trip: LiveTrip) -> Int? {
    trip.calls.firstIndex { call in
      call.stopID == stop.stop.gtfs?.stopID
        && (call.scheduledDeparture == stop.departure || call.scheduledArrival == stop.arrival)
    }
  }
}

extension LiveBoard {
  /// What connections are searched by: the runs that are not as the timetable says, and those that it does not have.
  ///
  /// A call of which nothing is known keeps the time of the timetable.
  public var changes: RunChanges {
    let changed = trips.values.compactMap { trip -> RunChanges.Changed? in
      guard trip.isChanged else { return nil }
      return RunChanges.Changed(
        feed: trip.id.feed, tripID: trip.id.tripID, serviceDay: trip.id.serviceDay, start: trip.id.start,
        calls: trip.state == .cancelled ? nil : trip.calls.map(RunChanges.Changed.Call.init))
    }
    return RunChanges(
      changed: changed.sorted { ($0.feed, $0.tripID, $0.start) < ($1.feed, $1.tripID, $1.start) },
      added: added.map { feed, trip in
        RunChanges.Added(
          feed: feed, id: trip.id, routeID: trip.routeID,
          calls: trip.calls.map { .init(stopID: $0.stopID, arrival: $0.arrival, departure: $0.departure) })
      })
  }
}

extension LiveTrip {
  /// Whether anything of it is not as the timetable says.
  fileprivate var isChanged: Bool {
    state == .cancelled
      || calls.contains {
        $0.isSkipped || ($0.arrivalDelay ?? 0) != 0 || ($0.departureDelay ?? 0) != 0
      }
  }
}

extension RunChanges.Changed.Call {
  fileprivate init(_ call: LiveTrip.Call) {
    self.init(
      arrival: call.arrival ?? call.scheduledArrival, departure: call.departure ?? call.scheduledDeparture,
      isSkipped: call.isSkipped)
  }
}

extension LiveBoard {
  /// What is announced of trips between stops, each once.
  /// - Parameters:
  ///   - routes: Of the trips, and the stops where a rider gets on and off with the stations that they belong to: by the ids of the feed.
  public func announcements(
    of feed: String, routes: Set<String>, trips: Set<String>, stops: Set<String>, at instant: Date
  ) -> [ServiceAlert] {
    alerts.filter { alert in
      alert.feed == feed && alert.holds(at: instant)
        && alert.subjects.contains { subject in
          // All that a subject names must hold.
          (subject.routeID.map(routes.contains) ?? true) && (subject.tripID.map(trips.contains) ?? true)
            && (subject.stopID.map(stops.contains) ?? true)
        }
    }
  }
}
