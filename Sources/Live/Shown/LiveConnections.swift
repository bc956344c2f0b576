import Foundation
import Journey
import Timetable

/// Connections as they can be made now, with those of the timetable among them that cannot: who knows the one that is cancelled must
/// see that it is.
package struct LiveConnections {
  private let planned: TimetableStore
  private let view: LiveView

  package init(_ planned: TimetableStore, _ view: LiveView) { (self.planned, self.view) = (planned, view) }

  /// So many that can be made and leave at an instant or later, and those that cannot between them, by departure.
  /// - Throws: `TimetableError`
  package func connections(from: String, to: String, departing instant: Date, count: Int) throws -> [Connection] {
    try merged { try $0.connections(from: from, to: to, departing: instant, count: count) }
  }

  /// The same that arrive at an instant or sooner.
  /// - Throws: `TimetableError`
  package func connections(from: String, to: String, arriving instant: Date, count: Int) throws -> [Connection] {
    try merged { try $0.connections(from: from, to: to, arriving: instant, count: count) }
  }

  private func merged(_ find: (TimetableStore) throws -> [Connection]) rethrows -> [Connection] {
    let byTimetable = try find(planned)
    guard let live = view.timetable else { return byTimetable }
    let found = try find(live.walking(planned.walking))
    let lost = byTimetable.filter { connection in
      connection.rides.contains(where: view.board.isNotRun) && !found.contains { $0.rides == connection.rides }
    }
    return (found + lost).sorted { ($0.departure, $0.arrival) < ($1.departure, $1.arrival) }
  }
}
