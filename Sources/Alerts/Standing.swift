import Foundation
import Journey

/// How a ride stands at a moment, for people and other programs: what is left, and what each level waits for.
public struct Standing: Sendable, Hashable, Codable {
  /// Why a level does not fire yet: the first condition that does not hold, with its numbers.
  public enum Wait: Sendable, Hashable {
    /// The rider has not left the boarding stop.
    case boarding
    /// The rider was within the first circle from the beginning, and does not come nearer.
    case outside
    /// The rider has to come to a place, or to leave it.
    case arrival, departure
    /// The rider is on the wrong side of the reminder's circle.
    case place
    /// So many seconds are left, and it fires at so many.
    case seconds(left: Double, due: Double)
    /// So many metres are left, and it fires at so many.
    case metres(left: Double, due: Double)
    /// The stop, by its place in the ride, has not been reached or passed.
    case reach(stop: Int, metres: Double)
    case pass(stop: Int, metres: Double)
    /// The clock has not come so far.
    case clock(Date)
    /// Nothing can be said: no position, and no timetable of the day.
    case unknown
  }

  /// One level of the ladder.
  public struct LevelStanding: Sendable, Hashable, Codable {
    public var level: Int
    public var hasFired: Bool
    /// Nil where it has fired.
    public var wait: Wait?
  }

  /// A level that was put off.
  public struct Snoozed: Sendable, Hashable, Codable {
    public var level: Int
    /// The round in which it comes again, as `Alert.round`.
    public var round: Int
  }

  public var at: Date
  /// Which ride of a journey with changes it is: 0 for the first.
  public var leg: Int
  /// Places in the ride's stops of the one that the vehicle is at and of the one that comes next, counted as `Moment` counts them.
  public var atStop: Int?
  public var nextStop: Int?
  /// Stops up to the destination, the destination included.
  public var stopsLeft: Int?
  public var metresLeft: Double?
  public var secondsLeft: Double?
  /// Radius in metres that holds the position in 68 % of cases, and seconds since the newest fix; nil without one.
  public var accuracy: Double?
  public var age: Double?
  /// Whether the timetable or the pace stand in for positions.
  public var isEstimated: Bool
  /// What it is known by; nil where nothing is known.
  public var basis: Moment.Basis?
  /// Seconds by which the vehicle comes late to the destination, below zero early, as a live feed says; nil where none does.
  public var reportedDelay: Double?
  /// Whether a live feed says that the ride is cancelled; nil where none says anything.
  public var isCancelled: Bool?
  /// Whether it says that the vehicle does not stop where the rider gets off.
  public var isDestinationSkipped: Bool?
  public var snoozedUntil: Date?
  /// What comes again then; nil where nothing was put off.
  public var snoozed: Snoozed?
  /// The round in which levels fire from now on: it grows when a last call is taken back. Nil is the first one.
  public var round: Int?
  public var levels: [LevelStanding]
}

extension AlertEngine {
  /// How the ride stands at an instant, which changes nothing.
  public static func standing(_ plan: AlertPlan, _ state: AlertState, at now: Date) -> Standing {
    let plan = plan.leg(state.leg)
    let time = state.seconds(at: now)
    let age = state.scratch.filter.map { max(0, time - $0.at) }
    let (situation, isEstimated) = plan.visit == nil ? Situation.current(plan, state, at: time) : (nil, false)
    var standing = Standing(
      at: now, leg: state.leg, accuracy: state.scratch.filter?.accuracy, age: age, isEstimated: isEstimated,
      snoozedUntil: state.snoozedUntil,
      snoozed: state.latches.snooze.map { Standing.Snoozed(level: $0.level, round: state.latches.snoozes) },
      round: state.latches.round > 0 ? state.latches.round : nil, levels: [])
    if let moment = situation?.moment(plan, state) {
      (standing.atStop, standing.nextStop) = (moment.atStop, moment.nextStop)
      standing.stopsLeft = moment.stopsLeft
      standing.metresLeft = moment.metresLeft ?? situation.flatMap { $0.left < 1e9 ? $0.left.rounded() : nil }
      (standing.secondsLeft, standing.basis) = (moment.secondsLeft, moment.basis)
    }
    if plan.visit == nil {
      standing.reportedDelay = state.delay(plan, at: time).map { $0.likely - plan.shift(to: state.latches.caught) }
      let report = state.report(plan, at: time)
      (standing.isCancelled, standing.isDestinationSkipped) = (report?.isCancelled, report?.leavesOutDestination)
    }
    standing.levels = plan.levels.map { level in
      let hasFired = level.level <= state.latches.fired
      let wait =
        hasFired
        ? nil
        : plan.visit.map { $0.wait(for: level) } ?? situation.map { $0.wait(for: level, plan) ?? .unknown } ?? .unknown
      return Standing.LevelStanding(level: level.level, hasFired: hasFired, wait: wait)
    }
    return standing
  }
}

/// Written as an object with `for`: `{"for": "seconds", "left": 140, "due": 90}`.
extension Standing.Wait: Codable {
  enum CodingKeys: String, CodingKey {
    case kind = "for"
    case left, due, stop, metres, at
  }

  private enum Kind: String, Codable {
    case boarding, outside, arrival, departure, place, seconds, metres, reach, pass, clock, unknown
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double { try fields.decode(Double.self, forKey: key) }
    switch try fields.decode(Kind.self, forKey: .kind) {
    case .boarding: self = .boarding
    case .outside: self = .outside
    case .arrival: self = .arrival
    case .departure: self = .departure
    case .place: self = .place
    case .seconds: self = .seconds(left: try number(.left), due: try number(.due))
    case .metres: self = .metres(left: try number(.left), due: try number(.due))
    case .reach: self = .reach(stop: try fields.decode(Int.self, forKey: .stop), metres: try number(.metres))
    case .pass: self = .pass(stop: try fields.decode(Int.self, forKey: .stop), metres: try number(.metres))
    case .clock: self = .clock(try fields.decode(Date.self, forKey: .at))
    case .unknown: self = .unknown
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    func put(_ kind: Kind, _ numbers: [(CodingKeys, Double)] = [], stop: Int? = nil, at: Date? = nil) throws {
      try fields.encode(kind, forKey: .kind)
      // Whole metres and seconds: more is noise.
      for (key, number) in numbers { try fields.encode(number.rounded(), forKey: key) }
      try fields.encodeIfPresent(stop, forKey: .stop)
      try fields.encodeIfPresent(at, forKey: .at)
    }
    switch self {
    case .boarding: try put(.boarding)
    case .outside: try put(.outside)
    case .arrival: try put(.arrival)
    case .departure: try put(.departure)
    case .place: try put(.place)
    case .seconds(let left, let due): try put(.seconds, [(.left, left), (.due, due)])
    case .metres(let left, let due): try put(.metres, [(.left, left), (.due, due)])
    case .reach(let stop, let metres): try put(.reach, [(.metres, metres)], stop: stop)
    case .pass(let stop, let metres): try put(.pass, [(.metres, metres)], stop: stop)
    case .clock(let at): try put(.clock, at: at)
    case .unknown: try put(.unknown)
    }
  }
}
