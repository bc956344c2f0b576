import Conversation
import Foundation
import Journey
import Storage

extension ReminderStore {
  /// Stores what a dialogue has come to, unless a reminder that warns of the same ride in the same way is there already.
  /// - Parameter remembers: Whether the trip and its values become the next defaults.
  /// - Returns: What to tell the rider, and the reminder that stands.
  package func save(_ saving: Saving, remembers: Bool, at now: Date) throws -> (report: SaveReport, reminder: Reminder)
  {
    if let twin = try twins(of: saving.reminder, at: now).first(where: { $0.warns(like: saving.reminder) }) {
      var named = twin
      named.recurrence = saving.reminder.recurrence ?? twin.recurrence
      named.label = saving.reminder.label ?? twin.label
      guard named != twin else { return (SaveReport(isAlreadySet: true, id: twin.id), twin) }
      let updated = try update(named, as: .edit, at: now)
      return (SaveReport(isAlreadySet: false, runnerSeen: try secondsSinceRunner(now), id: twin.id), updated)
    }
    let outcome = try finish(
      saving.reminder, preferences: remembers ? saving.preferences : nil,
      trip: remembers ? Trip(saving.reminder, at: now) : nil, learned: remembers ? saving.learned ?? [] : [], at: now)
    let report = SaveReport(isAlreadySet: outcome == .alreadySet, runnerSeen: try secondsSinceRunner(now))
    return (report, saving.reminder)
  }

  /// Since a runner was last seen; nil where none seems to be there.
  func secondsSinceRunner(_ now: Date) throws -> TimeInterval? {
    try runnerSeen().map { now.timeIntervalSince($0.at) }.flatMap { (0..<60).contains($0) ? $0 : nil }
  }
}

extension Reminder {
  /// Whether both warn of the ride at the same points and by the same means.
  fileprivate func warns(like other: Reminder) -> Bool {
    mode == other.mode && interval == other.interval && levels.map(\.channels) == other.levels.map(\.channels)
  }
}
