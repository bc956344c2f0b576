import Foundation
import GRDB
import Journey

/// A reminder as other programs get it: the text of its record with all fields, also those that this program does not know.
public struct StoredRecord: Sendable, Hashable, Identifiable {
  public var id: UUID
  public var revision: Int
  /// `alight.reminder/1` as one line of JSON.
  public var text: String
  /// When this revision was written.
  public var changedAt: Date

  public init(id: UUID, revision: Int, text: String, changedAt: Date) {
    self.id = id
    self.revision = revision
    self.text = text
    self.changedAt = changedAt
  }
}

/// A record that came from elsewhere, read and found sound.
public struct IncomingRecord: Sendable, Hashable {
  public var reminder: Reminder
  /// The JSON that the reminder was read from.
  public var text: String

  public init(reminder: Reminder, text: String) {
    self.reminder = reminder
    self.text = text
  }
}

/// What became of a record that came from elsewhere.
public enum TakeOutcome: Sendable, Hashable {
  case added
  case updated(from: Int)
  case unchanged
  /// A newer revision is here, and stays.
  case older(than: Int)
  /// The same revision is here with other content, and stays.
  case different
  /// It was deleted here after this revision was made, and stays so.
  case deleted

  /// The word for it that goes into JSON.
  public var name: String {
    switch self {
    case .added: "added"
    case .updated: "updated"
    case .unchanged: "unchanged"
    case .older: "older"
    case .different: "different"
    case .deleted: "deleted"
    }
  }

  /// Whether something is here now that was not before.
  public var isNews: Bool {
    switch self {
    case .added, .updated: true
    case .unchanged, .older, .different, .deleted: false
    }
  }
}

extension ReminderStore {
  /// The records of the reminders whose ids begin with the prefixes, in their order and each once, as they stood at one moment.
  /// - Throws: `StorageError.noSuchReminder`, `.ambiguousReminder`
  public func records(_ prefixes: [String]) throws -> [StoredRecord] {
    try read { database in
      var found: [StoredRecord] = []
      for prefix in prefixes {
        let id: String = try Self.row(beginningWith: prefix, in: database)["id"]
        guard let record = try Self.record(id, in: database), !found.contains(record) else { continue }
        found.append(record)
      }
      return found
    }
  }

  /// The records of all reminders, also of those that are done or over, by departure.
  public func records() throws -> [StoredRecord] {
    try read { database in
      try String.fetchAll(
        database, sql: "SELECT id FROM reminders ORDER BY departure IS NULL, departure, created_at, id"
      ).compactMap { try Self.record($0, in: database) }
    }
  }

  private static func record(_ id: String, in database: Database) throws -> StoredRecord? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT revision, record, coalesce(
          (SELECT max(written_at) FROM outbox WHERE reminder = id AND outbox.revision = reminders.revision), created_at
        ) AS changed_at FROM reminders WHERE id = ?
        """, arguments: [id])
    guard let row, let uuid = UUID(uuidString: id) else { return nil }
    return StoredRecord(
      id: uuid, revision: row["revision"], text: row["record"],
      changedAt: Date(timeIntervalSince1970: row["changed_at"]))
  }

  /// Takes over records in one transaction: all of them or, when one cannot be stored, none.
  ///
  /// A newer revision replaces an older one and goes to the outbox; an older one never replaces a newer one, and the same
  /// changes nothing, so that taking a file twice is taking it once.
  /// - Parameter isRehearsal: tell what would become of them, and store nothing.
  /// - Returns: an outcome for each record.
  /// - Throws: `StorageError.malformedRecord` where a text is no JSON, and the others.
  public func take(_ records: [IncomingRecord], at now: Date, isRehearsal: Bool = false) throws -> [TakeOutcome] {
    try write { database in
      var outcomes: [TakeOutcome] = []
      try database.inSavepoint {
        outcomes = try records.map { try Self.take($0, database, at: now) }
        return isRehearsal ? .rollback : .commit
      }
      return outcomes
    }
  }

  private static func take(_ incoming: IncomingRecord, _ database: Database, at now: Date) throws -> TakeOutcome {
    let id = incoming.reminder.id.uuidString
    // Whoever read the record looked at the fields that it knows; here the others are read as well.
    guard try Bool.fetchOne(database, sql: "SELECT json_valid(?)", arguments: [incoming.text]) ?? false else {
      throw StorageError.malformedRecord(id: id)
    }
    let revision = incoming.reminder.revision
    if let own = try Row.fetchOne(
      database, sql: "SELECT revision, record FROM reminders WHERE id = ?", arguments: [id])
    {
      let known: Int = own["revision"]
      if revision < known { return .older(than: known) }
      if revision == known { return try means(own["record"], incoming.text, in: database) ? .unchanged : .different }
      try put(incoming, over: own["record"], database, at: now)
      return .updated(from: known)
    }
    let deleted = try Int.fetchOne(
      database, sql: "SELECT max(revision) FROM outbox WHERE reminder = ? AND kind = 'delete'", arguments: [id])
    if let deleted, revision <= deleted { return .deleted }
    try put(incoming, over: nil, database, at: now)
    return .added
  }

  private static func put(
    _ incoming: IncomingRecord, over before: String?, _ database: Database, at now: Date
  ) throws {
    // Without white space between its parts a record is one line, as whoever reads line by line expects.
    let record = try String.fetchOne(database, sql: "SELECT json(?)", arguments: [incoming.text]) ?? incoming.text
    let id = incoming.reminder.id.uuidString
    try put(incoming.reminder, record: record, in: database, at: now)
    try log(.taken, id, before: before, after: record, in: database, at: now)
    if let before { try forgetDeliveries(replacing: before, by: incoming.reminder, in: database) }
  }

  /// Whether two texts are the same JSON, whatever the order of their fields, the white space between them and the way that
  /// characters and numbers are written.
  private static func means(_ text: String, _ other: String, in database: Database) throws -> Bool {
    if text == other { return true }
    // What is no JSON is no record, and another text than any.
    guard try Bool.fetchOne(database, sql: "SELECT json_valid(?)", arguments: [text]) ?? false else { return false }
    return try Bool.fetchOne(
      database,
      sql: """
        WITH one AS (SELECT fullkey, replace(type, 'real', 'integer'), atom FROM json_tree(?)),
          two AS (SELECT fullkey, replace(type, 'real', 'integer'), atom FROM json_tree(?))
        SELECT NOT EXISTS (SELECT * FROM one EXCEPT SELECT * FROM two)
          AND NOT EXISTS (SELECT * FROM two EXCEPT SELECT * FROM one)
        """, arguments: [text, other]) ?? false
  }
}
