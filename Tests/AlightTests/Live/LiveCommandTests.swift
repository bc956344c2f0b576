import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The live command", .enabled(if: Program.readsLiveFeeds, "Alight was built without live feeds"))
struct LiveCommandTests {
  private let program: Program
  private let server: FeedServer
  /// Eight o'clock on the demonstration network, and ten seconds before.
  private static let made = "1796108390"

  init() throws {
    var program = try Program()
    program.environment["XDG_CACHE_HOME"] = program.folder.appending(path: "cache").path
    self.program = program
    server = try FeedServer()
  }

  private func run(_ arguments: [String], _ input: String = "") throws -> Program.Outcome {
    try program.run(arguments + (arguments.contains("remove") ? [] : ["--now", Program.now]), input: Data(input.utf8))
  }

  private func add(_ path: String, _ query: [String: String], _ more: [String] = [], _ input: String = "") throws
    -> Program.Outcome
  {
    try run(["live", "add", "demo", server.address(path, query)] + more, input)
  }

  private static let late = ["trip": "1-out-0800", "made": made, "stop": "linz-hbf", "delay": "180"]

  @Test("What feeds say of rides is answered to programs that have the key, and to nobody else")
  func served() async throws {
    let made = try program.run(
      "new", "--from", "linz hbf", "--to", "hagenberg", "--mode", "stations", "--interval", "2", "--yes", "--json",
      "--now", Program.now)
    let ride = try #require(made.objects.first?["route"], "\(made.output) \(made.talk)")
    #expect(try add("feed", Self.late).status == 0)
    let keyFile = program.folder.appending(path: "live.key")
    try Data("open sesame\n".utf8).write(to: keyFile)
    let service = try LiveProgram(
      program, ["live", "serve", "--listen", "127.0.0.1:0", "--key-file", keyFile.path, "--now", Program.now])
    defer { service.kill() }
    service.wait(for: "/reports", times: 1)
    let address = try #require(service.talk.firstMatch(of: /http:\S+\/reports/)?.output)
    func ask(_ body: Data, key: String?) async throws -> (status: Int?, answer: [String: Any]) {
      var request = URLRequest(url: try #require(URL(string: String(address))))
      request.httpMethod = "POST"
      request.httpBody = body
      if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
      let (data, response) = try await URLSession.shared.data(for: request)
      let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return ((response as? HTTPURLResponse)?.statusCode, answer ?? [:])
    }
    let question = try JSONSerialization.data(withJSONObject: ["rides": [ride]])
    for key in [nil, "sesame"] { #expect(try await ask(question, key: key).status == 401) }
    let wrong = try await ask(Data("{}".utf8), key: "open sesame")
    #expect(wrong.status == 400 && (wrong.answer["error"] as? String)?.contains("rides") == true)
    let (status, answer) = try await ask(question, key: "open sesame")
    let report = try #require((answer["reports"] as? [[String: Any]])?.first, "\(answer)")
    #expect(status == 200)
    #expect((report["calls"] as? [[String: Any]])?.first?["departure"] as? Double == 180, "\(report)")
  }

  @Test("Departures show what is late, and what is cancelled")
  func departures() throws {
    #expect(try add("feed", Self.late).status == 0)
    let rows = try run(["stops", "departures", "demo:linz-hbf", "--limit", "3"])
    #expect(rows.status == 0, "\(rows.talk)")
    let line = try #require(rows.output.split(separator: "\n").first { $0.contains("08:00") })
    #expect(line.hasPrefix("08:00 +3"))
    let record = try run(["stops", "departures", "demo:linz-hbf", "--json", "--limit", "3"])
    let live = try #require(record.objects.compactMap { $0["live"] as? [String: Any] }.first)
    #expect(live["delay"] as? Double == 180)
    #expect(live["time"] as? String == "2026-12-01T07:03:00Z")
    #expect(live["cancelled"] as? Bool == false)
    for line in record.output.split(separator: "\n") {
      #expect(try RecordSchema(named: "alight.departure-1").problems(with: String(line)) == [])
      #expect(try RecordSchema(named: "alight.departure-1").undescribed(in: String(line)) == [])
    }
    _ = try run(["live", "remove", "demo"])
    #expect(try add("feed", ["trip": "1-out-0800", "made": Self.made, "cancel": "1"]).status == 0)
    let cancelled = try run(["stops", "departures", "demo:linz-hbf", "--limit", "3"])
    #expect(cancelled.output.contains("08:00 cancelled"))
  }

  @Test("Rides show what is late, and what is cancelled")
  func rides() throws {
    #expect(try add("feed", Self.late).status == 0)
    let ride = ["rides", "demo:linz-hbf", "demo:hagenberg", "--limit", "1"]
    let shown = try run(ride)
    #expect(shown.output.contains("08:00 +3  Linz Hauptbahnhof"), "\(shown.output)")
    #expect(shown.output.contains("08:57 +3  Hagenberg"))
    let record = try run(ride + ["--json"])
    let live = try #require((record.object?["live"] as? [[String: Any]])?.first)
    #expect((live["arrival"] as? [String: Any])?["time"] as? String == "2026-12-01T08:00:00Z")
    let schema = try RecordSchema(named: "alight.connection-1")
    #expect(try schema.problems(with: record.output) == [])
    #expect(try schema.undescribed(in: record.output) == [])
    _ = try run(["live", "remove", "demo"])
    #expect(try add("feed", ["trip": "1-out-0800", "made": Self.made, "cancel": "1"]).status == 0)
    #expect(try run(ride).output.contains("cancelled: take another one"))
  }

  @Test("What an operator announces stands below rides and departures that it is about, in the rider's language")
  func announcements() throws {
    let notice = [
      "alert": "de:Kein%20Halt%20an%20der%20Rampe%7Cen:No%20stop%20at%20the%20%1B%5B31mramp", "about": "linz-hbf",
    ]
    #expect(try add("feed", Self.late.merging(notice) { $1 }).status == 0)
    for arguments in [["rides", "demo:linz-hbf", "demo:hagenberg"], ["stops", "departures", "demo:linz-hbf"]] {
      let output = try run(arguments).output
      #expect(output.contains("\n! No stop at the "), "\(output)")
      // It steers no terminal.
      #expect(output.hasSuffix("ramp\n") && !output.contains("\u{1B}"))
    }
    #expect(
      try run(["rides", "demo:linz-hbf", "demo:hagenberg", "--lang", "de"]).output.hasSuffix(
        "! Kein Halt an der Rampe\n"))
    #expect(!(try run(["stops", "departures", "demo:hagenberg"]).output.contains("!")))
  }

  @Test("What an operator announces is in the JSON of what it is about, and told of a ride before it is set")
  func announced() throws {
    let notice = ["alert": "de:Kein%20Halt%20am%20Steig%7Cen:No%20stop%20at%20the%20quay", "about": "linz-hbf"]
    #expect(try add("feed", Self.late.merging(notice) { $1 }).status == 0)
    for (arguments, schema) in [
      (["rides", "demo:linz-hbf", "demo:hagenberg"], "alight.connection-1"),
      (["stops", "departures", "demo:linz-hbf"], "alight.departure-1"),
    ] {
      let outcome = try run(arguments + ["--json", "--limit", "2"])
      #expect(outcome.objects.count == 2, "\(outcome.talk)")
      for object in outcome.objects {
        let announcements = try #require(object["announcements"] as? [[String: Any]])
        #expect(announcements.map { $0["text"] as? String } == ["No stop at the quay"])
      }
      for line in outcome.output.split(separator: "\n") {
        #expect(try RecordSchema(named: schema).problems(with: String(line)) == [])
        #expect(try RecordSchema(named: schema).undescribed(in: String(line)) == [])
      }
    }
    let order = "from linz hbf to hagenberg, two stops before\n"
    let talk = try run(["new"], order).talk
    #expect(talk.components(separatedBy: "The operator announces: No stop at the quay").count == 2, "\(talk)")
    #expect(
      try run(["new", "--lang", "de"], "von linz hbf nach hagenberg, zwei halte davor\n").talk.contains(
        "Der Betreiber meldet: Kein Halt am Steig"))
    #expect(!(try run(["new"], "from pregarten to hagenberg, two stops before\n").talk.contains("announces")))
  }

