import Foundation
import Journey
import Timetable

/// Plans trips of several stops by the timetable.
///
/// Who comes to a stop sooner can leave it sooner or at the same time, so the earliest arrival at each stop after the other makes the
/// earliest arrival at the last one.
public struct TripPlanner: Sendable {
  public let trip: TripPlan
  private let policy: TripPolicy
  let travel: Travel
  private let walking: Walking
  private let sojourns: [Sojourn]

  /// Of a trip with no stop that the timetable has lost: such are taken as the points on the map where they were.
  /// - Throws: `TimetableError.storage`.
  public init(_ trip: TripPlan, _ timetable: TimetableStore, _ policy: TripPolicy = .standard) throws {
    (self.trip, self.policy, walking) = (trip, policy, timetable.walking)
    travel = try timetable.travel(
      among: trip.stops.map { stop in
        let place = stop.place
        if place.isPoint { return place }
        return try timetable.stop(id: place.id)
          ?? Stop(name: place.name, position: place.position, radius: Stop.usualRadius)
      })
    sojourns = trip.stops.map { Sojourn($0, start: trip.start, zone: trip.zone, policy) }
  }

  // MARK: The plan

  /// Times and ways of all stops.
  /// - Throws: `TimetableError.storage`.
  public func itinerary() throws -> Itinerary {
    var rows: [Itinerary.Row] = []
    var arrival: Date? = trip.start
    for (index, stop) in trip.stops.enumerated() {
      var row = Itinerary.Row(stop: stop)
      if let at = arrival {
        row.arrival = at
        (row.begins, row.flaws) = sojourns[index].begin(at: at)
        try goOn(from: index, &row)
      } else {
        row.flaws = [index == 0 || rows[index - 1].arrival == nil ? .unknown : try missing(index)]
      }
      if index > 0 { addWait(after: rows[index - 1], &row) }
      arrival = row.way?.arrives
      rows.append(row)
    }
    return Itinerary(rows: try rows.enumerated().map { try fitted($1, $0, rows) })
  }

  /// Finds the way on from a row.
  private func goOn(from index: Int, _ row: inout Itinerary.Row) throws {
    guard let arrival = row.arrival, let begins = row.begins else { return }
    let ready = begins.addingTimeInterval(row.stop.stay)
    guard index + 1 < trip.stops.count else {
      row.leaves = ready
      return
    }
    let chosen = row.stop.leaves.flatMap { $0 >= arrival ? $0 : nil }
    row.way = try way(from: index, to: index + 1, at: chosen ?? ready, isChosen: chosen != nil)
    row.leaves = row.way?.leaves ?? ready
    if chosen != nil, let leaves = row.leaves, leaves < ready {
      row.flaws.append(.shortened(ready.timeIntervalSince(leaves)))
    }
  }

  private func missing(_ index: Int) throws -> Itinerary.Flaw {
    travel.isServed(index) && travel.isServed(index - 1) ? .noConnection : .unserved
  }

  /// Says of a row that it is only reached after a gap in the timetable.
  private func addWait(after last: Itinerary.Row, _ row: inout Itinerary.Row) {
    guard let begins = last.begins, let leaves = last.leaves, row.arrival != nil, last.stop.leaves == nil,
      leaves.timeIntervalSince(begins) - last.stop.stay > policy.longestWait
    else { return }
    row.flaws.append(.waits(until: leaves, fit: nil))
  }

  /// The way from one stop to another that arrives first: a connection, or on foot where that is as soon.
  /// - Parameter isChosen: whether it leaves at just that instant, where something does.
  func way(from: Int, to: Int, at instant: Date, isChosen: Bool = false) throws -> Itinerary.Way? {
    let found = try travel.connections(from: from, to: to, departing: instant)
    if isChosen, let exact = Self.first(found.filter({ $0.departure == instant })) { return .ride(exact) }
    let ride = Self.first(found)
    guard let walk = walk(from: from, to: to) else { return ride.map { .ride($0) } }
    let onFoot = Itinerary.Way.walk(walk, leaves: instant)
    guard let ride, ride.arrival < onFoot.arrives else { return onFoot }
    return .ride(ride)
  }

  /// The one that arrives first; of several the one with the fewest rides, and then the one that leaves last.
  private static func first(_ connections: [Connection]) -> Connection? {
    connections.min { ($0.arrival, $0.rides.count, $1.departure) < ($1.arrival, $1.rides.count, $0.departure) }
  }

