import Foundation

/// When a place is open, in the syntax of OpenStreetMap's `opening_hours`.
///
/// Of the specification (wiki.openstreetmap.org/wiki/Key:opening_hours/specification) it takes weekdays, months and days of the year,
/// times of day also past midnight, open ends, `24/7`, `off`, and rules that override those before them. Rules for public and school
/// holidays are left out, which no timetable knows; sunrise, weeks and numbered weekdays are not taken.
public struct OpeningHours: Sendable, Hashable {
  private struct Rule: Hashable {
    /// Days of the year as month × 100 + day, both ends included; empty for every day.
    var seasons: [ClosedRange<Int>] = []
    var weekdays: Set<Weekday> = []
    /// Minutes from midnight; the end may lie on the next day.
    var spans: [Range<Int>] = [0..<1440]
    var isOpen = true
    /// Whether it adds to the rules before it on the same days, and does not take their place.
    var isAdditional = false
  }

  private let rules: [Rule]

  /// Nil for what is not in that syntax, or beyond what is taken of it.
  public init?(_ text: String) {
    let plain = text.replacing(/"[^"]*"/, with: "").trimmingCharacters(in: .whitespaces)
    guard !plain.isEmpty, plain.utf8.count <= 400 else { return nil }
    var rules: [Rule] = []
    for part in plain.split(separator: ";") {
      let rule = part.trimmingCharacters(in: .whitespaces)
      if rule.isEmpty || rule.firstMatch(of: /^(PH|SH)\b(?!\s*,)/) != nil { continue }
      for (place, one) in Self.additionalRules(rule).enumerated() {
        guard var read = Self.rule(one) else { return nil }
        read.isAdditional = place > 0
        rules.append(read)
      }
    }
    guard !rules.isEmpty else { return nil }
    self.rules = rules
  }

