import Foundation
import Journey
import Matching

/// Values as phrases.
public struct Wording: Sendable {
  let zone: String

  /// Times are told in `zone`, an IANA name.
  public init(zone: String) { self.zone = zone }

  /// "by stops"
  public func value(_ mode: Mode) -> Phrase {
    switch mode {
    case .time: .text(.byTime)
    case .stations: .text(.byStations)
    case .distance: .text(.byDistance)
    }
  }

  /// "2 stops", "5 minutes", "1 km"
  public func value(_ interval: Interval) -> Phrase {
    switch interval {
    case .stops(let count): counted(Double(count), one: .oneStop, many: .stops)
    case .duration(let seconds):
      seconds.truncatingRemainder(dividingBy: 30) == 0 && seconds >= 60
        ? counted(seconds / 60, one: .oneMinute, many: .minutes) : counted(seconds, one: .oneSecond, many: .seconds)
    case .distance(let metres):
      metres >= 1000 && metres.truncatingRemainder(dividingBy: 100) == 0
        ? counted(metres / 1000, one: .oneKilometre, many: .kilometres)
        : counted(metres.rounded(), one: .oneMetre, many: .metres)
    }
  }

  /// The same, and what the other levels are told before where the rider has said so: "2 km, 800 metres, 200 metres"
  public func value(_ interval: Interval, _ ladder: [Interval]?) -> Phrase {
    ladder.map { .list($0.map(value), separator: ", ") } ?? value(interval)
  }

  /// A candidate by its display name, or by the words for its value.
  func value(_ candidate: Candidate, _ slot: Slot) -> Phrase {
    switch slot {
    case .from, .to: .name(candidate.name)
    case .mode: Mode(rawValue: candidate.value).map { value($0) } ?? .name(candidate.name)
    case .interval: Interval(canonical: candidate.value).map { value($0) } ?? .name(candidate.name)
    }
  }

  private func counted(_ amount: Double, one: PromptID, many: PromptID) -> Phrase {
    .text(amount == 1 ? one : many, ["n": .number(amount)])
  }

  /// Where the rider of a reminder sets out.
  public func origin(of reminder: Reminder) -> Phrase { reminder.origin.map { .name($0.name) } ?? .text(.anywhere) }

  // MARK: Times

  /// `18:10`
  public func time(_ instant: Date) -> Phrase { .time(instant, zone: zone) }

  /// `18:10`, in the zone of a place: with its name where the clock is another one at the ride's other end, `18:10 (Chicago)`.
  static func time(_ instant: Date?, zone: String, isNamed: Bool) -> Phrase {
    guard let instant, isNamed else { return .time(instant, zone: zone) }
    return .list([.time(instant, zone: zone), .name("(\(ClockText.place(of: zone)))")], separator: " ")
  }

  /// When a ride leaves, by the clock of the stop.
  public func departure(of ride: Ride) -> Phrase {
    Self.time(ride.departure, zone: ride.departureZone, isNamed: ride.crossesZones)
  }

  /// When a ride arrives, by the clock of the stop.
  public func arrival(of ride: Ride) -> Phrase {
    Self.time(ride.arrival, zone: ride.arrivalZone, isNamed: ride.crossesZones)
  }

  /// When an alert comes: near the destination, by whose clock it is told.
  func alertTime(_ instant: Date, on ride: Ride) -> Phrase {
    // Told within parentheses.
    ride.crossesZones
      ? .list([.time(instant, zone: ride.arrivalZone), .name(ClockText.place(of: ride.arrivalZone))], separator: " ")
      : .time(instant, zone: ride.arrivalZone)
  }

  /// `2026-12-01`
  public func day(_ instant: Date) -> Phrase { .day(instant, zone: zone) }

  /// What the sentences about a ride are filled with.
  func values(of ride: Ride) -> [String: Phrase] {
    [
      "line": .name(ride.line), "headsign": .name(ride.headsign ?? ""),
      "from": .name(ride.stops.first?.stop.name ?? ""), "to": .name(ride.stops.last?.stop.name ?? ""),
      "departure": departure(of: ride), "arrival": arrival(of: ride),
      "stops": counted(Double(ride.stopsAhead), one: .oneStop, many: .stops),
      "day": (ride.departure ?? ride.arrival).map { Phrase.day($0, zone: ride.departureZone) }
        ?? .name(ride.serviceDay),
    ]
  }

  /// The ride's row of the read-back with the rides before and after it.
  public func row(of ride: Ride, connections: Connections?) -> Phrase {
    if ride.isFromAnywhere {
      return ride.arrival.map { .text(.anyWayBy, ["time": time($0), "day": day($0)]) } ?? .text(.anyWay)
    }
    guard ride.departure != nil else { return ride.arrival.map { time($0) } ?? "–" }
    let values = values(of: ride)
    var parts = [
      Phrase.text(.rideRow, values.filter { ["line", "headsign", "departure", "arrival", "day"].contains($0.key) })
    ]
    if let connections {
      for (id, rides) in [(PromptID.rowEarlier, connections.earlier), (.rowLater, connections.later)] {
        let times = rides.compactMap { ride in ride.departure.map { Phrase.time($0, zone: ride.departureZone) } }
        if !times.isEmpty { parts.append(.text(id, ["times": .list(times, separator: ", ")])) }
      }
    }
    return .list(parts, separator: "; ")
  }

