import Foundation
import GRDB
import Testing

@Suite("The feed command")
struct FeedCommandTests {
  let program: Program

  init() throws { program = try Program() }

  private var timetable: String { program.folder.appending(path: "data/alight/timetable.sqlite").path }

  /// The demonstration network as a feed of its own, its files changed.
  private func feed(_ name: String, _ change: (inout [String: String]) -> Void) throws -> String {
    let demo = Program.root.appending(path: "Prompts/demo-network")
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: demo.path) {
      files[file] = try String(contentsOf: demo.appending(path: file), encoding: .utf8)
    }
    change(&files)
    let folder = program.folder.appending(path: name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (file, text) in files { try Data(text.utf8).write(to: folder.appending(path: file)) }
    return folder.path
  }

  private static func feedInfo(until day: String, version: String) -> String {
    "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,feed_version\n"
      + "P,https://example.org,de,20200101,\(day),\(version)\n"
  }

  /// Each trip so many times, under other ids.
  private static func multiply(_ text: String, _ times: Int) -> String {
    let lines = text.split(separator: "\n")
    let column = lines[0].split(separator: ",").firstIndex(of: "trip_id") ?? 0
    let rows = (0..<times).flatMap { copy in
      lines.dropFirst().map { line in
        var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        fields[column] += "-\(copy)"
        return fields.joined(separator: ",")
      }
    }
    return ([String(lines[0])] + rows).joined(separator: "\n") + "\n"
  }

  /// What stands in a timetable, after it was checked for damage.
  private func contents() throws -> [String] {
    let database = try DatabaseQueue(path: timetable)
    return try database.read { database in
      #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
      #expect(try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil)
      let version = try String.fetchOne(database, sql: "SELECT group_concat(version) FROM feed") ?? ""
      return try [version]
        + ["stop", "route", "service", "shape", "pattern", "pattern_stop", "trip"].map { table in
          "\(table) \(try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0)"
        }
    }
  }

  @Test("killed at ten moments of an import leaves the old timetable whole") func killed() throws {
    defer { program.cleanUp() }
    let old = try feed("old") { $0["feed_info.txt"] = Self.feedInfo(until: "20991231", version: "old") }
    let new = try feed("new") {
      $0["feed_info.txt"] = Self.feedInfo(until: "20991231", version: "new")
      for file in ["trips.txt", "stop_times.txt"] { $0[file] = Self.multiply($0[file] ?? "", 6) }
    }
    #expect(try program.run(["feed", "import", old, "--name", "net"]).status == 0)
    let before = try contents()
    #expect(before.first == "old")
    let other = program.folder.appending(path: "other.sqlite").path
    let start = ContinuousClock.now
    #expect(try program.run(["feed", "import", new, "--name", "net", "--timetable", other]).status == 0)
    let seconds = start.duration(to: .now) / .seconds(1)
    var killed = 0
    for _ in 0..<10 {
      let child = try LiveProgram(program, ["feed", "import", new, "--name", "net"])
      // The end of an import that takes longer than the first is reached as well.
      usleep(UInt32(Double.random(in: 0...seconds) * 1_000_000))
      child.kill()
      let after = try contents()
      guard after != before else {
        killed += 1
        continue
      }
      // It was done sooner than the first time: then the new one stands, whole, and the old one is put back.
      #expect(after.first == "new")
      #expect(try program.run(["feed", "import", old, "--name", "net"]).status == 0)
      #expect(try contents() == before)
    }
    #expect(killed > 0)
    #expect(try program.run(["feed", "import", new, "--name", "net"]).status == 0)
    #expect(try contents().first == "new")
  }

  @Test("tells each file read on a line of its own where there is no terminal, and what was repaired") func plainLines()
    throws
  {
    defer { program.cleanUp() }
    let path = try feed("net") { $0["routes.txt"]? += "\n\n" }
    let outcome = try program.run(["feed", "import", path])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("net: 41 stations, 4 routes, 314 trips, 4600 stop times"))
    #expect(outcome.talk.contains("stop_times.txt: 4600 rows"))
    #expect(outcome.talk.contains("repaired: routes.txt, line 6: empty-row: nothing stands in the row"))
    #expect(!outcome.talk.contains("\u{1b}"))
  }

  @Test("tells by rule and line why a feed is refused, as JSON as well") func refused() throws {
    defer { program.cleanUp() }
    let path = try feed("net") { $0["agency.txt"] = "agency_name,agency_timezone\nA,Mars/Olympus\n" }
    let outcome = try program.run(["feed", "import", path, "--json"])
    #expect(outcome.status == 65)
    #expect(outcome.object?["schema"] as? String == "alight.failure/1")
    let refused = try #require(outcome.object?["refused"] as? [String: Any])
    #expect(refused["rule"] as? String == "unknown-zone")
    #expect(refused["file"] as? String == "agency.txt")
    #expect(refused["line"] as? Int == 2)
    #expect(outcome.talk.contains("it must be one such as Europe/Vienna"))
  }

  @Test("marks feeds that have expired, which is told at set-up with the way to a new one") func expired() throws {
    defer { program.cleanUp() }
    let path = try feed("net") { $0["calendar.txt"] = $0["calendar.txt"]?.replacing("20991231", with: "20261130") }
    #expect(try program.run(["feed", "import", path]).status == 0)
    let list = try program.run(["feed", "list", "--now", Program.now])
    #expect(list.output.contains("2020-01-01 to 2026-11-30 (expired)"))
    let json = try program.run(["feed", "list", "--json", "--now", Program.now])
    #expect(json.object?["expired"] as? [String] == ["net"])
    #expect(!(try program.run(["feed", "list", "--now", "2026-11-30T23:00:00+01:00"]).output.contains("expired")))
    let words = "from linz hbf to hagenberg two stops before"
    let new = try program.run("--now", Program.now, lines: words, "yes")
    #expect(
      new.talk.contains("the timetable has expired: net on 2026-11-30; import a new one with: alight feed import"))
    let before = try program.run("--now", "2026-11-30T08:00:00+01:00", lines: words, "yes")
    #expect(!before.talk.contains("expired"))
  }
}
