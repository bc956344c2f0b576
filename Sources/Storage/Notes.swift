import Foundation
import GRDB
import Journey

/// A note as it is kept.
public struct StoredNote: Sendable, Hashable, Identifiable {
  public var id: Int64
  /// The file that it came from, by its name.
  public var source: String
  public var note: Note
  /// Told before others.
  public var isFavourite: Bool
}

/// How many notes there are of a category, and whether they are told.
public struct NoteCategory: Sendable, Hashable {
  /// Nil for those without one.
  public var name: String?
  public var count: Int
  public var isMuted: Bool
}

extension ReminderStore {
  /// Takes the notes of a file in, in place of those that came from a file of this name before; a note that stays is still a favourite, and
  /// still told on this day.
  /// - Returns: how many of the ones before are not in it any more.
  @discardableResult
  public func importNotes(_ notes: [Note], from source: String) throws -> Int {
    try write { database in
      try database.execute(sql: "UPDATE notes SET is_stale = 1 WHERE source = ?", arguments: [source])
      let insert = try database.cachedStatement(
        sql: """
          INSERT INTO notes (source, title, text, link, category, latitude, longitude, radius, hours)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (source, title, latitude, longitude) DO UPDATE SET text = excluded.text, link = excluded.link,
            category = excluded.category, radius = excluded.radius, hours = excluded.hours, is_stale = 0
          """)
      for note in notes {
        try insert.execute(arguments: [
          source, note.title, note.text, note.link, note.category, note.position.latitude, note.position.longitude,
          note.radius, note.hours,
        ])
      }
      try database.execute(sql: "DELETE FROM notes WHERE source = ? AND is_stale = 1", arguments: [source])
      return database.changesCount
    }
  }

  /// Notes by title.
  /// - Parameters:
  ///   - category: Of this one alone.
  ///   - limit: At most so many.
  public func notes(category: String? = nil, limit: Int = .max) throws -> [StoredNote] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM notes WHERE ?1 IS NULL OR category = ?1 ORDER BY title COLLATE NOCASE, id LIMIT ?2
          """, arguments: [category, limit])
    }.map(StoredNote.init)
  }

  public func note(_ id: Int64) throws -> StoredNote? {
    try read { try Row.fetchOne($0, sql: "SELECT * FROM notes WHERE id = ?", arguments: [id]) }.map(StoredNote.init)
  }

  /// The notes around a place that are told at all and were not told on a day yet.
  /// - Parameters:
  ///   - metres: How far around.
  ///   - day: Like `2026-12-01`; nil for whether they were told or not.
  public func notes(around place: Position, metres: Double, notToldOn day: String? = nil) throws -> [StoredNote] {
    let corner = place.moved(north: metres, east: metres)
    let (north, east) = (corner.latitude - place.latitude, corner.longitude - place.longitude)
    return try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM notes
          WHERE latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ? AND told_on IS NOT ?
            AND (category IS NULL OR category NOT IN (SELECT category FROM muted_notes))
          """,
        arguments: [
          place.latitude - north, place.latitude + north, place.longitude - east, place.longitude + east, day ?? "",
        ])
    }.map(StoredNote.init)
  }

  /// The files that notes came from, with how many are of each.
  public func noteSources() throws -> [(name: String, count: Int)] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT source, count(*) AS count FROM notes GROUP BY source ORDER BY source")
    }.map { (name: $0["source"], count: $0["count"]) }
  }

  public func noteCategories() throws -> [NoteCategory] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT category, count(*) AS count, category IN (SELECT category FROM muted_notes) AS muted FROM notes
          GROUP BY category ORDER BY count DESC, category
          """)
    }.map { NoteCategory(name: $0["category"], count: $0["count"], isMuted: $0["muted"] ?? false) }
  }

  /// Notes that a note was told on a day. What was told on other days is forgotten: it would tell where the rider has been.
  public func noteTold(_ id: Int64, on day: String) throws {
    try write { database in
      try database.execute(sql: "UPDATE notes SET told_on = NULL WHERE told_on <> ?", arguments: [day])
      try database.execute(sql: "UPDATE notes SET told_on = ? WHERE id = ?", arguments: [day, id])
    }
  }

  /// - Returns: whether there is such a note.
  public func setFavourite(_ isFavourite: Bool, note id: Int64) throws -> Bool {
    try write { database in
      try database.execute(sql: "UPDATE notes SET is_favourite = ? WHERE id = ?", arguments: [isFavourite, id])
      return database.changesCount > 0
    }
  }

  public func setMuted(_ isMuted: Bool, category: String) throws {
    try write { database in
      try database.execute(
        sql: isMuted
          ? "INSERT OR IGNORE INTO muted_notes (category) VALUES (?)" : "DELETE FROM muted_notes WHERE category = ?",
        arguments: [category])
    }
  }

  /// Forgets notes: those of one file, one of them, or all.
  /// - Returns: how many there were.
  public func forgetNotes(from source: String? = nil, id: Int64? = nil) throws -> Int {
    try forget { database in
      try database.execute(
        sql: "DELETE FROM notes WHERE (?1 IS NULL OR source = ?1) AND (?2 IS NULL OR id = ?2)", arguments: [source, id])
      return database.changesCount
    }
  }
}

extension StoredNote {
  fileprivate init(_ row: Row) {
    id = row["id"]
    source = row["source"]
    note = Note(
      title: row["title"], text: row["text"], link: row["link"], category: row["category"],
      position: Position(latitude: row["latitude"], longitude: row["longitude"]), radius: row["radius"],
      hours: row["hours"])
    isFavourite = row["is_favourite"]
  }
}
