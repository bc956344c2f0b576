import Conversation
import Foundation
import Journey
import Terminal

/// Reminders as a list by day: destination, arrival, line, interval and the next level.
struct ReminderList {
  let lines: [String]

  init(_ reminders: [Reminder], texts: PromptTexts, now: Date) {
    var lines: [String] = []
    var day = ""
    for reminder in reminders {
      let wording = Wording(zone: reminder.anchor.zone)
      let own =
        (reminder.anchor.departure ?? reminder.anchor.arrival).map { texts.say(wording.day($0)) }
        ?? reminder.ride.serviceDay
      if own != day {
        if !lines.isEmpty { lines.append("") }
        lines.append(own)
        day = own
      }
      let next = reminder.legs.flatMap(\.levels).first { $0.at.map { $0 > now } ?? true }
      let parts =
        reminder.visit.map { Self.parts(reminder, $0, texts) } ?? [
          reminder.id.short,
          reminder.destination.name,
          reminder.anchor.arrival == nil
            ? "–" : texts.say(wording.arrival(of: reminder.onward?.last?.ride ?? reminder.ride)),
          reminder.legs.map { $0.ride.line.isEmpty ? "–" : $0.ride.line }.joined(separator: ", "),
          texts.say(wording.value(reminder.interval)),
          reminder.status == .on
            ? next.map { "\($0.level): \($0.at.map { texts.say(.time($0, zone: reminder.ride.arrivalZone)) } ?? "?")" }
              ?? texts.say(.reminderOver)
            : texts.status(reminder),
        ]
      let more = [
        reminder.label.map { "\"\($0)\"" }, reminder.recurrence.map { texts.say(wording.value($0)) },
        reminder.pausedUntil.flatMap { $0 > now ? texts.say(wording.pause(until: $0)) : nil },
      ]
      lines.append("  " + (parts + more.compactMap(\.self)).joined(separator: "  "))
    }
    self.lines = lines
  }

  private static func parts(_ reminder: Reminder, _ visit: Visit, _ texts: PromptTexts) -> [String] {
    let wording = Wording(zone: reminder.anchor.zone)
    return [
      reminder.id.short, reminder.destination.name, texts.say(wording.value(visit, at: reminder.anchor.departure)),
      visit.text ?? "–", reminder.status == .on ? nil : texts.status(reminder),
    ].compactMap(\.self)
  }
}

/// One reminder in full: its answers, and its ride as a strip.
struct ReminderSheet {
  let lines: [String]

  init(_ reminder: Reminder, texts: PromptTexts, style: StripStyle) {
    if let visit = reminder.visit {
      lines = Self.sheet(reminder, visit, texts, style)
      return
    }
    let wording = Wording(zone: reminder.anchor.zone)
    var lines = [
      reminder.id.uuidString.lowercased() + "  "
        + texts.say(.reminderRevision, ["status": texts.status(reminder), "number": String(reminder.revision)]),
      "\(texts.say(.rowFrom)): \(texts.say(wording.origin(of: reminder)))",
      "\(texts.say(.rowTo)): \(reminder.destination.name)",
    ]
    let walks = reminder.walks.enumerated().map { place, walk in
      walk.map { texts.say(place == 0 ? wording.first($0, before: reminder.ride) : wording.then($0)) }
    }
    for (leg, walk) in zip(reminder.legs, walks) {
      if let walk { lines.append(walk) }
      lines.append("\(texts.say(.rowRide)): \(texts.say(wording.row(of: leg.ride, connections: nil)))")
    }
    if let last = walks.last ?? nil { lines.append(last) }
    lines += [
      "\(texts.say(.rowMode)): \(texts.say(wording.value(reminder.mode)))",
      "\(texts.say(.rowInterval)): \(texts.say(wording.value(reminder.interval, reminder.ladder)))",
    ]
    if let volume = reminder.volume {
      lines.append(texts.say(.volume, ["percent": String(Int((volume * 100).rounded()))]))
    }
    if let label = reminder.label { lines.append("\(texts.say(.rowLabel)): \(label)") }
    if let recurrence = reminder.recurrence {
      lines.append("\(texts.say(.rowDays)): \(texts.say(wording.value(recurrence)))")
    }
    if let end = reminder.pausedUntil { lines.append(texts.say(wording.pause(until: end))) }
    lines = lines.flatMap { TextColumns.wrapped($0, to: style.width) } + [""] + style.lines(reminder, texts)
    if reminder.ride.isDemonstration { lines += [""] + TextColumns.wrapped(texts.say(.demonstration), to: style.width) }
    self.lines = lines
  }
}

extension PromptTexts {
  /// Whether a reminder is on, off or done.
  fileprivate func status(_ reminder: Reminder) -> String {
    switch reminder.status {
    case .on: say(.switchedOn)
    case .off: say(.switchedOff)
    case .done: say(.reminderDone)
    }
  }
}

extension ReminderSheet {
  /// A reminder of a place, which has no ride to draw.
  private static func sheet(_ reminder: Reminder, _ visit: Visit, _ texts: PromptTexts, _ style: StripStyle) -> [String]
  {
    let wording = Wording(zone: reminder.anchor.zone)
    let head =
      reminder.id.uuidString.lowercased() + "  "
      + texts.say(.reminderRevision, ["status": texts.status(reminder), "number": String(reminder.revision)])
    let names = visit.places.prefix(10).map(\.name).joined(separator: ", ")
    let more = visit.places.count > 10 ? " …" : ""
    func row(_ id: PromptID, _ value: String?) -> String? { value.map { "\(texts.say(id)): \($0)" } }
    let rows = [
      head, row(.rowPlace, names + more), row(.rowMode, texts.say(wording.value(visit, at: reminder.anchor.departure))),
      row(.rowText, visit.text), row(.rowHours, visit.hours), row(.rowLabel, reminder.label),
      row(.rowDays, reminder.recurrence.map { texts.say(wording.value($0)) }),
      texts.say(
        wording.whatWillHappen(
          reminder, vibration: reminder.alerts(by: .vibration), alarm: reminder.alerts(by: .alarm))),
      reminder.followsUp == true ? texts.say(.visitFollowsUp) : nil, wording.action(visit).map(texts.say),
      reminder.pausedUntil.map { texts.say(wording.pause(until: $0)) },
    ]
    return rows.compactMap(\.self).flatMap { TextColumns.wrapped($0, to: style.width) }
  }
}
