import Foundation
import FoundationXML
import Journey
import Storage
import Testing

@Suite("alight simulate with things that go wrong")
struct SimulateCommandTests {
  private func prepared(_ program: Program) throws -> String {
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    return try #require(made.object?["id"] as? String)
  }

  private func lines(_ outcome: Program.Outcome) -> [[String: Any]] {
    outcome.output.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test("a ride by the timetable tells where each alert comes, and ends with a verdict")
  func plain() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try prepared(program)
    let outcome = try program.run(["simulate", id])
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(outcome.output.contains("between "))
    #expect(outcome.output.contains("It would have woken you after Hagenberg Softwarepark"))
    let german = try program.run(["simulate", id, "--lang", "de"])
    #expect(german.output.contains("geweckt worden"))
  }

  @Test(
    "a tunnel, a delay, noise and lost positions are told, leave the last call right, and come again with their seed")
  func troubles() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try prepared(program)
    let arguments = ["simulate", id, "--delay", "5m", "--noise", "20m", "--lose", "50%", "--seed", "3"]
    let one = try program.run(arguments)
    #expect(one.status == 0, "\(one.output) \(one.talk)")
    #expect(one.talk.contains("5 minutes late") && one.talk.contains("20 metres") && one.talk.contains("50 %"))
    let other = try program.run(arguments)
    #expect(other.output == one.output && other.talk == one.talk)
    let tunnel = try program.run(["simulate", id, "--tunnel", "3m", "--json"])
    #expect(tunnel.talk.contains("Hagenberg Softwarepark") && tunnel.talk.contains("worst"))
    #expect(lines(tunnel).last?["verdict"] as? String != nil)
    #expect(lines(tunnel).contains { $0["estimated"] as? Bool == true })
  }

  @Test("a ride that is late with no position at all is told too early by the timetable, which is no success")
  func early() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["simulate", try prepared(program), "--delay", "20m", "--lose", "100%", "--json"])
    #expect(outcome.status == 1)
    #expect(lines(outcome).last?["verdict"] as? String == "early")
  }

  @Test(
    "a condition without its unit or out of range is refused with what to write",
    arguments: [
      (["--delay", "5"], "5m"), (["--delay", "9h"], "3h"), (["--tunnel", "x"], "90s"), (["--noise", "20"], "20m"),
      (["--noise", "900m"], "500m"), (["--lose", "0.5"], "50%"), (["--lose", "101%"], "100%"),
      (["--noise=-3m"], "500m"),
    ])
  func refused(arguments: [String], advice: String) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["simulate", "abc"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.talk.contains(advice), "\(outcome.talk)")
  }

  @Test("conditions go with a reminder, not with a recording")
  func recording() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["simulate", "ride.json", "--svg", "x.svg"])
    #expect(outcome.status == 64 && outcome.talk.contains("--svg"))
  }

  @Test("the picture is well-formed whatever stops are called, names them all, and refers to nothing outside")
  func picture() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try prepared(program)
    let store = try ReminderStore(path: program.database.path)
    var reminder = try store.reminder(id)
    let hostile = "<script>alert(1)</script> & \"'\u{7}]]>"
    reminder.ride.stops[2].stop.name = hostile
    let changed = try store.update(reminder, as: .edit, at: Date())
    let file = program.folder.appending(path: "ride.svg")
    let outcome = try program.run(["simulate", changed.id.uuidString, "--tunnel", "2m", "--svg", file.path])
    #expect(outcome.talk.contains(file.path))
    let data = try Data(contentsOf: file)
    let parser = XMLParser(data: data)
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let text = String(decoding: data, as: UTF8.self)
    #expect(!text.contains("<script") && text.contains("&lt;script&gt;"))
    #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("http"))
    #expect(text.contains("prefers-color-scheme"))
    for stop in changed.ride.stops where stop.stop.name != hostile {
      #expect(text.contains(stop.stop.name), "\(stop.stop.name)")
    }
    for level in ["l1", "l2", "l3"] { #expect(text.contains("class=\"\(level)\"")) }
  }

  @Test("a picture that cannot be written is an error, and what was there is kept")
  func unwritable() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let id = try prepared(program)
    let missing = try program.run(["simulate", id, "--svg", program.folder.path + "/nowhere/ride.svg"])
    #expect(missing.status == 74 && missing.talk.contains("cannot be written"))
    let folder = try program.run(["simulate", id, "--svg", program.folder.path])
    #expect(folder.status == 74)
  }
}
