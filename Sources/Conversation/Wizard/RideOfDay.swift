import Foundation
import Journey
import Matching

/// A ride that is known by its place in the day: "the first bus tomorrow", "the last one tonight".
enum RideOfDay: String, Codable, Sendable {
  case first, last

  /// Between the last ride of a day and the first one of the next.
  static let night = ClockTime(hour: 3, minute: 0)
}

extension DialogueTurn {
  /// "The last bus": the ride is looked up from an end of its day, and what else is said is heard.
  mutating func takeRideOfDay(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil,
      let found = wizard.prompts.asides.any(in: text, { $0 == .firstRide || $0 == .lastRide })
    else { return false }
    state.wantedRide = found.meaning == .firstRide ? .first : .last
    state.leaveBoard()
    if let departure = state.draft.ride?.departure {
      state.time = .departing(departure.timeIntervalSince1970)
      forgetRide()
    }
    if wizard.matcher.saysSomething(found.rest) {
      hear([found.rest], method: method, zone: zone)
    } else if state.draft.from != nil, state.draft.to != nil {
      advance()
    } else {
      tell(state.wantedRide == .first ? .notedFirstRide : .notedLastRide)
      putAgain()
    }
    return true
  }

  /// Sets the time of the look-up so that it finds the first or the last ride of the day that was named, or else of the next one
  /// that has such a ride before it.
  mutating func seek(_ wanted: RideOfDay) {
    state.wantedRide = nil
    guard let night = RideOfDay.night else { return }
    let day = state.time?.instant ?? now
    let next = night.next(after: day, zone: state.zone)
    let calendar = Calendar.gregorian(zone: state.zone)
    switch wanted {
    case .last: state.time = .arriving(next.timeIntervalSince1970)
    case .first:
      // Of today the first has left.
      let isAhead = calendar.startOfDay(for: day) > now
      let start = isAhead ? calendar.date(byAdding: .day, value: -1, to: next) ?? next : next
      state.time = .departing(start.timeIntervalSince1970)
    }
  }
}
