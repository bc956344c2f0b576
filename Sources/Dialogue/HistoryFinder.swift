import Conversation
import Foundation
import Journey
import Storage

/// Answers what the wizard looks up of the rider's own past: reminders and trips.
struct HistoryFinder {
  let store: ReminderStore
  /// The zone in which times of day are meant.
  let zone: String
  /// The zone in which they are meant where no timetable tells.
  let ownZone: String
  /// Where the rider is; nil where nobody knows.
  var position: Position?

  /// The stops that the rider is likely to name, the likeliest first.
  func stops(likelyFor slot: Slot, from: String?, at now: Date) throws -> [Stop] {
    try store.likelyStops(for: slot, from: from, at: now, zone: zone, near: position)
  }

  /// nil where the look-up is not about the past.
  func answer(_ lookUp: LookUp, at now: Date) throws -> Finding? {
    switch lookUp {
    case .reminders: .reminders(try store.reminders(at: now))
    case .usual: .usual(try usual(at: now))
    case .trip(let from, let to): .trip(try store.trip(from: from.id, to: to.id))
    case .whereabouts: .whereabouts(position, zone: ownZone)
    case .suggestions, .interpret, .stops, .rides, .itinerary, .aboard: nil
    }
  }

  /// The trip that is likely now, or else the one made last.
  private func usual(at now: Date) throws -> Trip? {
    try store.suggestedTrips(at: now, zone: zone, limit: 1).first?.trip ?? store.lastTrips(limit: 1).first
  }
}
