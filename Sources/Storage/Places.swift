import Foundation
import GRDB
import Journey

extension ReminderStore {
  /// The places that the rider has named, by name.
  public func places() throws -> [NamedPlace] {
    try read { try Row.fetchAll($0, sql: "SELECT name, stop, list FROM places ORDER BY key") }.compactMap(
      NamedPlace.init)
  }

  /// The place of a name, in any case; nil where there is none.
  public func place(_ name: String) throws -> NamedPlace? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT name, stop, list FROM places WHERE key = ?", arguments: [Self.key(name)])
    }.flatMap(NamedPlace.init)
  }

  /// Gives a stop a name of the rider's own, in place of the stop that had it.
  public func setPlace(_ place: NamedPlace) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO places (key, name, stop, list) VALUES (?, ?, ?, ?)
          ON CONFLICT (key) DO UPDATE SET name = excluded.name, stop = excluded.stop, list = excluded.list
          """, arguments: [Self.key(place.name), place.name, try Self.text(place.stop), place.list])
    }
  }

  /// Takes the places of a list in, in place of those that it had before.
  /// - Returns: the names that something else is called by, which stays; and how many of before are gone.
  public func importPlaces(_ places: [NamedPlace], list: String) throws -> (taken: [String], gone: Int) {
    try write { database in
      let before = try String.fetchSet(database, sql: "SELECT key FROM places WHERE list = ?", arguments: [list])
      try database.execute(sql: "DELETE FROM places WHERE list = ?", arguments: [list])
      var taken: [String] = []
      var kept: Set<String> = []
      let insert = try database.makeStatement(
        sql: "INSERT OR IGNORE INTO places (key, name, stop, list) VALUES (?, ?, ?, ?)")
      for place in places {
        try insert.execute(arguments: [Self.key(place.name), place.name, try Self.text(place.stop), list])
        if database.changesCount > 0 {
          kept.insert(Self.key(place.name))
        } else {
          taken.append(place.name)
        }
      }
      return (taken, before.subtracting(kept).count)
    }
  }

  /// Takes the names of a list back.
  /// - Returns: how many there were.
  public func removePlaces(list: String) throws -> Int {
    try forget { database in
      try database.execute(sql: "DELETE FROM places WHERE list = ?", arguments: [list])
      return database.changesCount
    }
  }

  /// Takes a name back.
  /// - Returns: whether it was there.
  @discardableResult
  public func removePlace(_ name: String) throws -> Bool {
    try forget { database in
      try database.execute(sql: "DELETE FROM places WHERE key = ?", arguments: [Self.key(name)])
      return database.changesCount > 0
    }
  }

  static func key(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.lowercased()
  }

  // MARK: Learned names

  /// What the rider calls stops, the newest first.
  public func learnedNames() throws -> [LearnedName] {
    try read { try Row.fetchAll($0, sql: "SELECT * FROM names_learned ORDER BY learned_at DESC, stop, text") }.map {
      LearnedName(stop: $0["stop"], text: $0["text"], learnedAt: Date(timeIntervalSince1970: $0["learned_at"]))
    }
  }

  /// Notes what the rider calls a stop; a text means the stop that it was learned for last, in any case.
  public func learn(_ name: LearnedName) throws {
    try write { try Self.learn(name, in: $0) }
  }

  static func learn(_ name: LearnedName, in database: Database) throws {
    let text = key(name.text)
    try database.execute(sql: "DELETE FROM names_learned WHERE text = ?", arguments: [text])
    try database.execute(
      sql: "INSERT INTO names_learned (stop, text, learned_at) VALUES (?, ?, ?)",
      arguments: [name.stop, text, name.learnedAt.timeIntervalSince1970])
  }

  /// Forgets what the rider calls stops: one text, or all of them.
  /// - Returns: how many there were.
  @discardableResult
  public func forgetLearnedNames(_ text: String? = nil) throws -> Int {
    try forget { database in
      try database.execute(
        sql: "DELETE FROM names_learned WHERE ?1 IS NULL OR text = ?1", arguments: [text.map(Self.key)])
      return database.changesCount
    }
  }
}

extension NamedPlace {
  fileprivate init?(_ row: Row) {
    guard let stop = try? RecordCoding.decoder().decode(Stop.self, from: Data((row["stop"] as String).utf8)) else {
      return nil
    }
    self.init(name: row["name"], stop: stop, list: row["list"])
  }
}
