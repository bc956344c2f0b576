import Foundation
import GRDB
import Journey

extension ReminderStore {
  private static let key = "rider"

  /// What the rider used last; the first defaults where nothing is stored.
  public func preferences() throws -> Preferences {
    try read { try Self.stored(in: $0) } ?? Preferences()
  }

  /// Stores the rider's preferences.
  public func save(_ preferences: Preferences) throws {
    try write { try Self.write(preferences, to: $0) }
  }

  /// Forgets the values used last; what the rider has chosen apart from that stays.
  public func forgetDefaults() throws {
    try forget { database in
      guard var stored = try Self.stored(in: database) else { return }
      let first = Preferences()
      (stored.mode, stored.intervals) = (first.mode, first.intervals)
      (stored.vibration, stored.alarm) = (first.vibration, first.alarm)
      try Self.write(stored, to: database)
    }
  }

  /// Stores what a reminder was set with as the next defaults. What the rider has chosen apart from that stays as it is, even
  /// where it was changed while the dialogue went on.
  static func writeLastUsed(_ used: Preferences, to database: Database) throws {
    var stored = try stored(in: database) ?? Preferences()
    stored.mode = used.mode
    stored.intervals.merge(used.intervals) { $1 }
    // Who wants one reminder without the alarm has not said that the next ride may be slept through: that is a preference of its own.
    try write(stored, to: database)
  }

  private static func stored(in database: Database) throws -> Preferences? {
    let text = try String.fetchOne(database, sql: "SELECT value FROM preferences WHERE key = ?", arguments: [key])
    return text.flatMap { try? JSONDecoder().decode(Preferences.self, from: Data($0.utf8)) }
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
