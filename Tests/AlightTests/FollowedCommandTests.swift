import Foundation
import TestServers
import Testing

@Suite("alight alert, beside a runner that is there", .serialized)
struct FollowedCommandTests {
  /// The demonstration ride at eight, by the clock alone, an hour long.
  private static let run = ["run", "--position", "none", "--now", Program.now]
  private static let answers = "from linz hbf to hagenberg four stops before\nyes\n"

  private func remind(_ program: Program, _ answers: String = Self.answers) throws -> String {
    let made = try program.run(["--json", "--now", Program.now], input: Data(answers.utf8))
    return try #require(made.object?["id"] as? String, "\(made.talk)")
  }

  private func prepared(runtime: Bool = true) throws -> Program {
    var program = try Program()
    let folder = program.folder.appending(path: "runtime")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    program.environment["XDG_RUNTIME_DIR"] = runtime ? folder.path : ""
    return program
  }

  /// A runner that follows the reminder.
  private func following(_ program: Program, _ more: [String] = []) throws -> LiveProgram {
    let live = try LiveProgram(program, Self.run + more)
    live.wait { live.talk.contains("exists only in the demo network") }
    #expect(live.talk.contains("exists only in the demo network"), "\(live.talk)")
    // It follows before it listens.
    #expect(try Patience.wait { try program.run(["alert", "status", "--json"]).status == 0 }, "\(live.talk)")
    return live
  }

  private func rides(_ outcome: Program.Outcome) -> [[String: Any]] {
    (outcome.object?["status"] as? [String: Any])?["rides"] as? [[String: Any]] ?? []
  }

  @Test("a reminder that another process saves is followed by the runner that is there")
  func picksUp() throws {
    let program = try prepared()
    defer { program.cleanUp() }
    // A database has to be there to be waited at.
    let live = try LiveProgram(program, Self.run)
    live.wait { FileManager.default.fileExists(atPath: program.database.path + ".runner") }
    usleep(1_500_000)
    #expect(live.talk.isEmpty)
    _ = try remind(program)
    live.wait { live.talk.contains("exists only in the demo network") }
    #expect(live.isRunning && live.talk.contains("exists only in the demo network"))
    live.interrupt()
    #expect(live.end().status == 130)
  }

  @Test("a second runner, a replay too, is told who is there; a killed one is no obstacle")
  func onlyOne() throws {
    let program = try prepared()
    defer { program.cleanUp() }
    let id = try remind(program)
    let live = try following(program)
    let record = program.folder.appending(path: "record.json")
    try Data(try program.run(["reminders", "show", id, "--json"]).output.utf8).write(to: record)
    let track = program.folder.appending(path: "ride.gpx").path
    #expect(try program.runLab(["make-ride", record.path, "--out", track]).status == 0)
    for arguments in [["run", "--once"], ["run", "--gpx", track, "--once", "--json"]] {
      let second = try program.run(arguments)
      #expect(second.status == 69)
      #expect(second.talk.contains("process \(live.identifier)") && second.talk.contains("since 20"), "\(second.talk)")
    }
    #expect(try program.run(["reminders", "list"]).status == 0, "reading needs no lock")
    live.kill()
    let next = try following(program)
    #expect(try program.run(["alert", "status", "--json"]).status == 0, "the socket of the killed one is replaced")
    next.interrupt()
    #expect(next.end().status == 130)
  }

  @Test("without a runner it says so and how to start one", arguments: ["status", "done", "snooze", "stop"])
  func nobody(word: String) throws {
    let program = try prepared()
    defer { program.cleanUp() }
    let outcome = try program.run(["alert", word])
    #expect(outcome.status == 69 && outcome.talk.contains("\"alight run\""), "\(outcome.talk)")
    #expect(try program.run(["alert", word, "--json"]).object?["schema"] as? String == "alight.failure/1")
    #expect(!FileManager.default.fileExists(atPath: program.database.path), "asking makes no database")
  }

