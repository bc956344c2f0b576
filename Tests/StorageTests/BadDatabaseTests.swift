import Foundation
import GRDB
import Journey
import Storage
import Testing

@Suite("A database that cannot be used")
struct BadDatabaseTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("from a newer version is refused and left as it was")
  func newer() throws {
    try withFolder { folder in
      let path = folder.appending(path: "alight.sqlite").path
      _ = try ReminderStore(path: path)
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
      #expect(throws: StorageError.newerVersion(path: path)) { try ReminderStore(path: path) }
      #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 99)
    }
  }

  @Test("that is some other file is refused and left as it was")
  func notADatabase() throws {
    try withFolder { folder in
      let file = folder.appending(path: "alight.sqlite")
      let text = Data(String(repeating: "this is no database at all\n", count: 200).utf8)
      try text.write(to: file)
      #expect(throws: StorageError.notADatabase(path: file.path)) { try ReminderStore(path: file.path) }
      #expect(try Data(contentsOf: file) == text)
    }
  }

  @Test("in a folder that cannot be made is named")
  func noFolder() throws {
    try withFolder { folder in
      let file = folder.appending(path: "file")
      try Data("x".utf8).write(to: file)
      #expect(throws: StorageError.self) { try ReminderStore(path: file.appending(path: "sub/alight.sqlite").path) }
    }
  }

  @Test("on a full disk keeps what was stored", .enabled(if: getuid() == 0, "mounting needs root"))
  func fullDisk() throws {
    try withFolder { folder in
      guard run("/bin/mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder.path) == 0 else {
        print("skipped: no tmpfs can be mounted here")
        return
      }
      defer { _ = run("/bin/umount", "-l", folder.path) }
      let path = folder.appending(path: "alight.sqlite").path
      let store = try ReminderStore(path: path)
      let reminder = try sampleReminder()
      try store.finish(reminder, at: reminder.createdAt)
      #expect(FileManager.default.createFile(atPath: folder.appending(path: "ballast").path, contents: nil))
      if let ballast = FileHandle(forWritingAtPath: folder.appending(path: "ballast").path) {
        while (try? ballast.write(contentsOf: Data(repeating: 1, count: 4096))) != nil {}
      }
      let large = StoredDraft(
        id: UUID(), updatedAt: reminder.createdAt, summary: "",
        state: Data("\"\(String(repeating: "a", count: 300_000))\"".utf8))
      #expect(throws: StorageError.full(path: path)) { try store.recordStep(draft: large) }
      #expect(try store.reminders(includingPast: true, at: reminder.createdAt) == [reminder])
    }
  }

  private func run(_ arguments: String...) -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
