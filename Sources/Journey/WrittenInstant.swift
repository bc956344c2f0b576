import Foundation

/// An instant as people and files write it: ISO 8601 with its offset, with or without fractions of a second.
public struct WrittenInstant: Sendable, Hashable {
  public let date: Date

  /// - Parameter text: Like `2026-12-01T08:00:00+01:00`; nil for what is no instant, or one that no timetable can be of.
  public init?(_ text: String) {
    guard Self.beginsWithDay(text), let found = Self.ofMachine(text) ?? Self.ofAnyone(text), Self.isPossible(found)
    else { return nil }
    date = found
  }

  /// As programs write it, in UTC and to the second or the millisecond: phones send it by the thousand, and this takes a thousandth of
  /// the time.
  private static func ofMachine(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 20 || bytes.count == 24, bytes[bytes.count - 1] == UInt8(ascii: "Z"),
        zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy({ bytes[$0] == $1 }),
        let (year, month, day) = day(bytes), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
        let second = number(bytes[17..<19]),
        hour < 24, minute < 60, second < 60
      else { return nil }
      let whole = Double(daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
      guard bytes.count == 24 else { return Date(timeIntervalSince1970: whole) }
      guard bytes[19] == UInt8(ascii: "."), let thousandths = number(bytes[20..<23]) else { return nil }
      return Date(timeIntervalSince1970: whole + Double(thousandths) / 1000)
    }
  }

  /// Whether there is such a day: what reads the other forms takes the 30th of February for one in March.
  private static func beginsWithDay(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.count >= 10 && day($0) != nil }
  }

  private static func day(_ bytes: UnsafeBufferPointer<UInt8>) -> (year: Int, month: Int, day: Int)? {
    guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      (1...12).contains(month), (1...days(of: month, in: year)).contains(day)
    else { return nil }
    return (year, month, day)
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    digits.reduce(0) { value, digit in
      guard let value, (0x30...0x39).contains(digit) else { return nil }
      return value * 10 + Int(digit) - 0x30
    }
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func days(of month: Int, in year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Method: a year that begins in March has the day that comes and goes at its end (H. Hinnant, *chrono-Compatible Low-Level Date
  /// Algorithms*, 2013).
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
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
