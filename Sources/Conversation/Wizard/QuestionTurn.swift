import Foundation
import Journey
import Matching

/// Questions of the rider.
extension DialogueTurn {
  /// Answers a question of the rider, or says that it has no answer; either way it fills nothing.
  mutating func takeQuestion(_ text: String) -> Bool {
    let asides = wizard.prompts.asides
    let isMarked = text.trimmed.hasSuffix("?")
    guard asides.leading(in: text, { $0 == .request }) == nil,
      let found = asides.leading(
        in: text, clauses: isMarked,
        {
          [.difference, .howLong, .howFar, .whenWarned, .question].contains($0) || isMarked && $0 == .markedQuestion
        })
    else { return false }
    if isAboutRides(text) { return true }
    if found.meaning == .difference {
      perform(.help)
      return true
    }
    switch (found.meaning, state.draft.ride) {
    case (.whenWarned, _?) where state.open == .readBack:
      if let reminder = Reminder(state.draft, createdAt: now) {
        for leg in reminder.legs.indices {
          outputs.append(
            .told(wording.whatWillHappen(reminder.leg(leg), vibration: state.draft.vibration, alarm: state.draft.alarm))
          )
        }
      }
    case (.howLong, let ride?) where ride.departure != nil:
      for ride in state.draft.rides {
        tell(ride.tripID == state.draft.ride?.tripID ? .rideFound : .rideChange, wording.values(of: ride))
      }
    case (.howFar, _?):
      let metres = state.draft.rides.reduce(0) { $0 + ($1.stops.last?.metres ?? 0) - ($1.stops.first?.metres ?? 0) }
      tell(
        .rideLength,
        [
          "from": .name(state.draft.from?.value.name ?? ""), "to": .name(state.draft.to?.value.name ?? ""),
          "value": wording.value(.distance(metres: metres < 1000 ? metres.rounded() : (metres / 100).rounded() * 100)),
        ])
    default: outputs.append(.unclear(state.open, sayAnew(.noAnswer, ["heard": .name(short(text))])))
    }
    putAgain()
    return true
  }

  /// "Is there a later bus?": the times of the rides before or after the one that was found.
  private mutating func isAboutRides(_ text: String) -> Bool {
    guard let connections = state.connections, state.draft.ride != nil else { return false }
    let words = Normalizer.tokens(text).map(\.word)
    let clock = wizard.prompts.clock
    let step = words.indices.lazy.flatMap { first in
      (first + 1...min(first + 5, words.count)).lazy.compactMap {
        clock.namedNeighbour(words[first..<$0].joined(separator: " "))
      }
    }.first
    guard let step else { return false }
    let times = (step < 0 ? connections.earlier : connections.later).compactMap {
      $0.departure.map { wording.time($0) }
    }
    if times.isEmpty {
      tell(step < 0 ? .noEarlier : .noLater)
    } else {
      tell(step < 0 ? .rowEarlier : .rowLater, ["times": .list(times, separator: ", ")])
    }
    putAgain()
    return true
  }
}
