import BuiltFiles
import Foundation
import GRDB
import Journey

/// Ways between any two of some places, stops and points on the map alike, asked for one after the other: what a trip of several
/// stops is made of.
///
/// Places are named by their index in `places`. From and to a point one walks to the stops round it, as far as the rider walks.
public struct Travel: Sendable {
  public let places: [Stop]
  private let store: TimetableStore
  private let router: Router
  private let ends: [RouterEnd]

  fileprivate init(_ places: [Stop], _ store: TimetableStore, _ database: Database) throws {
    (self.places, self.store) = (places, store)
    let router = try store.router(database)
    self.router = router
    let policy = RoutingPolicy(store.walking)
    ends = try places.map { place in
      if place.isPoint { return RouterEnd(point: try Self.reaches(place.position, router, policy, database)) }
      guard let row = try StopRow.station(place.id, database) else { throw TimetableError.unknownStop(id: place.id) }
      return RouterEnd(station: row.key, router.network, reversed: router.reversed)
    }
  }

  /// The places of the stations that one walks to from a point.
  private static func reaches(
    _ position: Position, _ router: Router, _ policy: RoutingPolicy, _ database: Database
  ) throws -> [RouterEnd.Reach] {
    var best: [Int32: Int] = [:]
    for (row, metres) in try StopRow.around(position, metres: policy.farthestWalk, database) {
      guard let seconds = policy.walk(metres) else { continue }
      for place in router.network.places(ofStation: row.key) { best[place] = min(best[place] ?? .max, seconds) }
    }
    return best.map { RouterEnd.Reach(place: $0.key, seconds: $0.value) }.sorted { $0.place < $1.place }
  }

  /// Whether any vehicle stops there, or near enough to be walked to.
  public func isServed(_ place: Int) -> Bool { ends[place].isServed }

  /// As `TimetableStore.connections(from:to:departing:)`; empty between places that are one.
  public func connections(from: Int, to: Int, departing instant: Date) throws -> [Connection] {
    try connections(from, to) { $0.departing(from: $1, to: $2, at: Self.second(notBefore: instant)) }
  }

  /// As `TimetableStore.connections(from:to:departing:count:)`.
  public func connections(from: Int, to: Int, departing instant: Date, count: Int) throws -> [Connection] {
    try connections(from, to) {
      $0.following(from: $1, to: $2, at: Self.second(notBefore: instant), count: count)
    }
  }

  /// As `TimetableStore.connections(from:to:arriving:count:)`.
  public func connections(from: Int, to: Int, arriving instant: Date, count: Int) throws -> [Connection] {
    try connections(from, to) {
      $0.preceding(from: $1, to: $2, by: Int(instant.timeIntervalSince1970.rounded(.down)), count: count)
    }
  }

  /// The earliest arrival at each of several places by what leaves one of them at an instant or later, by a single search; nil where
  /// none goes within a week.
  /// - Parameter isPatient: Whether more than this day and the next is looked at where nothing goes on these.
  public func arrivals(
    from: Int, toEach places: [Int], departing instant: Date, isPatient: Bool = true
  ) -> [Date?] {
    router.arrivals(
      from: ends[from], toEach: places.map { ends[$0] }, at: Self.second(notBefore: instant),
      isPatient: isPatient
    ).map { $0.map(Self.instant) }
  }

  /// All that leaves a place within these instants arrives at another one as what leaves at one of them: from after the last departure
  /// that arrives sooner, to the last one that arrives no later.
  /// - Parameters:
  ///   - arrival: That of what leaves at the instant, as `arrivals(from:toEach:departing:)` tells it; nil where nothing goes.
  ///   - first: What leaves sooner is of no use.
  public func departures(
    from: Int, to: Int, like instant: Date, arriving arrival: Date?, notBefore first: Date
  ) -> ClosedRange<Date> {
    let range = router.departures(
      from: ends[from], to: ends[to], leaving: Self.second(notBefore: instant),
      arriving: arrival.map(Self.second(notBefore:)), notBefore: Self.second(notBefore: first))
    return Self.instant(range.lowerBound)...Self.instant(range.upperBound)
  }

  /// The whole second, since 1970, from which on one is ready who is ready at an instant.
  private static func second(notBefore instant: Date) -> Int { Int(instant.timeIntervalSince1970.rounded(.up)) }

  private static func instant(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }

  private func connections(_ from: Int, _ to: Int, find: (Router, RouterEnd, RouterEnd) -> [Router.Path]) throws
    -> [Connection]
  {
    guard places[from].id != places[to].id else { return [] }
    return try store.read { database in
      try find(router, ends[from], ends[to]).map { try store.connection($0, router, database) }
    }
  }
}

extension TimetableStore {
  /// What goes between some places.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func travel(among places: [Stop]) throws -> Travel {
    try read { try Travel(places, self, $0) }
  }
}
