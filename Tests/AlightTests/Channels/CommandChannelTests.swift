import Devices
import Following
import Foundation
import Journey
import TestServers
import Testing

@Suite("A program of the rider's own", .tags(.alone))
struct CommandChannelTests {
  init() {
    // As the program itself does at its start: a broken pipe is an error of the write, not a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  private func folder() throws -> URL {
    let folder = URL(filePath: "/tmp/alight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("gets the alert as one line of JSON that its schema describes")
  func record() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "alerts.json")
    let channel = CommandChannel(
      program: try Script.write("cat >> '\(file.path)'", to: folder.appending(path: "keep")))
    let alert = SampleAlert()
    try await channel.deliver(alert.message(3, "Aussteigen: „Hagenberg“!", [.alarm, .notification, .speech]))
    var lost = alert.message(0, "The position is lost.")
    lost.alert = Alert(event: .positionLost, level: nil, at: lost.alert.at, estimated: true)
    try await channel.deliver(lost)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2)
    let schema = try RecordSchema(named: "alight.alert-1")
    for line in lines { #expect(try schema.problems(with: String(line)) == []) }
    let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(first["schema"] as? String == "alight.alert/1")
    #expect(first["reminder"] as? String == alert.reminder.uuidString)
    #expect(first["text"] as? String == "Aussteigen: „Hagenberg“!")
    #expect(first["means"] as? [String] == ["notification", "alarm", "speech"])
    #expect(first["at"] as? String == "2027-01-15T08:00:00Z")
  }

  @Test(
    "gets what a validator that knows nothing of Alight takes",
    .enabled(if: IndependentReader.readsSchemas, "python3-jsonschema is not installed"))
  func validated() async throws {
    let program = try Program()
    defer { program.cleanUp() }
    let file = program.folder.appending(path: "alerts.json")
    let channel = CommandChannel(
      program: try Script.write("cat >> '\(file.path)'", to: program.folder.appending(path: "keep")))
    for level in 1...3 { try await channel.deliver(SampleAlert().message(level, "get off", [.notification, .alarm])) }
    let read = try IndependentReader.read(
      "json", String(contentsOf: file, encoding: .utf8), program, schema: "alight.alert-1")
    #expect((read["records"] as? [[String: Any]])?.count == 3)
  }

  @Test("may leave its input unread")
  func unread() async throws {
    let message = SampleAlert().message(1, String(repeating: "get ready ", count: 20_000))
    try await CommandChannel(program: "true").deliver(message)
  }

  @Test("that fails is told with its exit code and what it said first")
  func failing() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try Script.write(
      "echo 'the watch is off' >&2\necho more >&2\nexit 3", to: folder.appending(path: "fail"))
    await #expect(throws: ChannelError.failed(program: program, cause: "exit code 3, the watch is off")) {
      try await CommandChannel(program: program).deliver(SampleAlert().message(1, "get ready"))
    }
    await #expect(throws: ChannelError.noProgram("/no/such/program")) {
      try await CommandChannel(program: "/no/such/program").deliver(SampleAlert().message(1, "get ready"))
    }
  }

  @Test("that hangs is ended with all that it started")
  func hanging() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Of what goes on for longer than a test may, nobody sees the end.
    let program = try Script.write(
      "sleep 86400 & echo $! >'\(folder.path)/pid'; wait", to: folder.appending(path: "hang"))
    await #expect(throws: ChannelError.self) {
      try await CommandChannel(program: program, limit: .milliseconds(300)).deliver(
        SampleAlert().message(1, "get ready"))
    }
    if let text = try? String(contentsOf: folder.appending(path: "pid"), encoding: .utf8),
      let started = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      #expect(Patience.wait { kill(started, 0) != 0 }, "what it started goes on")
    }
  }
}
