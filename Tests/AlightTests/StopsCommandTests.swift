import Foundation
import Testing

@Suite("alight stops")
struct StopsCommandTests {
  /// The objects of standard output, one a line.
  private func objects(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func ids(_ outcome: Program.Outcome) throws -> [String] {
    try objects(outcome).compactMap { $0["id"] as? String }
  }

  @Test("search finds a stop whatever the slip, with its lines and its platforms as one")
  func search() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let found = try program.run(["stops", "search", "linz", "haubtbahnhof", "--json"])
    #expect(found.status == 0)
    let first = try #require(try objects(found).first)
    #expect(first["schema"] as? String == "alight.stop/1" && first["id"] as? String == "demo:linz-hbf")
    #expect(first["platforms"] as? Int == 5)
    #expect((first["lines"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["1", "2", "3"])
    #expect(try ids(program.run(["stops", "search", "hagenberg", "--json"])).first == "demo:hagenberg")
    #expect(try ids(program.run(["stops", "search", "linz", "--limit", "2", "--json"])).count == 2)
    let text = try program.run(["stops", "search", "hagenberg"]).output
    #expect(text.contains("Hagenberg Softwarepark   1  4   demo:hagenberg-softwarepark"), "\(text)")
    #expect(!text.contains("\u{1B}"))
    #expect(try program.run(["stops", "search", "hagenberg", "--color", "always"]).output.contains("48;2;198;40;40"))
  }

