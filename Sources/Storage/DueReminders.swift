import Foundation
import GRDB
import Journey

/// The reminders that are to be watched.
public struct DueListing: Sendable, Equatable {
  public var reminders: [Reminder]
  public var unreadable: [UnreadableRecord]
  /// Those that were known already and have not changed.
  public var unchanged: Set<UUID>
}

/// Which reminders are to be watched. It is read and never written: who cannot write can still be told when to get off.
extension ReminderStore {
  /// Seconds beyond its end in which a ride that a runner has followed until now is still taken over: a night on a closed line.
  public static let longestDelay: TimeInterval = 12 * 3600
  /// Seconds for which the last word of a runner counts as until now: it writes every ten seconds, and a machine may restart.
  private static let untilNow: TimeInterval = 15 * 60

  /// The reminders to be watched at an instant: switched on, not paused, leaving within `lead` seconds or under way, by departure.
  /// Those that come again and whose ride is over have the times of their next one, whether that is stored or not.
  /// - Parameter known: Reminders with their revisions that are followed already. Of one that is due and has not changed the record
  ///   is not read again: a thousand of them would take seconds.
  public func due(at now: Date, lead: TimeInterval, known: [UUID: Int] = [:]) throws -> DueListing {
    let arguments: StatementArguments = [
      "now": now.timeIntervalSince1970, "lead": now.addingTimeInterval(lead).timeIntervalSince1970,
      "delayed": now.addingTimeInterval(-Self.longestDelay).timeIntervalSince1970,
      "lately": now.addingTimeInterval(-Self.untilNow).timeIntervalSince1970,
    ]
    let (current, over, unchanged) = try read { database in
      let found = try Row.fetchAll(
        database,
        sql: """
          SELECT id, revision FROM reminders WHERE status = 'on' AND (departure IS NULL OR departure <= :lead)
            AND (valid_until IS NULL OR valid_until >= :now)
          UNION ALL SELECT id, revision FROM (\(Self.over) AND \(Self.underWay))
          """, arguments: arguments)
      var (ids, unchanged): ([String], Set<UUID>) = ([], [])
      for row in found {
        let id: String = row["id"]
        if let uuid = UUID(uuidString: id), known[uuid] == row["revision"] {
          unchanged.insert(uuid)
        } else {
          ids.append(id)
        }
      }
      let current = try ids.compactMap { id in
        try Row.fetchOne(database, sql: "SELECT id, record FROM reminders WHERE id = ?", arguments: [id])
      }
      let over = try Row.fetchAll(
        database, sql: "\(Self.over) AND NOT \(Self.underWay) AND \(Schema.recurs) ORDER BY created_at, id",
        arguments: arguments)
      return (current, over, unchanged)
    }
    var listing = try Self.listing(current) { $0.isOn(at: now) ? $0 : nil }
    let next = try Self.listing(over) { reminder in
      guard let next = reminder.occurrence(at: now), next.isOn(at: now) else { return nil }
      return next.setsOut.map { $0.timeIntervalSince(now) <= lead } ?? true ? next : nil
    }
    listing.reminders += next.reminders
    listing.unreadable += next.unreadable
    listing = listing.byDeparture
    return DueListing(reminders: listing.reminders, unreadable: listing.unreadable, unchanged: unchanged)
  }

  static func over(at now: Date, in database: Database) throws -> [UUID] {
    try String.fetchAll(
      database, sql: "SELECT id FROM (\(over) AND NOT \(underWay) AND \(Schema.recurs))",
      arguments: [
        "now": now.timeIntervalSince1970, "delayed": now.addingTimeInterval(-longestDelay).timeIntervalSince1970,
        "lately": now.addingTimeInterval(-untilNow).timeIntervalSince1970,
      ]
    ).compactMap(UUID.init(uuidString:))
  }

  private static let over = "SELECT id, revision, record FROM reminders WHERE status = 'on' AND valid_until < :now"
  private static let underWay = """
    (valid_until >= :delayed AND EXISTS (SELECT 1 FROM engine_states WHERE reminder = id
      AND engine_states.service_day = reminders.service_day AND updated_at >= :lately
      AND NOT coalesce(json_extract(state, '$.latches.finished'), 0)))
    """

  /// A reminder as it is stored now; nil where there is none.
  /// - Throws: `StorageError.damagedRecord`
  public func stored(_ id: UUID) throws -> Reminder? { try read { try Self.stored(id, in: $0) } }
}
