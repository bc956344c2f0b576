import Fleet
import FleetNATS
import FleetService
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Journey
import Synchronization
import Testing

/// The program as whoever looks after a fleet runs it.
@Suite("alight-fleet", .serialized) final class FleetProgramTests {
  private let folder: URL
  private var database: String { "sqlite:" + folder.appending(path: "fleet.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Beside the tests, as they are built together.
  private static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
    path: "alight-fleet")

  private func start(_ arguments: [String], input: URL? = nil, name: String = "out") throws -> Process {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
    process.standardOutput = try output("\(name).out")
    process.standardError = try output("\(name).err")
    try process.run()
    return process
  }

  private func output(_ name: String) throws -> FileHandle {
    let file = folder.appending(path: name)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  private func run(_ arguments: [String], input: URL? = nil) throws -> (status: Int32, out: String, err: String) {
    let process = try start(arguments, input: input)
    process.waitUntilExit()
    return (process.terminationStatus, text("out.out"), text("out.err"))
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  private func file(_ name: String, _ lines: [String]) throws -> URL {
    let file = folder.appending(path: name)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
    return file
  }

  private func record(_ reminder: Reminder) throws -> String {
    String(decoding: try RecordCoding.encoder().encode(reminder), as: UTF8.self)
  }

  @Test("A rider moves in by import and out again by export, record by record the same")
  func moves() throws {
    let records = try (0..<3).map { try record(NorthRide.reminder(after: Double($0) * 600)) }
    let taken = try run(
      ["import", "-", "--rider", "anna", "--database", database], input: try file("in", records))
    #expect(taken.status == 0 && taken.err == "3 reminders taken\n", "\(taken)")
    let written = try run(["export", "anna", "--database", database])
    #expect(Set(written.out.split(separator: "\n").map(String.init)) == Set(records))
    // From one fleet to another, with the riders beside.
    let all = try run(["export", "--all", "--database", database])
    let other = "sqlite:" + folder.appending(path: "other.sqlite").path
    let moved = try run(
      ["import", "-", "--database", other], input: try file("all", all.out.split(separator: "\n").map(String.init)))
    #expect(moved.err == "3 reminders taken\n")
    #expect(try run(["export", "--all", "--database", other]).out == all.out)
    let forgotten = try run(["forget", "anna", "--yes", "--database", other])
    #expect(forgotten.out == "anna is forgotten\n")
    #expect(try run(["export", "anna", "--database", other]).status == 66)
  }

  @Test(
    "A line that is no record is told by its number, what comes before it is kept, and it can be left out",
    arguments: [
      "{", "[]", #"{"schema":"alight.reminder/9"}"#, #"{"rider":"anna"}"#, "\u{FEFF}x",
      #"{"rider":"an.na","reminder":{}}"#,
    ])
  func damaged(line: String) throws {
    let records = try [record(NorthRide.reminder()), line, record(NorthRide.reminder())]
    let input = try file("in", records)
    let stopped = try run(["import", input.path, "--rider", "anna", "--database", database])
    #expect(stopped.status == 65)
    #expect(stopped.err.hasPrefix("alight-fleet: line 2: ") && stopped.err.hasSuffix("; 1 before it were taken\n"))
    let left = try run(["import", input.path, "--rider", "anna", "--skip-damaged", "--database", database])
    #expect(left.status == 0)
    #expect(left.err.hasSuffix("2 reminders taken, 1 left out\n"), "\(left.err)")
  }

  @Test("A line that is longer than any record ends an import, which keeps what came before and says so")
  func endless() throws {
    let input = folder.appending(path: "in")
    try Data(("\(record(NorthRide.reminder()))\n" + String(repeating: "x", count: 17 << 20)).utf8).write(to: input)
    for options in [[], ["--skip-damaged"]] {
      let stopped = try run(["import", input.path, "--rider", "anna", "--database", database] + options)
      #expect(stopped.err.hasPrefix("alight-fleet: line 2: a line of more than 16 MB"), "\(stopped.err)")
      #expect(stopped.err.hasSuffix("the rest of the file was not read, 1 before it were taken\n"))
      #expect(stopped.status == 65)
    }
    #expect(try run(["export", "anna", "--database", database]).out.split(separator: "\n").count == 1)
  }

  @Test("A rider's language moves with them, is kept where nothing is said of it, and must be one")
  func languages() throws {
    let record = try record(NorthRide.reminder())
    func imported(_ line: String, _ options: [String] = []) throws -> (status: Int32, out: String, err: String) {
      try run(["import", "-", "--rider", "anna", "--database", database] + options, input: try file("in", [line]))
    }
    func language() throws -> String {
      let line = try run(["export", "anna", "--with-rider", "--database", database]).out
      return String(line.firstMatch(of: /"language":"([^"]*)"/)?.1 ?? "")
    }
    #expect(try imported(record, ["--language", "de"]).status == 0)
    #expect(try language() == "de")
    #expect(try imported(record).status == 0)
    #expect(try language() == "de", "nothing was said of it")
    #expect(try imported(#"{"rider":"anna","language":"en","reminder":\#(record)}"#).status == 0)
    #expect(try language() == "en")
    let refused = try imported(#"{"rider":"anna","language":"Tyrolean","reminder":\#(record)}"#)
    #expect(refused.status == 65 && refused.err.contains("language"), "\(refused.err)")
    #expect(try imported(record, ["--language", "Tyrolean"]).status == 64)
    #expect(try run(["export", "anna", "--database", database]).out == record + "\n")
  }

  @Test("What it cannot do it says in a line, with the status that is documented")
  func failures() throws {
    #expect(try run(["status", "--nats", "nats://127.0.0.1:1"]).status == 69)
    #expect(try run(["export", "anna", "--database", "host=/nowhere"]).status == 69)
    #expect(try run(["export", "anna", "--database", "sqlite:/nowhere/fleet.sqlite"]).status == 69)
    #expect(try run(["import", "/nowhere", "--rider", "a", "--database", database]).status == 66)
    #expect(try run(["export", "anna"]).status == 64)
    #expect(try run(["admit", "linz", "--database", database]).status == 77)
    for name in ["short.key", "missing.key"] {
      if name == "short.key" { try Data("abc".utf8).write(to: folder.appending(path: name)) }
      let made = try run(["token", "anna", "--phone-key", folder.appending(path: name).path])
      #expect(made.status != 0 && made.err.contains("head -c 32 /dev/urandom"))
    }
  }

  @Test(
    "A worker tells riders whose phones speak by HTTP, says how it is, and hands over at the end",
    .enabled(if: NATSServer.program != nil, "nats-server is not installed"))
  func serves() async throws {
    let server = try NATSServer()
    defer { server.cleanUp() }
    let now = Date()
    // It is under way: its last stop is near.
    let begun = now.timeIntervalSince(NorthRide.start) - 400
    let reminder = try NorthRide.reminder(after: begun)
    _ = try run(
      ["import", "-", "--rider", "anna", "--database", database], input: try file("in", [record(reminder)]))
    let key = folder.appending(path: "phone.key")
    try Data((0..<32).map { UInt8($0) }).write(to: key)
    let token = try run(["token", "anna", "--phone-key", key.path]).out.trimmingCharacters(in: .newlines)
    let rung = Mutex<[String]>([])
    let line = try NATSPhoneLine([server.address]) { rider, word in
      if case .ring(let record) = word, rider.text == "anna" { rung.withLock { $0.append(record) } }
    }
    let port = try freePort()
    let worker = try start(
      [
        "serve-worker", "--database", database, "--nats", server.address, "--name", "one", "--http",
        "127.0.0.1:\(port)",
        "--phone-key", key.path, "--prompts", Self.prompts.path,
      ], name: "worker")
    defer { if worker.isRunning { worker.terminate() } }
    while try run(["status", "--nats", server.address]).status != 0 {
      try #require(worker.isRunning, "\(text("worker.err"))")
    }
    let fix = fixes(of: "anna", onRideAfter: begun)
    #expect(try await post(fix, port, token) == #"{"refused":[],"taken":1}"#)
    _ = try await post(fixes(of: "anna", onRideAfter: begun, since: 60), port, token)
    while rung.withLock(\.isEmpty) {
      try #require(worker.isRunning, "\(text("worker.err"))")
      try await Task.sleep(for: .milliseconds(50))
      _ = try await post(fixes(of: "anna", onRideAfter: begun), port, token)
    }
    let record = try #require(
      try JSONSerialization.jsonObject(with: Data(rung.withLock { $0[0] }.utf8)) as? [String: Any])
    #expect(record["schema"] as? String == "alight.alert/1")
    #expect((record["trace"] as? String)?.count == 16)
    #expect((record["text"] as? String)?.isEmpty == false)
    // Whoever speaks for somebody else is refused, and what is no message is told by its line.
    let stranger = fix.replacing("anna", with: "bert")
    let refusals = try await post("\(stranger)\n{}\n\(fix)", port, token)
    #expect(refusals.contains(#""taken":1"#) && refusals.contains("the token is not that of bert"), "\(refusals)")
    #expect(refusals.contains(#""line":2"#))
    #expect(try await post(fix, port, token.dropLast() + "x").contains("not valid"))
    let metrics = try await get("metrics", port)
    #expect(metrics.contains("alight_fleet_partitions 256\n") && metrics.contains("alight_fleet_followed 1\n"))
    #expect(try await get("health", port) == #"{"failures":[],"isWell":true}"#)
    worker.terminate()
    worker.waitUntilExit()
    #expect(worker.terminationStatus == 0, "\(text("worker.err"))")
    let log = try run(["log", "anna", "--database", database]).out
    let trace = try #require(record["trace"] as? String)
    #expect(log.contains("follows") && log.contains("rung") && log.contains(trace))
    #expect(log.hasPrefix(Date().formatted(.iso8601.year())), "seven days have seven dates: \(log)")
    // Where somebody is stands in no log; an instant may look like a latitude.
    let words = (log + text("worker.err")).split(whereSeparator: \.isWhitespace).filter { !$0.hasSuffix("Z") }
    #expect(words.contains("due") && !words.contains { $0.contains("48.0") })
    withExtendedLifetime(line) {}
  }

  @Test(
    "A browser asks to be told, and is told in its rider's language",
    .enabled(if: NATSServer.program != nil, "nats-server is not installed"))
  func browsers() async throws {
    let server = try NATSServer()
    defer { server.cleanUp() }
    let pushes = try await TestService { _, _ in .created }
    let (key, pushKey) = (folder.appending(path: "phone.key"), folder.appending(path: "push.key"))
    for file in [key, pushKey] { try Data((1...32).map { UInt8($0) }).write(to: file) }
    let token = try run(["token", "anna", "--phone-key", key.path]).out.trimmingCharacters(in: .newlines)
    let port = try freePort()
    let worker = try start(
      [
        "serve-worker", "--database", database, "--nats", server.address, "--http", "127.0.0.1:\(port)", "--phone-key",
        key.path, "--push-key", pushKey.path, "--push-service", pushes.address.absoluteString, "--prompts",
        Self.prompts.path,
      ], name: "worker")
    defer {
      worker.terminate()
      worker.waitUntilExit()
    }
    while try run(["status", "--nats", server.address]).status != 0 {
      try #require(worker.isRunning, "\(text("worker.err"))")
    }
    #expect(try await get("push", port).contains(#""key":"B"#))
    let browser = TestBrowser()
    let receiver = try JSONEncoder().encode(browser.receiver(at: pushes.address.appending(path: "b1").absoluteString))
    let asking = #"{"rider":"anna","# + String(decoding: receiver.dropFirst(), as: UTF8.self)
    #expect(try await post(asking, port, token, to: "push").isEmpty)
    // Nobody else's browser, and no address that is no push service.
    #expect(
      try await post(asking.replacing("anna", with: "bert"), port, token, to: "push").contains("not that of bert"))
    #expect(
      try await post(asking.replacing("127.0.0.1", with: "127.0.0.2"), port, token, to: "push")
        .contains("not handed to that push service"))
    #expect(try await post(#"{"rider":"anna"}"#, port, token, to: "push").contains("no subscription"))
    // From here on there is something to tell.
    let begun = Date().timeIntervalSince(NorthRide.start) - 400
    let reminder = try NorthRide.reminder(after: begun)
    _ = try run(
      ["import", "-", "--rider", "anna", "--language", "de-AT", "--database", database],
      input: try file("in", [record(reminder)]))
    while pushes.posts.isEmpty {
      try #require(worker.isRunning, "\(text("worker.err"))")
      _ = try await post(fixes(of: "anna", onRideAfter: begun, since: 60), port, token)
      try await Task.sleep(for: .milliseconds(50))
    }
    let pushed = try browser.read(try #require(pushes.posts.first).body)
    let told = try #require(try JSONSerialization.jsonObject(with: pushed) as? [String: Any])
    let text = try #require(told["text"] as? String)
    #expect(["steig", "Steig", "Halt", "Position ist"].contains { text.contains($0) }, "\(text)")
    #expect(try #require(pushes.posts.first).path == "/b1")
  }

  // MARK: HTTP

  private static let prompts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Prompts").standardizedFileURL

  private func post(
    _ body: String, _ port: Int, _ token: some StringProtocol, to path: String = "fixes"
  ) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
    request.httpMethod = "POST"
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.httpBody = Data(body.utf8)
    return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
  }

  private func get(_ path: String, _ port: Int) async throws -> String {
    let address = try #require(URL(string: "http://127.0.0.1:\(port)/\(path)"))
    return String(decoding: try await URLSession.shared.data(from: address).0, as: UTF8.self)
  }

  /// What a rider's phone says of a ride that began so many seconds after the other rides do: where it is, and first where it was.
  private func fixes(of rider: String, onRideAfter begun: Double, since seconds: Double = 0) -> String {
    stride(from: -seconds, through: 0, by: 2).map { ago in
      let instant = Date() + ago
      let position = NorthRide.fix(instant.timeIntervalSince(NorthRide.start) - begun).position
      let at = instant.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      return
        #"{"rider":"\#(rider)","schema":"alight.fix/1","at":"\#(at)","lat":\#(position.latitude),"lon":14,"accuracy":8}"#
    }.joined(separator: "\n")
  }

  /// A port that nobody listens on now.
  private func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
        guard bind(socket, address, length) == 0, getsockname(socket, address, &length) == 0 else { return nil }
        return pointer.pointee.sin_port.bigEndian
      }
    }
    return Int(try #require(port))
  }
}