  @Test("it shows the next stop, what is left and the ladder, in both languages and as JSON", arguments: [true, false])
  func status(runtime: Bool) throws {
    let program = try prepared(runtime: runtime)
    defer { program.cleanUp() }
    let id = try remind(program)
    let live = try following(program)
    let socket = program.database.path + ".control"
    #expect(FileManager.default.fileExists(atPath: socket) != runtime)
    let text = try program.run(["alert"]).output
    #expect(text.contains("to Hagenberg  \(id.prefix(8).lowercased())"), "\(text)")
    #expect(text.contains("Next stop: ") && text.contains("left.") && text.contains("Estimated by the timetable"))
    #expect(text.contains("\n  1  ") && text.contains("\n  3  "))
    #expect(try program.run(["alert", "status", "--lang", "de"]).output.contains("Nächster Halt: "))
    let outcome = try program.run(["alert", "status", "--json"])
    #expect(try RecordSchema(named: "alight.control-1").problems(with: outcome.output) == [])
    let standing = try #require(rides(outcome).first?["standing"] as? [String: Any])
    #expect((standing["levels"] as? [Any])?.count == 3 && standing["isEstimated"] as? Bool == true)
    live.interrupt()
    #expect(live.end().status == 130)
    #expect(try program.run(["alert"]).status == 69)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test("watched into a file it is a line for each change, and Ctrl-C ends it")
  func watch() throws {
    let program = try prepared()
    defer { program.cleanUp() }
    let id = try remind(program)
    let live = try following(program)
    let text = try LiveProgram(program, ["alert", "status", "--watch"])
    let json = try LiveProgram(program, ["alert", "status", "--watch", "--json"])
    json.wait { json.output.split(separator: "\n").count >= 3 }
    text.wait { text.output.contains("Next stop") }
    #expect(
      try program.run(["alert", "done", String(id.prefix(8))]).output == "Done: the ride to Hagenberg is over.\n")
    text.wait { text.output.contains("No ride is followed now.") }
    #expect(text.output.split(separator: "\n").count < 4, "\(text.output)")
    text.interrupt()
    #expect(text.end().status == 130)
    live.interrupt()
    _ = live.end()
    let ended = json.end()
    #expect(ended.status == 69 && ended.talk.contains("the runner has ended"), "\(ended.talk)")
    for line in ended.output.split(separator: "\n").prefix(2) {
      #expect(try RecordSchema(named: "alight.control-1").problems(with: String(line)) == [])
    }
  }

  @Test("an alert is snoozed, the ride is called off, and the log tells why and when")
  func actions() throws {
    let program = try prepared()
    defer { program.cleanUp() }
    let id = try remind(program, "from linz hbf to hagenberg five minutes before\nyes\n")
    #expect(try program.run(["alert", "log", id]).output.isEmpty)
    // Two minutes before the first alert.
    let live = try LiveProgram(
      program, ["run", "--json", "--position", "none", "--now", "2026-12-01T08:51:50+01:00", "--speed", "4x"])
    live.wait { live.talk.contains("exists only in the demo network") }
    let early = try program.run(["alert", "snooze"])
    #expect(early.status == 1 && early.talk.contains("no alert to snooze"), "\(early.talk)")
    live.wait { live.output.contains("\"level\":1") }
    let snoozed = try program.run(["alert", "snooze", "--json"])
    #expect((snoozed.object?["taken"] as? [String: Any])?["result"] as? String == "snoozed", "\(snoozed.talk)")
    live.wait { live.output.components(separatedBy: "\"level\":1").count > 2 }
    #expect(live.output.components(separatedBy: "\"level\":1").count == 3, "it comes again: \(live.output)")
    #expect(try program.run(["alert", "stop", id]).output == "Called off: no more alerts for Hagenberg.\n")
    let again = try program.run(["alert", "stop", id])
    #expect(again.status == 66 && again.talk.contains("is not followed now"))
    let log = try program.run(["alert", "log", id]).output
    #expect(try program.run(["alert", "log"]).output == log)
    #expect(log.contains("level 1 waits: ") && log.contains("level 1 was told") && log.contains("Snooze"), "\(log)")
    live.interrupt()
    #expect(live.end().status == 130)
    let lines = try program.run(["alert", "log", id, "--day", "2026-12-01", "--json"]).output
    for line in lines.split(separator: "\n") {
      #expect(try RecordSchema(named: "alight.decision-1").problems(with: String(line)) == [])
    }
    #expect(lines.contains("\"action\":\"stop\""))
    #expect(try program.run(["alert", "log", id, "--day", "2026-11-30", "--json"]).output.isEmpty)
    #expect(try program.run(["alert", "log", id, "--day", "today"]).status == 64)
  }
}
