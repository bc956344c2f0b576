import Alerts
import Foundation
import Journey

/// Reads positions from sentences of NMEA 0183, as receivers send them: RMC, with the accuracy of GGA. One line is held at a time.
///
/// gpsdecode(1) would do as well, but it takes years before its own for a roll-over and moves them by 1024 weeks, holds each position
/// back until the next one, and drops the first.
struct NMEAReader: Sendable {
  /// A sentence has 82 bytes by the standard; receivers go a little beyond.
  static let longestLine = 1024
  /// Metres a second in a knot.
  private static let knot = 1852.0 / 3600
  /// A dilution is of use for so many seconds: it changes slowly, but a receiver that stops sending it has a reason.
  private static let dilutionLasts = 5.0

  /// Receivers send a sum with each sentence, or, the oldest ones, with none. After so many without one it is such a receiver.
  static let surelyWithoutSums = 5

  /// Lines that were no sentence, had a wrong sum or none where others have one, or were cut off for their length.
  private(set) var brokenLines = 0
  /// Sentences by which the receiver says that it has no position.
  private(set) var withoutPosition = 0
  /// Whether a sentence has had a sum, which one that somebody made up may lack.
  private(set) var hasSums = false
  /// The places of fixes in the order read that came without a sum before any had one.
  private(set) var withoutSum: [Int] = []

  private var line: [UInt8] = []
  private var isCut = false
  private var isFirst = true
  private var dilution: (value: Double, secondOfDay: Double)?
  private let isLive: Bool
  private var sentencesWithoutSum = 0
  private var count = 0

  /// - Parameter isLive: Whether nobody can wait for the end to see if there are sums: then the first sentences without one do not count.
  init(isLive: Bool = false) { self.isLive = isLive }

