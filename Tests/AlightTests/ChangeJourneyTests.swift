import Foundation
import Journey
import Testing

@Suite("A journey with changes, through the program")
struct ChangeJourneyTests {
  private static let answers = [
    "--from", "gallneukirchen", "--to", "kefermarkt", "--mode", "stations", "--interval", "two stops", "--yes",
    "--json",
    "--now", Program.now,
  ]

  @Test("where no direct ride goes, a reminder is set for each place to get off, and the record is valid")
  func set() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(Self.answers)
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.talk.contains("There you change: line 3 leaves Pregarten Bahnhof"))
    let reminder = try Reminder(record: Data(outcome.output.utf8))
    #expect(reminder.legs.map { $0.ride.stops.last?.stop.name } == ["Pregarten Bahnhof", "Kefermarkt"])
    #expect(reminder.legs.allSatisfy { $0.levels.map(\.level) == [1, 2, 3] })
    let (first, second) = (reminder.legs[0].ride, reminder.legs[1].ride)
    #expect(try #require(second.departure) > #require(first.arrival))
    #expect(reminder.anchor.arrival == second.arrival)
    #expect(try RecordSchema().problems(with: outcome.output).isEmpty)
  }

  @Test("it is shown, exported and simulated with both its rides")
  func used() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try #require(try program.run(Self.answers).object?["id"] as? String)
    let sheet = try program.run("reminders", "show", id).output
    #expect(sheet.contains("Pregarten Bahnhof") && sheet.contains("● Kefermarkt"))
    let calendar = try program.run("reminders", "export", id, "--format", "ics").output
    #expect(
      calendar.components(separatedBy: "BEGIN:VALARM").count - 1 >= 12,
      "two rides of three levels, by clock and by place")
    let simulated = try program.run("simulate", id, "--delay", "2m")
    #expect(simulated.status == 0, "\(simulated.output)")
    #expect(simulated.output.contains("At Pregarten Bahnhof change to line 3 towards"))
    #expect(simulated.output.components(separatedBy: "It would have woken you").count == 3)
  }

  @Test("an interval that is changed later holds on every ride; a new pair of stops takes the changes away")
  func edited() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try #require(try program.run(Self.answers).object?["id"] as? String)
    let changed = try program.run("reminders", "edit", id, "--interval", "1 stop", "--json", "--now", Program.now)
    #expect(changed.status == 0, "\(changed.talk)")
    let reminder = try Reminder(record: Data(changed.output.utf8))
    for leg in reminder.legs {
      #expect(leg.levels[0].trigger == .approaching(stop: leg.ride.stops.count - 2, seconds: 90, metres: 300))
    }
    let direct = try program.run(
      "reminders", "edit", id, "--to", "wartberg ob der aist", "--json", "--now", Program.now)
    #expect(direct.status == 0, "\(direct.talk)")
    #expect(try Reminder(record: Data(direct.output.utf8)).onward == nil)
    let back = try program.run("reminders", "edit", id, "--to", "kefermarkt", "--json", "--now", Program.now)
    #expect(try Reminder(record: Data(back.output.utf8)).legs.count == 2)
  }

  @Test("rides are looked up with changes, in order, and a day without any says so")
  func rides() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(
      "rides", "gallneukirchen", "kefermarkt", "--json", "--limit", "3", "--now", Program.now)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    let departures = try lines.map { line -> Date in
      struct Line: Decodable {
        var departure: Date
        var changes: Int
        var rides: [Ride]
      }
      let connection = try RecordCoding.decoder().decode(Line.self, from: Data(line.utf8))
      #expect(connection.changes == connection.rides.count - 1)
      return connection.departure
    }
    #expect(departures == departures.sorted())
    let text = try program.run("rides", "gallneukirchen", "kefermarkt", "--arrive", "10:00", "--date", "2026-12-01")
    #expect(text.output.contains("1 change") && text.output.hasPrefix("2026-12-01"))
    let noon = try program.run("rides", "gallneukirchen", "kefermarkt", "--depart", "12:00", "--date", "2026-12-01")
    #expect(noon.output.hasPrefix("2026-12-01\n12:"), "\(noon.output.prefix(60))")
    let never = try program.run("rides", "gallneukirchen", "kefermarkt", "--date", "2150-01-01")
    #expect(never.status == 66)
    let same = try program.run("rides", "kefermarkt", "kefermarkt")
    #expect(same.status == 64)
  }
}
