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
///
/// It tells where somebody lives and rides: its files are for their owner alone, whatever was asked of new files.
public struct ReminderStore: Sendable {
  let queue: DatabaseQueue
  public let path: String
  /// Whether it can be read and not be written.
  public let isReadOnly: Bool
  /// Whether others could read its files until it was opened.
  public let wasOpenToOthers: Bool

  /// Opens the database, creating it and its folder where they are missing.
  /// - Parameter orReading: whether to open it for reading alone where it cannot be written.
  /// - Throws: `StorageError`
  public init(path: String, orReading: Bool = false) throws {
    do {
      try self.init(writing: path)
    } catch let failure as StorageError where orReading && failure.maySpareReading {
      guard let queue = DatabaseQueue.reading(path), Self.canBeRead(queue) else { throw failure }
      self.init(queue: queue, path: path, isReadOnly: true, wasOpenToOthers: false)
    }
  }

  private init(writing path: String) throws {
    let files = DatabaseFiles(path)
    let wasOpenToOthers: Bool
    do {
      wasOpenToOthers = try files.makePrivate()
    } catch {
      throw StorageError.cannotOpen(path: path, cause: (error as NSError).localizedDescription)
    }
    do {
      let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try Self.migrate(queue, path: path)
      self.init(queue: queue, path: path, isReadOnly: false, wasOpenToOthers: wasOpenToOthers)
    } catch {
      throw StorageError.from(error, path: path)
    }
  }

  private init(queue: DatabaseQueue, path: String, isReadOnly: Bool, wasOpenToOthers: Bool) {
    self.queue = queue
    self.path = path
    self.isReadOnly = isReadOnly
    self.wasOpenToOthers = wasOpenToOthers
  }

  private init(queue: DatabaseQueue) throws {
    self.init(queue: queue, path: ":memory:", isReadOnly: false, wasOpenToOthers: false)
    try Self.migrate(queue, path: path)
  }

  /// Closes it; whatever is asked of it then fails.
  public func close() { try? queue.close() }

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

  static var configuration: Configuration {
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
    guard !isNewer else {
      throw StorageError.newerVersion(path: path, earlier: EarlierDatabase(of: path).file?.path)
    }
    // What is up to date needs no lock, which another program may hold.
    let earlier = EarlierDatabase(of: path)
    guard try !queue.read(migrator.hasCompletedMigrations) else {
      // Perhaps a crash came between the last change and this.
      earlier.finish()
      // It grows old also where nobody talks to Alight any more. One that cannot be removed stands in nobody's way until the next time.
      try? earlier.forget(madeBefore: Date(timeIntervalSinceNow: -SessionRetention().days * 86400))
      return
    }
    try earlier.keep(queue, before: migrator)
    try migrator.migrate(queue)
    earlier.finish()
  }

  /// Whether it has all the tables that a runner reads, and is of no newer version.
  private static func canBeRead(_ queue: DatabaseQueue) -> Bool {
    let migrator = Schema.migrator
    let isReadable = try? queue.read { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard try version <= Schema.version && !migrator.hasBeenSuperseded(database) else { return false }
      return try migrator.appliedIdentifiers(database).contains(Schema.readable)
    }
    return isReadable ?? false
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

  /// How often a reminder was set, changed or deleted here, by this connection or another one. One row is read.
  public func changeCount() throws -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0 }
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

  /// One transaction that takes away what is not to be known any more: nor may it stand in a copy of an earlier version.
  func forget<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let value = try write(body)
    try EarlierDatabase(of: path).forget()
    return value
  }

  /// The first rows of a table whose id begins with `prefix`, in either case; enough to tell that it is not the only one.
  static func rows(of table: String, beginning prefix: String, in database: Database) throws -> [Row] {
    guard !prefix.isEmpty, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
    return try Row.fetchAll(
      database, sql: "SELECT * FROM \(table) WHERE id LIKE ? ORDER BY id LIMIT 6",
      arguments: [prefix.uppercased() + "%"])
  }
}
