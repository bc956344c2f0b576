import Foundation

/// An instant as people and files write it: ISO 8601 with its offset, with or without fractions of a second.
public struct WrittenInstant: Sendable, Hashable {
  public let date: Date

  /// - Parameter text: Like `2026-12-01T08:00:00+01:00`; nil for what is no instant, or one that no timetable can be of.
  public init?(_ text: String) {
    guard let found = Self.ofMachine(text) ?? Self.ofAnyone(text), Self.isPossible(found) else { return nil }
    date = found
  }

  /// As programs write it, in UTC and to the second or the millisecond: phones send it by the thousand, and this takes a hundredth of
  /// the time.
  private static func ofMachine(_ text: String) -> Date? {
    guard text.utf8.last == UInt8(ascii: "Z"), text.utf8.count == 20 || text.utf8.count == 24 else { return nil }
    let (seconds, rest) = (String(text.prefix(19)), text.dropFirst(19).dropLast())
    guard let whole = try? Date.ISO8601FormatStyle().parse(seconds + "Z"),
      // It takes 25 o'clock for one of the next day.
      whole.formatted(.iso8601) == seconds + "Z"
    else { return nil }
    guard rest.first == "." else { return rest.isEmpty ? whole : nil }
    let thousandths = rest.dropFirst()
    guard thousandths.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt(thousandths).map { whole + Double($0) / 1000 }
  }

  private static func ofAnyone(_ text: String) -> Date? {
    let formatter = ISO8601DateFormatter()
    if let found = formatter.date(from: text) { return found }
    formatter.formatOptions.insert(.withFractionalSeconds)
    return formatter.date(from: text)
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
