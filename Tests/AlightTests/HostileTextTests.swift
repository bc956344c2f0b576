import Foundation
import Testing

@Suite("Hostile text")
struct HostileTextTests {
  /// Whether a terminal would obey something in it.
  private func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0A, 0x09: false
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  private let name = "Ha\u{1B}[31mgen\u{7}berg\u{202E} \u{1B}]0;x\u{7}Mitte"

  /// A feed whose every text steers a terminal.
  private func feed(_ program: Program) throws -> String {
    let folder = program.folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\na,\(name),https://example.org,Europe/Vienna\n",
      "stops.txt":
        "stop_id,stop_name,stop_lat,stop_lon\na,\(name),48.30,14.30\nb,\"Be\nta\",48.31,14.30\nc,Gam\u{9B}2Jma,48.33,14.30\n",
      "routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type\nr,a,\(name) 7,\(name),3\n",
      "trips.txt": "route_id,service_id,trip_id,trip_headsign\nr,s,t,\(name)\n",
      "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        + "s,1,1,1,1,1,1,1,20260101,20261231\n",
      "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        + "t,08:00:00,08:00:00,a,1\nt,08:10:00,08:10:00,b,2\nt,08:20:00,08:20:00,c,3\n",
    ]
    for (file, text) in files { try Data(text.utf8).write(to: folder.appending(path: file)) }
    return folder.path
  }

  @Test("of a feed reaches no terminal: its stops, lines and headsigns are plain, and it is told")
  func imported() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let imported = try program.run("feed", "import", try feed(program), "--name", "odd")
    #expect(imported.status == 0, "\(imported.talk)")
    #expect((imported.output + imported.talk).contains("steer a terminal"), "\(imported.output)\(imported.talk)")
    let search = try program.run("stops", "search", "hagenberg mitte")
    #expect(search.output.contains("Hagenberg Mitte"), "\(search.output)\(search.talk)")
    let now = "2026-12-01T07:30:00+01:00"
    for words in [
      ["stops", "search", "gamma"], ["stops", "show", "odd:a"], ["stops", "search", "beta", "--json"],
      ["stops", "departures", "odd:a", "--now", now], ["rides", "odd:a", "odd:c", "--now", now], ["feed", "list"],
      ["rides", "odd:a", "odd:c", "--now", now, "--json"],
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status == 0, "\(words): \(outcome.talk)")
      #expect(!steers(outcome.output + outcome.talk), "\(words): \(outcome.output.debugDescription)")
    }
  }

  @Test("of an imported record is plain where it is shown")
  func record() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, "--label", "LABEL", lines: "from linz hbf to hagenberg two stops before", "yes")
    #expect(made.status == 0, "\(made.talk)")
    let hostile = made.output
      .replacing("LABEL", with: #"to \u001b[31mwork\u0007\n"# + "\u{202E}\u{9B}2J")
      .replacing("Hauptbahnhof", with: #"Haupt\u001b]0;x\u0007bahnhof"#)
    #expect(hostile != made.output)
    let file = program.folder.appending(path: "record.json")
    try Data(hostile.utf8).write(to: file)
    let other = program.folder.appending(path: "other.sqlite").path
    let imported = try program.run("reminders", "import", file.path, "--database", other)
    #expect(imported.status == 0 && !steers(imported.output + imported.talk), "\(imported.talk)")
    for words in [["list"], ["list", "--json"], ["show", made.object?["id"] as? String ?? ""]] {
      let outcome = try program.run(["reminders"] + words + ["--database", other])
      #expect(outcome.status == 0, "\(outcome.talk)")
      // Among the record's own letters, what steers is written as JSON writes it.
      #expect(words.last == "--json" || outcome.output.contains("to work"), "\(outcome.output)")
      #expect(!steers(outcome.output + outcome.talk), "\(outcome.output.debugDescription)")
    }
  }

  @Test("on the command line and at the prompt is not sent back to the terminal")
  func quoted() throws {
    let program = try Program()
    defer { program.cleanUp() }
    for words in [
      ["stops", "search", name], ["stops", "search", "x", "--limit", name], ["nonsense\u{1B}[2J"], ["--\u{7}"],
      ["run", "--speed", name], ["run", "--gpx", "/no/\(name)"], ["run", "--position", name],
      ["rides", name, "hagenberg"],
      ["new", "--label", name], ["new", "--from", name, "--to", "x", "--interval", name],
      ["feed", "import", "/no/\(name)"],
      ["simulate", name], ["reminders", "show", name], ["sessions", "show", name], ["test", name], ["help", name],
    ] {
      let outcome = try program.run(words)
      #expect(outcome.status > 0, "\(words): \(outcome.status)")
      #expect(!steers(outcome.output + outcome.talk), "\(words): \((outcome.output + outcome.talk).debugDescription)")
    }
    let typed = try program.run(["--now", Program.now], input: Data("\(name)\nfrom \(name) to x\n".utf8))
    #expect(!steers(typed.output + typed.talk), "\((typed.output + typed.talk).debugDescription)")
  }
}
