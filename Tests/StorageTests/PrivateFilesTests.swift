import Foundation
import Storage
import Testing

@Suite("The files of the database", .serialized)
struct PrivateFilesTests {
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("are for their owner alone, and so is a folder that is made for them, whatever the umask")
  func made() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let before = umask(0)
    defer { umask(before) }
    let store = try ReminderStore(path: path)
    try store.finish(sampleReminder(), at: Date())
    #expect(mode(folder.path) == 0o700)
    for ending in ["", "-wal", "-shm"] { #expect(mode(path + ending) == 0o600, "\(ending)") }
    #expect(!store.wasOpenToOthers)
  }

  @Test("that others could read are closed to them and that is told once; a folder of somebody's own is left as it is")
  func mended() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "alight.sqlite").path
    let older = try ReminderStore(path: path)
    try older.finish(sampleReminder(), at: Date())
    for ending in ["", "-wal", "-shm"] { #expect(chmod(path + ending, 0o644) == 0) }
    #expect(try ReminderStore(path: path).wasOpenToOthers)
    #expect(try !ReminderStore(path: path).wasOpenToOthers)
    for ending in ["", "-wal", "-shm"] { #expect(mode(path + ending) == 0o600, "\(ending)") }
    #expect(mode(folder.path) == 0o755)
  }
}
