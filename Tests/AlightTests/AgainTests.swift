import Foundation
import Journey
import Testing

@Suite("alight new --again")
struct AgainTests {
  private func reminder(_ outcome: Program.Outcome) throws -> Reminder {
    try RecordCoding.decoder().decode(Reminder.self, from: Data(outcome.output.utf8))
  }

  /// Half an hour after the rides of the others.
  private static let later = "2026-12-01T08:40:00+01:00"

  @Test("sets the last trip with all its answers, straight from the read-back")
  func last() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.setReminder("from linz hbf to pregarten 500 metres before")
    _ = try program.run("--no-alarm", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let outcome = try program.run("new", "--again", "--json", "--now", Self.later, lines: "yes")
    #expect(outcome.status == 0, "\(outcome.talk)")
    let again = try reminder(outcome)
    #expect(again.destination.name == "Hagenberg")
    #expect(again.interval == .stops(2))
    #expect(!again.alerts(by: .alarm))
    #expect(!outcome.talk.contains("1 of 4"))
  }

  @Test("sets the reminder named, with what is changed by options")
  func named() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let first = try program.run(
      "--from", "linz hbf", "--to", "pregarten", "--interval", "500 m", "--days", "mon,wed", "--label", "  aunt ",
      "--yes", "--json", "--now", Program.now)
    let old = try reminder(first)
    #expect(old.label == "aunt")
    #expect(old.recurrence?.weekdays == [.monday, .wednesday])
    #expect(try RecordSchema().problems(with: first.output).isEmpty)
    _ = try program.setReminder("from linz hbf to hagenberg two stops before")
    let id = String(old.id.uuidString.prefix(8)).lowercased()
    let again = try reminder(
      program.run(
        "new", "--again", id, "--interval", "3 stops", "--mode", "stations", "--days", "weekdays", "--yes", "--json",
        "--now", Self.later))
    #expect(again.destination.name == "Pregarten")
    #expect(again.interval == .stops(3))
    #expect(again.label == "aunt")
    #expect(again.recurrence?.weekdays.count == 5)
    #expect(again.id != old.id)
  }

  @Test("watches in the way that the new interval asks for")
  func otherWay() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.setReminder("from linz hbf to hagenberg seven minutes before")
    let again = try reminder(
      program.run("new", "--again", "--interval", "3 stops", "--yes", "--json", "--now", Self.later))
    #expect(again.mode == .stations)
    #expect(again.interval == .stops(3))
  }

  @Test("gives the same ride its days and its name, and sets no second one")
  func sameRide() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let first = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let old = try reminder(first)
    let again = try reminder(
      program.run(
        "new", "--again", "--days", "weekdays", "--label", "to work", "--yes", "--json", "--now", Program.now))
    #expect(again.id == old.id)
    #expect(again.label == "to work")
    #expect(again.recurrence?.weekdays.count == 5)
  }

  @Test("fails plainly where there is nothing to set again, and for what cannot be")
  func failures() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("new", "--again", "--yes", "--now", Program.now).status == 66)
    #expect(try program.run("new", "--again", "1a2b", "--yes", "--now", Program.now).status == 66)
    #expect(try program.run("new", "1a2b").status == 64)
    #expect(try program.run("new", "--again", "--resume").status == 64)
    #expect(try program.run("new", "--days", "none").status == 64)
    #expect(try program.run("new", "--days", "moonday").status == 64)
    #expect(try program.run("new", "--label", " ").status == 64)
    #expect(try program.run("nwe").talk.contains("did you mean"))
  }

  @Test("takes days and a name in the dialogue")
  func dialogue() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "every weekday",
      "call it work", "yes")
    let set = try reminder(outcome)
    #expect(set.label == "work")
    #expect(set.recurrence?.weekdays.count == 5)
    #expect(try program.run("reminders", "list", "--now", Program.now).output.contains("work"))
  }
}
