import Foundation
import Journey
import Testing

@Suite("An exported reminder")
struct ReminderExportTests {
  private func program(_ answers: String...) throws -> (Program, ids: [String]) {
    let program = try Program()
    let ids = try answers.map { answer in
      let made = try program.run("--json", "--now", Program.now, lines: answer, "yes")
      return try #require(made.object?["id"] as? String, "\(made.talk)")
    }
    return (program, ids)
  }

  @Test("as JSON is valid by the schema, one record a line in the order asked for")
  func json() throws {
    let (program, ids) = try program(
      "from linz hbf to hagenberg two stops before", "from linz hbf to pregarten 500 metres before")
    defer { program.cleanUp() }
    let outcome = try program.run("reminders", "export", ids[1], String(ids[0].prefix(8)), ids[1])
    let read = try IndependentReader.read("json", outcome.output, program)
    #expect((read["records"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == [ids[1], ids[0]])
    #expect(outcome.talk.isEmpty)
  }

  @Test("as a calendar is an event from boarding to getting off, which an independent reader takes")
  func event() throws {
    let (program, ids) = try program("from linz hbf to hagenberg two stops before")
    defer { program.cleanUp() }
    let outcome = try program.run("reminders", "export", ids[0], "--format", "ics")
    let read = try IndependentReader.read("ics", outcome.output, program)
    let event = try #require((read["events"] as? [[String: Any]])?.first)
    #expect(event["uid"] as? String == ids[0].lowercased())
    #expect(event["start"] as? String == "2026-12-01T07:00:00+00:00")
    #expect(event["end"] as? String == "2026-12-01T07:57:00+00:00")
    #expect(event["summary"] as? String == "Get off at Hagenberg")
    #expect(event["sequence"] as? Int == 0)
    #expect(event["recurrence"] is NSNull, "a ride on one day does not come again")
    #expect((event["description"] as? String)?.contains("Approaching Pregarten, a notification (about 08:50)") == true)
    let german = try program.run("reminders", "export", ids[0], "--format", "ics", "--lang", "de").output
    #expect(german.contains("SUMMARY:In Hagenberg aussteigen\r\n"))
  }

  @Test("has for each level an alarm by the clock and one by the place, in both dialects")
  func alarms() throws {
    let (program, ids) = try program("from linz hbf to hagenberg 500 metres before")
    defer { program.cleanUp() }
    let outcome = try program.run("reminders", "export", ids[0], "--format", "ics")
    let read = try IndependentReader.read("ics", outcome.output, program)
    let alarms = try #require((read["events"] as? [[String: Any]])?.first?["alarms"] as? [[String: Any]])
    let timed = alarms.filter { $0["proximity"] as? String == "" }
    #expect(timed.filter { $0["action"] as? String == "DISPLAY" }.count == 3)
    #expect(timed.filter { $0["action"] as? String == "AUDIO" }.count == 1, "the last level rings")
    #expect(timed.allSatisfy { $0["related"] as? String == "END" && ($0["seconds"] as? Double ?? 1) < 0 })
    let placed = alarms.filter { $0["proximity"] as? String == "ARRIVE" }
    #expect(placed.compactMap { $0["radius"] as? String } == ["500", "250", "125"])
    for alarm in placed {
      let radius = alarm["radius"] as? String ?? ""
      #expect(alarm["at"] as? String == "1976-04-01T00:55:45+00:00", "the clock alone must never set it off")
      #expect((alarm["places"] as? [[String: Any]])?.first?["url"] as? String == "geo:48.366700,14.516800;u=\(radius)")
      #expect((alarm["apple"] as? [String: Any])?["title"] as? String == "Hagenberg")
      #expect((alarm["apple"] as? [String: Any])?["proximity"] as? String == "ARRIVE")
    }
    #expect(Set(alarms.compactMap { $0["uid"] as? String }).count == alarms.count)
  }

