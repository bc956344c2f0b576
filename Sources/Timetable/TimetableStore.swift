import Foundation
import GRDB
import Journey

/// The stops, rides and service days of the imported feeds, in an SQLite file that can be built again from them.
///
/// ```swift
/// let store = try TimetableStore(path: "timetable.sqlite")
/// try store.importFeed(at: "bart.zip", name: "bart")
/// let choice = try store.rides(from: "bart:place_FRMT", to: "bart:place_EMBR", at: .now)
/// ```
public struct TimetableStore: Sendable {
  /// The file, or `:memory:`.
  public let path: String
  let database: DatabaseQueue
  let routing = RoutingCache()
  /// How far and how fast the rider walks who asks for connections.
  public private(set) var walking = Walking.standard

  /// How the runs are now that connections are searched among; nil for as the timetable says.
  var changing: ChangedRouting?

  /// The same timetable for a rider who walks so far and so fast.
  public func walking(_ walking: Walking) -> TimetableStore {
    var store = self
    store.walking = walking
    return store
  }

  /// Opens a timetable, made and brought to the present schema where needed.
  /// - Throws: `TimetableError.storage` where it cannot be read, or written unless `readOnly`, or is from a newer version.
  public init(path: String, readOnly: Bool = false) throws {
    var configuration = Configuration()
    configuration.readonly = readOnly
    // Two imports at once: the second waits for the first rather than fail.
    configuration.busyMode = .timeout(30)
    if !readOnly { configuration.journalMode = .wal }
    try self.init(path: path, configuration: configuration)
  }

  /// A timetable that is gone with the process.
  public static func inMemory() throws -> TimetableStore {
    try TimetableStore(path: ":memory:", configuration: Configuration())
  }

  init(path: String, configuration: Configuration) throws {
    self.path = path
    database = try TimetableError.telling(path) {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      let migrator = TimetableSchema.migrator
      if try database.read(migrator.hasBeenSuperseded) {
        throw TimetableError.storage(
          path: path, cause: "it was made by a newer version of Alight",
          remedy: "update Alight, or remove the file and import the feeds again")
      }
      if try !database.read(migrator.hasCompletedMigrations) {
        if configuration.readonly {
          throw TimetableError.storage(
            path: path, cause: "it was made by an older version of Alight, or is no timetable",
            remedy: "make the file writable once, or remove it and import the feeds again")
        }
        try migrator.migrate(database)
      }
      return database
    }
  }

  /// Reads within one snapshot, its failures told as `TimetableError`.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try TimetableError.telling(path) { try database.read(body) }
  }
}

extension TimetableError {
  /// Runs a piece of database work and turns what SQLite says into a sentence.
  static func telling<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw TimetableError(error, path: path)
    }
  }

  private init(_ error: DatabaseError, path: String) {
    let (cause, remedy): (String, String) =
      switch error.resultCode {
      case .SQLITE_FULL: ("the disk is full", "free some space and try again; what was there before is unchanged")
      case .SQLITE_READONLY, .SQLITE_PERM:
        ("it cannot be written", "check the permissions of the file and its folder, or give another file")
      case .SQLITE_CANTOPEN: ("it cannot be opened", "check that its folder exists and may be read and written")
      case .SQLITE_NOTADB: ("it is not a database", "give another file, or remove this one and import the feeds again")
      case .SQLITE_CORRUPT: ("it is damaged", "remove it and import the feeds again")
      case .SQLITE_BUSY, .SQLITE_LOCKED: ("another process is writing to it", "wait until that is done and try again")
      case .SQLITE_IOERR: ("reading or writing it failed", "check the disk")
      default: ("\(error.message ?? "unknown failure") (SQLite \(error.extendedResultCode.rawValue))", "try again")
      }
    self = .storage(path: path, cause: cause, remedy: remedy)
  }
}
