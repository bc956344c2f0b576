import ArgumentParser
import Foundation
import Journey

extension RemindersCommand {
  /// `alight reminders pause`
  struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Hold a reminder back until a day or an hour.",
      discussion: """
        Until then nothing is watched; the reminder stays on and comes back by itself. A day ends the pause as it begins.

        Examples:
          alight reminders pause 1a2b --until 2026-12-24
          alight reminders pause 1a2b --until 18:10
        """)

    @OptionGroup var reminder: ReminderArgument
    @Option(help: "A day (2026-12-24), an hour (18:10) or an instant (2026-12-24T18:10:00+01:00).")
    var until: String
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var clock: ClockOption
    @OptionGroup var data: DataOptions

    func run() async throws {
      let store = try data.openStore()
      var found = try store.reminder(reminder.id)
      guard let end = PauseEnd(until, now: clock.instant, zone: found.anchor.zone)?.instant else {
        throw CommandFailure(
          .usage,
          "--until \(until): that is no day or hour \(Instant.years); say 2026-12-24, 18:10, or 2026-12-24T18:10:00+01:00"
        )
      }
      guard end > clock.instant else {
        throw CommandFailure(.usage, "--until \(until): that is over; name a day or an hour to come")
      }
      guard found.status != .done else {
        throw CommandFailure(.badData, "the reminder \(reminder.id) is done: there is nothing to pause")
      }
      found.pausedUntil = end
      try store.update(found, as: .pause, at: Date())
      let text = ISO8601DateFormatter.local(found.anchor.zone).string(from: end)
      try ReminderChangeReport(found, words: "paused until \(text)").print(json: json, Output())
    }
  }

  /// `alight reminders resume`
  struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "End a reminder's pause at once.")

    @OptionGroup var reminder: ReminderArgument
    @Flag(help: "Print what was done as JSON.") var json = false
    @OptionGroup var data: DataOptions

    func run() async throws {
      let store = try data.openStore()
      var found = try store.reminder(reminder.id)
      if found.pausedUntil != nil {
        found.pausedUntil = nil
        try store.update(found, as: .resume, at: Date())
      }
      try ReminderChangeReport(found).print(json: json, Output())
    }
  }
}

/// When a pause ends, as it is said on the command line.
struct PauseEnd {
  let instant: Date

  /// Nil for what is no day, hour or instant. A day means its midnight and an hour the next time that the clock shows it, both
  /// in the ride's zone.
  init?(_ text: String, now: Date, zone: String) {
    if let instant = Instant(argument: text) {
      self.instant = instant.date
      return
    }
    if let midnight = LocalDay.start(of: text, zone: zone) {
      instant = midnight
      return
    }
    let calendar = Calendar.gregorian(zone: zone)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0..<24).contains(hour),
      (0..<60).contains(minute),
      let next = calendar.nextDate(
        after: now, matching: DateComponents(hour: hour, minute: minute), matchingPolicy: .nextTime)
    else { return nil }
    instant = next
  }
}