  @Test("search tells in words and by its exit code that nothing is like it")
  func nothing() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.run(["stops", "search", "xqzzwv", "--json"])
    #expect(outcome.status == 66 && outcome.talk.contains("\"xqzzwv\""))
    #expect(outcome.object?["schema"] as? String == "alight.failure/1")
    #expect(try program.run(["stops", "search", "linz", "--limit", "0"]).status == 64)
  }

  @Test("stops of one name are told apart by what is near; poles of one crossing are one stop")
  func sameNames() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try importFeed(
      stops: [
        ("a", "Kirchplatz", 48.300, 14.30), ("b", "Kirchplatz", 48.301, 14.30), ("c", "Kirchplatz", 48.400, 14.30),
        ("d", "Bahnhof", 48.305, 14.30), ("e", "Seeufer", 48.405, 14.31),
      ], program)
    let found = try objects(program.run(["stops", "search", "kirchplatz", "--json"]))
    #expect(found.compactMap { ($0["ids"] as? [String])?.count }.sorted() == [1, 2])
    let near = found.compactMap { ($0["near"] as? [String: Any])?["name"] as? String }
    #expect(Set(near) == ["Bahnhof", "Seeufer"])
    let text = try program.run(["stops", "search", "kirchplatz"]).output
    #expect(text.contains("of Bahnhof") && text.contains("2 platforms"), "\(text)")
    let unclear = try program.run(["stops", "departures", "kirchplatz"])
    #expect(unclear.status == 75 && unclear.talk.contains("2 stops are called Kirchplatz"))
    #expect(unclear.talk.contains("feed:"))
  }

  @Test("near lists what is round a place with its distance")
  func near() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let found = try objects(program.run(["stops", "near", "48.2903,14.2915", "--json"]))
    #expect(found.first?["id"] as? String == "demo:linz-hbf")
    let metres = found.compactMap { $0["metres"] as? Int }
    #expect(metres.count == found.count && metres == metres.sorted())
    let nobody = try program.run(["stops", "near", "0,0"])
    #expect(nobody.status == 66 && nobody.output.isEmpty && nobody.talk.contains("--within"))
    #expect(try program.run(["stops", "near", "here"]).status == 64)
    #expect(try program.run(["stops", "near", "48.3,14.3", "--within", "0"]).status == 64)
  }

  @Test("show tells all of a stop, by its id, its name or the rider's own name")
  func show() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run(["stops", "alias", "work", "linz hbf"]).status == 0)
    for stop in ["demo:linz-hbf", "demo:linz-hbf-a", "linz hbf", "Work"] {
      let object = try #require(try program.run(["stops", "show", stop, "--json"]).object)
      #expect(object["schema"] as? String == "alight.stop-details/1" && object["id"] as? String == "demo:linz-hbf")
      #expect((object["platforms"] as? [Any])?.count == 5 && object["aliases"] as? [String] == ["work"])
      #expect(object["firstDay"] as? String == "2020-01-01")
    }
    let text = try program.run(["stops", "show", "linz hbf"]).output
    for part in ["48.29030, 14.29150", "1, 2, 8, A, B", "tram", "to Hagenberg", "Europe/Vienna", "work"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(try program.run(["stops", "show", "demo:nowhere"]).status == 66)
  }

  @Test("departures lists what leaves next, or last, in the time of the stop")
  func departures() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let next = try program.run([
      "stops", "departures", "hagenberg", "--line", "1", "--limit", "2", "--now", Program.now,
    ])
    #expect(next.output == "08:00  1  Linz Hauptbahnhof\n08:15  1  Linz Hauptbahnhof\n")
    let late = try program.run([
      "stops", "departures", "demo:linz-hbf-a", "--at", "23:45", "--limit", "1", "--now", Program.now,
    ])
    #expect(late.output == "2026-12-02 00:00  1  Hagenberg  platform A\n")
    let dated = try program.run([
      "stops", "departures", "hagenberg", "--at", "08:10", "--date", "2026-12-24", "--limit", "1", "--json",
    ])
    #expect(dated.object?["time"] as? String == "2026-12-24T07:12:00Z")
    #expect(dated.object?["schema"] as? String == "alight.departure/1")
    let byLine = try program.run(["stops", "departures", "hagenberg", "--by-line", "--line", "1", "--now", Program.now])
    #expect(byLine.output == " 1  Linz Hauptbahnhof  08:00  08:15  08:30\n")
    let last = try objects(
      program.run(["stops", "departures", "linz hbf", "--line", "1", "--last", "--json", "--now", Program.now]))
    #expect(last.map { $0["time"] as? String } == ["2026-12-01T23:30:00Z"])
  }

  @Test(
    "an id that is none is told from a name: its feed or its stop is not there",
    arguments: [["stops", "show"], ["stops", "departures"], ["rides", "hagenberg"]])
  func unknownIds(command: [String]) throws {
    let program = try Program()
    defer { program.cleanUp() }
    let feed = try program.run(command + ["bart:FRMT"])
    #expect(feed.status == 66 && feed.talk.contains("no feed is called bart; imported: demo"), "\(feed)")
    let stop = try program.run(command + ["demo:nowhere"])
    #expect(stop.status == 66 && stop.talk.contains("no imported feed has a stop demo:nowhere"), "\(stop)")
  }

  @Test("departures says what it cannot do")
  func refusals() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run(["stops", "departures", "linz"]).status == 75)
    let line = try program.run(["stops", "departures", "hagenberg", "--line", "9"])
    #expect(line.status == 66 && line.talk.contains("there are 1, 4"))
    let time = try program.run(["stops", "departures", "hagenberg", "--at", "nonsense"])
    #expect(time.status == 64 && time.talk.contains("--at nonsense: that is no time"))
    let empty = try program.run(["stops", "departures", "hagenberg", "--date", "2019-01-01"])
    #expect(empty.status == 66 && empty.output.isEmpty && empty.talk.contains("2020-01-01 to 2099-12-31"))
  }

  @Test("alias gives, lists and takes back the names that alight places knows")
  func alias() throws {
    let program = try Program()
    defer { program.cleanUp() }
    #expect(try program.run(["stops", "alias", "work", "hagenberg"]).output == "work  Hagenberg\n")
    #expect(try program.run(["places", "list"]).output == "work  Hagenberg\n")
    #expect(try program.run(["stops", "alias", "--json"]).object?["schema"] as? String == "alight.place/1")
    #expect(try ids(program.run(["stops", "search", "work", "--json"])).first == "demo:hagenberg")
    #expect(try program.run(["stops", "departures", "work", "--now", Program.now]).output.hasPrefix("08:00  1 "))
    #expect(try program.run(["stops", "alias", "work", "--remove"]).status == 0)
    #expect(try program.run(["stops", "alias", "work", "--remove"]).status == 66)
    #expect(try program.run(["stops", "alias", "work"]).status == 64)
    #expect(try program.run(["stops", "alias", "cancel", "hagenberg"]).status == 64)
    #expect(try program.run(["stops", "alias"]).talk.contains("No place has a name"))
  }

  @Test("what an import has built is not built again by the commands that use it")
  func built() throws {
    let program = try Program()
    defer { program.cleanUp() }
    try importFeed(stops: [("a", "Alpha", 48.30, 14.30), ("b", "Beta", 48.31, 14.30)], program)
    let folder = program.folder.appending(path: "data/alight/timetable.built").path
    let made = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(made.count { $0.hasSuffix(".index") } == 2 && made.count { $0.hasSuffix(".reach") } == 1)
    #expect(try ids(program.run(["stops", "search", "alfa", "--json"])) == ["feed:a"])
    #expect(try program.run(["match", "--question", "to", "alpha"]).output.contains("feed:a"))
    _ = try program.run("--now", Program.now, lines: "from alpha to beta", "two stops")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == made)
    #expect(try program.run(["feed", "remove", "feed", "--yes"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try ids(program.run(["stops", "search", "hagenberg", "--json"])).first == "demo:hagenberg")
  }

  /// A timetable with one line of some stops.
  private func importFeed(stops: [(id: String, name: String, north: Double, east: Double)], _ program: Program) throws {
    let folder = program.folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tables = [
      "agency": "agency_id,agency_name,agency_url,agency_timezone\na,A,https://example.org,Europe/Vienna\n",
      "stops": "stop_id,stop_name,stop_lat,stop_lon\n"
        + stops.map { "\($0.id),\($0.name),\($0.north),\($0.east)\n" }.joined(),
      "routes": "route_id,agency_id,route_short_name,route_long_name,route_type\nr,a,1,One,3\n",
      "trips": "route_id,service_id,trip_id\nr,s,t\n",
      "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        + stops.enumerated().map { "t,08:0\($0):00,08:0\($0):00,\($1.id),\($0)\n" }.joined(),
      "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        + "s,1,1,1,1,1,1,1,20260101,20271231\n",
    ]
    for (name, text) in tables { try Data(text.utf8).write(to: folder.appending(path: "\(name).txt")) }
    let outcome = try program.run(["feed", "import", folder.path])
    try #require(outcome.status == 0, "\(outcome.talk)")
  }
}
