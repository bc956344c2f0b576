import Foundation
import GRDB

/// One conversation with the wizard, from its start to its end.
public struct StoredSession: Sendable, Equatable, Identifiable {
  public var id: UUID
  public var startedAt: Date
  /// Nil while it goes on, and for one that was killed.
  public var endedAt: Date?
  /// The language it was held in: `en`.
  public var language: String
  /// The program's version.
  public var program: String
  /// A digest of the language's file.
  public var prompts: String
  /// The IANA zone that times were told in.
  public var zone: String
  /// The wizard's state before the first turn, as JSON.
  public var initialState: Data
  /// How it ended, in one word; nil while it goes on.
  public var ending: String?

  public init(
    id: UUID, startedAt: Date, endedAt: Date? = nil, language: String, program: String, prompts: String, zone: String,
    initialState: Data, ending: String? = nil
  ) {
    self.id = id
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.language = language
    self.program = program
    self.prompts = prompts
    self.zone = zone
    self.initialState = initialState
    self.ending = ending
  }
}

/// One input of a conversation and what the wizard made of it.
public struct StoredTurn: Sendable, Equatable {
  /// Counted from 1.
  public var number: Int
  public var at: Date
  /// The input as JSON.
  public var input: Data
  /// The outputs as a JSON array.
  public var outputs: Data

  public init(number: Int, at: Date, input: Data, outputs: Data) {
    self.number = number
    self.at = at
    self.input = input
    self.outputs = outputs
  }
}

/// How long conversations are kept.
public struct SessionRetention: Sendable {
  /// Long enough to ask what was said on a ride of last month, short enough to be no diary.
  public var days = 90.0
  /// A conversation takes some 60 kB, and a few times that where the timetable has ways on the map: 500 of them stay below
  /// 100 MB, which a phone can spare.
  public var count = 500

  public init() {}
}

extension ReminderStore {
  /// Writes down one step: the draft as it stands now (or that it is gone), the conversation, and its new turns, in one
  /// transaction. Whoever pulls the plug finds all of the step or nothing of it.
  /// - Parameters:
  ///   - draft: The draft to store over its last state; nil leaves drafts alone.
  ///   - deleting: The id of a draft to remove; nil for none.
  ///   - session: The conversation; its ending is updated where it was stored before. Nil writes no turns.
  ///   - turns: The turns since the last step. One that was stored before is left as it was.
  ///   - now: By the wall clock, never a dry run's: what is older than `retention` is forgotten.
  public func recordStep(
    draft: StoredDraft?, deleting: UUID? = nil, session: StoredSession? = nil, turns: [StoredTurn] = [],
    retention: SessionRetention = SessionRetention(), now: Date = Date()
  ) throws {
    let isNew = try write { database in
      if let draft { try Self.write(draft, to: database) }
      if let deleting {
        try database.execute(sql: "DELETE FROM drafts WHERE id = ?", arguments: [deleting.uuidString])
      }
      guard let session else { return false }
      let isNew = try Self.write(session, to: database)
      for turn in turns { try Self.append(turn, to: session.id, in: database) }
      if isNew { try Self.forgetOldSessions(database, retention, now: now) }
      return isNew
    }
    // A copy of an earlier version knows what was said as well.
    if isNew { try EarlierDatabase(of: path).forget(madeBefore: now.addingTimeInterval(-retention.days * 86400)) }
  }

  /// The conversations, the last one first.
  public func sessions(limit: Int? = nil) throws -> [StoredSession] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM sessions ORDER BY started_at DESC, id LIMIT ?", arguments: [limit ?? -1])
    }.compactMap(StoredSession.init)
  }

  /// The one conversation whose id begins with `prefix`, in either case.
  /// - Throws: `StorageError.noSuchSession`, `.ambiguousSession`
  public func session(_ prefix: String) throws -> StoredSession {
    let rows = try read { try Self.rows(of: "sessions", beginning: prefix, in: $0) }
    guard let session = rows.first.flatMap(StoredSession.init) else { throw StorageError.noSuchSession(prefix) }
    guard rows.count == 1 else {
      throw StorageError.ambiguousSession(prefix, matches: rows.map { String(($0["id"] as String).prefix(13)) })
    }
    return session
  }

  /// The turns of a conversation in order.
  public func turns(of session: UUID) throws -> [StoredTurn] {
    try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM turns WHERE session = ? ORDER BY number", arguments: [session.uuidString])
    }.map { row in
      StoredTurn(
        number: row["number"], at: Date(timeIntervalSince1970: row["at"]), input: Data((row["input"] as String).utf8),
        outputs: Data((row["outputs"] as String).utf8))
    }
  }

  /// Forgets conversations with all that was said: one, those that began before an instant, or all of them.
  /// - Returns: how many there were.
  @discardableResult
  public func forgetSessions(_ which: SessionSelection) throws -> Int {
    try forget { database in
      switch which {
      case .all: try database.execute(sql: "DELETE FROM sessions")
      case .before(let instant):
        try database.execute(
          sql: "DELETE FROM sessions WHERE started_at < ?", arguments: [instant.timeIntervalSince1970])
      case .one(let id):
        try database.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [id.uuidString])
      }
      return database.changesCount
    }
  }

  /// Which conversations are meant.
  public enum SessionSelection: Sendable {
    case all
    case before(Date)
    case one(UUID)
  }

  // MARK: Rows

  /// - Returns: whether it was not there before.
  private static func write(_ session: StoredSession, to database: Database) throws -> Bool {
    let id = session.id.uuidString
    let exists = try Bool.fetchOne(database, sql: "SELECT 1 FROM sessions WHERE id = ?", arguments: [id]) ?? false
    if exists {
      try database.execute(
        sql: "UPDATE sessions SET ended_at = ?, ending = ? WHERE id = ?",
        arguments: [session.endedAt?.timeIntervalSince1970, session.ending, id])
      return false
    }
    try database.execute(
      sql: """
        INSERT INTO sessions (id, started_at, ended_at, language, program, prompts, zone, initial_state, ending)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, session.startedAt.timeIntervalSince1970, session.endedAt?.timeIntervalSince1970, session.language,
        session.program, session.prompts, session.zone, String(decoding: session.initialState, as: UTF8.self),
        session.ending,
      ])
    return true
  }

  private static func append(_ turn: StoredTurn, to session: UUID, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO turns (session, number, at, input, outputs) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      arguments: [
        session.uuidString, turn.number, turn.at.timeIntervalSince1970, String(decoding: turn.input, as: UTF8.self),
        String(decoding: turn.outputs, as: UTF8.self),
      ])
  }

  private static func forgetOldSessions(_ database: Database, _ retention: SessionRetention, now: Date) throws {
    try database.execute(
      sql: """
        DELETE FROM sessions WHERE started_at < ?
          OR id NOT IN (SELECT id FROM sessions ORDER BY started_at DESC, id LIMIT ?)
        """, arguments: [now.addingTimeInterval(-retention.days * 86400).timeIntervalSince1970, retention.count])
  }
}

extension StoredSession {
  fileprivate init?(_ row: Row) {
    guard let id = UUID(uuidString: row["id"]) else { return nil }
    self.init(
      id: id, startedAt: Date(timeIntervalSince1970: row["started_at"]),
      endedAt: (row["ended_at"] as Double?).map(Date.init(timeIntervalSince1970:)), language: row["language"],
      program: row["program"], prompts: row["prompts"], zone: row["zone"],
      initialState: Data((row["initial_state"] as String).utf8), ending: row["ending"])
  }
}
