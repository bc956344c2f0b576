import Alerts
import Conversation
import Foundation
import Journey

/// Takes a reminder along its simulated ride and tells when the alerts come and what they are worth.
struct Rehearsal {
  /// An alert with the place where it came.
  struct Told: Sendable, Hashable {
    var alert: Alert
    var place: AlertPlace
  }

  let ride: RehearsedRide
  let prompts: Prompts
  let output: Output
  let json: Bool

  /// Tells of the ride while it goes.
  /// - Parameter pacer: Keeps the ride in step with the clock; nil for as fast as possible.
  func run(_ plan: AlertPlan, _ pacer: Pacer?) async throws -> (told: [Told], verdict: LastCallVerdict) {
    tellConditions()
    var pacer = pacer
    var state = AlertState()
    var told: [Told] = []
    for moment in ride.moments {
      if pacer != nil { try await pacer?.wait(until: moment.input.at) }
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, moment.input) {
        let next = Told(alert: alert, place: ride.place(at: alert.at))
        try tell(next, fix: moment.fix)
        told.append(next)
      }
    }
    let verdict = LastCallVerdict(
      call: told.first { $0.alert.level == 3 }?.alert.at.timeIntervalSinceReferenceDate,
      leavesBefore: ride.leavesBefore.timeIntervalSinceReferenceDate,
      arrival: ride.arrival.timeIntervalSinceReferenceDate)
    if json {
      try output.json(VerdictLine(ride: ride, verdict: verdict))
    } else {
      output.data(verdict.sentence(ride.reminder.ride, prompts))
    }
    return (told, verdict)
  }

  private func tellConditions() {
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

  private func tell(_ told: Told, fix: Int) throws {
    let reminder = ride.reminder
    guard !json else {
      let line = AlertLine(name: reminder.id.uuidString, start: ride.start, alert: told.alert, fix: fix)
      return try output.json(RehearsedLine(line: line, place: told.place, stops: reminder.ride.stops))
    }
    let clock = ClockText(zone: reminder.ride.zone)
    output.data("\(clock.text(told.alert.at))  \(prompts.sentence(told.alert, for: reminder))")
    output.data("          \(Self.sentence(told.place, reminder.ride, prompts))")
  }

  /// Where an alert came, in words.
  static func sentence(_ place: AlertPlace, _ ride: Ride, _ prompts: Prompts) -> String {
    let stop = ride.stops[place.behind].stop.name
    if place.secondsLeft <= 0 { return prompts.sentence(.arrived(stop: stop, seconds: -place.secondsLeft)) }
    let next = place.behind + 1
    if place.metresBehind < 10 || next >= ride.stops.count {
      return prompts.sentence(.at(stop: stop, metres: place.metresLeft, seconds: place.secondsLeft))
    }
    return prompts.sentence(
      .between(
        from: stop, to: ride.stops[next].stop.name, metres: place.metresLeft, seconds: place.secondsLeft))
  }
}

/// An alert of a simulated ride as a line of JSON: what recorded rides have, and where the vehicle was.
private struct RehearsedLine: Encodable {
  var line: AlertLine
  var place: AlertPlace
  var stops: [RideStop]

  enum CodingKeys: String, CodingKey {
    case behind, ahead, metres, seconds
  }

  func encode(to encoder: any Encoder) throws {
    try line.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(stops[place.behind].stop.name, forKey: .behind)
    try fields.encode(place.behind + 1 < stops.count ? stops[place.behind + 1].stop.name : nil, forKey: .ahead)
    try fields.encode(place.metresLeft.rounded(), forKey: .metres)
    try fields.encode(place.secondsLeft.rounded(), forKey: .seconds)
  }
}

/// The end of a simulated ride as a line of JSON.
private struct VerdictLine: Encodable {
  var ride: RehearsedRide
  var verdict: LastCallVerdict

  enum CodingKeys: String, CodingKey {
    case name = "case"
    case verdict, seconds, arrival, leavesBefore, fixes, seed
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(ride.reminder.id.uuidString, forKey: .name)
    try fields.encode(verdict.name, forKey: .verdict)
    try fields.encode(verdict.secondsLeft?.rounded(), forKey: .seconds)
    try fields.encode(ride.arrival, forKey: .arrival)
    try fields.encode(ride.leavesBefore, forKey: .leavesBefore)
    try fields.encode(ride.received.count { $0 != nil }, forKey: .fixes)
    try fields.encode(ride.conditions.seed, forKey: .seed)
  }
}