  /// "Mo-Fr 08:00-12:00, We 14:00-18:00" is two rules: behind a time a comma and days begin another one.
  private static func additionalRules(_ text: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    while let found = rest.firstMatch(
      of: /\d\s*(,)\s*(?:Mo|Tu|We|Th|Fr|Sa|Su|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/),
      rest[..<found.1.startIndex].contains(":")
    {
      parts.append(String(rest[..<found.1.startIndex]))
      rest = rest[found.1.endIndex...]
    }
    return parts + [String(rest)]
  }

  private static func rule(_ text: String) -> Rule? {
    var rule = Rule()
    var words = text.replacing(/\s*([-,])\s*/) { String($0.output.1) }.split(separator: " ").map(String.init)
    if let last = words.last?.lowercased(), ["off", "closed", "open"].contains(last) {
      rule.isOpen = last == "open"
      words.removeLast()
    }
    if words == ["24/7"] { return rule }
    if let times = words.last, times.contains(":") || times.contains("24:00") {
      guard let spans = spans(times) else { return nil }
      rule.spans = spans
      words.removeLast()
    }
    if let last = words.last, let days = weekdays(last) {
      rule.weekdays = days
      words.removeLast()
    }
    guard !words.isEmpty else { return rule }
    guard let seasons = seasons(words) else { return nil }
    rule.seasons = seasons
    return rule
  }

  private static func spans(_ text: String) -> [Range<Int>]? {
    let spans = text.split(separator: ",").map { part -> Range<Int>? in
      guard let match = part.wholeMatch(of: /(\d{1,2}):(\d{2})(?:-(\d{1,2}):(\d{2})\+?|(\+))/),
        let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60
      else { return nil }
      let start = hour * 60 + minute
      guard let endHour = match.3.flatMap({ Int($0) }), let endMinute = match.4.flatMap({ Int($0) }) else {
        return start..<1440
      }
      guard endHour <= 48, endMinute < 60 else { return nil }
      let end = endHour * 60 + endMinute
      return end > start ? start..<end : start..<(end + 1440)
    }
    return spans.contains(nil) || spans.isEmpty ? nil : spans.compactMap(\.self)
  }

  private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// Nil for what names no weekdays; holidays beside them are left out.
  private static func weekdays(_ text: String) -> Set<Weekday>? {
    var days: Set<Weekday> = []
    for part in text.split(separator: ",") where part != "PH" && part != "SH" {
      let ends = part.split(separator: "-").map { names.firstIndex(of: String($0)) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends.last ?? nil else { return nil }
      let count = (last - first + 7) % 7
      for step in 0...count { days.insert(Weekday.allCases[(first + step) % 7]) }
    }
    return days.isEmpty ? nil : days
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// "Apr-Oct", "Dec 24-26", "Dec 24-Jan 6", several with commas.
  private static func seasons(_ words: [String]) -> [ClosedRange<Int>]? {
    var seasons: [ClosedRange<Int>] = []
    for part in words.joined(separator: " ").split(separator: ",") {
      guard
        let match = part.wholeMatch(
          of: /([A-Z][a-z]{2})(?: (\d{1,2}))?(?:-(?:([A-Z][a-z]{2})(?: (\d{1,2}))?|(\d{1,2})))?:?/),
        let month = months.firstIndex(of: String(match.1))
      else { return nil }
      let day = match.2.flatMap { Int($0) }
      var (lastMonth, lastDay) = (month, day)
      if let name = match.3 {
        guard let found = months.firstIndex(of: String(name)) else { return nil }
        (lastMonth, lastDay) = (found, match.4.flatMap { Int($0) })
      } else if let number = match.5 {
        lastDay = Int(number)
      }
      guard [day, lastDay].allSatisfy({ (1...31).contains($0 ?? 1) }) else { return nil }
      let first = (month + 1) * 100 + (day ?? 1)
      let last = (lastMonth + 1) * 100 + (lastDay ?? 31)
      // Over the turn of the year.
      seasons += first <= last ? [first...last] : [first...1231, 101...last]
    }
    return seasons
  }

  /// Whether the place is open at an instant.
  /// - Parameter zone: The IANA zone of the place.
  public func isOpen(at instant: Date, zone: String) -> Bool {
    let calendar = Calendar.gregorian(zone: zone)
    let parts = calendar.dateComponents([.hour, .minute], from: instant)
    let minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    // Nights belong to the day on which they began.
    return [(0, minute), (-1, minute + 1440), (-2, minute + 2880)].contains { back, minute in
      guard let day = calendar.date(byAdding: .day, value: back, to: instant) else { return false }
      return spans(on: day, calendar, zone).contains { $0.contains(minute) }
    }
  }

  /// When the place is open from the beginning of the day of an instant on, by time; touching times are one.
  /// - Parameter days: So many days, that one included.
  public func openings(from instant: Date, days: Int, zone: String) -> [Range<Date>] {
    let calendar = Calendar.gregorian(zone: zone)
    // Nights belong to the day on which they began.
    let found = (-1..<days).flatMap { offset -> [Range<Date>] in
      guard let day = calendar.date(byAdding: .day, value: offset, to: instant) else { return [] }
      let date = calendar.dateComponents([.year, .month, .day], from: day)
      func at(_ minute: Int) -> Date? {
        // By the clock on the wall, also on the day on which it is set.
        var parts = date
        (parts.hour, parts.minute) = (minute / 60, minute % 60)
        return calendar.date(from: parts)
      }
      return spans(on: day, calendar, zone).compactMap { span in
        guard let opens = at(span.lowerBound), let closes = at(span.upperBound), opens < closes else { return nil }
        return opens..<closes
      }
    }.sorted { $0.lowerBound < $1.lowerBound }
    let start = calendar.startOfDay(for: instant)
    return found.reduce(into: [Range<Date>]()) { all, next in
      guard let last = all.last, next.lowerBound <= last.upperBound else { return all.append(next) }
      all[all.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
    }.filter { $0.upperBound > start }
  }

  private func spans(on day: Date, _ calendar: Calendar, _ zone: String) -> [Range<Int>] {
    let parts = calendar.dateComponents([.month, .day], from: day)
    let date = (parts.month ?? 1) * 100 + (parts.day ?? 1)
    let weekday = Weekday(of: day, zone: zone)
    return rules.reduce(into: [Range<Int>]()) { spans, rule in
      guard rule.weekdays.isEmpty || rule.weekdays.contains(weekday),
        rule.seasons.isEmpty || rule.seasons.contains(where: { $0.contains(date) })
      else { return }
      if !rule.isOpen {
        let closed = rule.spans
        spans = closed == [0..<1440] ? [] : spans.flatMap { Self.difference($0, closed) }
      } else {
        spans = rule.isAdditional ? spans + rule.spans : rule.spans
      }
    }
  }

  private static func difference(_ span: Range<Int>, _ closed: [Range<Int>]) -> [Range<Int>] {
    closed.reduce([span]) { rest, hole in
      rest.flatMap { part -> [Range<Int>] in
        guard part.overlaps(hole) else { return [part] }
        return [
          part.lowerBound..<max(part.lowerBound, hole.lowerBound),
          min(part.upperBound, hole.upperBound)..<part.upperBound,
        ]
        .filter { !$0.isEmpty }
      }
    }
  }
}
