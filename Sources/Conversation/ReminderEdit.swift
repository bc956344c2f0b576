import Foundation
import Journey

/// Changes to a reminder that is set, checked as the wizard checks its answers; what is nil stays as it is.
public struct ReminderEdit: Sendable {
  public var mode: Mode?
  public var interval: Interval?
  public var vibration: Bool?
  public var alarm: Bool?
  public var speech: Bool?
  /// How loud, over 0 to 1 of full scale.
  public var volume: Double?
  /// What each level is told before, the interval first; an empty list for what the interval means by itself.
  public var ladder: [Interval]?
  /// Other rides, of which the one chosen is taken with what follows it; their ends are those of the reminder from then on.
  public var connections: Connections?
  /// Where they lead; the stops stay as they are where nil.
  public var origin: Answer<Stop>?
  public var destination: Answer<Stop>?

  public init() {}

  /// Why the changes cannot be made.
  public enum Refusal: Error, Sendable, Hashable {
    /// The interval does not fit the ride or its mode's range: the sentence says why, and `nearest` would do.
    case impossible(String, nearest: Interval)
    /// The interval is not in the mode's dimension.
    case wrongUnit(String)
    /// It is of a place: what it waits for and where is set anew.
    case ofPlace
    /// No timetable knows the stops in between, so that none can be counted.
    case unknownStops
    /// The ride has no arrival to count back from.
    case unknownArrival
    /// The ride is over since this instant.
    case over(Date)
  }

  /// The reminder with the changes, its levels expanded anew where any of them asks for it. A change of mode alone takes the
  /// interval used last in it, or the first default, as near as the ride allows.
  /// - Throws: `Refusal`
  public func applied(
    to reminder: Reminder, prompts: Prompts, preferences: Preferences, at now: Date
  ) throws(Refusal) -> Reminder {
    var changed = reminder
    if let volume { changed.volume = volume }
    if reminder.visit != nil {
      guard mode ?? reminder.mode == reminder.mode, interval ?? reminder.interval == reminder.interval, ladder == nil,
        connections == nil
      else { throw .ofPlace }
      if isRebuilt(reminder, changed) { changed.setMeans(vibration: vibration, alarm: alarm, speech: speech) }
      return changed
    }
    if let connections { changed.take(connections, from: origin, to: destination, at: now) }
    let wording = Wording(zone: changed.anchor.zone)
    let interval = interval ?? ladder?.first
    changed.mode = mode ?? interval?.mode ?? reminder.mode
    if let interval, interval.mode != changed.mode {
      throw .wrongUnit(
        prompts.texts.say(
          .text(.wrongUnit, ["value": wording.value(interval), "mode": wording.value(changed.mode)])))
    }
    // On a shorter ride of the journey the alerts begin with the ride.
    let longest = changed.legs.map(\.ride).longest ?? changed.ride
    let check = IntervalCheck(choices: prompts.choices[changed.mode], ride: longest)
    if let interval {
      changed.interval = interval
    } else if reminder.interval.mode != changed.mode {
      changed.interval = check.nearest(
        to: preferences.interval(for: changed.mode) ?? prompts.choices[changed.mode].standard)
    }
    // Another interval is another ladder.
    if let ladder {
      changed.ladder = ladder.isEmpty ? nil : ladder
    } else if changed.interval != reminder.interval {
      changed.ladder = nil
    }
    guard isRebuilt(reminder, changed) else { return changed }
    if changed.mode == .stations, !changed.ride.knowsItsStops { throw .unknownStops }
    // To a point on the map the pace tells where no timetable does.
    let mayGoByPace = changed.ride.isFromAnywhere || changed.destination.isPoint
    if changed.mode == .time, changed.ride.arrival == nil, !mayGoByPace { throw .unknownArrival }
    if let problem = check.problem(with: changed.interval) {
      throw .impossible(
        prompts.texts.say(wording.sentence(problem, interval: changed.interval)),
        nearest: check.nearest(to: changed.interval))
    }
    if let end = changed.anchor.arrival, end <= now { throw .over(end) }
    func levels(on ride: Ride) -> [Level] {
      Level.expand(
        changed.interval.within(ride), ladder: changed.ladder?.map { $0.within(ride) }, over: ride,
        vibration: vibration ?? reminder.alerts(by: .vibration),
        alarm: alarm ?? reminder.alerts(by: .alarm), speech: speech ?? reminder.alerts(by: .speech))
    }
    changed.onward = changed.onward?.map { Leg(ride: $0.ride, levels: levels(on: $0.ride)) }
    changed.levels = levels(on: changed.ride)
    return changed
  }

  private func isRebuilt(_ old: Reminder, _ new: Reminder) -> Bool {
    new.interval != old.interval || new.ladder != old.ladder || connections != nil
      || vibration.map { $0 != old.alerts(by: .vibration) } ?? false
      || alarm.map { $0 != old.alerts(by: .alarm) } ?? false || speech.map { $0 != old.alerts(by: .speech) } ?? false
  }
}

extension Reminder {
  /// Puts other rides in place, with all that follows from them but the levels.
  fileprivate mutating func take(_ connections: Connections, from: Answer<Stop>?, to: Answer<Stop>?, at now: Date) {
    ride = connections.ride
    onward = connections.onwardRides.map { $0.map { Leg(ride: $0, levels: []) } }
    walkSeconds = connections.chosenWalkSeconds
    if ride.isFromAnywhere {
      (origin, provenance["from"], schema) = (nil, nil, Self.schemaFromAnywhere)
    } else if let from {
      (origin, schema) = (from.value, Self.schema)
      provenance["from"] = from.provenance
    }
    if let to {
      destination = to.value
      provenance["to"] = to.provenance
    }
    let last = legs.last?.ride ?? ride
    anchor = Anchor(departure: ride.departure, arrival: last.arrival, zone: ride.zone)
    validUntil = Reminder.end(of: last) ?? (ride.isFromAnywhere ? now + Reminder.longestApproach : nil)
    if status == .done { status = .on }
  }
}
