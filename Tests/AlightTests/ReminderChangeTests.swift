import Foundation
import Journey
import Testing

extension Program {
  /// Sets a reminder from Linz to Hagenberg, two stops before, and tells its id.
  func setReminder(_ answers: String = "from linz hbf to hagenberg two stops before") throws -> String {
    let made = try run("--json", "--now", Program.now, lines: answers, "yes")
    return try #require(made.object?["id"] as? String, "\(made.talk)")
  }

  func stored(_ id: String) throws -> Reminder {
    let shown = try run("reminders", "show", id, "--json")
    return try RecordCoding.decoder().decode(Reminder.self, from: Data(shown.output.utf8))
  }
}

@Suite("alight reminders edit")
struct EditReminderTests {
  @Test("changes the interval and expands the levels anew, with the next revision")
  func interval() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let before = try program.stored(id)
    let outcome = try program.run(
      "reminders", "edit", String(id.prefix(6)), "--interval", "four stops", "--no-alarm", "--json", "--now",
      Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(try RecordSchema().problems(with: outcome.output).isEmpty)
    let after = try program.stored(id)
    #expect(after.revision == 2)
    #expect(after.interval == .stops(4))
    #expect(after.levels[0].trigger == .approaching(stop: after.ride.stops.count - 5, seconds: 90, metres: 300))
    #expect(after.levels.last?.channels == [.notification])
    #expect(after.ride == before.ride)
    #expect(after.levels[1].channels == before.levels[1].channels)
  }

  @Test("a new mode takes its own default, and says so")
  func mode() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let outcome = try program.run("reminders", "edit", id, "--mode", "by time", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.output.contains("7 minutes"))
    #expect(try program.stored(id).interval == .duration(seconds: 420))
    #expect(try program.stored(id).mode == .time)
  }

  @Test("takes other stops and another time, and the ride that follows from them")
  func ride() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    #expect(try program.run("places", "set", "school", "pregarten").status == 0)
    let outcome = try program.run(
      "reminders", "edit", id, "--to", "School", "--depart", "10:10", "--json", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let after = try program.stored(id)
    #expect(after.destination.name == "Pregarten")
    #expect(after.ride.stops.last?.stop.name == "Pregarten")
    let asked = try #require(ISO8601DateFormatter().date(from: "2026-12-01T10:10:00+01:00"))
    let leaves = try #require(after.anchor.departure)
    #expect(leaves >= asked && leaves < asked.addingTimeInterval(1800))
    #expect(after.validUntil == after.anchor.arrival?.addingTimeInterval(7200))
    #expect(after.provenance["to"]?.transcript == "School")
  }

  @Test("refuses what does not fit the ride, with the nearest that does, and stores nothing")
  func impossible() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let cases: [([String], Int32, String)] = [
      (["--interval", "99 stops"], 65, "13 stops"),
      (["--interval", "3 hours"], 65, "--interval \"56 minutes\""),
      (["--mode", "time", "--interval", "two stops"], 65, "--interval"),
      (["--to", "linz hbf"], 64, "on and off"),
      (["--to", "qwertzuiop"], 75, "--to qwertzuiop"),
      (["--days", "someday"], 64, "mon-fri"),
      (["--until", "2026-12-18"], 64, "--days"),
      (["--days", "daily", "--until", "2026-02-31"], 64, "no day"),
      (["--days", "daily", "--until", "2026-11-30"], 64, "2026-12-01"),
      (["--depart", "soon"], 64, "18:10"),
      (["--label", String(repeating: "a", count: 61)], 64, "60"),
      ([], 64, "--help"),
    ]
    for (options, status, word) in cases {
      let outcome = try program.run(["reminders", "edit", id] + options + ["--now", Program.now])
      #expect(outcome.status == status, "\(options): \(outcome.talk)")
      #expect(outcome.talk.contains(word), "\(options): \(outcome.talk)")
    }
    let tooMany = try program.run(["reminders", "edit", id, "--interval", "99 stops", "--now", Program.now]).talk
    #expect(
      tooMany.contains("13 stops") && !tooMany.contains("14"),
      "the ride has as many stops as were read back: \(tooMany)")
    #expect(try program.stored(id).revision == 1)
    #expect(try program.run("reminders", "edit", "ffff", "--no-alarm").status == 66)
  }

  @Test("a dry run shows the record and stores nothing")
  func dryRun() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let outcome = try program.run(
      "reminders", "edit", id, "--interval", "3 stops", "--dry-run", "--json", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect((outcome.object?["interval"] as? [String: Any])?["value"] as? Double == 3)
    #expect(try program.stored(id).interval == .stops(2))
    #expect(try program.stored(id).revision == 1)
  }

  @Test("weekdays make it come again, and the list shows the next ride")
  func weekdays() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let outcome = try program.run(
      "reminders", "edit", id, "--days", "mon-wed,fri", "--until", "2026-12-18", "--json", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(try RecordSchema().problems(with: outcome.output).isEmpty)
    #expect(
      try program.stored(id).recurrence
        == Recurrence(weekdays: [.monday, .tuesday, .wednesday, .friday], until: "2026-12-18"))
    func list(_ now: String) throws -> String { try program.run("reminders", "--now", now).output }
    #expect(try list(Program.now).contains("Mon–Wed, Fri until 2026-12-18"))
    #expect(try list("2026-12-03T09:00:00+01:00").hasPrefix("2026-12-04\n"), "Thursday is none of them")
    #expect(try list("2026-12-19T09:00:00+01:00").isEmpty, "the last day is over")
    #expect(try program.run("reminders", "edit", id, "--days", "none", "--now", Program.now).status == 0)
    #expect(try program.stored(id).recurrence == nil)
  }
}

