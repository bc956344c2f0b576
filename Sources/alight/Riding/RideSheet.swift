import Alerts
import Conversation
import Devices
import Following
import Foundation
import Journey

/// A ride that is followed, in words: where it is, what is left, and the ladder of its levels.
struct RideSheet: Sendable {
  let prompts: Prompts

  /// All rides, with the whole ladder.
  func lines(_ status: RunnerStatus) -> [String] {
    guard !status.rides.isEmpty else { return [prompts.alerts.status.nothing] }
    return status.rides.enumerated().flatMap { place, ride -> [String] in
      let head = prompts.sentence(.ride(line: ride.line, stop: ride.destination)) + "  " + ride.reminder.short
      let more = [left(ride), position(ride), snoozed(ride)].compactMap(\.self) + ladder(ride)
      return (place == 0 ? [] : [""]) + [head] + more.map { "  " + $0 }
    }
  }

  /// A line a ride, which changes when something has happened and not with each second.
  func brief(_ status: RunnerStatus) -> [String] {
    guard !status.rides.isEmpty else { return [prompts.alerts.status.nothing] }
    return status.rides.map { ride in
      let fired = ride.standing.levels.last(where: \.hasFired).map { prompts.sentence(.alert(level: $0.level)) + "." }
      let stops = ride.standing.stopsLeft.map { [prompts.words(stops: $0)] } ?? []
      return [
        prompts.sentence(.ride(line: ride.line, stop: ride.destination)) + ":",
        stops.isEmpty ? nil : prompts.sentence(.left(stops, next: ride.nextStop, at: at(ride))), snoozed(ride), fired,
        ride.standing.isEstimated ? prompts.sentence(.estimated(by: ride.standing.basis, age: nil)) : nil,
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Why a level did not fire yet.
  func words(_ wait: Standing.Wait, stops: [String], zone: String) -> String {
    func name(_ stop: Int) -> String { stops.indices.contains(stop) ? stops[stop] : "?" }
    let talk: WaitTalk =
      switch wait {
      case .boarding: .boarding
      case .place: .place
      case .unknown: .unknown
      case .seconds(let left, let due): .seconds(left: left, due: due)
      case .metres(let left, let due): .metres(left: left, due: due)
      case .reach(let stop, let metres): .reach(stop: name(stop), metres: metres)
      case .pass(let stop, let metres): .pass(stop: name(stop), metres: metres)
      case .clock(let date): .clock(ClockText(zone: zone).text(date))
      }
    return prompts.sentence(talk)
  }

  private func left(_ ride: RideStatus) -> String? {
    let standing = ride.standing
    let amounts = [
      standing.stopsLeft.map { prompts.words(stops: $0) }, standing.metresLeft.map { prompts.words(metres: $0) },
      standing.secondsLeft.map { prompts.words(seconds: $0) },
    ].compactMap(\.self)
    return amounts.isEmpty ? nil : prompts.sentence(.left(amounts, next: ride.nextStop, at: at(ride)))
  }

  private func at(_ ride: RideStatus) -> String? {
    ride.standing.atStop.flatMap { ride.stops.indices.contains($0) ? ride.stops[$0] : nil }
  }

  private func position(_ ride: RideStatus) -> String {
    let standing = ride.standing
    guard !standing.isEstimated, let age = standing.age, let accuracy = standing.accuracy else {
      return prompts.sentence(.estimated(by: standing.basis, age: standing.age))
    }
    return prompts.sentence(.position(age: age, accuracy: accuracy))
  }

  private func snoozed(_ ride: RideStatus) -> String? {
    ride.standing.snoozedUntil.map { prompts.sentence(.snoozed(until: ClockText(zone: ride.zone).text($0))) }
  }

  private func ladder(_ ride: RideStatus) -> [String] {
    ride.standing.levels.map { level in
      guard !level.hasFired else { return "\(level.level)  \(prompts.alerts.status.told)" }
      return "\(level.level)  \(words(level.wait ?? .unknown, stops: ride.stops, zone: ride.zone))"
    }
  }

}
