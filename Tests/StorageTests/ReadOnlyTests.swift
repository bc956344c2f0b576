import Foundation
import GRDB
import Journey
import Storage
import Testing

private let now = Date(timeIntervalSince1970: 1_796_000_000)

@Suite("A database that can be read and not be written")
struct ReadOnlyTests {
  /// A folder on a disk of its own, small enough to be filled.
  private func withDisk(_ body: (_ folder: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard run("/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path) == 0 else {
      print("skipped: no tmpfs can be mounted here")
      return
    }
    defer { _ = run("/bin/umount", "-l", folder.path) }
    try body(folder)
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

  private func prepared(_ path: String) throws -> Reminder {
    let reminder = try sampleReminder()
    let store = try ReminderStore(path: path)
    try store.finish(reminder, at: now)
    store.close()
    return reminder
  }

  @Test("on a disk that is only read tells what is due", .enabled(if: getuid() == 0, "mounting needs root"))
  func readOnlyDisk() throws {
    try withDisk { folder in
      let path = folder.appending(path: "alight.sqlite").path
      let reminder = try prepared(path)
      guard run("/bin/mount", "-o", "remount,ro", folder.path) == 0 else { return }
      #expect(throws: StorageError.self) { try ReminderStore(path: path) }
      let store = try ReminderStore(path: path, orReading: true)
      #expect(store.isReadOnly)
      #expect(try store.due(at: now, lead: 900).reminders == [reminder])
      #expect(throws: StorageError.self) { try store.recordRunner(process: 1, at: now) }
    }
  }

  @Test("on a full disk tells what is due", .enabled(if: getuid() == 0, "mounting needs root"))
  func fullDisk() throws {
    try withDisk { folder in
      let path = folder.appending(path: "alight.sqlite").path
      let reminder = try prepared(path)
      #expect(FileManager.default.createFile(atPath: folder.appending(path: "ballast").path, contents: nil))
      if let ballast = FileHandle(forWritingAtPath: folder.appending(path: "ballast").path) {
        while (try? ballast.write(contentsOf: Data(repeating: 1, count: 4096))) != nil {}
      }
      let store = try ReminderStore(path: path, orReading: true)
      #expect(try store.due(at: now, lead: 900).reminders == [reminder])
    }
  }

  @Test("is refused all the same where it is no database")
  func noDatabase() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "alight.sqlite")
    try Data(String(repeating: "no database\n", count: 400).utf8).write(to: file)
    #expect(throws: StorageError.notADatabase(path: file.path)) { try ReminderStore(path: file.path, orReading: true) }
    let missing = folder.appending(path: "file/alight.sqlite").path
    try Data().write(to: folder.appending(path: "file"))
    #expect(throws: StorageError.self) { try ReminderStore(path: missing, orReading: true) }
  }
}
