import Foundation
import GRDB
import Journey
import Storage
import Testing

/// Opens what version 1 left behind.
private func withVersionOne(_ body: (String) throws -> Void) throws {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let dump = try String(contentsOf: tests.appending(path: "Stored/version-1.sql"), encoding: .utf8)
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let path = folder.appending(path: "alight.sqlite").path
  try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: dump) }
  try body(path)
}

@Suite("A database of an older version")
struct MigrationTests {
  @Test("keeps its reminders, its draft and its preferences, and takes what is new")
  func kept() throws {
    try withVersionOne { path in
      let store = try ReminderStore(path: path)
      let reminders = try store.reminders(includingPast: true, at: .distantPast)
      #expect(reminders.map(\.destination.name) == ["Hagenberg", "Linz Hauptbahnhof"])
      #expect(reminders.map(\.status) == [.on, .off])
      #expect(reminders.allSatisfy { $0.label == nil && $0.recurrence == nil && $0.pausedUntil == nil })
      #expect(try store.drafts(since: .distantPast).map(\.summary) == ["Linz Hauptbahnhof → Hagenberg"])
      #expect(try store.preferences().mode == .time)
      var first = try #require(reminders.first)
      first.label = "work"
      try store.update(first, as: .label, at: first.createdAt)
      #expect(try store.reminder(first.id.uuidString).label == "work")
      #expect(try store.sessions().isEmpty)
    }
  }

  @Test("tells a foreign runner its new version, and opens a second time as it is")
  func version() throws {
    try withVersionOne { path in
      _ = try ReminderStore(path: path)
      let again = try ReminderStore(path: path)
      #expect(try again.reminders(includingPast: true, at: .distantPast).count == 2)
      let queue = try DatabaseQueue(path: path)
      #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 2)
      #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM outbox") } == 3, "no row is lost")
    }
  }
}

/// What stands beside a database that was brought to a newer version.
@Suite("A copy from before an update")
struct EarlierDatabaseTests {
  /// A database of the first version, and the file that a copy of it would be.
  private func withCopy(_ body: (_ path: String, _ copy: String) throws -> Void) throws {
    try withVersionOne { path in try body(path, path + ".before-2") }
  }

