import Foundation
import Journey
import Storage
import Testing

/// The program on a recorded ride, with a program of the rider's own that writes down each alert and makes sure that it is on disk:
/// what was seen, whatever becomes of the runner.
struct WatchedRide {
  let program: Program
  let id: String
  let track: String
  private let shown: URL
  private let script: URL

  init(_ program: Program) throws {
    self.program = program
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    id = try #require(made.object?["id"] as? String)
    let record = program.folder.appending(path: "record.json")
    try Data(made.output.utf8).write(to: record)
    track = program.folder.appending(path: "ride.gpx").path
    #expect(try program.runLab(["make-ride", record.path, "--out", track]).status == 0)
    shown = program.folder.appending(path: "shown.jsonl")
    script = program.folder.appending(path: "show.sh")
    let text = "#!/bin/sh\nexec dd of='\(shown.path)' oflag=append conv=notrunc,fsync status=none\n"
    try Data(text.utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
  }

  func arguments(_ speed: String) -> [String] {
    ["run", "--gpx", track, "--reminder", id, "--speed", speed, "--once", "--quiet", "--command", script.path]
  }

  /// The level and whether it was a repeat, of each alert in the order in which they were seen.
  var alerts: [(level: Int, isRepeat: Bool)] {
    let text = (try? String(contentsOf: shown, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (object?["level"] as? Int).map { ($0, object?["repeat"] as? Bool ?? false) }
    }
  }

  func store() throws -> ReminderStore { try ReminderStore(path: program.database.path) }

  /// The levels that the ledger calls delivered.
  func delivered() throws -> [Int] {
    let reminder = try store().reminders(includingPast: true, at: .distantPast)[0]
    return try store().deliveries(of: reminder.id, serviceDay: reminder.ride.serviceDay)
      .filter { $0.deliveredAt != nil }.map(\.key.level)
  }
}

@Suite("A runner that is killed, on a full disk, or beside a program that holds the database")
struct CrashTests {
  @Test("killed after inputs all over a ride and at every point of the ledger, each level is told and none again")
  func everywhere() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let outcome = try program.runLab([
      "crash-rides", "--rides", "1", "--every", "199", "--longest", "12", "--json", "--demo-network",
      Program.root.appending(path: "Prompts/demo-network").path,
    ])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.talk)")
    let figures = try #require(outcome.object)
    #expect(figures["crashes"] as? Int ?? 0 > 40)
    #expect(figures["lost"] as? Int == 0 && figures["shownAgain"] as? Int == 0)
    // Between showing and writing nobody can know: there it is told again, and counted.
    #expect(figures["seenTwice"] as? Int ?? 0 > 0)
    #expect(figures["repeats"] as? Int ?? 0 >= figures["seenTwice"] as? Int ?? 0)
  }

  @Test(
    "the program itself, killed again and again in the middle of a ride, tells each level, and none after it was written"
  )
  func killedProgram() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let ride = try WatchedRide(program)
    var delivered: [Int] = []
    // A start takes about half a second; the ride of an hour is played in six.
    for pause in [700_000, 1_500_000, 5_000_000, 6_300_000] as [UInt32] {
      let seen = ride.alerts.count
      let process = program.process(ride.arguments("600x"))
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(pause)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      usleep(200_000)
      #expect(!ride.alerts.dropFirst(seen).contains { delivered.contains($0.level) })
      delivered = try ride.delivered()
    }
    let seen = ride.alerts.count
    _ = try program.run(ride.arguments("20000x"))
    #expect(!ride.alerts.dropFirst(seen).contains { delivered.contains($0.level) })
    #expect(Set(ride.alerts.map(\.level)) == [1, 2, 3])
    #expect(try ride.delivered() == [1, 2, 3])
  }

  @Test("a disk that is full holds no alert back, and the database is whole afterwards")
  func fullDisk() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let ride = try WatchedRide(program)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    // Files may have 80 KB: the log of the database fills up in the middle of the ride, and writes fail as on a full disk.
    shell.arguments =
      ["-c", "trap '' XFSZ; ulimit -f 160; exec \"$0\" \"$@\"", Program.executable.path] + ride.arguments("20000x")
      + ["--json"]
    shell.environment = program.process([]).environment
    let limited = try program.run(shell, input: Data())
    for level in 1...3 { #expect(limited.output.contains("\"level\":\(level)"), "\(limited)") }
    #expect(limited.talk.contains("failed"), "the disk was to be full: \(limited.talk)")
    // What the ledger could not take is not written: the next runner, on a disk with room, tells it.
    #expect(try ride.store().reminders(includingPast: true, at: .distantPast).count == 1)
    let again = try program.run(ride.arguments("20000x"))
    #expect(again.status == 0, "\(again.talk)")
    #expect(try ride.delivered() == [1, 2, 3])
  }

  @Test("a program that holds the database holds no alert back, and what was told is written when it lets go")
  func lockedDatabase() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let ride = try WatchedRide(program)
    let (order, said) = (Pipe(), Pipe())
    let holder = try hold(program.database, until: order, said)
    #expect(String(decoding: said.fileHandleForReading.availableData, as: UTF8.self).contains("held"))
    let runner = program.process(ride.arguments("20000x"))
    runner.standardInput = FileHandle.nullDevice
    runner.standardOutput = FileHandle.nullDevice
    runner.standardError = FileHandle.nullDevice
    try runner.run()
    while runner.isRunning, holder.isRunning, ride.alerts.count < 3 { usleep(50_000) }
    #expect(holder.isRunning, "the alerts came only when the database was free again")
    #expect(Set(ride.alerts.map(\.level)) == [1, 2, 3])
    #expect(try ride.delivered().isEmpty)
    try order.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
    holder.waitUntilExit()
    runner.waitUntilExit()
    #expect(try ride.delivered() == [1, 2, 3])
    #expect(ride.alerts.count == 3)
  }

  /// A program that takes the database for itself until it is told to let go, or for ten minutes: on a loaded machine a runner takes its
  /// time, and one that waits for the database is to fail the test rather than to hold it up for ever.
  private func hold(_ database: URL, until order: Pipe, _ said: Pipe) throws -> Process {
    let text = """
      import select, sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      select.select([sys.stdin], [], [], 600)
      base.execute("ROLLBACK")
      """
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/env")
    holder.arguments = ["python3", "-c", text, database.path]
    holder.standardInput = order
    holder.standardOutput = said
    try holder.run()
    return holder
  }
}
