import Foundation

/// An instant as people and files write it: ISO 8601 with its offset, with or without fractions of a second.
public struct WrittenInstant: Sendable, Hashable {
  public let date: Date

  /// - Parameter text: Like `2026-12-01T08:00:00+01:00`; nil for what is no instant, or one that no timetable can be of.
  public init?(_ text: String) {
    let formatter = ISO8601DateFormatter()
    var found = formatter.date(from: text)
    if found == nil {
      formatter.formatOptions.insert(.withFractionalSeconds)
      found = formatter.date(from: text)
    }
    guard let found, Self.isPossible(found) else { return nil }
    date = found
  }

  /// Whether a timetable may be of that time, from 1970 to 2199: no railway runs by a calendar of other ages, and no calendar counts
  /// all of them.
  public static func isPossible(_ date: Date) -> Bool { (0..<7_258_118_400).contains(date.timeIntervalSince1970) }
}

extension ISO8601DateFormatter {
  /// Writes instants with the offset of a zone.
  package static func local(_ zone: String) -> ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = TimeZone(identifier: zone) ?? .gmt
    return formatter
  }
}
