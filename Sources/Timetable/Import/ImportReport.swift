import Foundation

/// How far an import has come; told now and then while it runs.
public struct ImportProgress: Sendable, Hashable {
  /// The file being read, such as `stop_times.txt`; `trips` while these are written.
  public var file: String
  /// Rows of that file read so far.
  public var rows: Int
  /// The share of the whole work done so far, 0 to 1.
  public var fraction: Double
  /// Whether this file is read to its end.
  public var isWhole: Bool

  public init(file: String, rows: Int, fraction: Double, isWhole: Bool = false) {
    self.file = file
    self.rows = rows
    self.fraction = fraction
    self.isWhole = isWhole
  }
}

/// What was skipped, repaired or left out while a feed was read: one notice a rule and file.
public struct ImportNotice: Sendable, Hashable, Codable {
  public enum Action: String, Sendable, Codable {
    /// The row or trip is not in the timetable.
    case skipped
    /// It is there, with a value made good.
    case repaired
    /// It is there as it stands, and may mislead riders.
    case told
    /// The feed holds something that Alight does not read yet.
    case notRead = "not-read"
  }

  /// The rule, such as `unknown-stop`.
  public var rule: String
  public var action: Action
  public var file: String
  /// The first line concerned; nil where a whole file is meant.
  public var line: Int?
  /// How many rows or trips it concerns.
  public var count: Int
  /// A sentence on the first of them.
  public var message: String
}

/// Why a feed was not read at all.
public struct ImportRefusal: Sendable, Hashable, Codable {
  /// The rule, such as `missing-file`.
  public var rule: String
  public var file: String?
  public var line: Int?
}

extension TimetableError {
  /// Why a feed was refused; nil for other errors.
  public var refusal: ImportRefusal? {
    guard case .badFeed(_, let file, let line, let rule, _, _) = self else { return nil }
    return ImportRefusal(rule: rule, file: file.isEmpty ? nil : file, line: line > 0 ? line : nil)
  }
}

/// What one import did.
public struct ImportReport: Sendable, Hashable, Codable {
  public static let schema = "alight.feed-import/1"

  /// How many of each the timetable now holds from this feed.
  public struct Counts: Sendable, Hashable, Codable {
    public var agencies = 0
    /// Rows of stops.txt, platforms and entrances included.
    public var stops = 0
    /// Stations and stops without one that a trip calls at.
    public var stations = 0
    public var routes = 0
    public var services = 0
    public var trips = 0
    public var stopTimes = 0
    public var frequencies = 0
    public var shapePoints = 0
    /// Rules for changes, from transfers.txt and over pathways.
    public var transfers = 0
    /// Names of stops in other languages or scripts.
    public var stopNames = 0
    /// Distinct sequences of stops.
    public var patterns = 0

    public init() {}
  }

  public var schema = ImportReport.schema
  public var feed: String
  public var source: String
  /// Whether a feed of this name was there before.
  public var replaced = false
  public var counts: Counts
  public var notices: [ImportNotice]
  public var seconds = 0.0
}

/// One imported feed.
public struct FeedSummary: Sendable, Hashable, Codable {
  public var name: String
  public var publisher: String?
  /// The language that its names are in, as feed_info.txt says: `de`, `mul` for several.
  public var language: String?
  public var version: String?
  /// First and last service day with a trip within the span that the feed declares itself valid for, `2026-12-01`; nil where
  /// there is none.
  public var firstDay: String?
  public var lastDay: String?
  /// The IANA zone of its times.
  public var zone: String
  public var stations: Int
  public var trips: Int
  public var importedAt: Date
  public var isDemonstration: Bool
}
