import Foundation
import GRDB

/// The database as it was before a newer Alight changed its tables: it stands beside it, for whoever goes back to the older program.
///
/// Only the newest one is kept, as `alight.sqlite.before-11` where 11 is the first change that was still to come. Until all changes are
/// made its name ends in `.unfinished`: what follows a crash then finds a database that no older program can open, and must not take its
/// place. What was said in conversations, which is kept for some time only, is not in it.
public struct EarlierDatabase: Sendable {
  private let database: URL

  /// - Parameter path: of the database itself.
  public init(of path: String) { database = URL(filePath: path).absoluteURL.standardizedFileURL }

  private static let unfinished = ".unfinished"
  private static let part = ".part"

  /// The newest copy; nil where there is none.
  public var file: URL? {
    all.filter { $0.pathExtension != "part" }.max { Self.madeAt($0) < Self.madeAt($1) }
  }

  private var folder: URL { database.deletingLastPathComponent() }

  /// All files of copies, also those of which only a part is there. What somebody else has called nearly so is theirs.
  private var all: [URL] {
    let beginning = database.lastPathComponent + ".before-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter {
      $0.hasPrefix(beginning)
        && $0.dropFirst(beginning.count).wholeMatch(of: /[0-9]+[a-z]?(\.unfinished)?(\.part)?/) != nil
    }.map { folder.appending(path: $0) }
  }

  private static func madeAt(_ file: URL) -> Date {
    (try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate) ?? .distantPast
  }

  /// Removes the copies: what was forgotten is not to stand there.
  /// - Parameter instant: Only those that were made before it; nil for all.
  /// - Throws: `StorageError` where one cannot be removed.
  public func forget(madeBefore instant: Date? = nil) throws {
    for file in all where instant.map({ Self.madeAt(file) < $0 }) ?? true {
      do {
        try FileManager.default.removeItem(at: file)
      } catch  where FileManager.default.fileExists(atPath: file.path) {
        throw StorageError.cannotForget(path: file.path, cause: (error as NSError).localizedDescription)
      }
    }
  }

  /// Copies the database if changes are to come and there is anything in it.
  ///
  /// It is held against everybody who would write meanwhile, so that of two programs that are started at once one copies after the other.
  /// - Throws: `StorageError.cannotKeep`, or `full`; nothing is changed then.
  func keep(_ queue: DatabaseQueue, before migrator: DatabaseMigrator) throws {
    try queue.inDatabase { database in
      try database.inTransaction(.immediate) {
        let applied = try migrator.appliedIdentifiers(database)
        guard !applied.isEmpty, let next = migrator.migrations.first(where: { !applied.contains($0) }) else {
          return .commit
        }
        let copy = self.database.path + ".before-" + String(next.prefix { !$0.isWhitespace })
        // Some of the changes have been made since another one was: that one is of the older program.
        let isUnderWay = all.contains { $0.path.hasSuffix(Self.unfinished) && $0.path != copy + Self.unfinished }
        if !isUnderWay { try write(copy + Self.unfinished) }
        return .commit
      }
    }
  }

  /// All changes are made: the copy gets its name, and takes the place of older ones. Nothing is done where that was done before.
  func finish() {
    let copies = all
    guard let copy = copies.first(where: { $0.path.hasSuffix(Self.unfinished) }) else { return }
    let file = String(copy.path.dropLast(Self.unfinished.count))
    // Another program that was started with this one may have done it.
    guard rename(copy.path, file) == 0 else { return }
    settle()
    for older in copies where older.path != copy.path && older.path != file { unlink(older.path) }
  }

  /// A copy is whole or not there: it is written under another name first.
  private func write(_ file: String) throws {
    let part = file + Self.part
    unlink(part)
    // SQLite writes into an empty file, which keeps its permissions.
    let descriptor = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(file, String(cString: strerror(errno))) }
    defer { close(descriptor) }
    do {
      let source = try DatabaseQueue(path: database.path, configuration: ReminderStore.configuration)
      try source.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
      try source.close()
      try Self.removeConversations(part)
    } catch {
      unlink(part)
      if case StorageError.full = StorageError.from(error, path: database.path) {
        throw StorageError.full(path: database.path)
      }
      throw failure(file, (error as? DatabaseError)?.message ?? "\(error)")
    }
    guard fsync(descriptor) == 0, rename(part, file) == 0 else {
      let cause = String(cString: strerror(errno))
      unlink(part)
      throw failure(file, cause)
    }
    settle()
  }

  /// Nothing else of a copy is looked at. A journal would leave behind what is removed, and a part that is not finished is of no use.
  private static func removeConversations(_ part: String) throws {
    let queue = try DatabaseQueue(path: part, configuration: ReminderStore.configuration)
    try queue.inDatabase { database in
      guard try database.tableExists("sessions") else { return }
      try database.execute(
        sql: "PRAGMA journal_mode = OFF; PRAGMA secure_delete = ON; DELETE FROM turns; DELETE FROM sessions; VACUUM")
    }
    try queue.close()
  }

  /// After a power cut the names of files are as they were when their folder was last written.
  private func settle() {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func failure(_ file: String, _ cause: String) -> StorageError {
    .cannotKeep(path: database.path, copy: file, cause: cause)
  }
}
