import Conversation
import Foundation
import Journey
import Timetable

/// The rides between two stops round a time, as the dialogue and edits take them: direct ones, or else those with changes.
package struct RideLookUp {
  /// Rides before the one taken, and after it.
  private static let around = 2

  private let timetable: TimetableStore
  /// The same with its connections searched for by what is known live; nil where nothing is.
  private let live: TimetableStore?
  /// The trip that the rider is on already, which is taken wherever it goes to the destination.
  private let aboard: AboardTrip?

  package init(timetable: TimetableStore, live: TimetableStore? = nil, aboard: AboardTrip? = nil) {
    (self.timetable, self.live, self.aboard) = (timetable, live, aboard)
  }

  /// - Returns: nil where none goes within a week of the time.
  /// - Throws: errors of the timetable.
  package func connections(from: Stop, to: Stop, time: RideTime) throws -> Connections? {
    guard let aboard, let stops = try timetable.stops(of: aboard, from: from), let leaves = stops.first?.departure
    else {
      return try around(time, from: from, to: to)
    }
    let now = RideTime.departing(leaves.timeIntervalSince1970)
    if let found = try direct(from: from, to: to, time: now)?.boarding(aboard) { return found }
    // Who has left a stop cannot begin there once more: what they sit in is the first ride, wherever it does not go.
    var found = try staying(on: aboard, stops, to: to) ?? around(now, from: from, to: to)
    found?.leavesOwnRide = true
    return found
  }

  /// The connection that arrives soonest of those that begin with the trip that the rider sits in; nil where none goes on from it.
  /// - Parameter stops: Of the trip, from the one where the rider got on.
  private func staying(on trip: AboardTrip, _ stops: ArraySlice<RideStop>, to: Stop) throws -> Connections? {
    guard let from = stops.first, let leaves = from.departure else { return nil }
    var best: (stop: Stop, rest: Connection)?
    for stop in stops.dropFirst() {
      guard let arrival = stop.arrival, arrival < best?.rest.arrival ?? .distantFuture else { continue }
      let next = try (live ?? timetable).connections(
        from: stop.stop.id, to: to.id, departing: arrival.addingTimeInterval(Self.change))
      let rest = next.filter { timetable.isOfTimetable($0) && !$0.rides.contains(where: trip.isTaken(by:)) }
        .min { $0.arrival < $1.arrival }
      if let rest, rest.arrival < best?.rest.arrival ?? .distantFuture { best = (stop.stop, rest) }
    }
    guard let best,
      let own = try timetable.rides(from: from.stop.id, to: best.stop.id, at: leaves).rides.first(
        where: trip.isTaken(by:))
    else { return nil }
    return Connections(
      rides: [own], chosen: 0, onward: [best.rest.rides], walkSeconds: [[0] + best.rest.walkSeconds])
  }

  /// Seconds between two rides at one stop, where nobody knows how far apart they leave.
  private static let change = Double(RoutingPolicy.standard.samePlatforms)

  private func around(_ time: RideTime, from: Stop, to: Stop) throws -> Connections? {
    if let direct = try direct(from: from, to: to, time: time) { return direct }
    if let live, let found = try changing(live, from: from, to: to, time: time) { return found }
    return try changing(timetable, from: from, to: to, time: time)
  }

  /// The rides without a change, those that go on as another line among them.
  private func direct(from: Stop, to: Stop, time: RideTime) throws -> Connections? {
    switch time {
    case .departing(let instant):
      let at = Date(timeIntervalSince1970: instant)
      let found = try timetable.rides(from: from.id, to: to.id, at: at)
      let seated = try timetable.seatedRides(from: from.id, to: to.id, departing: at, count: Self.around + 1)
      return Self.among(found.rides, seated) { rides in rides.firstIndex { ($0.departure ?? .distantPast) >= at } }
    case .arriving(let instant):
      let by = Date(timeIntervalSince1970: instant)
      let found = try timetable.ridesArriving(from: from.id, to: to.id, by: by)
      let seated = try timetable.seatedRides(from: from.id, to: to.id, arriving: by, count: Self.around + 1)
      return Self.among(found.rides, seated) { rides in rides.lastIndex { ($0.arrival ?? .distantFuture) <= by } }
    }
  }

  /// Rides of both kinds by departure, with the one that is taken and those round it; nil where none is.
  private static func among(_ rides: [Ride], _ seated: [Ride], pick: ([Ride]) -> Int?) -> Connections? {
    let all = (rides + seated).sorted { ($0.departure ?? .distantPast) < ($1.departure ?? .distantPast) }
    guard let chosen = pick(all) else { return nil }
    let shown = max(0, chosen - around)..<min(all.count, chosen + around + 1)
    return Connections(rides: Array(all[shown]), chosen: chosen - shown.lowerBound)
  }

  private func changing(_ timetable: TimetableStore, from: Stop, to: Stop, time: RideTime) throws -> Connections? {
    let next: [Connection]
    switch time {
    case .departing(let instant):
      let at = Date(timeIntervalSince1970: instant)
      next = try timetable.connections(from: from.id, to: to.id, departing: at, count: Self.around + 1)
        .filter(timetable.isOfTimetable)
    case .arriving(let instant):
      let last = try timetable.connections(
        from: from.id, to: to.id, arriving: Date(timeIntervalSince1970: instant), count: 1)
      guard let departure = last.last?.departure else { return nil }
      next = try timetable.connections(from: from.id, to: to.id, departing: departure, count: Self.around + 1)
        .filter(timetable.isOfTimetable)
    }
    guard let chosen = Self.chosen(next) else { return nil }
    let before = try timetable.connections(
      from: from.id, to: to.id, arriving: chosen.arrival.addingTimeInterval(-1), count: Self.around)
    let sooner = before.filter(timetable.isOfTimetable)
    let all = sooner.filter { $0.departure < chosen.departure && !next.contains($0) } + next
    return Connections(
      rides: all.map { $0.rides[0] }, chosen: all.firstIndex(of: chosen) ?? 0,
      onward: all.map { Array($0.rides.dropFirst()) }, walkSeconds: all.map(\.walkSeconds))
  }

  /// The first of several connections, or one that leaves before that arrives and has less to walk at its ends, where that is worth
  /// it: a minute on foot is as bad as two in a seat.
  private static func chosen(_ connections: [Connection]) -> Connection? {
    guard let first = connections.first else { return nil }
    func cost(_ connection: Connection) -> TimeInterval {
      let walks = connection.walkSeconds
      return connection.arrival.timeIntervalSince(first.departure) + (walks.first ?? 0) + (walks.last ?? 0)
    }
    return connections.filter { $0.departure < first.arrival && $0.rides.count <= first.rides.count }
      .min { cost($0) < cost($1) } ?? first
  }
}

