#if Page
import Foundation
import GRDB
import TestServers
import Testing

/// The page as people use it: Chromium by Playwright, one scenario of `browse.py` each, against a server of its own.
@Suite("The page", .serialized, .tags(.alone))
final class PageTests {
  private let program: Program
  private let folder: URL

  init() throws {
    program = try Program()
    folder = program.folder
  }

  deinit { program.cleanUp() }

  private func serve(port: Int = 0) throws -> PageVisit.Served { try PageVisit.serve(program, port: port) }

  private func browser(_ scenario: String, _ served: PageVisit.Served, _ arguments: [String] = []) throws -> Process {
    try PageVisit.browser(program, scenario, served, arguments)
  }

  @Test(
    "sets a reminder as a newcomer would, by keyboard alone too, and is accessible",
    arguments: [
      "clicking", "typing-badly", "one-sentence", "without-script", "in-german", "by-keyboard", "two-tabs", "denied",
      "accessible", "changing", "together", "trips",
    ])
  func newcomer(scenario: String) throws {
    let served = try serve()
    let told = try program.run(browser(scenario, served), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    #expect(served.program.end().status == 130)
  }

  @Test("is served over TLS by a certificate of the rider's, whose name browsers are sent to")
  func secure() throws {
    let (certificate, key) = try makeCertificate()
    let served = try PageVisit.serve(program, ["--cert", certificate, "--key", key])
    #expect(served.address.hasPrefix("https://localhost:"))
    let told = try program.run(browser("clicking", served), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    func curl(_ arguments: [String]) throws -> Program.Outcome {
      try program.run(
        program.process(
          ["-sS", "-o", "/dev/null", "-w", "%{http_code}"] + arguments, executable: URL(filePath: "/usr/bin/curl")),
        input: Data())
    }
    #expect(try curl(["--cacert", certificate, served.address + "/enter"]).output == "200")
    #expect(try curl(["--insecure", "-H", "Host: evil.test", served.address + "/enter"]).output == "421")
    #expect(try curl([served.address + "/enter"]).status == 60)
    #expect(try curl([served.address.replacing("https", with: "http") + "/enter"]).output == "000")
    let opened = try program.run("serve", "open", "--print")
    #expect(opened.output.hasPrefix(served.address + "/enter?code="), "\(opened.talk)")
    served.program.interrupt()
    _ = served.program.end()
    let mixed = try program.run("serve", "--cert", certificate, "--key", certificate)
    #expect(mixed.status == 65)
    #expect(mixed.talk.contains("holds no private key"))
  }

  @Test("draws the map on pictures of the server that the rider has named, and asks nobody else")
  func tiles() throws {
    let port = String(try Broker.freePort())
    let set = try program.run(
      "preferences", "set", "map-tiles", "http://127.0.0.1:\(port)/{z}/{x}/{y}.png Mapmakers")
    #expect(set.status == 0, "\(set.talk)")
    let told = try PageVisit.run("tiles", program, [port])
    #expect(told.status == 0, "\(told.talk)")
  }

  @Test("sets an alarm for a place that was tapped on the map, and a reminder of a place of the rider's own")
  func places() throws {
    #expect(try program.run("places", "add", "lot 25", "48.31,14.31", "--radius", "80").status == 0)
    let told = try PageVisit.run("places", program, [])
    #expect(told.status == 0, "\(told.talk)")
  }

  @Test("draws its link for the phone's camera at a terminal")
  func drawnLink() throws {
    let (certificate, key) = try makeCertificate()
    let tmux = try Tmux(program, columns: 100, rows: 50)
    defer { tmux.cleanUp() }
    try tmux.command("alight serve --listen 127.0.0.1:0 --position none --cert \(certificate) --key \(key)")
    let screen = try #require(
      tmux.wait { $0.contains("▀") && $0.contains("enter?code=") }, "\(tmux.screen)")
    let link = try #require(screen.firstMatch(of: /https:\/\/localhost:\d+\/enter\?code=[A-Z0-9-]+/)).0
    let drawn = try program.run(
      program.process(["-t", "UTF8", "-m", "2", String(link)], executable: URL(filePath: "/usr/bin/qrencode")),
      input: Data())
    let lines = drawn.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count > 10)
    #expect(tmux.wait { screen in lines.allSatisfy(screen.contains) } != nil, "\(tmux.screen)\n\(drawn.output)")
    try tmux.press("C-c")
    #expect(tmux.wait { $0.hasSuffix("ready$") } != nil)
  }

  @Test("does for programs what its description says, and fails at nothing that they send")
  func described() throws {
    let served = try serve()
    let secret = try enter(served)
    let tool = Program.root.appending(path: ".build/browser/bin/schemathesis")
    let process = program.process(
      [
        "run", served.address + "/api/schema/openapi.yaml", "-u", served.address, "-H", "Cookie: alight=\(secret)",
        "--max-examples",
        "5", "--exclude-path", "/api/events", "--workers", "1", "--checks",
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
      ], executable: tool)
    // It keeps what it finds where it is started.
    process.currentDirectoryURL = folder
    process.environment?["SCHEMATHESIS_HOOKS"] = "api_hooks"
    process.environment?["PYTHONPATH"] = Program.root.appending(path: "Tests/AlightTests/Page").path
    let told = try program.run(process, input: Data())
    #expect(told.status == 0, "\(told.output)\n\(served.program.talk)")
    #expect(!told.output.contains("unresolvable"), "\(told.output)")
    served.program.interrupt()
    #expect(served.program.end().status == 130)
  }

