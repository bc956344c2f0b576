import Conversation
import Foundation
import Journey
import Storage
import Testing

@testable import alight

@Suite("alight sessions")
struct SessionsCommandTests {
  @Test("shows what was asked, answered, understood and done")
  func show() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("--now", Program.now, lines: "linz hbf", "hagnberg", "by stops", "two stops", "yes")
    let list = try program.run("sessions")
    #expect(list.output.split(separator: "\n").count == 1)
    #expect(list.output.contains("  en  saved"))
    let id = String(list.output.prefix(8))
    let shown = try program.run("sessions", "show", String(id.prefix(4)))
    for part in [
      "ask from: Where do you get on?", "typed \"hagnberg\"", "= to: Hagenberg, score", "< To Hagenberg.",
      "> look up rides from Linz Hauptbahnhof to Hagenberg", "readback reminder:", "> save", "> end: saved",
    ] {
      #expect(shown.output.contains(part), "\(part) in \(shown.output)")
    }
    let json = try program.run("sessions", "show", id, "--json").object
    #expect(json?["schema"] as? String == "alight.session/1")
    let exchanges = try #require(json?["exchanges"] as? [[String: Any]])
    #expect(exchanges.count == 5)
    let understood = try #require(exchanges[1]["understood"] as? [[String: Any]])
    #expect(understood.first?["part"] as? String == "to")
    #expect((understood.first?["score"] as? Double ?? 0) > 0.5)
    #expect(understood.first?["tier"] as? String == "accept" || understood.first?["tier"] as? String == "confirm")
  }

  @Test("a dialogue to which nobody said anything is none, and one that was cut off is kept as far as it went")
  func cutOff() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run("--now", Program.now).status == 75)
    #expect(try program.run("sessions").output.isEmpty)
    #expect(try program.run("--now", Program.now, lines: "linz hbf").status == 75)
    #expect(try program.run("sessions").output.contains("unanswered"))
    #expect(try program.run("sessions", "replay", "--all").status == 0)
  }

  @Test("are forgotten one by one, by day or all, after a yes")
  func forget() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for day in ["2026-12-01", "2026-12-02", "2026-12-03"] {
      _ = try program.run("--now", "\(day)T08:00:00+01:00", lines: "linz hbf", "quit")
    }
    let ids = try program.run("sessions").output.split(separator: "\n").map { String($0.prefix(8)) }
    #expect(ids.count == 3)
    #expect(try program.run("sessions", "forget", ids[0]).status == 75)
    #expect(try program.run("sessions", "forget", ids[0], "--yes").status == 0)
    #expect(try program.run("sessions", "forget", "--before", "2026-12-02", "--yes").output == "forgotten: 1\n")
    #expect(try program.run("sessions", "forget", "--before", "soon", "--yes").status == 64)
    #expect(try program.run("sessions", "forget", "--all", ids[1], "--yes").status == 64)
    #expect(try program.run("sessions", "forget", "--all", "--yes", "--json").object?["count"] as? Int == 1)
    #expect(try program.run("sessions", "show", ids[1]).status == 66)
  }

  @Test("a recording that was tampered with is told, with the turn where it goes another way")
  func different() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("--now", Program.now, lines: "linz hbf", "hagenberg", "quit")
    let id = String(try program.run("sessions").output.prefix(8))
    let file = program.folder.appending(path: "one.json")
    let written = try program.run("sessions", "show", id, "--json").output
    try written.write(to: file, atomically: true, encoding: .utf8)
    #expect(try program.run("sessions", "replay", file.path).output.contains("identical"))
    let other = written.replacingOccurrences(of: "echo.to", with: "echo.from")
    try other.write(to: file, atomically: true, encoding: .utf8)
    let words = try program.run("sessions", "replay", file.path)
    #expect(words.status == 1)
    #expect(words.output.contains("other words"))
    for text in [
      "", "{}", "[1, 2", String(written.dropLast(200)), written.replacingOccurrences(of: "lookUp", with: "gaze"),
    ] {
      try text.write(to: file, atomically: true, encoding: .utf8)
      #expect(try program.run("sessions", "replay", file.path).status == 65, "\(text.prefix(40))")
    }
    #expect(try program.run("sessions", "replay", "ffff").status == 66)
    #expect(try program.run("sessions", "replay").status == 64)
  }
}
