import Conversation
import Foundation
import Journey
import Rehearsal

/// Tells of a rehearsed ride while it goes: for people, or as lines of JSON.
struct RehearsalSheet {
  let ride: RehearsedRide
  let prompts: Prompts
  let output: Output
  let json: Bool

  func tellConditions() {
    let (stops, conditions) = (ride.reminder.ride.stops, ride.conditions)
    if ride.reminder.ride.isDemonstration { output.talk(prompts.sentence(.following(ride.reminder.ride))) }
    if let stop = ride.heldAt {
      output.talk(prompts.sentence(.delay(seconds: conditions.delay, stop: stops[stop].stop.name)))
    }
    if ride.tunnel != nil {
      output.talk(prompts.sentence(.tunnel(seconds: conditions.tunnel, stop: stops[stops.count - 2].stop.name)))
    }
    if conditions.noise > 0 { output.talk(prompts.sentence(.noise(metres: conditions.noise))) }
    if conditions.lost > 0 { output.talk(prompts.sentence(.lost(share: conditions.lost))) }
  }

  func tell(_ told: Rehearsal.Told) throws {
    if json { return try output.json(RehearsedLine(told, on: ride)) }
    let clock = ClockText(zone: ride.reminder.ride.arrivalZone)
    output.data("\(clock.text(told.alert.at))  \(prompts.sentence(told.alert, for: ride.reminder))")
    output.data("          \(told.place.sentence(ride.reminder.ride, prompts))")
  }

  func tell(_ verdict: LastCallVerdict) throws {
    if json { return try output.json(VerdictLine(verdict, on: ride)) }
    output.data(verdict.sentence(ride.reminder.ride, prompts))
  }
}
