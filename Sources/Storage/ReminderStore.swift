import Foundation
import GRDB
import Journey

/// The rider's database: reminders, drafts, preferences and the ledger of deliveries.
///
/// ```swift
/// let store = try ReminderStore(path: "/home/me/.local/share/alight/alight.sqlite")
/// try store.finish(reminder, at: now)
/// ```
/// It is migrated when it is opened, so an unmigrated one cannot exist. Several processes may use one file at once.
public struct ReminderStore: Sendable {
  let queue: DatabaseQueue
  let path: String

  /// Opens the database, creating it and its folder where they are missing.
  /// - Throws: `StorageError`
  public init(path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw StorageError.cannotOpen(path: path, cause: (error as NSError).localizedDescription)
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: Self.configuration)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try Self.migrate(queue, path: path)
    } catch {
      throw StorageError.from(error, path: path)
    }
  }

  private init(queue: DatabaseQueue) throws {
    self.queue = queue
    path = ":memory:"
    try Self.migrate(queue, path: path)
  }

  /// A database that is gone with the value.
  public static func inMemory() throws -> ReminderStore {
    try ReminderStore(queue: DatabaseQueue(configuration: configuration))
  }

  /// Waits for other programs that write no longer than this, in seconds; without it five. A write that would have to wait longer
  /// throws.
  public func waitForOthers(atMost seconds: TimeInterval) throws {
    do {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA busy_timeout = \(Int(seconds * 1000))") }
    } catch {
      throw StorageError.from(error, path: path)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.label = "alight"
    return configuration
  }

  private static func migrate(_ queue: DatabaseQueue, path: String) throws {
    let migrator = Schema.migrator
    let isNewer = try queue.read { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      return try version > Schema.version || migrator.hasBeenSuperseded(database)
    }
    guard !isNewer else { throw StorageError.newerVersion(path: path) }
    try migrator.migrate(queue)
  }

  /// A number that is another one once another process, or another connection of this one, has written. Asking costs next to
  /// nothing, as no table is read.
  public func dataVersion() throws -> Int {
    do {
      // Inside a transaction it stands still.
      return try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    } catch {
      throw StorageError.from(error, path: path)
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try queue.read(body)
    } catch {
      throw StorageError.from(error, path: path)
    }
  }

  /// One transaction: all of it or nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try queue.write(body)
    } catch {
      throw StorageError.from(error, path: path)
    }
  }

  /// The first rows of a table whose id begins with `prefix`, in either case; enough to tell that it is not the only one.
  static func rows(of table: String, beginning prefix: String, in database: Database) throws -> [Row] {
    guard !prefix.isEmpty, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
    return try Row.fetchAll(
      database, sql: "SELECT * FROM \(table) WHERE id LIKE ? ORDER BY id LIMIT 6",
      arguments: [prefix.uppercased() + "%"])
  }
}
