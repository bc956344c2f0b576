import Devices
import Foundation
import GRDB
import Journey
import RunnerStorage
import Storage
import Synchronization
import Testing

@Suite("A database that is damaged, held or replaced under the program")
struct StubbornDatabaseTests {
  /// A program with two reminders, of which the one with the given id cannot be read.
  private func damaged() throws -> (Program, id: String) {
    let program = try Program()
    let lines = ["from linz hbf to hagenberg two stops before", "from linz hbf to hagenberg five minutes before"]
    let made = try lines.map { try program.run("--json", "--now", Program.now, lines: $0, "yes", "yes") }
    let id = try #require(made[0].object?["id"] as? String)
    try DatabaseQueue(path: program.database.path).write {
      try $0.execute(
        sql: "UPDATE reminders SET record = json_set(record, '$.schema', 'alight.reminder/9') WHERE id = ?",
        arguments: [id.uppercased()])
    }
    return (program, String(id.prefix(8)).lowercased())
  }

  @Test(
    "one unreadable reminder is told by its id with the next step, which takes it away; the others are listed and ring")
  func unreadable() throws {
    let (program, id) = try damaged()
    defer { program.cleanUp() }
    let list = try program.run("reminders", "list", "--json", "--now", Program.now)
    #expect(list.status == 0 && list.objects.count == 1)
    #expect(list.talk.contains("alight reminders delete \(id)") && list.talk.contains("alight.reminder/9"))
    let start = "2026-12-01T08:50:00+01:00"
    let ride = try program.run(["run", "--once", "--json", "--now", start, "--speed", "200x"])
    #expect(ride.status == 0, "\(ride.talk)")
    #expect(ride.objects.compactMap { $0["level"] as? Int } == [1, 2, 3])
    #expect(ride.talk.components(separatedBy: "reminders delete \(id)").count == 2, "told once")
    #expect(try program.run("reminders", "delete", id).status == 75)
    let deleted = try program.run("reminders", "delete", id, "--yes", "--json")
    #expect(deleted.status == 0 && deleted.object?["status"] as? String == "deleted")
    #expect(try !program.run("reminders", "list", "--all", "--now", Program.now).talk.contains(id))
  }

  @Test("a database that is replaced is told and followed; one that is deleted as well, and nothing is lost on the way")
  func replaced() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let (one, other) = (folder.appending(path: "one.sqlite").path, folder.appending(path: "other.sqlite").path)
    for name in [path, one, other] {
      let store = try ReminderStore(path: name)
      if name != path { _ = try store.recordStep(draft: draft(name)) }
      store.close()
    }
    let words = Mutex<[String]>([])
    let ledger = StoredLedger(store: try ReminderStore(path: path)) { word in words.withLock { $0.append(word) } }
    let first = try ledger.version()
    // As `mv` does it, with the log of the old one still beside it.
    _ = try ledger.write([.alive], at: Date())
    #expect(rename(one, path) == 0)
    #expect(try ledger.version() != first && ledger.generation == 1)
    #expect(words.withLock { $0.count } == 1)
    let store = try ReminderStore(path: path)
    #expect(try store.drafts(since: .distantPast).map(\.summary) == [one])
    _ = try ledger.write([.alive], at: Date())
    #expect(try store.runnerSeen() != nil)
    store.close()
    unlink(path)
    _ = try ledger.version()
    _ = try ledger.version()
    #expect(words.withLock { $0.count } == 2 && words.withLock { $0.last?.contains("deleted") } == true)
    #expect(rename(other, path) == 0)
    _ = try ledger.version()
    #expect(ledger.generation == 2)
    #expect(try ReminderStore(path: path).drafts(since: .distantPast).map(\.summary) == [other])
  }

  private func draft(_ name: String) -> StoredDraft {
    StoredDraft(id: UUID(), updatedAt: Date(), summary: name, state: Data("{}".utf8))
  }

  @Test("a recurring reminder that expires while another program holds the database rings on its next day")
  func locked() throws {
    let program = try Program()
    defer { program.cleanUp() }
    let made = try program.run(
      "--json", "--now", Program.now, lines: "from linz hbf to hagenberg five minutes before every day", "yes", "yes")
    let id = try #require(made.object?["id"] as? String)
    _ = try program.run("reminders", "edit", id, "--days", "daily", "--now", Program.now)
    let queue = try DatabaseQueue(path: program.database.path)
    // The next day, while somebody else writes for longer than the ride takes.
    let ride = try queue.inDatabase { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      defer { try? database.execute(sql: "ROLLBACK") }
      return try program.run(
        ["run", "--once", "--json", "--now", "2026-12-02T08:50:00+01:00", "--speed", "200x"])
    }
    #expect(ride.status == 0, "\(ride.talk)")
    #expect(ride.objects.compactMap { $0["level"] as? Int } == [1, 2, 3])
    #expect(ride.talk.components(separatedBy: "in use by another program").count == 2, "told once")
  }

  @Test("the folder of our own is closed to others with a word, once")
  func folder() throws {
    let program = try Program()
    defer { program.cleanUp() }
    _ = try program.run("reminders")
    let folder = program.database.deletingLastPathComponent().path
    var status = stat()
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(chmod(folder, 0o755) == 0 && chmod(program.database.path, 0o644) == 0)
    #expect(try program.run("reminders").talk.contains("yours alone now"))
    #expect(try !program.run("reminders").talk.contains("yours alone now"))
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(program.database.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }
}