  @Test("plans, changes, sets and deletes trips of several stops for programs")
  func tripsForPrograms() throws {
    let served = try serve()
    let secret = try enter(served)
    func ask(_ method: String, _ path: String, _ body: String? = nil) throws -> (status: String, text: String) {
      let data = body.map { ["-H", "Content-Type: application/json", "-d", $0] } ?? []
      let curl = program.process(
        ["-sS", "-X", method, "-w", "\n%{http_code}", "-H", "Cookie: alight=\(secret)"] + data + [
          served.address + path
        ],
        executable: URL(filePath: "/usr/bin/curl"))
      var lines = try program.run(curl, input: Data()).output.split(separator: "\n").map(String.init)
      return (lines.popLast() ?? "", lines.joined(separator: "\n"))
    }
    func plan(_ answer: (status: String, text: String)) throws -> [String: Any] {
      #expect(try RecordSchema(named: "alight.itinerary-1").problems(with: answer.text) == [])
      let object = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
      return try #require(object?["plan"] as? [String: Any], "\(answer)")
    }
    let start = (Date() + 86_400).ISO8601Format()
    let stops = #"[{"place": "linz hbf"}, {"place": "hagenberg", "stay": 3600}, {"place": "48.2906,14.2916"}]"#
    let made = try ask("POST", "/api/trips", #"{"name": "out", "start": "\#(start)", "stops": \#(stops)}"#)
    #expect(made.status == "201")
    let id = try #require(try plan(made)["id"] as? String).lowercased()
    #expect(try ask("POST", "/api/trips", #"{"name": "out", "stops": \#(stops)}"#).status == "409")
    let unknown = try ask("POST", "/api/trips", #"{"stops": [{"place": "linz hbf"}, {"place": "qqqq"}]}"#)
    #expect(unknown.status == "422" && unknown.text.contains("qqqq"), "\(unknown)")
    let set = try ask("POST", "/api/trips/\(id)/set")
    let reminders = try plan(set)["reminders"] as? [String]
    #expect(set.status == "200" && reminders?.isEmpty == false, "\(set)")
    let shorter = #"{"revision": 1, "stops": [{"place": "linz hbf"}, {"place": "hagenberg"}]}"#
    #expect(try ask("PUT", "/api/trips/\(id)", shorter).status == "409")
    let changed = try ask("PUT", "/api/trips/\(id)", shorter.replacing("1,", with: "2,"))
    let left = try plan(changed)["stops"] as? [Any]
    #expect(changed.status == "200" && left?.count == 2, "\(changed)")
    #expect(try ask("PUT", "/api/trips/\(id)", #"{"stops": []}"#).status == "422")
    let gone = try ask("POST", "/api/trips", #"{"start": "2026-01-02T08:00:00Z", "stops": \#(stops)}"#)
    let old = try #require(try plan(gone)["id"] as? String).lowercased()
    #expect(try ask("POST", "/api/trips/\(old)/set?anyway=true").status == "409", "nothing of it is to come")
    #expect(try ask("DELETE", "/api/trips/\(old)").status == "204")
    #expect(try ask("GET", "/api/trips").text.contains("\"alight.itinerary/1\""))
    #expect(try ask("DELETE", "/api/trips/\(id)").status == "204")
    #expect(try ask("GET", "/api/trips/\(id)").status == "404")
    #expect(try ask("GET", "/api/reminders").text == "[]")
    served.program.interrupt()
    #expect(served.program.end().status == 130)
  }

  @Test("outlives what whoever wishes ill may send, and lets nobody in who was not")
  func attacked() throws {
    try hostileFeed()
    let served = try serve()
    let attacker = program.process(
      [
        Program.root.appending(path: "Tests/AlightTests/Page/attacks.py").path, served.address, served.code, "own:x",
      ], executable: URL(filePath: "/usr/bin/python3"))
    let (keyboard, output) = (Pipe(), folder.appending(path: "attacks.out"))
    try Data().write(to: output)
    attacker.standardInput = keyboard
    attacker.standardOutput = try FileHandle(forWritingTo: output)
    attacker.standardError = attacker.standardOutput
    func told() -> String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
    try attacker.run()
    Patience.wait { !attacker.isRunning || told().contains("REVOKE") }
    for id in try DatabaseQueue(path: program.database.path).read({
      try String.fetchAll($0, sql: "SELECT id FROM browsers")
    }) {
      #expect(try program.run("serve", "revoke", id).status == 0)
    }
    try keyboard.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    attacker.waitUntilExit()
    #expect(attacker.terminationStatus == 0, "\(told())\n\(served.program.talk)")
    served.program.interrupt()
    #expect(served.program.end().status == 130)
  }

  /// A certificate for this machine by openssl.
  private func makeCertificate() throws -> (certificate: String, key: String) {
    let (certificate, key) = (folder.appending(path: "cert.pem").path, folder.appending(path: "key.pem").path)
    let openssl = program.process(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=alight",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
      ], executable: URL(filePath: "/usr/bin/openssl"))
    #expect(try program.run(openssl, input: Data()).status == 0)
    return (certificate, key)
  }

  /// Lets a client in that is no browser.
  /// - Returns: its secret.
  private func enter(_ served: PageVisit.Served) throws -> String {
    let jar = folder.appending(path: "cookies").path
    let curl = program.process(
      ["-sS", "-o", "/dev/null", "-c", jar, "-d", "code=\(served.code)", served.address + "/enter"],
      executable: URL(filePath: "/usr/bin/curl"))
    #expect(try program.run(curl, input: Data()).status == 0)
    let cookies = try String(contentsOfFile: jar, encoding: .utf8)
    return String(try #require(cookies.firstMatch(of: /alight\t([0-9a-f]{64})/)).1)
  }

  /// Names that are markup.
  private func hostileFeed() throws {
    let feed = folder.appending(path: "feed")
    try FileManager.default.createDirectory(at: feed, withIntermediateDirectories: true)
    let hours = 0..<24
    let files = [
      "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n1,<b>Lines</b>,http://example.org,UTC\n",
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon
      x,<img src=x onerror=alert(1)>,48,14
      y,\"\"\"><script>alert(2)</script>",48.01,14

      """,
      "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,1,<i>7</i>,3\n",
      "calendar.txt": """
      service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
      daily,1,1,1,1,1,1,1,20260101,20991231

      """,
      "trips.txt": "route_id,service_id,trip_id,trip_headsign\n"
        + hours.map { "r,daily,t\($0),<svg onload=alert(3)>\n" }.joined(),
      "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        + hours.map { hour in
          let time = String(format: "%02d", hour)
          return "t\(hour),\(time):00:00,\(time):00:00,x,1\nt\(hour),\(time):10:00,\(time):10:00,y,2\n"
        }.joined(),
    ]
    for (name, text) in files { try Data(text.utf8).write(to: feed.appending(path: name)) }
    let imported = try program.run("feed", "import", feed.path, "--name", "own")
    #expect(imported.status == 0, "\(imported.talk)")
  }

  @Test("hears the answers that a browser's microphone brings", .enabled(if: Program.hasSpeechModel))
  func speaking() throws {
    let served = try serve()
    // A browser begins to listen when it likes: silence around each answer.
    let files = try ["from", "to", "mode", "interval"].map { name in
      let file = folder.appending(path: "\(name).wav").path
      let source = Program.root.appending(path: "Audio/answers/\(name).wav").path
      let sox = program.process([source, file, "pad", "0.6", "0.6"], executable: URL(filePath: "/usr/bin/sox"))
      let made = try program.run(sox, input: Data())
      #expect(made.status == 0, "\(made.talk)")
      return file
    }
    let told = try program.run(browser("speaking", served, files), input: Data())
    #expect(told.status == 0, "\(told.talk)\n\(served.program.talk)")
    served.program.interrupt()
    _ = served.program.end()
  }

  /// All at once, as each takes as long as its ride.
  @Test(
    """
    follows a ride by the browser's position, shows three alerts and rings; it rings alone, once, when the server is killed before the \
    last call; closed it is pushed to, and a webhook gets the alerts
    """)
  func rides() throws {
    let whole = try BrowsedRide("ride")
    let lost = try BrowsedRide("lost-line")
    let port = String(try Broker.freePort())
    let closed = try BrowsedRide(
      "pushed",
      options: ["--push-service", "http://127.0.0.1:\(port)", "--webhook", "http://127.0.0.1:\(port)/hook"], [port])
    defer { [whole, lost, closed].forEach { $0.cleanUp() } }
    for ride in [whole, lost, closed] { try ride.begin() }
    lost.wait(for: "KILL")
    lost.server.program.kill()
    lost.wait(for: "BACK")
    if lost.isRunning { try lost.serveAgain() }
    #expect(lost.end() == 0, "\(lost.talk)")
    // What the page has rung stands in the ledger, delivered and once.
    let rows = try DatabaseQueue(path: lost.program.database.path).read { database in
      try String.fetchAll(database, sql: "SELECT status || ' ' || repeats FROM ledger WHERE level = 3")
    }
    #expect(rows == ["delivered 0"])
    #expect(whole.end() == 0, "\(whole.talk)\n\(whole.server.program.talk)")
    #expect(closed.end() == 0, "\(closed.talk)\n\(closed.server.program.talk)")
    // Each was shown, which the browser has said.
    #expect(!closed.server.program.talk.contains("no browser has said"), "\(closed.server.program.talk)")
  }
}
#endif
