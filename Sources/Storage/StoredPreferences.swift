import Foundation
import GRDB
import Journey

extension ReminderStore {
  private static let key = "rider"

  /// What the rider used last; the first defaults where nothing is stored.
  public func preferences() throws -> Preferences {
    let text = try read { database in
      try String.fetchOne(database, sql: "SELECT value FROM preferences WHERE key = ?", arguments: [Self.key])
    }
    guard let text, let stored = try? JSONDecoder().decode(Preferences.self, from: Data(text.utf8)) else {
      return Preferences()
    }
    return stored
  }

  /// Stores the rider's preferences.
  public func save(_ preferences: Preferences) throws {
    try write { try Self.write(preferences, to: $0) }
  }

  static func write(_ preferences: Preferences, to database: Database) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(preferences), as: UTF8.self)
    try database.execute(
      sql: "INSERT INTO preferences (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      arguments: [key, text])
  }
}
