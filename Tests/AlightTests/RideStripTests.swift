import Conversation
import Foundation
import Journey
import Testing

@testable import alight

@Suite("A reminder as a strip of stops")
struct RideStripTests {
  private static let prompts = Result {
    try Resources(prompts: Program.root.appending(path: "Prompts"), audio: Program.root).loadPrompts()
  }

  private func lines(_ reminder: Reminder, _ style: StripStyle) throws -> [String] {
    let texts = try Self.prompts.get().texts
    return style.lines(reminder, texts)
  }

  private func reminder(_ answer: String) throws -> Reminder {
    try Program.withNothingSet { program in
      let made = try program.run("--json", "--now", Program.now, lines: "from linz hbf to hagenberg \(answer)", "yes")
      return try Reminder(record: Data(made.output.utf8))
    }
  }

  @Test("has each level where it fires")
  func places() throws {
    #expect(
      try lines(reminder("two stops before"), StripStyle(hasSigns: false)).suffix(7) == [
        "08:50 >1 approaching Pregarten, a notification", "08:51  o Pregarten Bahnhof", "08:52  o Pregarten",
        "08:56  o Hagenberg Softwarepark",
        "08:56 >2 at Hagenberg Softwarepark, vibration",
        "08:56 >3 once Hagenberg Softwarepark is passed, the alarm", "08:57  O Hagenberg",
      ])
    let byTime = try lines(reminder("ten minutes before"), StripStyle(hasSigns: false))
    let first = try #require(byTime.firstIndex { $0.hasPrefix("08:47 >1 10 minutes before Hagenberg") })
    #expect(byTime[first - 1] < "08:47" && byTime[first + 1] > "08:47")
    let byDistance = try lines(reminder("500 metres before"), StripStyle(hasSigns: false))
    #expect(byDistance.filter { $0.contains(">") }.map { String($0.dropFirst(6).prefix(2)) } == [">1", ">2", ">3"])
    #expect(byDistance.last == "08:57  O Hagenberg")
  }

  @Test("stands without a timetable too, in the order of the levels")
  func withoutTimes() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = RandomReminders(seed: seed)
      let reminder = random.next()
      let rows = RideStrip(reminder).rows
      #expect(rows.compactMap { if case .level(let level) = $0 { level.level } else { nil } } == [1, 2, 3])
      let stops = rows.compactMap { if case .stop(let stop) = $0 { stop } else { nil } }
      #expect(stops == reminder.ride.stops)
    }
  }

  @Test("fits 40 columns, and says the same with colour and without")
  func narrow() throws {
    let reminder = try reminder("two stops before")
    let plain = try lines(reminder, StripStyle(width: 40))
    #expect(plain.allSatisfy { $0.count <= 40 })
    #expect(plain.contains("08:56 ▶3 once Hagenberg Softwarepark is"))
    #expect(plain.contains("         passed, the alarm"))
    let painted = try lines(reminder, StripStyle(isColoured: true, width: 40))
    #expect(painted != plain)
    #expect(painted.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == plain)
  }

  @Test("is a list of sentences for a screen reader")
  func accessible() throws {
    let told = try lines(reminder("two stops before"), StripStyle(isAccessible: true))
    #expect(told.first == "08:00, Linz Hauptbahnhof, get on here.")
    #expect(told.contains("08:50, alert 1: approaching Pregarten, a notification."))
    #expect(told.last == "08:57, Hagenberg, get off here.")
    #expect(told.joined().unicodeScalars.allSatisfy { $0.properties.generalCategory != .otherSymbol && $0 != ">" })
  }

  @Test("is shown by the program, coloured only where colour is wanted")
  func shown() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let id = try #require(made.object?["id"] as? String)
    program.environment = ["LC_ALL": "C.UTF-8", "ACCESSIBLE": ""]
    let piped = try program.run("reminders", "show", id)
    #expect(piped.output.contains("08:50 ▶1 approaching Pregarten, a notification\n"))
    #expect(!piped.output.contains("\u{1B}"), "a pipe is no terminal")
    program.environment["ACCESSIBLE"] = "1"
    #expect(try program.run("reminders", "show", id).output.contains("08:50, alert 1: approaching Pregarten"))
    program.environment = ["LC_ALL": "C"]
    #expect(try program.run("reminders", "show", id).output.contains("08:50 >1 approaching"))
    #expect(try program.run("reminders", "show", id, "--lang", "de").output.contains("kurz vor Pregarten"))
  }

  @Test("is coloured at a terminal, and not where NO_COLOR, TERM or a screen reader says no")
  func terminal() throws {
    var program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let id = try #require(made.object?["id"] as? String)
    func shown(_ environment: [String: String]) throws -> String {
      program.environment = ["LC_ALL": "C.UTF-8", "TERM": "xterm", "ACCESSIBLE": "", "NO_COLOR": ""].merging(
        environment
      ) { $1 }
      // A terminal of 40 columns, made by util-linux.
      let command = "stty cols 40; \(Program.executable.path) reminders show \(id)"
      let script = program.process(["-qec", command, "/dev/null"], executable: URL(filePath: "/usr/bin/script"))
      return try program.run(script, input: Data()).output
    }
    let coloured = try shown([:])
    #expect(coloured.contains("\u{1B}[1;31m▶3"))
    let plain = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(plain.split(whereSeparator: \.isNewline).allSatisfy { $0.count <= 40 })
    #expect(try !shown(["NO_COLOR": "1"]).contains("\u{1B}["))
    #expect(try !shown(["TERM": "dumb"]).contains("\u{1B}["))
    let spoken = try shown(["ACCESSIBLE": "1"])
    #expect(!spoken.contains("▶") && !spoken.contains("\u{1B}") && spoken.contains("alert 3"))
  }
}
