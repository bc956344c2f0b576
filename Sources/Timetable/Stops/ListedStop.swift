import Foundation
import GRDB
import Journey

/// A stop in a list: what tells it apart from others of its name.
public struct ListedStop: Sendable, Hashable {
  public var stop: Stop
  /// How many platforms it has; 1 where there is only itself.
  public var platforms: Int
  public var lines: [StopLine]
  /// How many trips of the timetable call there.
  public var calls: Int
}

extension TimetableStore {
  /// The stops with these ids in their order, without those that no feed has; each with its lines.
  public func listed(_ ids: [String]) throws -> [ListedStop] {
    try read { database in
      try ids.compactMap { id in try StopRow.station(id, database).map { try ListedStop($0, database) } }
    }
  }

  /// The stops round a place that a trip calls at, the nearest first.
  /// - Parameter metres: how far away they may be.
  public func stops(near position: Position, within metres: Double, limit: Int) throws -> [ListedStop] {
    try read { database in
      try StopRow.around(position, metres: metres, database)
        .filter { $0.metres <= metres }.sorted { ($0.metres, $0.row.key) < ($1.metres, $1.row.key) }.prefix(limit)
        .map { try ListedStop($0.row, database) }
    }
  }
}

extension ListedStop {
  init(_ row: StopRow, _ database: Database) throws {
    stop = row.stop
    calls = row.calls
    lines = try StopLine.all(at: row.key, database)
    platforms =
      try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM stop s WHERE station = ? AND EXISTS (SELECT * FROM pattern_stop WHERE stop = s.id)",
        arguments: [row.key]) ?? 1
  }
}