@Suite("alight reminders pause, label, undo")
struct ReminderChangeTests {
  @Test("a pause ends by itself or by resume, and the runner finds nothing to follow before")
  func pause() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    let paused = try program.run(
      "reminders", "pause", id, "--until", "2026-12-24", "--json", "--now", Program.now)
    #expect(paused.status == 0, "\(paused.talk)")
    #expect(paused.object?["pausedUntil"] as? String == "2026-12-23T23:00:00Z", "midnight where the ride is")
    #expect(paused.object?["status"] as? String == "on")
    let ride = program.folder.appending(path: "ride.gpx")
    let reminder = try program.stored(id)
    try gpx(of: reminder).write(to: ride, atomically: true, encoding: .utf8)
    #expect(try program.run("run", "--gpx", ride.path, "--speed", "10000x", "--once").status == 66)
    #expect(try program.run("reminders", "resume", id).status == 0)
    #expect(try program.stored(id).pausedUntil == nil)
    let followed = try program.run("run", "--gpx", ride.path, "--speed", "10000x", "--once")
    #expect(followed.status == 0, "\(followed.talk)")
    for wrong in ["yesterday", "25:00", "2026-13-01", "2020-01-01", "2026-12-01T07:00:00+01:00"] {
      let outcome = try program.run("reminders", "pause", id, "--until", wrong, "--now", Program.now)
      #expect([64, 65].contains(outcome.status), "\(wrong)")
    }
  }

  /// The reminder's own ride as a track with a point at every stop.
  private func gpx(of reminder: Reminder) -> String {
    let points = reminder.ride.stops.compactMap { stop -> String? in
      guard let at = stop.arrival ?? stop.departure else { return nil }
      let time = ISO8601DateFormatter().string(from: at)
      return
        "<trkpt lat=\"\(stop.stop.position.latitude)\" lon=\"\(stop.stop.position.longitude)\"><time>\(time)</time></trkpt>"
    }
    return "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }

  @Test("a label is the rider's own word, and can be taken away")
  func label() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    #expect(try program.run("reminders", "label", id, "  to work ").status == 0)
    #expect(try program.stored(id).label == "to work")
    #expect(try program.run("reminders", "--now", Program.now).output.contains("\"to work\""))
    #expect(try program.run("reminders", "label", id, "--remove").status == 0)
    #expect(try program.stored(id).label == nil)
    for wrong in ["", " ", "two\nlines"] {
      #expect(try program.run("reminders", "label", id, wrong).status == 64, "\(wrong)")
    }
    #expect(try program.run("reminders", "label", id).status == 64)
  }

  @Test("undo takes back one change after the other, redo makes them again")
  func undo() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try program.setReminder()
    #expect(try program.run("reminders", "edit", id, "--interval", "3 stops", "--now", Program.now).status == 0)
    #expect(try program.run("reminders", "delete", id, "--yes").status == 0)
    let back = try program.run("reminders", "undo", "--json")
    #expect(back.object?["change"] as? String == "delete")
    #expect(back.object?["status"] as? String == "on")
    #expect(try program.stored(id).interval == .stops(3))
    #expect(try program.run("reminders", "undo").output.contains("undone: edit"))
    #expect(try program.stored(id).interval == .stops(2))
    #expect(try program.run("reminders", "undo").output.contains("undone: save; now deleted"))
    #expect(try program.run("reminders", "show", id).status == 66)
    #expect(try program.run("reminders", "undo").status == 66)
    for _ in 0..<3 { #expect(try program.run("reminders", "redo").status == 0) }
    #expect(try program.run("reminders", "show", id).status == 66, "deleted again")
    #expect(try program.run("reminders", "redo").status == 66)
  }
}