  /// The way on foot from one stop to another; nil where it is too far.
  func walk(from: Int, to: Int) -> Walk? {
    guard var walk = Walk(from: travel.places[from], to: travel.places[to]) else { return nil }
    walk.seconds = (Walk.lead + walk.metres / walking.speed).rounded(.up)
    return walk.metres <= policy.farthestWalk(walking) ? walk : nil
  }

  // MARK: What would fit

  private func fitted(_ row: Itinerary.Row, _ index: Int, _ rows: [Itinerary.Row]) throws -> Itinerary.Row {
    guard index > 0, let arrival = row.arrival, !row.flaws.isEmpty else { return row }
    var row = row
    row.flaws = try row.flaws.map { flaw in
      switch flaw {
      case .closed(let opens, let closes, _):
        return .closed(opens: opens, closes: closes, fit: try fit(index, before: arrival, rows))
      case .late(let by, _): return .late(by: by, fit: try fit(index, before: arrival, rows))
      case .waits(let until, _):
        return .waits(
          until: until, fit: try fit(index, arriving: arrival.addingTimeInterval(-policy.longestWait), rows))
      case .unserved, .noConnection, .unknown, .shortened: return flaw
      }
    }
    return row
  }

  private func fit(_ index: Int, before arrival: Date, _ rows: [Itinerary.Row]) throws -> Itinerary.Fit? {
    try sojourns[index].latest(before: arrival).flatMap { try fit(index, arriving: $0, rows) }
  }

  /// The last way that comes to a row by an instant, where the rider is at the stop before by then.
  private func fit(_ index: Int, arriving by: Date, _ rows: [Itinerary.Row]) throws -> Itinerary.Fit? {
    let before = rows[index - 1]
    guard let arrived = before.arrival else { return nil }
    let ride = try travel.connections(from: index - 1, to: index, arriving: by, count: 1).last?.departure
    let onFoot = walk(from: index - 1, to: index).map { by.addingTimeInterval(-$0.seconds) }
    guard let leave = [ride, onFoot].compactMap(\.self).max(), leave >= arrived else { return nil }
    return Itinerary.Fit(leave: leave, stay: max(0, leave.timeIntervalSince(before.begins ?? arrived)))
  }

  // MARK: Alternatives

  /// The connection from a stop to the next one that leaves at a time, within the minute; nil where none does.
  public func connection(leaving time: Date, at index: Int) throws -> Connection? {
    guard index >= 0, index + 1 < trip.stops.count else { return nil }
    return try travel.connections(from: index, to: index + 1, departing: time.addingTimeInterval(-59), count: 3)
      .first { abs($0.departure.timeIntervalSince(time)) < 60 }
  }

  /// Ways on from a row beside the one that is taken: so many that leave sooner, while the rider is there, and so many later ones.
  /// - Throws: `TimetableError.storage`.
  public func alternatives(to row: Itinerary.Row, at index: Int, count: Int = 2) throws
    -> (before: [Connection], after: [Connection])
  {
    guard let arrived = row.arrival, let leaves = row.leaves, index + 1 < trip.stops.count else { return ([], []) }
    let taken = row.way?.connection
    let next = try travel.connections(
      from: index, to: index + 1, departing: leaves.addingTimeInterval(1), count: 2 * count + 1)
    let after = Self.apart(next.filter { $0 != taken && $0.departure > leaves }).prefix(count)
    // Whatever leaves before arrives before something that leaves then or later.
    let reach = row.way?.arrives ?? after.first?.arrival ?? leaves
    let all = try travel.connections(from: index, to: index + 1, arriving: reach, count: count + 3)
    let before = Self.apart(all.filter { $0 != taken && $0.departure >= arrived && $0.departure < leaves }).suffix(
      count)
    return (Array(before), Array(after))
  }

  /// Of several that leave at one time the one that arrives first: they are told by when they leave.
  private static func apart(_ connections: [Connection]) -> [Connection] {
    Dictionary(grouping: connections, by: \.departure).compactMap { first($0.value) }
      .sorted { $0.departure < $1.departure }
  }

  // MARK: Stays

  /// When the stay at a stop is over for who arrives at an instant, and how much of it is impossible.
  func stay(at index: Int, from arrival: Date) -> (end: Date, flaws: Int) {
    let (begins, flaws) = sojourns[index].begin(at: arrival)
    return (begins.addingTimeInterval(trip.stops[index].stay), flaws.count(where: \.isImpossible))
  }
}
