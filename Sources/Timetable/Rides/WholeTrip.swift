import Foundation
import GRDB
import Journey

/// A trip from its first stop to its last, on one day.
public struct WholeTrip: Sendable, Hashable {
  /// What riders may do at a stop, and where they find it.
  public struct Call: Sendable, Hashable {
    public var platform: String?
    public var boards: Bool
    public var alights: Bool
  }

  /// `feed:trip_id`
  public var id: String
  public var ride: Ride
  /// One for each stop of the ride.
  public var calls: [Call]
  /// Seconds from one run to the next where it runs by headway; then its times are those of the first run of the day.
  public var headway: Int?
}

extension TimetableStore {
  /// The trip with an id on the first day that it runs on, from an instant on, or the last one before it.
  /// - Parameter id: `feed:trip_id`, or the trip's id alone where only one feed has it.
  /// - Returns: nil where no feed has it, or it never runs.
  /// - Throws: `TimetableError.storage`
  public func trip(id: String, at instant: Date) throws -> WholeTrip? {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT t.id, t.trip_id, t.pattern, t.service, f.id AS feed_key, f.name AS feed, f.zone,
            (SELECT min(headway) FROM frequency WHERE trip = t.id) AS headway,
            (SELECT min(first) FROM frequency WHERE trip = t.id) AS first
          FROM trip t JOIN pattern p ON p.id = t.pattern JOIN feed f ON f.id = p.feed
          WHERE t.trip_id = :id OR t.trip_id = substr(:id, length(f.name) + 2) AND substr(:id, 1, length(f.name) + 1) = f.name || ':'
          """, arguments: ["id": id])
      guard rows.count == 1 || rows.contains(where: { "\($0["feed"] as String):\($0["trip_id"] as String)" == id }),
        let row = rows.first(where: { "\($0["feed"] as String):\($0["trip_id"] as String)" == id }) ?? rows.first,
        let service = try Service.all([row["service"]], database).values.first
      else { return nil }
      let today = ServiceDay(of: instant, in: TimeZone(identifier: row["zone"]) ?? .gmt)
      guard let day = service.day(nearest: today) else { return nil }
      return try WholeTrip(row, on: day, database)
    }
  }
}

extension WholeTrip {
  fileprivate init(_ row: Row, on day: ServiceDay, _ database: Database) throws {
    let pattern: Int64 = row["pattern"]
    let calls = try Row.fetchAll(
      database,
      sql: """
        SELECT s.platform, p.boards, p.alights FROM pattern_stop p JOIN stop s ON s.id = p.stop
        WHERE p.pattern = ? ORDER BY p.position
        """, arguments: [pattern])
    self.init(
      id: "\(row["feed"] as String):\(row["trip_id"] as String)",
      ride: try RideReader(database, feed: row["feed_key"]).ride(
        DirectLeg(pattern: pattern, from: 0, to: calls.count - 1), trip: row["id"], day: day, start: row["first"],
        database),
      calls: calls.map { Call(platform: $0["platform"], boards: $0["boards"], alights: $0["alights"]) },
      headway: row["headway"])
  }
}

extension Service {
  /// The first day from one on on which it runs, or else the last one before; nil where it never does.
  fileprivate func day(nearest day: ServiceDay) -> ServiceDay? {
    let added = exceptions.filter(\.value).keys
    let last = max(lastDay, added.max() ?? lastDay)
    let first = min(firstDay, added.min() ?? firstDay)
    if let next = stride(from: max(day, first).number, through: last.number, by: 1).lazy
      .map({ ServiceDay(number: $0) }).first(where: runs)
    {
      return next
    }
    return stride(from: min(day, last).number, through: first.number, by: -1).lazy
      .map { ServiceDay(number: $0) }.first(where: runs)
  }
}
