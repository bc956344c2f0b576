import BuiltFiles
import Foundation
import GRDB
import Journey
import Synchronization

extension TimetableStore {
  /// The same timetable, with connections searched for by how the runs are now: what does not run is not ridden, changes are made by
  /// the times that are known, and runs that the timetable does not have are there.
  ///
  /// Rides keep the times of the timetable; departure and arrival of a connection are those of its rides. A change that can be made only
  /// because a vehicle is late begins before the ride ends by the timetable.
  public func changed(by changes: RunChanges) -> TimetableStore {
    var store = self
    store.changing = changes.isEmpty ? nil : ChangedRouting(changes)
    return store
  }

  /// Whether a ride that was found is of a run that the timetable itself does not have.
  public func isAdded(_ ride: Ride) -> Bool {
    let feed = ride.stops.first?.stop.gtfs?.feed
    return changing?.changes.added.contains { $0.id == ride.tripID && $0.feed == feed } ?? false
  }

  /// The changes whose trips and stops are in the database.
  func runs(_ changes: RunChanges, _ database: Database) throws -> (
    changed: [ChangedNetwork.Run], added: [ChangedNetwork.AddedRun]
  ) {
    let reader = try ChangeReader(database)
    return (
      try changes.changed.compactMap(reader.run),
      try changes.added.enumerated().compactMap { try reader.run($1, key: -1 - Int64($0)) }
    )
  }
}

/// What has changed of a timetable's runs, and the network with it once it was asked for. Copies of a store share it.
final class ChangedRouting: Sendable {
  let changes: RunChanges
  private let cache = RoutingCache()

  init(_ changes: RunChanges) { self.changes = changes }

  func router(_ version: Digest, _ make: () throws -> Router) rethrows -> Router { try cache.router(version, make) }
}

/// Finds what changes speak of.
private struct ChangeReader {
  private struct Feed {
    var key: Int64
    var zone: TimeZone
  }

  private let database: Database
  private let feeds: [String: Feed]

  init(_ database: Database) throws {
    self.database = database
    let rows = try Row.fetchAll(database, sql: "SELECT id, name, zone FROM feed")
    feeds = Dictionary(
      rows.map { ($0["name"], Feed(key: $0["id"], zone: TimeZone(identifier: $0["zone"]) ?? .gmt)) },
      uniquingKeysWith: { first, _ in first })
  }

  func run(_ changed: RunChanges.Changed) throws -> ChangedNetwork.Run? {
    guard let feed = feeds[changed.feed], let day = ServiceDay(text: changed.serviceDay) else { return nil }
    let trip = try database.cachedStatement(
      sql: "SELECT t.id, t.pattern FROM trip t JOIN route r ON r.id = t.route WHERE t.trip_id = ? AND r.feed = ?")
    guard let row = try Row.fetchOne(trip, arguments: [changed.tripID, feed.key]) else { return nil }
    let begins = day.start(in: feed.zone)
    func seconds(_ instant: Date) -> Int32 { Int32(clamping: Int(instant.timeIntervalSince(begins).rounded())) }
    return ChangedNetwork.Run(
      pattern: row["pattern"], trip: row["id"], day: day, start: seconds(changed.start),
      calls: changed.calls?.map {
        .init(arrival: seconds($0.arrival), departure: seconds($0.departure), isSkipped: $0.isSkipped)
      })
  }

  /// Nil also for a run that is faster than any vehicle of its kind.
  func run(_ added: RunChanges.Added, key: Int64) throws -> ChangedNetwork.AddedRun? {
    guard let feed = feeds[added.feed], let first = added.calls.first else { return nil }
    let day = ServiceDay(of: first.departure, in: feed.zone)
    let begins = day.start(in: feed.zone)
    func seconds(_ instant: Date) -> Int32 { Int32(clamping: Int(instant.timeIntervalSince(begins).rounded())) }
    let stop = try database.cachedStatement(
      sql: "SELECT id, station, latitude, longitude FROM stop WHERE stop_id = ? AND feed = ?")
    let type = try Int.fetchOne(
      try database.cachedStatement(sql: "SELECT type FROM route WHERE route_id = ? AND feed = ?"),
      arguments: [added.routeID, feed.key])
    var calls: [ChangedNetwork.AddedRun.Call] = []
    var last: Position?
    for call in added.calls {
      guard let row = try Row.fetchOne(stop, arguments: [call.stopID, feed.key]) else { continue }
      let position = Position(latitude: row["latitude"], longitude: row["longitude"])
      let next = ChangedNetwork.AddedRun.Call(
        stop: row["id"], station: row["station"], arrival: seconds(call.arrival), departure: seconds(call.departure))
      if let last, let before = calls.last {
        // Times are rounded to minutes.
        let hours = Double(next.arrival - before.departure + 60) / 3600
        guard last.metres(to: position) / 1000 <= TravelSpeed.most(type ?? Self.anyRail) * hours else { return nil }
      }
      calls.append(next)
      last = position
    }
    return ChangedNetwork.AddedRun(feed: feed.key, key: key, day: day, calls: calls)
  }

  /// The kind of the fastest vehicles: what is not said may be one of them.
  private static let anyRail = 2
}
