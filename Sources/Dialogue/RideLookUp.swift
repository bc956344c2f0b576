import Conversation
import Foundation
import Journey
import Timetable

/// The rides between two stops round a time, as the dialogue and edits take them: direct ones, or else those with changes.
package struct RideLookUp {
  /// Rides before the one taken, and after it.
  private static let around = 2

  private let timetable: TimetableStore

  package init(timetable: TimetableStore) { self.timetable = timetable }

  /// - Returns: nil where none goes within a week of the time.
  /// - Throws: errors of the timetable.
  package func connections(from: Stop, to: Stop, time: RideTime) throws -> Connections? {
    let direct =
      switch time {
      case .departing(let instant):
        try timetable.rides(from: from.id, to: to.id, at: Date(timeIntervalSince1970: instant))
      case .arriving(let instant):
        try timetable.ridesArriving(from: from.id, to: to.id, by: Date(timeIntervalSince1970: instant))
      }
    if let chosen = direct.chosenIndex { return Connections(rides: direct.rides, chosen: chosen) }
    return try changing(from: from, to: to, time: time)
  }

  private func changing(from: Stop, to: Stop, time: RideTime) throws -> Connections? {
    let next: [Connection]
    switch time {
    case .departing(let instant):
      let at = Date(timeIntervalSince1970: instant)
      next = try timetable.connections(from: from.id, to: to.id, departing: at, count: Self.around + 1)
    case .arriving(let instant):
      let last = try timetable.connections(
        from: from.id, to: to.id, arriving: Date(timeIntervalSince1970: instant), count: 1)
      guard let departure = last.last?.departure else { return nil }
      next = try timetable.connections(from: from.id, to: to.id, departing: departure, count: Self.around + 1)
    }
    guard let chosen = next.first else { return nil }
    let before = try timetable.connections(
      from: from.id, to: to.id, arriving: chosen.arrival.addingTimeInterval(-1), count: Self.around)
    let all = before.filter { $0.departure < chosen.departure } + next
    return Connections(
      rides: all.map { $0.rides[0] }, chosen: all.count - next.count, onward: all.map { Array($0.rides.dropFirst()) })
  }
}