extension Connections {
  /// With the trip taken that the rider is on; nil where it is none of these rides.
  fileprivate func boarding(_ trip: AboardTrip) -> Connections? {
    rides.firstIndex(where: trip.isTaken(by:)).map { place in
      var found = self
      found.chosen = place
      return found
    }
  }
}

extension AboardTrip {
  /// Whether a ride takes it.
  fileprivate func isTaken(by ride: Ride) -> Bool { ride.tripID == tripID && ride.serviceDay == serviceDay }
}

extension TimetableStore {
  /// The stops of a trip from one on; nil where it does not call there, or runs by headway.
  fileprivate func stops(of trip: AboardTrip, from stop: Stop) throws -> ArraySlice<RideStop>? {
    guard let day = ServiceDay.instant(trip.serviceDay),
      let whole = try self.trip(id: "\(trip.feed):\(trip.tripID)", at: day),
      whole.headway == nil, whole.ride.serviceDay == trip.serviceDay,
      let place = whole.ride.stops.firstIndex(where: { $0.stop.id == stop.id || $0.stop.name == stop.name })
    else { return nil }
    return whole.ride.stops[place...]
  }

  /// Whether a connection can be made by the timetable as well: alerts follow rides that it has, and changes that they have the time for.
  fileprivate func isOfTimetable(_ connection: Connection) -> Bool {
    let changes = zip(zip(connection.rides, connection.rides.dropFirst()), connection.changeSeconds)
    return !connection.rides.contains(where: isAdded)
      && changes.allSatisfy { rides, seconds in
        (rides.0.arrival ?? .distantPast) + Double(seconds) <= rides.1.departure ?? .distantFuture
      }
  }
}
