import Foundation
import Journey
import Storage
import Testing

@Suite("A reminder that comes again, exported to calendars")
struct RecurringExportTests {
  private func event(_ ics: String, _ program: Program) throws -> [String: Any] {
    let read = try IndependentReader.read("ics", ics, program)
    return try #require((read["events"] as? [[String: Any]])?.first)
  }

  /// The hour and the weekday (1 is Sunday) of instants by the clock on the wall.
  private func local(_ instants: [String], _ zone: String) -> [(time: String, weekday: Int, day: String)] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return instants.compactMap { ISO8601DateFormatter().date(from: $0) }.map {
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .weekday], from: $0)
      return (
        String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0), parts.weekday ?? 0,
        String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      )
    }
  }

  @Test("leaves at the same time by the clock before and after summer time begins and ends, on its days alone")
  func summerTime() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let set = try program.run(
      "--from", "linz hbf", "--to", "hagenberg", "--interval", "2 stops", "--days", "weekdays", "--yes", "--json",
      "--now",
      Program.now)
    let id = try #require(set.object?["id"] as? String, "\(set.talk)")
    _ = try program.run("reminders", "edit", id, "--until", "2027-12-03")
    let ics = try program.run("reminders", "export", id, "--format", "ics", "--now", Program.now).output
    #expect(ics.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Vienna\r\n"))
    let rides = try local(#require(event(ics, program)["rides"] as? [String]), "Europe/Vienna")
    #expect(Set(rides.map(\.time)) == ["08:00"])
    #expect(Set(rides.map(\.weekday)) == [2, 3, 4, 5, 6])
    #expect(rides.first?.day == "2026-12-01")
    #expect(rides.last?.day == "2027-12-03", "the last day is one of them")
    #expect(rides.count == 264, "one year and three days, five a week")
  }

  @Test(
    "goes by zones of all kinds",
    arguments: ["America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "Africa/Casablanca", "America/Santiago"])
  func zones(zone: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let start = try #require(
      Calendar(identifier: .gregorian).date(
        from: DateComponents(timeZone: TimeZone(identifier: zone), year: 2026, month: 12, day: 1, hour: 8)))
    var reminder = try #require(Self.reminder(zone, leaving: start))
    reminder.recurrence = Recurrence(weekdays: [.tuesday, .saturday])
    try ReminderStore(path: program.database.path).finish(reminder, at: start)
    let ics = try program.run("reminders", "export", "--all", "--format", "ics", "--now", Program.now).output
    let rides = try local(#require(event(ics, program)["rides"] as? [String]), zone)
    #expect(rides.count == 400)
    #expect(Set(rides.map(\.time)) == ["08:00"])
    #expect(Set(rides.map(\.weekday)) == [3, 7])
  }

  @Test("counts a ride after midnight to the day on the wall")
  func afterMidnight() throws {
    let program = try Program()
    defer { program.cleanUp() }
    // The service of Tuesday, 1 December, at half past midnight.
    let start = Date(timeIntervalSince1970: 1_796_167_800)
    var reminder = try #require(Self.reminder("Europe/Vienna", leaving: start))
    reminder.recurrence = Recurrence(weekdays: [.tuesday, .sunday], until: "2026-12-15")
    try ReminderStore(path: program.database.path).finish(reminder, at: start)
    let ics = try program.run("reminders", "export", "--all", "--format", "ics", "--now", Program.now).output
    let rides = try local(#require(event(ics, program)["rides"] as? [String]), "Europe/Vienna")
    #expect(rides.map(\.day) == ["2026-12-02", "2026-12-07", "2026-12-09", "2026-12-14", "2026-12-16"])
  }

  @Test("rings in no calendar while it is paused")
  func paused() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    #expect(try program.run("reminders", "export", id, "--format", "ics").output.contains("BEGIN:VALARM"))
    let pause = try program.run("reminders", "pause", id, "--until", "2026-12-24", "--now", Program.now)
    #expect(pause.status == 0, "\(pause.talk)")
    let paused = try program.run("reminders", "export", id, "--format", "ics", "--now", Program.now).output
    #expect(paused.contains("BEGIN:VEVENT") && !paused.contains("VALARM"))
    let later = try program.run("reminders", "export", id, "--format", "ics", "--now", "2026-12-25T08:00:00+01:00")
    #expect(later.output.contains("BEGIN:VALARM"))
  }

  private static func reminder(_ zone: String, leaving: Date) -> Reminder? {
    var draft = Draft(id: UUID(), createdAt: leaving)
    let stops = ["Here", "There"].enumerated().map {
      Stop(name: $0.element, position: Position(latitude: 10 + Double($0.offset), longitude: 10))
    }
    draft.from = Answer(stops[0], Provenance(method: .typed))
    draft.to = Answer(stops[1], Provenance(method: .typed))
    draft.mode = Answer(.time, Provenance(method: .typed))
    draft.interval = Answer(.duration(seconds: 300), Provenance(method: .typed))
    draft.ride = Ride(
      tripID: "t", line: "1", serviceDay: "2026-12-01", zone: zone,
      stops: [
        RideStop(stop: stops[0], arrival: leaving, departure: leaving, metres: 0),
        RideStop(stop: stops[1], arrival: leaving.addingTimeInterval(1800), departure: nil, metres: 9000),
      ])
    return Reminder(draft, createdAt: leaving)
  }
}
