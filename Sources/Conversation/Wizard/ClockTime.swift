import Foundation

/// A time of day as a rider says it: 18:10, "ten past six", "half past seven", "6 pm".
public struct ClockTime: Sendable, Hashable {
  /// 0 to 23
  var hour: Int
  /// 0 to 59
  var minute: Int
  /// Whether an hour up to twelve may also mean the other half of the day.
  var isHalfDay: Bool

  /// Reads a time of day; nil where the text holds anything that is not part of one.
  public init?(_ text: String, words: ClockWords) {
    var rest = " \(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")) "
    if rest.hasSuffix(". ") { rest = "\(rest.dropLast(2)) " }
    let isMorning = Self.remove(words.morning, from: &rest)
    let isEvening = Self.remove(words.evening, from: &rest)
    let tokens = rest.split(separator: " ").map { String($0) }
    let fillers = Set(words.fillers)
    guard let time = Self.digits(tokens, fillers) ?? Self.spoken(tokens, words, fillers) else { return nil }
    (hour, minute) = time
    isHalfDay = hour <= 12 && hour > 0 && !isMorning && !isEvening && !Self.isFixed(tokens, words)
    if isEvening, hour < 12 { hour += 12 }
    if isMorning, hour == 12 { hour = 0 }
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
  }

  private static func remove(_ phrases: [String], from text: inout String) -> Bool {
    for phrase in phrases {
      for form in [" \(phrase) ", phrase + " "] {
        // "6pm" is written together as well.
        guard let range = text.range(of: form, options: .backwards),
          form.first == " " || text[..<range.lowerBound].last?.isNumber == true
        else { continue }
        text.replaceSubrange(range, with: " ")
        return true
      }
    }
    return false
  }

  /// Noon, midnight and a time with two digits for its hour ("06:10") leave no choice.
  private static func isFixed(_ tokens: [String], _ words: ClockWords) -> Bool {
    tokens.contains { words.noon.contains($0) || words.midnight.contains($0) || ($0.hasPrefix("0") && $0.count > 1) }
  }

  private static func digits(_ tokens: [String], _ fillers: Set<String>) -> (Int, Int)? {
    let rest = tokens.filter { !fillers.contains($0) }
    guard rest.count == 1 else { return nil }
    let parts = rest[0].split(whereSeparator: { ":.h".contains($0) }).map { String($0) }
    guard (1...2).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, parts.count == 1 || parts[1].count == 2 else { return nil }
    return (numbers[0], numbers.count > 1 ? numbers[1] : 0)
  }

  private static func spoken(_ tokens: [String], _ words: ClockWords, _ fillers: Set<String>) -> (Int, Int)? {
    if tokens.contains(where: words.noon.contains) { return (12, 0) }
    if tokens.contains(where: words.midnight.contains) { return (0, 0) }
    // Minutes may be two words ("twenty five"), an hour is one.
    func number(_ part: ArraySlice<String>, most: Int) -> Int? {
      let own = part.filter { !fillers.contains($0) || words.numbers[$0] != nil }
      let values = own.flatMap { $0.split(separator: "-").map { String($0) } }.map { words.numbers[$0] ?? Int($0) }
      guard !values.isEmpty, values.count <= most, !values.contains(nil) else { return nil }
      return values.compactMap(\.self).reduce(0, +)
    }
    if let split = tokens.firstIndex(where: words.after.contains) {
      guard let minute = number(tokens[..<split], most: 2), let hour = number(tokens[(split + 1)...], most: 1) else {
        return nil
      }
      return (hour, minute)
    }
    if let split = tokens.firstIndex(where: words.before.contains) {
      guard let minute = number(tokens[..<split], most: 2), let hour = number(tokens[(split + 1)...], most: 1) else {
        return nil
      }
      return ((hour + 23) % 24, (60 - minute) % 60)
    }
    // "Six" or "six ten".
    let rest = tokens.filter { !fillers.contains($0) || words.numbers[$0] != nil }
    guard let first = rest.first, let hour = words.numbers[first], hour <= 12 else { return nil }
    guard rest.count > 1 else { return (hour, 0) }
    return number(rest[1...], most: 2).map { (hour, $0) }
  }

  // MARK: On a day

  private static func calendar(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return calendar
  }

  /// The first such time after an instant.
  public func next(after instant: Date, zone: String) -> Date {
    let calendar = Self.calendar(zone)
    let candidates = hours.compactMap { hour in
      calendar.nextDate(
        after: instant, matching: DateComponents(hour: hour, minute: minute, second: 0), matchingPolicy: .nextTime)
    }
    return candidates.min() ?? instant
  }

  /// Such a time on either side of an instant, whichever is nearer.
  func nearest(to instant: Date, zone: String) -> Date {
    let start = instant.addingTimeInterval(-12 * 3600)
    let calendar = Self.calendar(zone)
    let candidates = hours.compactMap { hour in
      calendar.nextDate(
        after: start, matching: DateComponents(hour: hour, minute: minute, second: 0), matchingPolicy: .nextTime)
    }
    return candidates.min { abs($0.timeIntervalSince(instant)) < abs($1.timeIntervalSince(instant)) } ?? instant
  }

  /// Whether an instant shows this time.
  func matches(_ instant: Date, zone: String) -> Bool {
    let parts = Self.calendar(zone).dateComponents([.hour, .minute], from: instant)
    return hours.contains(parts.hour ?? -1) && parts.minute == minute
  }

  private var hours: [Int] { isHalfDay ? [hour % 24, (hour + 12) % 24] : [hour] }

  /// The calendar day of an instant: `2026-12-01`.
  static func day(of instant: Date, zone: String) -> String {
    let parts = calendar(zone).dateComponents([.year, .month, .day], from: instant)
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
