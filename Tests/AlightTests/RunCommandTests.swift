import Foundation
import Testing

@Suite("alight run and simulate on the demonstration line")
struct RunCommandTests {
  /// A stored reminder and a recording of its ride.
  private func prepared(_ program: Program, _ answer: String) throws -> (id: String, track: String) {
    let made = try program.run("--json", "--now", Program.now, lines: answer, "yes")
    let id = try #require(made.object?["id"] as? String)
    let record = program.folder.appending(path: "record.json")
    try Data(made.output.utf8).write(to: record)
    let track = program.folder.appending(path: "ride.gpx").path
    let lab = try program.runLab(["make-ride", record.path, "--out", track])
    #expect(lab.status == 0, "\(lab.talk)")
    return (id, track)
  }

  private func levels(_ text: String) -> [Int] {
    text.split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["level"] as? Int
    }
  }

  @Test("a simulated reminder alerts three times in order, and says that it is a demonstration")
  func simulate() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    let id = try #require(made.object?["id"] as? String)
    let outcome = try program.run("simulate", id, "--json", "--speed", "20000x")
    #expect(levels(outcome.output) == [1, 2, 3])
    #expect(outcome.talk.contains("demonstration"))
  }

  @Test("a recorded ride is followed, and what was delivered before a kill is not delivered again")
  func killedBetweenAlerts() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let (_, track) = try prepared(program, "from linz hbf to hagenberg four stops before")
    let arguments = ["run", "--gpx", track, "--speed", "500x", "--once", "--json"]
    let process = program.process(arguments)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var told = ""
    while levels(told).count < 2 {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      told += String(decoding: data, as: UTF8.self)
    }
    // The ledger is written right after an alert is shown; the third is seconds away.
    Thread.sleep(forTimeInterval: 0.05)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(levels(told) == [1, 2])
    let again = try program.run(arguments)
    #expect(again.status == 0, "\(again.talk)")
    #expect(levels(again.output).filter { $0 == 3 }.count == 1)
    #expect(!levels(again.output).contains(1))
    let third = try program.run(arguments)
    #expect(levels(third.output).isEmpty, "a ride that is over is not followed again")
  }

  @Test("a time reminder rings by the clock alone")
  func withoutPosition() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg five minutes before", "yes")
    // From two minutes before the first alert, and slowly enough that a busy machine misses none.
    let start = "2026-12-01T08:50:00+01:00"
    let outcome = try program.run(["run", "--once", "--json", "--now", start, "--speed", "100x"])
    #expect(outcome.status == 0, "\(outcome.talk)")
    #expect(levels(outcome.output) == [1, 2, 3])
    #expect(outcome.output.contains("\"estimated\":true"))
  }

  @Test("a recording without times is refused")
  func withoutTimes() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let track = program.folder.appending(path: "ride.gpx")
    try Data("<gpx><trk><trkseg><trkpt lat=\"48.3\" lon=\"14.3\"/></trkseg></trk></gpx>".utf8).write(to: track)
    #expect(try program.run("run", "--gpx", track.path, "--once").status == 65)
  }
}
