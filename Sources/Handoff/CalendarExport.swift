import Conversation
import Foundation
import Journey

/// Reminders as a calendar (iCalendar, RFC 5545): one event each, from boarding to getting off, with its alarms.
///
/// The property `X-ALIGHT-RECORD` holds the whole record, so that reading the calendar back loses nothing. It is encoded, since
/// not every calendar gives back escaped texts as they were.
public struct CalendarExport {
  /// The file.
  public let document: Data

  static let recordProperty = "X-ALIGHT-RECORD"

  /// - Parameters:
  ///   - prompts: The language of its texts.
  ///   - program: What it names as its maker.
  ///   - now: What is paused then has no alarms.
  public init(_ reminders: [ExportedReminder], prompts: Prompts, program: String, at now: Date) {
    var lines = [
      CalendarLine("BEGIN", value: "VCALENDAR"), CalendarLine("VERSION", value: "2.0"),
      CalendarLine("PRODID", text: "-//Alight//\(program)//\(prompts.language.uppercased())"),
      CalendarLine("CALSCALE", value: "GREGORIAN"),
    ]
    let repeated = reminders.map(\.reminder).filter { CalendarRecurrence($0) != nil }
    for zone in Set(repeated.map(\.anchor.zone)).sorted() {
      let starts = repeated.filter { $0.anchor.zone == zone }.compactMap { $0.anchor.departure ?? $0.anchor.arrival }
      if let first = starts.min() { lines += CalendarZone(zone, from: first).lines }
    }
    for exported in reminders { lines += Self.event(exported, prompts, at: now) }
    lines.append(CalendarLine("END", value: "VCALENDAR"))
    document = Data(lines.map(\.folded).joined().utf8)
  }

  private static func event(_ exported: ExportedReminder, _ prompts: Prompts, at now: Date) -> [CalendarLine] {
    let reminder = exported.reminder
    let changed = CalendarValue.instant(exported.record.changedAt)
    let place = reminder.destination.position
    var lines = [
      CalendarLine("BEGIN", value: "VEVENT"), CalendarLine("UID", text: exported.id),
      CalendarLine("DTSTAMP", value: changed),
      CalendarLine("CREATED", value: CalendarValue.instant(reminder.createdAt)),
      CalendarLine("LAST-MODIFIED", value: changed),
      CalendarLine("SEQUENCE", value: String(exported.record.revision - 1)),
    ]
    lines += times(reminder)
    lines += [
      CalendarLine("SUMMARY", text: exported.title(prompts)),
      CalendarLine("DESCRIPTION", text: exported.description(prompts)),
      CalendarLine("LOCATION", text: reminder.destination.name),
      CalendarLine(
        "GEO", value: "\(PlaceText.degrees(place.latitude));\(PlaceText.degrees(place.longitude))"),
      CalendarLine("STATUS", value: "CONFIRMED"),
      CalendarLine(
        recordProperty, [("ENCODING", "BASE64"), ("VALUE", "BINARY")],
        value: Data(exported.record.text.utf8).base64EncodedString()),
    ]
    // One that is switched off or paused must not ring in the calendar either.
    if reminder.isOn(at: now) { lines += CalendarAlarms(exported, prompts).lines }
    return lines + [CalendarLine("END", value: "VEVENT")]
  }

  /// From departure to arrival in UTC, which needs no rules of a zone, or in the zone where it comes again at the same times by the
  /// clock; without times the whole service day.
  private static func times(_ reminder: Reminder) -> [CalendarLine] {
    guard let start = reminder.anchor.departure ?? reminder.anchor.arrival else {
      let day = reminder.ride.serviceDay.replacingOccurrences(of: "-", with: "")
      return [CalendarLine("DTSTART", [("VALUE", "DATE")], value: day)]
    }
    let recurrence = CalendarRecurrence(reminder)
    func line(_ name: String, _ instant: Date) -> CalendarLine {
      guard recurrence != nil else { return CalendarLine(name, value: CalendarValue.instant(instant)) }
      let zone = reminder.anchor.zone
      return CalendarLine(name, [("TZID", zone)], value: CalendarValue.local(instant, zone: zone))
    }
    var lines = [line("DTSTART", start)]
    // An event must end later than it starts, or have no end.
    if let end = reminder.anchor.arrival, end > start { lines.append(line("DTEND", end)) }
    if let recurrence { lines.append(CalendarLine("RRULE", value: recurrence.rule)) }
    return lines
  }
}
