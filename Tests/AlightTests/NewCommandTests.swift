import Foundation
import Journey
import Testing

@Suite("alight, answered through a pipe")
struct NewCommandTests {
  @Test("turns four lines and a yes into a valid record")
  func fourLines() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "--json", "--now", Program.now, lines: "linz hbf", "hagenberg", "by stops", "two stops before", "yes")
    #expect(outcome.status == 0, "\(outcome.talk)")
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
    #expect(reminder.schema == "alight.reminder/1")
    #expect(reminder.origin?.name == "Linz Hauptbahnhof")
    #expect(reminder.destination.name == "Hagenberg")
    #expect(reminder.mode == .stations)
    #expect(reminder.interval == .stops(2))
    #expect(reminder.levels.count == 3)
    #expect(try RecordSchema().problems(with: outcome.output).isEmpty)
    #expect(outcome.talk.contains("demonstration"), "the read-back must say that the network does not exist")
  }

  @Test("takes all four from one line")
  func oneLine() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "--json", "--now", Program.now, lines: "from Linz Hauptbahnhof to Hagenberg 500 metres before", "yes")
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.object?["mode"] as? String == "distance")
    #expect((outcome.object?["interval"] as? [String: Any])?["value"] as? Double == 500)
  }

  @Test("takes all four from flags, and the yes")
  func flags() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "--from", "linz hbf", "--to", "hagenberg", "--mode", "time", "--interval", "5 minutes", "--yes", "--json",
      "--no-alarm", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
    #expect(reminder.interval == .duration(seconds: 300))
    #expect(reminder.levels.last?.channels == [.notification])
    #expect(reminder.provenance["to"]?.method == .flag)
  }

  @Test("flags replace what a draft that is taken up had")
  func resumeWithFlags() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("--now", Program.now, lines: "linz hbf", "hagenberg")
    let outcome = try program.run(
      "new", "--resume", "--to", "pregarten", "--interval", "2 stops", "--no-alarm", "--yes", "--json", "--now",
      Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
    #expect(reminder.destination.name == "Pregarten")
    #expect(reminder.mode == .stations)
    #expect(reminder.levels.last?.channels == [.notification])
  }

  @Test("output that cannot be written is no success")
  func fullOutput() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let process = program.process(["doctor", "--json"])
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
  }

  @Test("takes the ride of the time asked for", arguments: [("--depart", "10:10"), ("--arrive", "12:00")])
  func rideTime(option: String, time: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      option, time, "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    #expect(outcome.status == 0, "\(outcome.talk)")
    let reminder = try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
    let asked = try #require(ISO8601DateFormatter().date(from: "2026-12-01T\(time):00+01:00"))
    let leaves = try #require(reminder.anchor.departure)
    let arrives = try #require(reminder.anchor.arrival)
    if option == "--depart" {
      #expect(leaves >= asked && leaves < asked.addingTimeInterval(1800))
    } else {
      #expect(arrives <= asked && arrives > asked.addingTimeInterval(-1800))
    }
    #expect(try program.run(option, "soon", "--now", Program.now).status == 64)
  }

  @Test("asks which stop is meant, and keeps the draft when nobody says")
  func ambiguous() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("--now", Program.now, lines: "from Linz")
    #expect(outcome.status == 75)
    #expect(outcome.talk.contains("Which one do you mean?"))
    #expect(outcome.talk.contains("Linz Hauptbahnhof"))
    let resumed = try program.run(
      "new", "--resume", "--json", "--now", Program.now, lines: "linz hbf", "hagenberg", "by stops", "two stops", "yes")
    #expect(resumed.status == 0, "\(resumed.talk)")
  }

  @Test("names the flag whose answer stays unclear")
  func unclearFlag() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run("--from", "linz hbf", "--to", "qwertzuiop", "--json", "--now", Program.now)
    #expect(outcome.status == 75)
    #expect(outcome.object?["schema"] as? String == "alight.failure/1")
    #expect(outcome.talk.contains("--to"))
  }

  @Test("survives a kill at any question: the next start goes on")
  func killed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let process = program.process(["--now", Program.now])
    let input = Pipe()
    let talk = Pipe()
    process.standardInput = input
    process.standardError = talk
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    input.fileHandleForWriting.write(Data("from linz hbf to hagenberg\n".utf8))
    var heard = ""
    while !heard.contains("3 of 4") {
      let data = talk.fileHandleForReading.availableData
      if data.isEmpty { break }
      heard += String(decoding: data, as: UTF8.self)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let resumed = try program.run(
      "new", "--resume", "--json", "--now", Program.now, lines: "by stops", "two stops", "yes")
    #expect(resumed.status == 0, "\(resumed.talk)")
    #expect(resumed.talk.contains("3 of 4"))
    let again = try program.run("new", "--resume", "--now", Program.now)
    #expect(again.status == 66, "the draft became the reminder")
    let list = try program.run("reminders", "list", "--json", "--now", Program.now)
    #expect(list.output.split(separator: "\n").count == 1)
  }

  @Test("remembers mode and interval as the next defaults")
  func remembered() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("--now", Program.now, lines: "linz hbf", "hagenberg", "by stops", "3 stops", "yes")
    let outcome = try program.run("--json", "--now", Program.now, lines: "linz hbf", "hagenberg", "", "", "yes")
    #expect(outcome.object?["mode"] as? String == "stations")
    #expect((outcome.object?["interval"] as? [String: Any])?["value"] as? Double == 3)
  }
}

@Suite("alight reminders")
struct RemindersCommandTests {
  @Test("lists by day, shows, switches and deletes")
  func life() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let id = try #require(made.object?["id"] as? String)
    let list = try program.run("reminders", "--now", Program.now)
    #expect(list.output.hasPrefix("2026-12-01\n"))
    #expect(list.output.contains("Hagenberg"))
    #expect(list.output.contains("2 stops"))
    let prefix = String(id.prefix(6)).lowercased()
    #expect(try program.run("reminders", "off", prefix).status == 0)
    #expect(try program.run("reminders", "show", prefix).output.contains("off, revision 2"))
    #expect(try program.run("reminders", "on", prefix).status == 0)
    #expect(try program.run("reminders", "delete", prefix).status == 75)
    #expect(try program.run("reminders", "delete", prefix, "--yes").status == 0)
    #expect(try program.run("reminders", "show", prefix).status == 66)
  }
}
