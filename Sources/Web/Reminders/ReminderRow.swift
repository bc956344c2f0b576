#if Page
import Conversation
import Foundation
import Journey

/// A reminder in a list.
struct ReminderRow {
  var id: String
  /// From where to where, or of which place it is.
  var title: String
  var to: String
  var departure: String
  /// When and by which lines; nil for one of a place, whenever the rider comes there.
  var times: String?
  var interval: String
  var next: String
  var label: String?
  /// What it says at a place in words of the rider's own.
  var saying: String?
  /// On which days it comes again.
  var recurs: String?
  var isOn: Bool
  var isPaused: Bool
  var canPause: Bool
  /// By what it does not reach the rider; nil where it does by all.
  var without: String?
  var summary: String

  init(_ reminder: Reminder, _ language: PageLanguage, at now: Date) {
    let (texts, wording) = (language.prompts.texts, Wording(zone: reminder.anchor.zone))
    let rides = reminder.legs.map(\.ride)
    id = reminder.id.uuidString.lowercased()
    to = reminder.destination.name
    title = reminder.visit == nil ? "\(texts.say(wording.origin(of: reminder))) → \(to)" : to
    departure = language.time(reminder.anchor.departure, zone: reminder.ride.departureZone)
    if reminder.visit == nil {
      let arrival = reminder.anchor.arrival.map { _ in texts.say(wording.arrival(of: rides.last ?? reminder.ride)) }
      let lines = rides.map(\.line).filter { !$0.isEmpty }.joined(separator: ", ")
      times = "\(departure) – \(arrival ?? "–")" + (lines.isEmpty ? "" : ", \(language.words.say("line")) \(lines)")
    } else {
      times = departure.isEmpty ? nil : departure
    }
    saying = reminder.visit?.text
    interval = texts.say(
      reminder.visit.map { wording.value($0, at: reminder.anchor.departure) }
        ?? wording.value(reminder.interval, reminder.ladder))
    let level = reminder.legs.flatMap(\.levels).first { $0.at.map { $0 > now } ?? true }
    isOn = reminder.isOn(at: now)
    next =
      !isOn
      ? (reminder.pausedUntil.map { texts.say(wording.pause(until: $0)) } ?? language.words.say("isOff"))
      : level?.at.map {
        language.words.say("firstAlert", ["time": language.time($0, zone: reminder.ride.arrivalZone)])
      } ?? ""
    isPaused = reminder.status == .on && (reminder.pausedUntil.map { $0 > now } ?? false)
    canPause = isOn && reminder.recurrence != nil
    without = Self.without(reminder, language.words)
    label = reminder.label
    recurs = reminder.recurrence.map { texts.say(wording.value($0)) }
    summary = title + (departure.isEmpty ? "" : ", \(departure)")
  }

  private static func without(_ reminder: Reminder, _ words: PageWords) -> String? {
    switch (reminder.alerts(by: .vibration), reminder.alerts(by: .alarm)) {
    case (true, true): nil
    case (false, true): words.say("withoutVibration")
    case (true, false): words.say("withoutAlarm")
    case (false, false): words.say("withoutBoth")
    }
  }
}
#endif
