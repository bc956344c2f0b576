import Foundation
import Journey
import Storage
import Synchronization
import Testing

@Suite("A foreign runner", .serialized)
struct ForeignRunnerTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "foreign_runner.py")

  /// How long writers write, in seconds; `make test-handoff` makes it a minute.
  private static let seconds = ProcessInfo.processInfo.environment["ALIGHT_HANDOFF_SECONDS"].flatMap(Double.init) ?? 8

  /// A runner that reads until the file `stop` is there.
  private func start(_ program: Program, _ name: String) throws -> (child: ChildProgram, output: URL, talk: URL) {
    let (output, talk) = (program.folder.appending(path: "\(name).out"), program.folder.appending(path: "\(name).err"))
    let child = try ChildProgram(
      IndependentReader.python.path,
      [
        Self.script.path, program.database.path, program.folder.appending(path: "claims.sqlite").path,
        program.folder.appending(path: "stop").path,
      ], environment: ["PATH": "/usr/bin:/bin"], output: output, talk: talk)
    return (child, output, talk)
  }

  private struct Sight: Decodable {
    var seen: Int
    var acted: Int
    var news: Int
    var flaws: [String]
    var cursor: Int
  }

  /// Writes reminders, switches some of them and deletes some, until it is told to end.
  /// - Returns: how many changes were made.
  private static func write(_ path: String, seed: UInt64, until end: ContinuousClock.Instant) throws -> Int {
    let store = try ReminderStore(path: path)
    var random = RandomReminders(seed: seed)
    var changes = 0
    while ContinuousClock.now < end {
      var reminder = random.next()
      reminder.revision = 1
      reminder.status = .on
      #expect(try store.finish(reminder, at: Date()) == .saved)
      changes += 1
      if changes % 3 == 0, try store.setStatus(.off, of: reminder.id, at: Date()) { changes += 1 }
      // Nobody sets hundreds a second; without a pause nobody else gets a turn.
      usleep(2000)
      if changes % 4 == 0, try store.delete(reminder.id, at: Date()) { changes += 1 }
    }
    return changes
  }

  @Test("two writers and two readers at once: every change is seen whole, in order, and acted on once")
  func concurrent() throws {
    let program = try Program()
    defer { program.cleanUp() }
    // Somebody has to have made the file, and the program's own writer makes it.
    let first = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg two stops before", "yes")
    #expect(first.status == 0, "\(first.talk)")
    let readers = try ["one", "two"].map { try start(program, $0) }
    let end = ContinuousClock.now + .seconds(Self.seconds)
    let path = program.database.path
    // A thread of its own: tests that wait for their programs hold all that tasks could have.
    let library = Mutex<Result<Int, any Error>?>(nil)
    Thread.detachNewThread {
      let result = Result { try Self.write(path, seed: 41, until: end) }
      library.withLock { $0 = result }
    }
    var ids: Set<String?> = [first.object?["id"] as? String]
    var (turn, refused) = (0, 0)
    repeat {
      let line = "from linz hbf to pregarten \(["five minutes", "two stops", "500 metres"][turn % 3]) before"
      let now = "2026-12-01T\(10 + turn / 60 % 10):\(10 + turn % 50):00+01:00"
      let made = try program.run("--json", "--now", now, lines: line, "yes")
      turn += 1
      if made.status == 74 {
        // Four that write all the time may keep a fifth waiting for too long: it says so, and nothing was stored.
        #expect(made.talk.contains("in use by another program"))
        refused += 1
        continue
      }
      #expect(made.status == 0, "\(made.talk)")
      // One that is set already is no change.
      ids.insert(made.object?["id"] as? String)
    } while ContinuousClock.now < end
    while library.withLock({ $0 == nil }) { usleep(10_000) }
    let changes = try (library.withLock { $0 }?.get() ?? 0) + ids.count
    try Data().write(to: program.folder.appending(path: "stop"))
    let sights = try readers.map { reader in
      #expect(reader.child.end() == 0, "\((try? String(contentsOf: reader.talk, encoding: .utf8)) ?? "")")
      return try JSONDecoder().decode(Sight.self, from: Data(contentsOf: reader.output))
    }
    #expect(sights.flatMap(\.flaws).isEmpty)
    #expect(sights.map(\.seen) == [changes, changes], "each reader sees everything")
    #expect(sights.map(\.acted).reduce(0, +) == changes, "together they act on everything once")
    let store = try ReminderStore(path: path)
    #expect(try store.outbox(limit: changes + 1).count == changes)
    #expect(try store.outbox(limit: changes + 1).allSatisfy { $0.acknowledgedAt != nil })
    print(
      "a foreign runner: \(changes) changes in \(Self.seconds) s, acted \(sights.map(\.acted)), lost 0, refused \(refused)"
    )
  }

  @Test("that was killed goes on without losing or repeating anything")
  func killed() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let store = try ReminderStore(path: program.database.path)
    var random = RandomReminders(seed: 43)
    func add(_ count: Int) throws {
      for _ in 0..<count { try store.finish(random.next(), at: Date()) }
    }
    try add(300)
    let reader = try start(program, "killed")
    while try store.outbox(limit: 1).allSatisfy({ $0.acknowledgedAt == nil }), reader.child.isRunning { usleep(1000) }
    reader.child.send(SIGKILL)
    #expect(reader.child.end() == -SIGKILL)
    let before = try store.outbox(limit: 999).count { $0.acknowledgedAt != nil }
    try add(20)
    try Data().write(to: program.folder.appending(path: "stop"))
    let again = try start(program, "again")
    #expect(again.child.end() == 0)
    let sight = try JSONDecoder().decode(Sight.self, from: Data(contentsOf: again.output))
    #expect(sight.seen == 320 && sight.flaws.isEmpty, "without a cursor of its own it reads all again")
    #expect(sight.news == 320 - before, "and acknowledges what nobody had")
    // Killed between claiming an entry and acknowledging it, it has claimed one more than it acknowledged.
    #expect([320 - before, 319 - before].contains(sight.acted))
    #expect(try store.outbox(limit: 999).allSatisfy { $0.acknowledgedAt != nil })
  }
}
