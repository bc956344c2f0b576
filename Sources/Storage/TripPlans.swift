import Foundation
import GRDB
import Journey

extension ReminderStore {
  /// The trips of several stops by their start, and those whose records cannot be read.
  public func tripPlans() throws -> (plans: [TripPlan], unreadable: [StorageError]) {
    let rows = try read { try Row.fetchAll($0, sql: "SELECT id, record FROM trip_plans ORDER BY start, id") }
    var plans: [TripPlan] = []
    var unreadable: [StorageError] = []
    for row in rows {
      do { plans.append(try Self.tripPlan(row)) } catch let error as StorageError { unreadable.append(error) }
    }
    return (plans, unreadable)
  }

  /// The trip of a name, in any case, or the one whose id begins so.
  /// - Throws: `StorageError.noSuchTrip`, `.ambiguousTrip`, `.damagedTrip`
  public func tripPlan(_ text: String) throws -> TripPlan {
    try Self.tripPlan(try read { try Self.tripRow(text, in: $0) })
  }

  /// The trip of an id; nil where there is none any more.
  public func tripPlan(id: UUID) throws -> TripPlan? {
    try read { try Self.storedTrip(id, in: $0) }
  }

  /// Writes a trip over the stored one, or adds it, and sets its reminders in place of those that were set for it, in one transaction.
  ///
  /// A reminder of what has not changed stays as it is, with all that it has told and what the rider has changed of it; what was over
  /// before it was set is not set.
  /// - Parameters:
  ///   - plan: As it was read, but for the changes; its revision tells whether somebody else was faster.
  ///   - reminders: Of all that is to come, in order; nil where none are to be set.
  /// - Returns: the trip as it is stored, with the ids of its reminders.
  /// - Throws: `StorageError.tripChangedMeanwhile`, `.tripNameTaken`
  @discardableResult
  public func save(_ plan: TripPlan, reminders: [Reminder]?, at now: Date) throws -> TripPlan {
    try write { database in
      let stored = try Self.storedTrip(plan.id, in: database)
      guard stored.map({ $0.revision == plan.revision }) ?? true else {
        throw StorageError.tripChangedMeanwhile(name: plan.name)
      }
      let others = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM trip_plans WHERE key = ? AND id <> ?",
        arguments: [Self.key(plan.name), plan.id.uuidString])
      guard others == 0 else { throw StorageError.tripNameTaken(plan.name) }
      var next = plan
      if stored != nil { next.revision += 1 }
      next.reminders = try Self.replace(stored, by: next, with: reminders, in: database, at: now)
      try database.execute(
        sql: """
          INSERT INTO trip_plans (id, key, start, record) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET key = excluded.key, start = excluded.start, record = excluded.record
          """,
        arguments: [next.id.uuidString, Self.key(next.name), next.start.timeIntervalSince1970, try Self.text(next)])
      return next
    }
  }

  /// Deletes a trip with the reminders that were set for it; one that cannot be read, too.
  /// - Returns: how many reminders were deleted.
  /// - Throws: `StorageError.noSuchTrip`, `.ambiguousTrip`
  @discardableResult
  public func deleteTrip(_ text: String, at now: Date) throws -> Int {
    try write { database in
      let row = try Self.tripRow(text, in: database)
      var count = 0
      for id in (try? Self.tripPlan(row))?.reminders ?? [] where try Self.exists(id, in: database) {
        try Self.remove(id, in: database, at: now)
        count += 1
      }
      try database.execute(sql: "DELETE FROM trip_plans WHERE id = ?", arguments: [row["id"] as String])
      return count
    }
  }

  // MARK: The reminders of a trip

  private static func replace(
    _ stored: TripPlan?, by plan: TripPlan, with fresh: [Reminder]?, in database: Database, at now: Date
  ) throws -> [UUID]? {
    var left = (stored?.reminders ?? []).compactMap { id in
      // One that cannot be read is replaced.
      try? Self.stored(id, in: database)
    }
    let keeps = stored.map { $0.asks(as: plan) } ?? false
    var ids: [UUID] = []
    for reminder in fresh ?? [] {
      if keeps, let place = try left.firstIndex(where: { try tells($0, as: reminder) }) {
        var kept = left.remove(at: place)
        ids.append(kept.id)
        guard kept.label != reminder.label else { continue }
        kept.label = reminder.label
        try update(kept, as: nil, in: database, at: now)
      } else if reminder.end.map({ $0 > now }) ?? true {
        try put(reminder, record: try text(reminder), in: database, at: now)
        ids.append(reminder.id)
      }
    }
    for id in stored?.reminders ?? [] where !ids.contains(id) {
      guard try exists(id, in: database) else { continue }
      try remove(id, in: database, at: now)
    }
    return fresh == nil ? nil : ids
  }

  /// Whether two reminders are of the same rides, or tell the same at the same time.
  private static func tells(_ one: Reminder, as other: Reminder) throws -> Bool {
    // As they are written: numbers are rounded there.
    try one.anchor == other.anchor && text(one.visit) == text(other.visit)
      && text(one.legs.map(\.ride)) == text(other.legs.map(\.ride))
  }

  private static func exists(_ id: UUID, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM reminders WHERE id = ?)", arguments: [id.uuidString]) ?? false
  }

  // MARK: Rows

  private static func tripRow(_ text: String, in database: Database) throws -> Row {
    if let row = try Row.fetchOne(
      database, sql: "SELECT id, record FROM trip_plans WHERE key = ?", arguments: [key(text)])
    {
      return row
    }
    let rows = try rows(of: "trip_plans", beginning: text, in: database)
    guard let row = rows.first else { throw StorageError.noSuchTrip(text) }
    guard rows.count == 1 else {
      throw StorageError.ambiguousTrip(text, matches: rows.map { String(($0["id"] as String).prefix(13)) })
    }
    return row
  }

  private static func storedTrip(_ id: UUID, in database: Database) throws -> TripPlan? {
    try Row.fetchOne(database, sql: "SELECT id, record FROM trip_plans WHERE id = ?", arguments: [id.uuidString])
      .map(tripPlan)
  }

  private static func tripPlan(_ row: Row) throws -> TripPlan {
    let id = (row["id"] as String).lowercased()
    do {
      let plan = try RecordCoding.decoder().decode(TripPlan.self, from: Data((row["record"] as String).utf8))
      guard plan.schema == TripPlan.schema else {
        throw StorageError.damagedTrip(id: id, cause: RecordError.otherSchema(plan.schema).description)
      }
      return plan
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError.damagedTrip(id: id, cause: RecordError(error).description)
    }
  }
}

extension TripPlan {
  /// Whether its reminders are to warn in the same way as those of another one.
  package func asks(as other: TripPlan) -> Bool {
    mode == other.mode && interval == other.interval && ladder == other.ladder && vibration == other.vibration
      && alarm == other.alarm && speech == other.speech && volume == other.volume
  }
}

extension Reminder {
  /// When nothing of it is left to come by the timetable.
  fileprivate var end: Date? { anchor.arrival ?? validUntil }
}
