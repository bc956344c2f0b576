import Foundation

/// A GTFS service day: a date of the proleptic Gregorian calendar, counted in days from 1970-01-01.
///
/// Dates are turned into days and back by Howard Hinnant's `days_from_civil` and `civil_from_days`.
struct ServiceDay: Hashable, Comparable, Sendable {
  var number: Int

  init(number: Int) { self.number = number }

  /// Nil for a day that does not exist, such as 30 February.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
    guard civil == (year, month, day) else { return nil }
  }

  /// Reads `20261201`.
  init?(gtfs number: Int) {
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Reads `2026-12-01`.
  init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The date on the wall at an instant.
  init(of instant: Date, in zone: TimeZone) {
    let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
    number = Int((local / 86_400).rounded(.down))
  }

  private var civil: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// `2026-12-01`.
  var text: String {
    let (year, month, day) = civil
    return String(format: "%04d-%02d-%02d", year, month, day)
  }

  /// 0 on Monday to 6 on Sunday.
  var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The instant from which the day's times are counted: twelve hours before noon, which is midnight but on the days on
  /// which the clocks change.
  func start(in zone: TimeZone) -> Date {
    let noon = Double(number) * 86_400 + 43_200
    var offset = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: noon)))
    // The offset at the UTC noon need not be that of the local noon; once more with the better guess settles it.
    offset = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: noon - offset)))
    return Date(timeIntervalSince1970: noon - offset - 43_200)
  }

  static func < (one: ServiceDay, other: ServiceDay) -> Bool { one.number < other.number }
  static func + (day: ServiceDay, days: Int) -> ServiceDay { ServiceDay(number: day.number + days) }
  static func - (day: ServiceDay, days: Int) -> ServiceDay { ServiceDay(number: day.number - days) }
}