  /// The positions that are complete with these bytes, by the receiver's clock.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Fix] {
    var fixes: [Fix] = []
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        if let fix = endLine() { fixes.append(fix) }
      } else if line.count < Self.longestLine {
        line.append(byte)
      } else {
        isCut = true
      }
    }
    return fixes
  }

  /// The position in a last line without an end.
  mutating func endLine() -> Fix? {
    defer {
      line.removeAll(keepingCapacity: true)
      isCut = false
      isFirst = false
    }
    guard !line.isEmpty else { return nil }
    guard !isCut, let (fields, hasSum) = Self.fields(line), isTrusted(hasSum) else {
      // Who begins to listen comes in the middle of a line.
      if !isFirst || line.first == UInt8(ascii: "$") { brokenLines += 1 }
      return nil
    }
    switch fields[0].dropFirst(2) {
    case "GGA": note(fields)
    case "RMC":
      guard let fix = fix(fields) else { return nil }
      if isLive, !hasSums, sentencesWithoutSum <= Self.surelyWithoutSums { return nil }
      if !hasSum, !isLive { withoutSum.append(count) }
      count += 1
      return fix
    default: break
    }
    return nil
  }

  /// Whether a sentence may be taken: one without a sum, only from a receiver that never has any.
  private mutating func isTrusted(_ hasSum: Bool) -> Bool {
    if hasSum { hasSums = true } else { sentencesWithoutSum += hasSums ? 0 : 1 }
    return hasSum || !hasSums
  }

  /// The fields of a sentence, its address first, and whether it had a sum; nil where it is none, or its sum is wrong.
  private static func fields(_ line: [UInt8]) -> (fields: [Substring], hasSum: Bool)? {
    guard line.first == UInt8(ascii: "$"), line.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
    let parts = line.dropFirst().split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard let content = parts.first, parts.count <= 2 else { return nil }
    if parts.count == 2 {
      let said = UInt8(String(decoding: parts[1], as: UTF8.self).trimmingCharacters(in: .whitespaces), radix: 16)
      guard said == content.reduce(0, ^) else { return nil }
    }
    let fields = String(decoding: content, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
    guard fields[0].count >= 4 else { return nil }
    return (fields, parts.count == 2)
  }

  private mutating func note(_ fields: [Substring]) {
    guard fields.count > 8, let time = Self.secondOfDay(fields[1]), let value = Self.number(fields[8]), value > 0
    else { return }
    dilution = (value, time)
  }

  private mutating func fix(_ fields: [Substring]) -> Fix? {
    guard fields.count > 9 else {
      brokenLines += 1
      return nil
    }
    // The mode says once more, since NMEA 2.3, whether the position is one.
    guard fields[2] == "A", fields.count <= 12 || fields[12] != "N" else {
      withoutPosition += 1
      return nil
    }
    guard let time = Self.secondOfDay(fields[1]), let day = Self.day(fields[9]),
      let latitude = Self.degrees(fields[3], digits: 2, fields[4], "N", "S"),
      let longitude = Self.degrees(fields[5], digits: 3, fields[6], "E", "W")
    else {
      brokenLines += 1
      return nil
    }
    let position = Position(latitude: latitude, longitude: longitude)
    guard position.isOnEarth else {
      brokenLines += 1
      return nil
    }
    let fresh = dilution.flatMap { abs($0.secondOfDay - time) <= Self.dilutionLasts ? $0.value : nil }
    return Fix(
      at: day.addingTimeInterval(time), position: position, accuracy: fresh.map { $0 * GPXReader.metresPerDilution },
      speed: Self.number(fields[7]).map { $0 * Self.knot })
  }

  /// Digits with perhaps a point, and nothing else that a number may be written with.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.contains(where: { 0x30...0x39 ~= $0 }),
      text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }

  private static func pair(_ text: Substring, at place: Int) -> Int? {
    let bytes = text.utf8.dropFirst(place).prefix(2)
    guard bytes.count == 2, bytes.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Of hhmmss.ss; a leap second is the next one.
  private static func secondOfDay(_ text: Substring) -> Double? {
    guard let hours = pair(text, at: 0), let minutes = pair(text, at: 2), let seconds = number(text.dropFirst(4)),
      hours < 24, minutes < 60, seconds < 61
    else { return nil }
    return Double(hours * 3600 + minutes * 60) + seconds
  }

  /// The midnight of ddmmyy.
  private static func day(_ text: Substring) -> Date? {
    guard text.utf8.count == 6, let day = pair(text, at: 0), let month = pair(text, at: 2), let year = pair(text, at: 4)
    else { return nil }
    // The first receivers are of the eighties.
    let parts = DateComponents(
      calendar: gregorian, timeZone: .gmt, year: year + (year < 80 ? 2000 : 1900), month: month, day: day)
    guard parts.isValidDate else { return nil }
    return parts.date
  }

  private static let gregorian = Calendar(identifier: .gregorian)

  /// Of degrees and minutes in one, ddmm.mmmm.
  private static func degrees(
    _ text: Substring, digits: Int, _ side: Substring, _ positive: Substring, _ negative: Substring
  ) -> Double? {
    guard let degrees = number(text.prefix(digits)), text.prefix(digits).utf8.count == digits,
      let minutes = number(text.dropFirst(digits)), minutes < 60, side == positive || side == negative
    else { return nil }
    return (degrees + minutes / 60) * (side == positive ? 1 : -1)
  }
}

/// Why sentences of NMEA cannot be followed.
public enum NMEAError: Error, Hashable, CustomStringConvertible {
  case unreadable(file: String, cause: String)
  case noSentences(file: String)
  case noPositions(file: String)

  public var description: String {
    switch self {
    case .unreadable(let file, let cause): "\(file) cannot be read: \(cause)"
    case .noSentences(let file):
      "\(file) has no RMC sentence of NMEA 0183: name what a receiver sent, and for a serial port set its speed with stty"
    case .noPositions(let file):
      "\(file) has no position: the receiver saw no satellites, so record where it sees the sky"
    }
  }
}
