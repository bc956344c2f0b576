import Foundation
import GRDB

extension TimetableStore {
  /// The imported feeds, by name.
  public func feeds() throws -> [FeedSummary] {
    try read { database in try FeedSummary.fetchAll(database, sql: "SELECT * FROM feed ORDER BY name") }
  }

  /// The imported feeds whose last day is over, by name.
  public func expiredFeeds(at instant: Date) throws -> [FeedSummary] {
    try feeds().filter { $0.hasExpired(at: instant) }
  }

  /// Whether no feed is imported.
  public var isEmpty: Bool {
    get throws { try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM feed") ?? 0 } == 0 }
  }

  /// Whether the rides are those of the demonstration network, which do not exist.
  public var isDemonstration: Bool {
    let any = try? read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT * FROM feed WHERE demonstration)") }
    return any ?? false
  }

  /// Takes a feed with all its stops and trips away.
  /// - Returns: whether there was one of this name.
  @discardableResult
  public func removeFeed(_ name: String) throws -> Bool {
    return try TimetableError.telling(path) {
      try database.write { database in
        try database.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
        return database.changesCount > 0
      }
    }
  }
}

extension FeedSummary {
  /// Whether its last day is over where its vehicles run.
  public func hasExpired(at instant: Date) -> Bool {
    guard let lastDay else { return false }
    // Dates of this form are in the order of their letters.
    return lastDay < ServiceDay(of: instant, in: TimeZone(identifier: zone) ?? .gmt).text
  }
}

extension FeedSummary: FetchableRecord {
  public init(row: Row) {
    func day(_ column: String) -> String? {
      (row[column] as Int?).map { ServiceDay(number: $0).text }
    }
    self.init(
      name: row["name"], publisher: row["publisher"], language: row["language"], version: row["version"],
      firstDay: day("first_day"),
      lastDay: day("last_day"), zone: row["zone"], stations: row["stations"], trips: row["trips"],
      importedAt: Date(timeIntervalSince1970: row["imported_at"]), isDemonstration: row["demonstration"])
  }
}

extension TimetableStore {
  /// What is wrong with a text that has the form of a stop's id, as `bart:FRMT`, and is none: the feed or the stop is not there.
  /// - Returns: nil for a text of another form.
  public func missing(_ id: String) throws -> TimetableError? {
    guard let colon = id.firstIndex(of: ":"), id[..<colon].first?.isLetter == true, !id.contains(where: \.isWhitespace)
    else { return nil }
    let (feed, known) = (String(id[..<colon]), try feeds().map(\.name))
    return known.contains(feed) ? .unknownStop(id: id) : .unknownFeed(name: feed, known: known)
  }
}
