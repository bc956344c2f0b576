import Foundation

/// A value with where it came from.
public struct Answer<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  public var value: Value
  public var provenance: Provenance

  public init(_ value: Value, _ provenance: Provenance) {
    self.value = value
    self.provenance = provenance
  }
}

/// A reminder that is still being asked for. Its id becomes the reminder's.
public struct Draft: Sendable, Hashable, Codable, Identifiable {
  public var id: UUID
  public var createdAt: Date
  public var from: Answer<Stop>?
  public var to: Answer<Stop>?
  /// Whether the rider comes from anywhere, so that `from` has no answer and needs none; nil where nothing was said.
  public var isFromAnywhere: Bool?
  public var mode: Answer<Mode>?
  public var interval: Answer<Interval>?
  /// What each level is told before, the interval first; nil for what the interval means by itself.
  public var ladder: [Interval]?
  /// When the rider sets out for a destination that is come to from anywhere; nil where nothing was said.
  public var departure: Date?
  /// What is waited for at places, where it is that and no ride.
  public var visit: Visit?
  /// The connection taken; follows from both ends and the time.
  public var ride: Ride?
  /// The rides after it, where the rider changes; nil for none.
  public var onward: [Ride]?
  /// Seconds on foot before each ride and behind the last, as the timetable says; nil where there is nothing to walk.
  public var walkSeconds: [Double]?
  public var vibration: Bool
  public var alarm: Bool
  /// Whether the alerts are spoken as well; nil is no, as in drafts of before there was speech.
  public var speech: Bool?
  /// How loud its sounds are, over 0 to 1 of full scale; nil for the runner's own.
  public var volume: Double?
  /// The rider's own word for it.
  public var label: String?
  /// The weekdays on which it comes again; nil for one ride.
  public var recurrence: Recurrence?

  public init(id: UUID, createdAt: Date, vibration: Bool = true, alarm: Bool = true) {
    self.id = id
    self.createdAt = createdAt
    self.vibration = vibration
    self.alarm = alarm
  }

  /// Whether where the rider comes from is no matter: said so, or going to a point on the map, where no ride leads.
  public var comesFromAnywhere: Bool {
    from == nil && (visit != nil || isFromAnywhere ?? (to?.value.isPoint == true))
  }

  /// Whether a slot has its answer.
  public func isFilled(_ slot: Slot) -> Bool {
    switch slot {
    case .from: from != nil || comesFromAnywhere
    case .to: to != nil
    case .mode: mode != nil || visit != nil
    case .interval: interval != nil || visit != nil
    }
  }

  /// Whether the stops on the way can be counted: not to a point on the map, from one, or from anywhere.
  public var mayCountStops: Bool { !comesFromAnywhere && from?.value.isPoint != true && to?.value.isPoint != true }

  /// The levels of a reminder of a place: at a movement one, by all that is switched on; at a time of day up to three, so long before
  /// it as the interval says.
  func levels(of visit: Visit, _ interval: Interval) -> [Level] {
    let channels: [[AlertMeans]] = [
      [.notification], vibration ? [.notification, .vibration] : [.notification],
      alarm ? [.notification, .alarm] : vibration ? [.notification, .vibration] : [.notification],
    ]
    let spoken: [AlertMeans] = speech == true ? [.speech] : []
    guard visit.event.isClock, let time = departure else {
      let urgency = alarm ? 3 : vibration ? 2 : 1
      let all: [AlertMeans] = alarm && vibration ? [.vibration] : []
      return [
        Level(
          level: urgency, at: nil, trigger: visit.event == .leaving ? .left : .entered,
          channels: channels[urgency - 1] + all + spoken)
      ]
    }
    let before = interval.amount > 0 ? [interval.amount, interval.amount / 2, 0] : [0]
    return before.enumerated().map { index, seconds in
      let level = 4 - before.count + index
      let at = Date(timeIntervalSince1970: (time - seconds).timeIntervalSince1970.rounded(.down))
      return Level(level: level, at: at, trigger: .clock(at), channels: channels[level - 1] + (level > 1 ? spoken : []))
    }
  }

  /// All rides, the first and those after changes; empty while none is known.
  public var rides: [Ride] { (ride.map { [$0] } ?? []) + (onward ?? []) }

  /// The ways on foot before each ride, and after the last one.
  public var walks: [Walk?] { rides.walks(from: from?.value, to: to?.value, seconds: walkSeconds) }

  /// The ride that an interval has the most room on: on a shorter one the alerts begin with the ride.
  public var longestRide: Ride? { rides.longest }

  /// Takes the rides that were looked up, or none.
  public mutating func take(_ connections: Connections?) {
    ride = connections?.ride
    onward = connections?.onwardRides
    walkSeconds = connections?.chosenWalkSeconds
  }

  public var filledSlots: [Slot] { Slot.allCases.filter(isFilled) }
}

extension [Ride] {
  /// The longest of them; nil where there is none.
  public var longest: Ride? { self.max { $0.length < $1.length } }
}
