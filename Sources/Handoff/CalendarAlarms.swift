import Conversation
import Foundation
import Journey

/// The alarms of a reminder's event: for each level one by the clock where its time is known, and one by the place where it has one.
///
/// Few calendars act on places, and none knows how the ride goes: whichever alarm comes first tells the rider.
struct CalendarAlarms {
  let lines: [CalendarLine]

  /// An instant that never comes again, by which RFC 9074 marks alarms that a place sets off and not the clock.
  private static let never = "19760401T005545Z"

  init(_ exported: ExportedReminder, _ prompts: Prompts) {
    lines = exported.legs.enumerated().flatMap {
      Self.alarms($1, exported.reminder, Self.prefix(exported, $0), prompts)
    }
  }

  /// What the alarms of a ride are known by.
  private static func prefix(_ exported: ExportedReminder, _ leg: Int) -> String {
    leg == 0 ? exported.id : "\(exported.id)-leg\(leg)"
  }

  /// - Parameter reminder: With all its rides, to whose end the times are told.
  private static func alarms(
    _ exported: ExportedReminder, _ reminder: Reminder, _ prefix: String, _ prompts: Prompts
  ) -> [CalendarLine] {
    exported.reminder.levels.flatMap { level in
      let head = [
        CalendarLine("ACTION", value: "DISPLAY"), CalendarLine("DESCRIPTION", text: exported.sentence(level, prompts)),
      ]
      var lines: [CalendarLine] = []
      if let at = level.at {
        let trigger = Self.trigger(at, reminder)
        lines += Self.alarm("\(prefix)-\(level.level)-time", head + [trigger])
        if level.channels.contains(.alarm) {
          lines += Self.alarm(
            "\(prefix)-\(level.level)-sound", [CalendarLine("ACTION", value: "AUDIO"), trigger])
        }
      }
      for (index, circle) in exported.reminder.circles(of: level).enumerated() {
        let number = index == 0 ? "" : "\(index + 1)"
        lines += Self.alarm(
          "\(prefix)-\(level.level)-place\(number)",
          head + Self.place(circle, identifier: "\(prefix)-\(level.level)-stop\(number)"))
      }
      return lines
    }
  }

  private static func alarm(_ identifier: String, _ properties: [CalendarLine]) -> [CalendarLine] {
    [CalendarLine("BEGIN", value: "VALARM"), CalendarLine("UID", text: identifier)] + properties
      + [CalendarLine("END", value: "VALARM")]
  }

  /// Seconds to the event's end, so that it moves with the event; with no end, to its start.
  private static func trigger(_ at: Date, _ reminder: Reminder) -> CalendarLine {
    let (departure, arrival) = (reminder.anchor.departure, reminder.anchor.arrival)
    if let departure, let arrival, arrival > departure {
      return CalendarLine(
        "TRIGGER", [("RELATED", "END")], value: CalendarValue.duration(at.timeIntervalSince(arrival)))
    }
    guard let start = departure ?? arrival else {
      return CalendarLine("TRIGGER", [("VALUE", "DATE-TIME")], value: CalendarValue.instant(at))
    }
    return CalendarLine("TRIGGER", value: CalendarValue.duration(at.timeIntervalSince(start)))
  }

  /// The circle in the words of RFC 9074 and in those of Apple's calendars. In `geo:`, `u` is how uncertain a position is; the
  /// radius stands in a property of its own.
  private static func place(_ circle: AlertCircle, identifier: String) -> [CalendarLine] {
    let crossing = circle.crossing == .arriving ? "ARRIVE" : "DEPART"
    let radius = PlaceText.metres(circle.metres)
    let geo = PlaceText.geo(circle.stop.position)
    return [
      CalendarLine("TRIGGER", [("VALUE", "DATE-TIME")], value: never), CalendarLine("PROXIMITY", value: crossing),
      CalendarLine("X-ALIGHT-RADIUS", value: radius), CalendarLine("X-APPLE-PROXIMITY", value: crossing),
      CalendarLine(
        "X-APPLE-STRUCTURED-LOCATION",
        [("VALUE", "URI"), ("X-APPLE-RADIUS", radius), ("X-TITLE", circle.stop.name)], value: geo),
      CalendarLine("BEGIN", value: "VLOCATION"), CalendarLine("UID", text: identifier),
      CalendarLine("NAME", text: circle.stop.name), CalendarLine("URL", value: "\(geo);u=\(radius)"),
      CalendarLine("END", value: "VLOCATION"),
    ]
  }
}
