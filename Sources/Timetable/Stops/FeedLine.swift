import Foundation
import GRDB

/// A line of a feed.
public struct FeedLine: Sendable, Hashable {
  /// The name of the feed.
  public var feed: String
  public var line: StopLine
  /// Who runs it, as the feed calls them; nil where it does not say.
  public var agency: String?
  public var trips: Int
}

extension TimetableStore {
  /// The lines that trips run on, by feed and in the order in which people count: 2 before 10.
  /// - Parameter feed: one feed's alone, by its name.
  /// - Throws: `TimetableError.storage`
  public func lines(ofFeed feed: String? = nil) throws -> [FeedLine] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT r.id, f.name AS feed, a.name AS agency, count(*) AS trips FROM route r JOIN trip t ON t.route = r.id
          JOIN feed f ON f.id = r.feed LEFT JOIN agency a ON a.id = r.agency
          WHERE :feed IS NULL OR f.name = :feed GROUP BY r.id ORDER BY f.name
          """, arguments: ["feed": feed])
      let lines = try rows.compactMap { row in
        try StopLine.of(route: row["id"], headsigns: true, database).map {
          FeedLine(feed: row["feed"], line: $0, agency: row["agency"], trips: row["trips"])
        }
      }
      return lines.sorted(by: Self.precedes)
    }
  }

  private static func precedes(_ one: FeedLine, _ other: FeedLine) -> Bool {
    one.feed == other.feed ? StopLine.precedes(one.line, other.line) : one.feed < other.feed
  }
}