  @Test("The dialogue takes no ride that is cancelled, and tells of one that is late what will be")
  func dialogue() throws {
    #expect(try add("feed", Self.late.merging(["delay": "300"]) { $1 }).status == 0)
    let order = "from linz hbf to hagenberg, two stops before\n"
    let late = try run(["new"], order)
    #expect(
      late.talk.contains(
        "Line 1 is 5 minutes late: it leaves Linz Hauptbahnhof about 08:05 and is at Hagenberg about 09:02."))
    #expect(late.talk.contains("the alarm (about 09:01)"), "\(late.talk)")
    _ = try run(["live", "remove", "demo"])
    try? FileManager.default.removeItem(at: program.folder.appending(path: "cache/alight/live"))
    #expect(try add("feed", ["trip": "1-out-0800", "made": Self.made, "cancel": "1"]).status == 0)
    let cancelled = try run(["new"], order)
    #expect(cancelled.talk.contains("line 1, 08:15 to 09:12"))
    #expect(cancelled.talk.contains("Line 1 at 08:00 is reported as cancelled."), "\(cancelled.talk)")
  }

  @Test("A trip is shown stop by stop, with the stops that it passes by")
  func show() throws {
    #expect(try add("feed", Self.late.merging(["skip": "hagenberg"]) { $1 }).status == 0)
    let shown = try run(["live", "show", "demo:1-out-0800"])
    #expect(shown.status == 0, "\(shown.talk)")
    let lines = shown.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("08:00 +3") && $0.contains("Linz Hauptbahnhof") })
    #expect(lines.contains { $0.contains("does not stop") && $0.contains("Hagenberg") })
  }

  @Test("A feed that stands still is told, and the timetable stands")
  func stale() throws {
    #expect(try add("feed", Self.late.merging(["made": "1796107800"]) { $1 }).status == 0)
    let rows = try run(["stops", "departures", "demo:linz-hbf", "--limit", "3"])
    #expect(rows.status == 0)
    #expect(!rows.output.contains("+3"))
    #expect(rows.talk.contains("10 min old and not used"))
  }

  @Test("A server that is gone costs the live times alone")
  func gone() throws {
    #expect(try add("feed", Self.late).status == 0)
    server.stop()
    try? FileManager.default.removeItem(at: program.folder.appending(path: "cache/alight/live"))
    let rows = try run(["stops", "departures", "demo:linz-hbf", "--limit", "3"])
    #expect(rows.status == 0)
    #expect(rows.output.contains("08:00"))
    #expect(rows.talk.contains("No live times of demo"))
    #expect(rows.talk.contains("nobody answers there"))
  }

  @Test(
    "What is no feed is not added",
    arguments: [
      ("page", "a web page"), ("to-file", "no address of http"), ("round", "again and again"), ("bomb", "larger than"),
      ("cut", "curl: (18)"), ("busy", "asked too often"), ("nothing", "does not have it"), ("key", "another key"),
    ])
  func refused(_ path: String, _ cause: String) throws {
    let outcome = try add(path, Self.late)
    #expect(outcome.status == 69)
    #expect(outcome.talk.contains(cause), "\(outcome.talk)")
    #expect(try run(["live", "list", "--json"]).output.isEmpty)
  }

  @Test("A feed of another timetable is not added")
  func otherTimetable() throws {
    let outcome = try add("feed", ["trip": "elsewhere", "made": Self.made])
    #expect(outcome.status == 69)
    #expect(outcome.talk.contains("only 0 of its 1 updates"))
    #expect(try run(["live", "add", "nowhere", server.address("feed", Self.late)]).status == 66)
  }

  @Test("A key goes to its own host alone, and shows nowhere")
  func key() throws {
    let added = try add("key", Self.late.merging(["token": "alsosecret"]) { $1 }, ["--header", "X-Key=-"], "secret\n")
    #expect(added.status == 0, "\(added.talk)")
    let list = try run(["live", "list"])
    for text in [added.output, added.talk, list.output, list.talk] {
      #expect(!text.contains("secret"))
    }
    let file = program.folder.appending(path: "data/alight/live-feeds.json").path
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try add("elsewhere", Self.late, ["--header", "X-Key=-"], "secret\n").status == 69)
    let requests = try server.requests()
    #expect(requests.filter { $0[0] == "/elsewhere" }.map { $0[1] } == ["secret"])
    #expect(requests.last.map { Array($0.prefix(2)) } == ["/key", "-"])
  }

  @Test("A server is not asked more often than the feed is made anew")
  func polite() throws {
    #expect(try add("feed", Self.late, ["--every", "10m"]).status == 0)
    for _ in 0..<3 { #expect(try run(["stops", "departures", "demo:linz-hbf"]).output.contains("+3")) }
    // Once to look whether it can be added, and once for the departures.
    #expect(try server.requests().count == 2)
  }

  @Test("A file of somebody else is read as well, and a damaged list is told")
  func file() throws {
    let file = program.folder.appending(path: "feed.pb")
    try Data("no feed".utf8).write(to: file)
    #expect(try run(["live", "add", "demo", file.path]).status == 69)
    #expect(try run(["live", "add", "demo", file.path + ".gone"]).talk.contains("the file is not there"))
    #expect(try run(["live", "check", "demo", file.path]).status == 65)
    let list = program.folder.appending(path: "data/alight/live-feeds.json")
    try FileManager.default.createDirectory(
      at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{".utf8).write(to: list)
    let outcome = try run(["live", "list"])
    #expect(outcome.status == 65)
    #expect(outcome.talk.contains("live-feeds.json"))
    #expect(try Data(contentsOf: list) == Data("{".utf8))
  }
}
