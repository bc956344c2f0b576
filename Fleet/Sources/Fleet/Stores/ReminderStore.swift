import Foundation
import Journey

/// A reminder as the fleet keeps it.
public struct StoredReminder: Sendable, Hashable {
  public var rider: RiderID
  /// The record of the hand-off, with the revision that the store gave it.
  public var reminder: Reminder
  /// In which the rider is told; nil where that is not known.
  public var language: LanguageTag?

  public init(rider: RiderID, reminder: Reminder, language: LanguageTag? = nil) {
    (self.rider, self.reminder, self.language) = (rider, reminder, language)
  }
}

/// What a worker needs to know of a reminder before it is time to follow it.
public struct DueReminder: Sendable, Hashable {
  public var rider: RiderID
  public var id: UUID
  public var revision: Int
  /// From when on it is followed.
  public var dueAt: Date

  public init(rider: RiderID, id: UUID, revision: Int, dueAt: Date) {
    (self.rider, self.id, self.revision, self.dueAt) = (rider, id, revision, dueAt)
  }
}

/// A reminder was put, or is not to be followed any more: `due` is nil then.
public struct ReminderChange: Sendable, Hashable {
  /// Grows with each change; whoever has seen it asks for those after it.
  public var sequence: Int
  public var rider: RiderID
  public var id: UUID
  public var due: DueReminder?

  public init(sequence: Int, rider: RiderID, id: UUID, due: DueReminder?) {
    (self.sequence, self.rider, self.id, self.due) = (sequence, rider, id, due)
  }
}

/// Somebody else has changed the reminder since it was read.
public struct StaleRevision: Error, Hashable, CustomStringConvertible {
  public var reminder: UUID
  /// What it is now; nil where it is not there any more.
  public var revision: Int?

  public init(reminder: UUID, revision: Int?) { (self.reminder, self.revision) = (reminder, revision) }

  public var description: String {
    let now = revision.map { "it is at revision \($0) now" } ?? "it is not there any more"
    return "reminder \(reminder.uuidString.lowercased()) was changed meanwhile: \(now); read it again"
  }
}

/// Where the reminders of all riders are kept.
public protocol ReminderStore: Sendable {
  /// Keeps a reminder.
  /// - Parameter revision: The one that it takes the place of; nil for one that is new.
  /// - Returns: Its revision from now on.
  /// - Throws: `StaleRevision`, or what the store cannot do.
  func put(_ reminder: Reminder, of rider: RiderID, replacing revision: Int?) async throws -> Int

  /// Keeps many, in place of whatever there is of them: how riders move here from their own machines.
  /// - Returns: How many there were.
  func take(_ reminders: [StoredReminder]) async throws -> Int

  /// Deletes a reminder with what was told of it.
  /// - Throws: `StaleRevision`
  func delete(_ id: UUID, ofRevision revision: Int) async throws

  /// Reminders with their rides, in any order; those that are gone are left out.
  func reminders(_ ids: [UUID]) async throws -> [StoredReminder]

  /// All that is to be followed in partitions, now or later, with the sequence of the newest change that it holds.
  func due(in partitions: Set<Partition>) async throws -> (reminders: [DueReminder], sequence: Int)

  /// The reminders of a rider, or of all of them, in an order that does not change.
  /// - Parameters:
  ///   - rider: Nil for all.
  ///   - last: The one after which to go on; nil for the beginning.
  ///   - count: At most so many.
  func page(of rider: RiderID?, after last: UUID?, count: Int) async throws -> [StoredReminder]

  /// Whether something may have changed since this was asked last: where it is not known, something may.
  func takeNews() -> Bool

  /// What has changed in all partitions since a sequence, in order; each reminder's last change alone.
  func changes(after sequence: Int) async throws -> [ReminderChange]
}