  /// Where riders keep their seats while the vehicle goes on as another line.
  func goingOn(_ ride: Ride) -> [Phrase] {
    ride.continuations.compactMap { next in
      guard ride.stops.indices.contains(next.stop) else { return nil }
      return .text(.goesOn, ["stop": .name(ride.stops[next.stop].stop.name), "line": .name(next.line)])
    }
  }

  // MARK: Walks

  /// The way on foot to a ride, and when one has to set out.
  public func first(_ walk: Walk, before ride: Ride) -> Phrase {
    let start = ride.departure.map { $0.addingTimeInterval(-walk.seconds) }
    // By the whole minute before, so that nobody sets out too late.
    let minute = start.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 60).rounded(.down) * 60) }
    return .text(.walkFirst, values(of: walk).merging(["departure": .time(minute, zone: ride.departureZone)]) { $1 })
  }

  public func then(_ walk: Walk) -> Phrase { .text(.walkThen, values(of: walk)) }

  private func values(of walk: Walk) -> [String: Phrase] {
    let minutes = max(1, (walk.seconds / 60).rounded(.up))
    return [
      "stop": .name(walk.to.name), "metres": value(.distance(metres: walk.toldMetres)),
      "time": value(.duration(seconds: minutes * 60)),
    ]
  }

  // MARK: What will happen

  /// One sentence of the three levels: where each fires and what it does.
  public func whatWillHappen(_ reminder: Reminder, vibration: Bool, alarm: Bool) -> Phrase {
    if let visit = reminder.visit { return whatWillHappen(at: visit, reminder) }
    let ids: [PromptID] = [.level1, vibration ? .level2 : .level2Quiet, alarm ? .level3 : .level3Quiet]
    let parts = zip(ids, reminder.levels).map { id, level in
      let what = self.sentence(of: level, in: reminder, by: id)
      return level.at.map { .text(.atTime, ["what": what, "time": alertTime($0, on: reminder.ride)]) } ?? what
    }
    guard parts.count == 3 else { return .list(parts, separator: "; ") }
    return .capitalized(.text(.willHappen, ["first": parts[0], "second": parts[1], "third": parts[2]]))
  }

  /// Where a trigger becomes true; of several that must all hold, the one on the map says most.
  func place(of trigger: Trigger, _ reminder: Reminder) -> Phrase {
    func stop(_ index: Int) -> [String: Phrase] {
      let stops = reminder.ride.stops
      return ["stop": .name(stops.indices.contains(index) ? stops[index].stop.name : "")]
    }
    switch trigger {
    case .timeLeft(let seconds):
      return .text(
        .whereTimeLeft, ["value": value(.duration(seconds: seconds)), "to": .name(reminder.destination.name)])
    case .entered: return .text(.whereEntered, ["to": reminder.visit.map(places) ?? .name(reminder.destination.name)])
    case .left: return .text(.whereLeft, ["to": reminder.visit.map(places) ?? .name(reminder.destination.name)])
    case .clock(let instant): return .text(.whereClock, ["time": alertTime(instant, on: reminder.ride)])
    case .approaching(let index, _, _): return .text(.whereApproaching, stop(index))
    case .reached(let index): return .text(.whereReached, stop(index))
    case .passed(let index): return .text(.wherePassed, stop(index))
    case .within(let metres, _):
      return .text(.whereWithin, ["value": value(.distance(metres: metres)), "to": .name(reminder.destination.name)])
    case .all(let triggers), .any(let triggers):
      let first = triggers.first { if case .passed = $0 { true } else { false } } ?? triggers.first
      return first.map { place(of: $0, reminder) } ?? .nothing
    }
  }

  // MARK: What is impossible

  /// The sentence for an interval that cannot be, with the limit and the nearest value.
  func sentence(_ problem: IntervalCheck.Problem, interval: Interval) -> Phrase {
    let values = [
      "value": value(interval), "least": value(problem.least), "most": value(problem.most),
      "ride": problem.ride.map { rounded($0) } ?? .nothing,
    ]
    switch problem.kind {
    case .tooLittle: return .text(.tooShort, values)
    case .tooMuch: return .text(.outOfRange, values)
    case .longerThanRide: return .text(.tooLong, values)
    }
  }

  private func rounded(_ extent: Interval) -> Phrase {
    switch extent {
    case .duration(let seconds): value(.duration(seconds: (seconds / 60).rounded() * 60))
    case .distance(let metres): value(.distance(metres: (metres / 100).rounded() * 100))
    case .stops: value(extent)
    }
  }
}
