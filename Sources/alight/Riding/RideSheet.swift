import Alerts
import Conversation
import Devices
import Following
import Foundation
import Journey
import Rehearsal

/// A ride that is followed, in words: where it is, what is left, and the ladder of its levels.
struct RideSheet: Sendable {
  let prompts: Prompts

  /// All rides, with the whole ladder.
  func lines(_ status: RunnerStatus) -> [String] {
    guard !status.rides.isEmpty else { return [prompts.alerts.status.nothing] }
    return status.rides.enumerated().flatMap { place, ride -> [String] in
      let head = prompts.sentence(.ride(line: ride.line, stop: ride.destination)) + "  " + ride.reminder.short
      let words = words(ride)
      let more = [words.left, words.position, live(ride), words.snoozed].compactMap(\.self) + ladder(ride)
      return (place == 0 ? [] : [""]) + [head] + more.map { "  " + $0 }
    }
  }

  /// A line a ride, which changes when something has happened and not with each second.
  func brief(_ status: RunnerStatus) -> [String] {
    guard !status.rides.isEmpty else { return [prompts.alerts.status.nothing] }
    return status.rides.map { ride in
      let fired = ride.standing.levels.last(where: \.hasFired).map { prompts.sentence(.alert(level: $0.level)) + "." }
      let stops = ride.standing.stopsLeft.map { [prompts.words(stops: $0)] } ?? []
      let words = words(ride)
      return [
        prompts.sentence(.ride(line: ride.line, stop: ride.destination)) + ":",
        stops.isEmpty ? nil : prompts.sentence(.left(stops, next: ride.nextStop, at: words.at)), live(ride),
        words.snoozed,
        fired,
        ride.standing.isEstimated ? prompts.sentence(.estimated(by: ride.standing.basis, age: nil)) : nil,
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  /// What live feeds say of it; nil where they say nothing.
  private func live(_ ride: RideStatus) -> String? {
    let standing = ride.standing
    let (isCancelled, isSkipped) = (standing.isCancelled == true, standing.isDestinationSkipped == true)
    guard standing.reportedDelay != nil || isCancelled || isSkipped else { return nil }
    return prompts.reported(delay: standing.reportedDelay, isCancelled: isCancelled, isSkipped: isSkipped) + "."
  }

  private func words(_ ride: RideStatus) -> StandingWords {
    StandingWords(ride.standing, stops: ride.stops, zone: ride.zone, prompts)
  }

  private func ladder(_ ride: RideStatus) -> [String] {
    let words = words(ride)
    return ride.standing.levels.map { "\($0.level)  \(words.words($0))" }
  }
}
