import Foundation
import Journey

/// A zone as a calendar tells it (RFC 5545, section 3.6.5): when its clocks are put forward and back.
///
/// Where the changes of the next years follow a rule such as "the last Sunday in March", it is told as one; where they do not, each
/// is told by its date.
struct CalendarZone {
  let lines: [CalendarLine]

  /// Changes are looked at for so many years: no rule of today is sure to hold longer.
  private static let years = 12

  /// - Parameters:
  ///   - zone: The IANA name.
  ///   - from: From when on it must be known.
  init(_ zone: String, from start: Date) {
    let place = TimeZone(identifier: zone) ?? .gmt
    // The year before, so that what holds at the start is told as well.
    let begin = start.addingTimeInterval(-400 * 86400)
    var changes: [Change] = []
    var instant = begin
    let end = start.addingTimeInterval(Double(Self.years) * 366 * 86400)
    while let next = place.nextDaylightSavingTimeTransition(after: instant), next < end, next > instant {
      let change = Change(at: next, in: place)
      if change.before != change.after { changes.append(change) }
      instant = next
    }
    var parts: [CalendarLine] = []
    let first = Observance(Change(from: begin, in: place), dates: [])
    parts += first.lines
    let kinds = Dictionary(grouping: changes) { [$0.before, $0.after, $0.isDaylight ? 1 : 0] }
    for kind in kinds.values.sorted(by: { $0[0].at < $1[0].at }) {
      parts += Observance(kind[0], dates: Array(kind.dropFirst())).lines
    }
    lines =
      [CalendarLine("BEGIN", value: "VTIMEZONE"), CalendarLine("TZID", value: zone)] + parts
      + [CalendarLine("END", value: "VTIMEZONE")]
  }
}

/// A moment at which clocks are put forward or back.
private struct Change {
  let at: Date
  /// Seconds east of Greenwich.
  let before: Int
  let after: Int
  let isDaylight: Bool
  let name: String

  init(at instant: Date, in zone: TimeZone) {
    at = instant
    before = zone.secondsFromGMT(for: instant.addingTimeInterval(-1))
    after = zone.secondsFromGMT(for: instant)
    isDaylight = zone.isDaylightSavingTime(for: instant)
    name = zone.abbreviation(for: instant) ?? ""
  }

  /// What holds from an instant on, without a change.
  init(from instant: Date, in zone: TimeZone) {
    at = instant
    (before, after) = (zone.secondsFromGMT(for: instant), zone.secondsFromGMT(for: instant))
    isDaylight = zone.isDaylightSavingTime(for: instant)
    name = zone.abbreviation(for: instant) ?? ""
  }

  /// By the clock before it is put forward or back.
  var local: DateComponents {
    calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: at)
  }

  var text: String { CalendarValue.digits(at, TimeZone(secondsFromGMT: before) ?? .gmt) }

  /// The weekday in its month: 2 for the second Sunday, -1 for the last.
  var ordinals: [Int] {
    let day = local.day ?? 1
    let length = calendar.range(of: .day, in: .month, for: at)?.count ?? 31
    return [(day - 1) / 7 + 1] + (day + 7 > length ? [-1] : [])
  }

  private var calendar: Calendar { .gregorian(zone: TimeZone(secondsFromGMT: before) ?? .gmt) }
}

/// What a zone's clocks show from a change on.
private struct Observance {
  let lines: [CalendarLine]

  /// - Parameter dates: The same change in later years.
  init(_ change: Change, dates: [Change]) {
    let kind = change.isDaylight ? "DAYLIGHT" : "STANDARD"
    var lines = [
      CalendarLine("BEGIN", value: kind), CalendarLine("DTSTART", value: change.text),
      CalendarLine("TZOFFSETFROM", value: CalendarValue.offset(change.before)),
      CalendarLine("TZOFFSETTO", value: CalendarValue.offset(change.after)),
    ]
    if !change.name.isEmpty { lines.append(CalendarLine("TZNAME", text: change.name)) }
    if let rule = Self.rule([change] + dates) {
      lines.append(CalendarLine("RRULE", value: rule))
    } else {
      lines += dates.map { CalendarLine("RDATE", value: $0.text) }
    }
    self.lines = lines + [CalendarLine("END", value: kind)]
  }

  /// "Every year on the last Sunday in March", where that gives all of the changes.
  private static func rule(_ changes: [Change]) -> String? {
    guard changes.count > 8, let first = changes.first, let month = first.local.month, let weekday = first.local.weekday
    else { return nil }
    let isRegular = changes.allSatisfy {
      let (one, other) = ($0.local, first.local)
      return one.month == month && one.weekday == weekday && one.hour == other.hour && one.minute == other.minute
    }
    let years = changes.compactMap(\.local.year)
    let common = changes.dropFirst().reduce(Set(first.ordinals)) { $0.intersection($1.ordinals) }
    guard isRegular, zip(years, years.dropFirst()).allSatisfy({ $1 == $0 + 1 }), let ordinal = common.min() else {
      return nil
    }
    return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(ordinal)\(["SU", "MO", "TU", "WE", "TH", "FR", "SA"][weekday - 1])"
  }
}
