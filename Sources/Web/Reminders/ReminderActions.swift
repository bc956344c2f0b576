#if Page
import Foundation
import Hummingbird
import Journey
import Storage

/// What is done to reminders, from the page and by programs alike.
struct ReminderActions: Sendable {
  enum Action: String {
    case on, off, delete
    /// Nothing is watched until the next day begins.
    case pause
    case resume
  }

  let setting: PageSetting
  let events: PageEvents

  /// Does what an address names.
  /// - Throws: `PageError` (404, 409)
  func take(_ context: PageContext) throws -> (Action, Reminder) {
    guard let action = context.parameters.get("action").flatMap(Action.init(rawValue:)) else {
      throw PageError(.notFound, "action", "There is no such action.")
    }
    var reminder = try reminder(context)
    let now = setting.now()
    switch action {
    case .on: try setting.store.setStatus(.on, of: reminder.id, at: now)
    case .off: try setting.store.setStatus(.off, of: reminder.id, at: now)
    case .delete: try setting.store.delete(reminder.id, at: now)
    case .pause:
      guard reminder.status == .on else { throw PageError(.conflict, "off", "Only what is on can be paused.") }
      reminder.pausedUntil = Self.tomorrow(now, zone: reminder.anchor.zone)
      try update(reminder, as: .pause)
    case .resume:
      if reminder.pausedUntil != nil {
        reminder.pausedUntil = nil
        try update(reminder, as: .resume)
      }
    }
    events.publish(.reminders)
    return (action, reminder)
  }

  /// Writes a changed reminder.
  /// - Throws: `PageError` (409) where somebody else was faster.
  @discardableResult
  func update(_ reminder: Reminder, as kind: ReminderChange.Kind) throws -> Reminder {
    do {
      let stored = try setting.store.update(reminder, as: kind, at: setting.now())
      events.publish(.reminders)
      return stored
    } catch StorageError.changedMeanwhile {
      throw PageError(.conflict, "changed", "It was changed elsewhere meanwhile: look at it again.")
    }
  }

  /// The one that an address names.
  /// - Throws: `PageError` (404)
  func reminder(_ context: PageContext) throws -> Reminder {
    do {
      guard let id = context.parameters.get("id"), UUID(uuidString: id) != nil else {
        throw StorageError.noSuchReminder("")
      }
      return try setting.store.reminder(id.uppercased())
    } catch StorageError.noSuchReminder {
      throw PageError(.notFound, "no-such-reminder", "There is no such reminder any more.")
    }
  }

  /// Takes the last change back.
  /// - Returns: what was changed; nil where there was nothing.
  func undo() throws -> ReminderChange? {
    do {
      let change = try setting.store.undo(at: setting.now())
      events.publish(.reminders)
      return change
    } catch StorageError.nothingToUndo {
      return nil
    }
  }

  private static func tomorrow(_ now: Date, zone: String) -> Date {
    let calendar = Calendar.gregorian(zone: zone)
    let day = calendar.startOfDay(for: now)
    return calendar.date(byAdding: .day, value: 1, to: day) ?? day + 86_400
  }
}
#endif
