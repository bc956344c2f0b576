import Foundation
import Journey
import Storage

extension ReminderStore {
  /// The stops of all reminders, those set last first.
  package func usedStops() throws -> [Stop] {
    try reminders(includingPast: true, at: Date()).sorted { $0.createdAt > $1.createdAt }
      .flatMap { [$0.origin, $0.destination].compactMap(\.self) }
  }
}