  @Test("rings at no place where the clock alone decides, and not at all once it is switched off")
  func quiet() throws {
    let (program, ids) = try program("from linz hbf to hagenberg ten minutes before")
    defer { program.cleanUp() }
    func alarms() throws -> [[String: Any]] {
      let outcome = try program.run("reminders", "export", ids[0], "--format", "ics")
      let read = try IndependentReader.read("ics", outcome.output, program)
      return try #require((read["events"] as? [[String: Any]])?.first?["alarms"] as? [[String: Any]])
    }
    // The last call also waits until the stop before the destination is passed, which is a place.
    #expect(try alarms().compactMap { $0["proximity"] as? String }.filter { !$0.isEmpty } == ["DEPART"])
    _ = try program.run("reminders", "off", ids[0])
    #expect(try alarms().isEmpty)
  }

  @Test("as GPX has the stops in order, and how near the one is where the first alert comes")
  func gpx() throws {
    let (program, ids) = try program("from linz hbf to hagenberg two stops before")
    defer { program.cleanUp() }
    let record = try program.run("reminders", "export", ids[0])
    let reminder = try Reminder(record: Data(record.output.utf8))
    let names = reminder.ride.stops.map(\.stop.name)
    let read = try IndependentReader.read(
      "gpx", try program.run("reminders", "export", ids[0], "--format", "gpx").output, program)
    let waypoints = try #require(read["waypoints"] as? [[String: Any]])
    let points = try #require((read["routes"] as? [[String: Any]])?.first?["points"] as? [[String: Any]])
    #expect(waypoints.compactMap { $0["name"] as? String } == names)
    #expect(points.compactMap { $0["name"] as? String } == names)
    #expect(points.last?["time"] as? String == "2026-12-01T07:57:00Z")
    let warned = waypoints.filter { $0["proximity"] is Double }
    #expect(warned.first?["name"] as? String == "Pregarten")
    #expect(warned.first?["proximity"] as? Double == 300)
    let text = try #require(warned.first?["text"] as? String)
    #expect(text.contains("Yours, Hagenberg, is the") && text.contains("Estimated by the timetable"), "\(text)")
  }

  @Test("goes to a file whole: what cannot be written leaves the old one")
  func file() throws {
    let (program, ids) = try program("from linz hbf to hagenberg two stops before")
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "out.ics")
    try Data("old".utf8).write(to: file)
    let rehearsal = try program.run("reminders", "export", ids[0], "--format", "ics", "-o", file.path, "--dry-run")
    #expect(rehearsal.status == 0 && rehearsal.output.isEmpty && rehearsal.talk.contains("Would write 1 as ics"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    #expect(try program.run("reminders", "export", ids[0], "--format", "ics", "-o", file.path).status == 0)
    let written = try String(contentsOf: file, encoding: .utf8)
    #expect(written == (try program.run("reminders", "export", ids[0], "--format", "ics").output))
    let nowhere = try program.run("reminders", "export", ids[0], "-o", file.path + "/deeper")
    #expect(nowhere.status == 74 && nowhere.talk.contains("cannot be written"))
    #expect(try program.run("reminders", "export", ids[0], "-o", "/dev/full").status == 74)
    #expect(try String(contentsOf: file, encoding: .utf8) == written)
  }

  @Test("needs to be named: an id that is unknown, or none at all, is told")
  func unknown() throws {
    let (program, ids) = try program("from linz hbf to hagenberg two stops before")
    defer { program.cleanUp() }
    #expect(try program.run("reminders", "export").status == 64)
    #expect(try program.run("reminders", "export", ids[0], "--all").status == 64)
    #expect(try program.run("reminders", "export", ids[0], "--format", "pdf").status == 64)
    let unknown = try program.run("reminders", "export", ids[0], "ffff0000")
    #expect(unknown.status == 66 && unknown.output.isEmpty && unknown.talk.contains("ffff0000"))
    #expect(try Program.withNothingSet { try $0.run("reminders", "export", "--all").status } == 66)
  }
}

extension Program {
  /// Runs something with data folders in which nothing is.
  static func withNothingSet<Value>(_ body: (Program) throws -> Value) throws -> Value {
    let program = try Program()
    defer { program.cleanUp() }
    return try body(program)
  }
}
