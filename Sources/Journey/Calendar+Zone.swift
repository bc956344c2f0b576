import Foundation

extension Calendar {
  /// The Gregorian calendar, as timetables use it, in a zone of the tz database: `Europe/Vienna`; GMT where the name is unknown.
  public static func gregorian(zone: String) -> Calendar {
    gregorian(zone: TimeZone(identifier: zone) ?? .gmt)
  }

  /// The Gregorian calendar in a zone.
  public static func gregorian(zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}
