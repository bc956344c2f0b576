import Foundation
import Journey
import Matching

/// Values in a language's words.
public struct Wording: Sendable {
  let texts: PromptTexts
  let zone: String

  /// Times are shown in `zone`, an IANA name.
  public init(texts: PromptTexts, zone: String) {
    self.texts = texts
    self.zone = zone
  }

  /// "by stops"
  public func value(_ mode: Mode) -> String {
    switch mode {
    case .time: texts.say(.byTime)
    case .stations: texts.say(.byStations)
    case .distance: texts.say(.byDistance)
    }
  }

  /// "2 stops", "5 minutes", "1 km"
  public func value(_ interval: Interval) -> String {
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

  /// A candidate by its display name, or by the words for its value.
  func value(_ candidate: Candidate, _ slot: Slot) -> String {
    switch slot {
    case .from, .to: candidate.name
    case .mode: Mode(rawValue: candidate.value).map { value($0) } ?? candidate.name
    case .interval: Interval(canonical: candidate.value).map { value($0) } ?? candidate.name
    }
  }

  private func counted(_ amount: Double, one: PromptID, many: PromptID) -> String {
    texts.say(amount == 1 ? one : many, ["n": spelling?.number(amount) ?? texts.number(amount)])
  }

  // MARK: Times

  private var calendar: Calendar { .gregorian(zone: zone) }

  /// `18:10` in the timetable's zone; in texts that are spoken "eighteen ten".
  public func time(_ instant: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: instant)
    let (hour, minute) = (parts.hour ?? 0, parts.minute ?? 0)
    guard let spelling else { return String(format: "%02d:%02d", hour, minute) }
    let id: PromptID = minute == 0 ? .oClock : minute < 10 ? .fewMinutesPast : .minutesPast
    return texts.say(id, ["hour": spelling.number(Double(hour)), "minute": spelling.number(Double(minute))])
  }

  /// `2026-12-01` in the zone; in texts that are spoken the weekday and the day of the month.
  public func day(_ instant: Date) -> String {
    spelling?.day(instant, zone: zone) ?? ServiceDay.text(instant, zone: zone)
  }

  private var spelling: Spelling? { texts.spokenLanguage.map(Spelling.init) }

  /// What the sentences about a ride are filled with.
  func values(of ride: Ride) -> [String: String] {
    [
      "line": ride.line, "headsign": ride.headsign ?? "", "from": ride.stops.first?.stop.name ?? "",
      "to": ride.stops.last?.stop.name ?? "", "departure": ride.departure.map { time($0) } ?? "",
      "arrival": ride.arrival.map { time($0) } ?? "",
      "stops": counted(Double(ride.stopsAhead), one: .oneStop, many: .stops),
      "day": (ride.departure ?? ride.arrival).map { day($0) } ?? ride.serviceDay,
    ]
  }

  /// The ride's row of the read-back with the rides before and after it.
  public func row(of ride: Ride, connections: Connections?) -> String {
    guard ride.departure != nil else { return ride.arrival.map { time($0) } ?? "–" }
    let values = values(of: ride)
    var parts = [
      texts.say(.rideRow, values.filter { ["line", "headsign", "departure", "arrival", "day"].contains($0.key) })
    ]
    if let connections {
      for (id, rides) in [(PromptID.rowEarlier, connections.earlier), (.rowLater, connections.later)] {
        let times = rides.compactMap { $0.departure.map { time($0) } }
        if !times.isEmpty { parts.append(texts.say(id, ["times": times.joined(separator: ", ")])) }
      }
    }
    return parts.joined(separator: "; ")
  }

  // MARK: What will happen

  /// One sentence of the three levels: where each fires and what it does.
  public func whatWillHappen(_ reminder: Reminder, vibration: Bool, alarm: Bool) -> String {
    let ids: [PromptID] = [.level1, vibration ? .level2 : .level2Quiet, alarm ? .level3 : .level3Quiet]
    let parts = zip(ids, reminder.levels).map { id, level in
      let what = self.sentence(of: level, in: reminder, by: id)
      return level.at.map { texts.say(.atTime, ["what": what, "time": time($0)]) } ?? what
    }
    guard parts.count == 3 else { return parts.joined(separator: "; ") }
    let sentence = texts.say(.willHappen, ["first": parts[0], "second": parts[1], "third": parts[2]])
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// Where a trigger becomes true; of several that must all hold, the one on the map says most.
  func place(of trigger: Trigger, _ reminder: Reminder) -> String {
    func stop(_ index: Int) -> [String: String] {
      let stops = reminder.ride.stops
      return ["stop": stops.indices.contains(index) ? stops[index].stop.name : ""]
    }
    switch trigger {
    case .timeLeft(let seconds):
      return texts.say(
        .whereTimeLeft, ["value": value(.duration(seconds: seconds)), "to": reminder.destination.name])
    case .clock(let instant): return texts.say(.whereClock, ["time": time(instant)])
    case .approaching(let index, _, _): return texts.say(.whereApproaching, stop(index))
    case .reached(let index): return texts.say(.whereReached, stop(index))
    case .passed(let index): return texts.say(.wherePassed, stop(index))
    case .within(let metres, _):
      return texts.say(.whereWithin, ["value": value(.distance(metres: metres)), "to": reminder.destination.name])
    case .all(let triggers), .any(let triggers):
      let first = triggers.first { if case .passed = $0 { true } else { false } } ?? triggers.first
      return first.map { place(of: $0, reminder) } ?? ""
    }
  }

  // MARK: What is impossible

  /// The sentence for an interval that cannot be, with the limit and the nearest value.
  func sentence(_ problem: IntervalCheck.Problem, interval: Interval) -> String {
    let values = [
      "value": value(interval), "least": value(problem.least), "most": value(problem.most),
      "ride": problem.ride.map { rounded($0) } ?? "",
    ]
    switch problem.kind {
    case .tooLittle: return texts.say(.tooShort, values)
    case .tooMuch: return texts.say(.outOfRange, values)
    case .longerThanRide: return texts.say(.tooLong, values)
    }
  }

  private func rounded(_ extent: Interval) -> String {
    switch extent {
    case .duration(let seconds): value(.duration(seconds: (seconds / 60).rounded() * 60))
    case .distance(let metres): value(.distance(metres: (metres / 100).rounded() * 100))
    case .stops: value(extent)
    }
  }
}
