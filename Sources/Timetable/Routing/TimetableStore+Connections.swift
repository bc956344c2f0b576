import BuiltFiles
import Foundation
import GRDB
import Journey
import Synchronization

extension TimetableStore {
  /// The connections between two stops that leave at an instant or later: the fastest with each number of rides that makes it
  /// faster (a Pareto set of arrival and number of rides), fewer rides first. Empty where none leaves within a week.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func connections(from: String, to: String, departing instant: Date) throws -> [Connection] {
    try connections(from: from, to: to) { router, from, to in
      router.departing(from: from, to: to, at: Int(instant.timeIntervalSince1970.rounded(.up)))
    }
  }

  /// The connections between two stops that arrive at an instant or sooner: those that leave latest, fewer rides first.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func connections(from: String, to: String, arriving instant: Date) throws -> [Connection] {
    try connections(from: from, to: to) { router, from, to in
      router.arriving(from: from, to: to, by: Int(instant.timeIntervalSince1970.rounded(.down)))
    }
  }

  /// So many connections that leave at an instant or later, by departure; the best of their time each.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func connections(from: String, to: String, departing instant: Date, count: Int) throws -> [Connection] {
    try connections(from: from, to: to) { router, from, to in
      router.following(from: from, to: to, at: Int(instant.timeIntervalSince1970.rounded(.up)), count: count)
    }
  }

  /// So many connections that arrive at an instant or sooner, the last ones of them, by departure.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func connections(from: String, to: String, arriving instant: Date, count: Int) throws -> [Connection] {
    try connections(from: from, to: to) { router, from, to in
      router.preceding(from: from, to: to, by: Int(instant.timeIntervalSince1970.rounded(.down)), count: count)
    }
  }

  /// The rides between two stops on which riders keep their seat while the vehicle goes on as another trip, at an instant or later, by
  /// departure: no direct ride is as good.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func seatedRides(from: String, to: String, departing instant: Date, count: Int) throws -> [Ride] {
    try seatedRides(from: from, to: to) { router, from, to in
      router.following(
        from: from, to: to, at: Int(instant.timeIntervalSince1970.rounded(.up)), count: count, rides: 1)
    }
  }

  /// The same that arrive at an instant or sooner, the last ones of them, by departure.
  /// - Throws: `TimetableError.unknownStop`, or `.storage`.
  public func seatedRides(from: String, to: String, arriving instant: Date, count: Int) throws -> [Ride] {
    try seatedRides(from: from, to: to) { router, from, to in
      router.preceding(
        from: from, to: to, by: Int(instant.timeIntervalSince1970.rounded(.down)), count: count, rides: 1)
    }
  }

  private func seatedRides(from: String, to: String, find: (Router, RouterEnd, RouterEnd) -> [Router.Path]) throws
    -> [Ride]
  {
    let mayBe = try read { database in
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT * FROM trip WHERE block IS NOT NULL) OR EXISTS (SELECT * FROM trip_transfer WHERE type = 4)
          """)
    }
    guard mayBe == true else { return [] }
    return try connections(from: from, to: to, find: find).map { $0.rides[0] }.filter { ride in
      !ride.continuations.isEmpty && ride.stops.first?.stop.id == from && ride.stops.last?.stop.id == to
    }
  }

  private func connections(from: String, to: String, find: (Router, RouterEnd, RouterEnd) -> [Router.Path]) throws
    -> [Connection]
  {
    try read { database in
      guard let origin = try StopRow.station(from, database) else { throw TimetableError.unknownStop(id: from) }
      guard let destination = try StopRow.station(to, database) else { throw TimetableError.unknownStop(id: to) }
      guard origin.key != destination.key else { return [] }
      let router = try router(database)
      let ends = [origin, destination].map {
        RouterEnd(station: $0.key, router.network, reversed: router.reversed)
      }
      return try find(router, ends[0], ends[1]).map { try connection($0, router, database) }
    }
  }

  /// The network of the feeds as they are now.
  func router(_ database: Database) throws -> Router {
    let version = try TimetableStore.version(database)
    let policy = RoutingPolicy(walking)
    let digest = Digest(parts: [version, policy.digest])
    func planned() throws -> Router { try routing.router(digest) { try storedRouter(database, version) } }
    guard let changing else { return try planned() }
    return try changing.router(digest) {
      let runs = try runs(changing.changes, database)
      let tables = ChangedNetwork.tables(try planned().network, runs: runs.changed, added: runs.added)
      return NetworkFolder.built(tables, digest, policy, storedIn: nil)
    }
  }

  /// The network mapped from its files, or built and put there.
  func storedRouter(_ database: Database, _ version: Digest) throws -> Router {
    let policy = RoutingPolicy(walking)
    let digest = Digest(parts: [version, policy.digest])
    if let folder = builtFolder, let stored = NetworkFolder(folder).router(digest, policy) { return stored }
    return try NetworkFolder.built(NetworkBuilder.network(database, policy), digest, policy, storedIn: builtFolder)
  }

  func connection(_ path: Router.Path, _ router: Router, _ database: Database) throws -> Connection {
    let network = router.network
    let rides = try zip(path.legs, path.days).map { leg, day in
      let reader = try RideReader(database, feed: network.feeds[Int(network.lineFeeds[Int(leg.line)])].key)
      let parts = network.parts(of: leg)
      if let added = changing?.changes.added(parts) { return try reader.ride(added, leg, network, on: day, database) }
      return try reader.ride(parts, on: day, database)
    }
    // What is late has the times of the timetable all the same: the ways on foot at both ends are what the search has added.
    let walks = router.walks(of: path)
    guard let first = rides.first?.departure, let last = rides.last?.arrival else { throw TimetableError.damaged }
    return Connection(
      rides: rides, departure: first - Double(walks.before), arrival: last + Double(walks.behind),
      changeSeconds: network.changeSeconds(path.legs))
  }
}

/// The network of a timetable, once it was asked for. Copies of a store share it.
final class RoutingCache: Sendable {
  private let made = Mutex<(version: Digest, router: Router)?>(nil)

  /// - Parameter version: of the feeds, another process may have imported some since, and of the way of walking.
  func router(_ version: Digest, _ make: () throws -> Router) rethrows -> Router {
    try made.withLock { made in
      if let made, made.version == version { return made.router }
      let router = try make()
      made = (version, router)
      return router
    }
  }
}