  @Test("is what the older program left, for its owner alone, and is made once")
  func made() throws {
    try withCopy { path, copy in
      let before = try DatabaseQueue(path: path).read {
        try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
      }
      _ = try ReminderStore(path: path)
      let queue = try DatabaseQueue(path: copy)
      #expect(
        try queue.read {
          try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        } == before)
      #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
      #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reminders") } == 2)
      let attributes = try FileManager.default.attributesOfItem(atPath: copy)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try queue.close()
      try FileManager.default.removeItem(atPath: copy)
      _ = try ReminderStore(path: path)
      #expect(EarlierDatabase(of: path).file == nil, "nothing was changed the second time")
    }
  }

  @Test("goes after as many days as conversations do, also where there are none", arguments: [89.0, 91])
  func old(days: Double) throws {
    try withCopy { path, copy in
      try ReminderStore(path: path).close()
      let made = Date(timeIntervalSinceNow: -days * 86400)
      try FileManager.default.setAttributes([.modificationDate: made], ofItemAtPath: copy)
      try ReminderStore(path: path).close()
      #expect(FileManager.default.fileExists(atPath: copy) == (days < 90))
    }
  }

  @Test("is not made of a database that is new")
  func new() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    _ = try ReminderStore(path: path)
    #expect(EarlierDatabase(of: path).file == nil)
  }

  @Test("can be opened by this program where it is put back, and is named to the older program")
  func putBack() throws {
    try withCopy { path, copy in
      let store = try ReminderStore(path: path)
      store.close()
      let newer = try DatabaseQueue(path: path)
      try newer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
      try newer.close()
      #expect(throws: StorageError.newerVersion(path: path, earlier: copy)) { try ReminderStore(path: path) }
      #expect("\(StorageError.newerVersion(path: path, earlier: copy))".contains(copy))
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      try FileManager.default.moveItem(atPath: copy, toPath: path)
      #expect(try ReminderStore(path: path).reminders(includingPast: true, at: .distantPast).count == 2)
    }
  }

  @Test("is still the one of the older program where a change was interrupted")
  func interrupted() throws {
    try withCopy { path, copy in
      try ReminderStore(path: path).close()
      // As a crash leaves it that came between two changes.
      try FileManager.default.moveItem(atPath: copy, toPath: copy + ".unfinished")
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '10 %'; DROP TABLE trip_plans")
      }
      try queue.close()
      try ReminderStore(path: path).close()
      #expect(EarlierDatabase(of: path).file?.path == copy)
      let kept = try DatabaseQueue(path: copy)
      #expect(try kept.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
    }
  }

  @Test("gets its name where only that was left to be done")
  func unnamed() throws {
    try withCopy { path, copy in
      try ReminderStore(path: path).close()
      try FileManager.default.moveItem(atPath: copy, toPath: copy + ".unfinished")
      try ReminderStore(path: path).close()
      #expect(FileManager.default.fileExists(atPath: copy))
      #expect(!FileManager.default.fileExists(atPath: copy + ".unfinished"))
    }
  }

  @Test("does not hold what was said")
  func withoutConversations() throws {
    try withVersionOne { path in
      let store = try ReminderStore(path: path)
      try store.recordStep(
        draft: nil,
        session: StoredSession(
          id: UUID(), startedAt: Date(), endedAt: nil, language: "en", program: "0.1.0", prompts: "0", zone: "UTC",
          initialState: Data("{\"told\": \"nobody else\"}".utf8), ending: nil))
      store.close()
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '10 %'; DROP TABLE trip_plans")
      }
      try queue.close()
      try ReminderStore(path: path).close()
      #expect(try ReminderStore(path: path).sessions().count == 1)
      let copy = URL(filePath: path + ".before-10")
      #expect(try Data(contentsOf: copy).range(of: Data("nobody else".utf8)) == nil)
      let reminders = try DatabaseQueue(path: copy.path).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM reminders")
      }
      #expect(reminders == 2)
    }
  }

  @Test("is all that goes: what the owner calls nearly so stays")
  func othersStay() throws {
    try withCopy { path, copy in
      let owners = path + ".before-upgrade"
      #expect(FileManager.default.createFile(atPath: owners, contents: Data("x".utf8)))
      try ReminderStore(path: path).close()
      try EarlierDatabase(of: path).forget()
      #expect(FileManager.default.fileExists(atPath: owners) && !FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test("takes the place of an older one")
  func older() throws {
    try withCopy { path, copy in
      let older = path + ".before-1"
      #expect(FileManager.default.createFile(atPath: older, contents: Data("x".utf8)))
      try ReminderStore(path: path).close()
      #expect(!FileManager.default.fileExists(atPath: older) && FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test("that cannot be made changes nothing")
  func cannotBeMade() throws {
    try withCopy { path, copy in
      try FileManager.default.createDirectory(
        atPath: copy + ".unfinished.part/taken", withIntermediateDirectories: true)
      #expect {
        try ReminderStore(path: path)
      } throws: { error in
        guard case StorageError.cannotKeep(path, _, _)? = error as? StorageError else { return false }
        return "\(error)".contains(copy)
      }
      #expect(try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
    }
  }

  @Test("goes with what is forgotten, and with the time for which conversations are kept")
  func forgotten() throws {
    try withCopy { path, copy in
      let store = try ReminderStore(path: path)
      #expect(FileManager.default.fileExists(atPath: copy))
      let session = StoredSession(
        id: UUID(), startedAt: Date(), language: "en", program: "0.1.0", prompts: "abc", zone: "Europe/Vienna",
        initialState: Data("{}".utf8))
      try store.recordStep(draft: nil, session: session)
      #expect(FileManager.default.fileExists(atPath: copy), "it is younger than what was said")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -91 * 86400)], ofItemAtPath: copy)
      let later = StoredSession(
        id: UUID(), startedAt: Date(), language: "en", program: "0.1.0", prompts: "abc", zone: "Europe/Vienna",
        initialState: Data("{}".utf8))
      try store.recordStep(draft: nil, session: later)
      #expect(!FileManager.default.fileExists(atPath: copy))
      #expect(FileManager.default.createFile(atPath: copy, contents: Data("x".utf8)))
      try store.forgetTrips()
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }
}
