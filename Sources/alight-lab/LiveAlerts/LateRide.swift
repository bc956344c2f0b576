import Alerts
import Foundation
import Journey
import Rehearsal

/// A ride of the timetable as a vehicle really drives it: it leaves late, loses time and makes up for some.
struct LateRide: Sendable {
  /// What a feed says of it.
  enum Feed: String, CaseIterable, Sendable {
    case none, right
    /// It stands still, with the time at which it was made, or though it names new times.
    case stale, frozen
    /// Late is early and the other way round.
    case sign
    /// It speaks of another vehicle.
    case otherTrip = "other trip"
  }

  /// Where positions come from.
  enum Reception: String, CaseIterable, Sendable {
    case phone, tunnel, none
    /// The feed's, a few times a minute and late.
    case vehicle
  }

  let planned: Ride
  let interval: Interval
  private let driven: Ride
  private let seed: UInt64
  /// Seconds late at each stop, and those of the other vehicle.
  private let delays: [Double]
  private let others: [Double]
  /// Where the rider is, who comes to the stop before the time of the timetable and waits, and when the vehicle leaves the stop before the destination and comes to that.
  private let fixes: [Fix]
  private let leaves: Date
  private let arrives: Date

  /// Seconds for which a rider waits at the least.
  private static let waits = 300.0
  /// Twice a minute, as the standard asks.
  private static let every = 30.0

  /// Nil for a ride without times.
  init?(_ planned: Ride, _ interval: Interval, seed: UInt64) {
    (self.planned, self.interval, self.seed) = (planned, interval, seed)
    var random = SplitMix(seed: seed)
    delays = Self.delays(planned, &random)
    others = Self.delays(planned, &random)
    var driven = planned
    for stop in planned.stops.indices {
      driven.stops[stop].arrival = planned.stops[stop].arrival?.addingTimeInterval(delays[stop])
      driven.stops[stop].departure = planned.stops[stop].departure?.addingTimeInterval(delays[stop])
    }
    self.driven = driven
    let vehicle = SyntheticRide(driven, spread: 4)
    fixes = vehicle.fixes(since: planned.departure?.addingTimeInterval(-Self.waits))
    let last = planned.stops.count - 1
    guard let leaves = vehicle.call(at: last - 1)?.leaves, let arrives = vehicle.call(at: last)?.arrives else {
      return nil
    }
    (self.leaves, self.arrives) = (leaves, arrives)
  }

  /// Half of the vehicles leave in time; each leg costs or wins some seconds, and none is early by more than half a minute.
  private static func delays(_ ride: Ride, _ random: inout SplitMix) -> [Double] {
    var late = random.uniform() < 0.5 ? 0 : 900 * random.uniform() * random.uniform()
    var before = 0.0
    return ride.stops.indices.map { stop in
      if stop > 0 {
        let leg = ride.stops[stop].arrival?.timeIntervalSince(ride.stops[stop - 1].departure ?? .distantPast) ?? 60
        // Nobody drives a leg in less than half its time.
        late = max(late + 15 * random.normal() - 0.02 * late, -30, before - leg / 2)
      }
      before = late
      return late.rounded()
    }
  }

  /// The ride as the engine meets it.
  private func moments(_ reception: Reception, _ feed: Feed) -> [AlertInput] {
    let (first, last) = (fixes[0].at, fixes[fixes.count - 1].at)
    var random = SplitMix(seed: seed &+ 1)
    let positions = self.positions(reception, &random)
    let standsFrom = first + random.uniform() * last.timeIntervalSince(first)
    let phase = (Self.every * random.uniform()).rounded()
    var inputs: [AlertInput] = []
    for second in stride(from: -300.0, through: last.timeIntervalSince(first), by: 1) {
      let now = first + second
      inputs.append(.tick(now))
      if let fix = positions[now] { inputs.append(.fix(fix)) }
      guard feed != .none, (second + phase).truncatingRemainder(dividingBy: Self.every) == 0 else { continue }
      inputs.append(.live(now, report(feed, at: now, standsFrom: standsFrom)))
    }
    return inputs
  }

  /// By when they arrive.
  private func positions(_ reception: Reception, _ random: inout SplitMix) -> [Date: Fix] {
    let end = fixes[fixes.count - 1].at
    switch reception {
    case .none: return [:]
    case .phone: return Dictionary(fixes.map { ($0.at, $0) }) { $1 }
    case .tunnel:
      // From before the stop before to the end of the ride.
      let begin = (driven.stops.dropLast().last?.arrival ?? end) - 60 - 240 * random.uniform()
      return Dictionary(fixes.filter { $0.at < begin }.map { ($0.at, $0) }) { $1 }
    case .vehicle:
      var wandering = WanderingError(deviation: 1, using: &random)
      var positions: [Date: Fix] = [:]
      let departs = driven.stops[0].departure ?? fixes[0].at
      for fix in fixes {
        let error = wandering.next(using: &random)
        guard fix.at >= departs - 60, Int(fix.at.timeIntervalSince(fixes[0].at)) % Int(Self.every) == 0 else {
          continue
        }
        var sent = fix
        sent.position = fix.position.moved(north: 8 * error.north, east: 8 * error.east)
        sent.accuracy = 30
        positions[fix.at + (5 + 20 * random.uniform()).rounded()] = sent
      }
      return positions
    }
  }

  /// What the feed says, which was made some seconds ago: of the stops ahead the delay at the last one left behind.
  private func report(_ feed: Feed, at now: Date, standsFrom: Date) -> LiveReport {
    let made = now - 12
    let isStill = made > standsFrom && (feed == .stale || feed == .frozen)
    let seen = isStill ? standsFrom : made
    let source = feed == .otherTrip ? others : delays
    let behind = driven.stops.lastIndex { $0.departure.map { $0 <= seen } ?? false } ?? 0
    let sign = feed == .sign ? -1.0 : 1
    let calls = planned.stops.indices.map { stop in
      let late = sign * source[min(stop, behind)]
      return LiveReport.Call(arrival: late, departure: late)
    }
    return LiveReport(madeAt: isStill && feed == .stale ? standsFrom : made, calls: calls)
  }

  /// What became of it.
  func verdict(_ reception: Reception, _ feed: Feed) -> LateVerdict? {
    guard
      let plan = AlertPlan(
        ride: planned, levels: Level.expand(interval, over: planned), timetable: .ofTheDay, knowsBoarding: true)
    else { return nil }
    var (state, calls): (AlertState, [Double]) = (AlertState(), [])
    for input in moments(reception, feed) {
      for case .deliver(let alert) in AlertEngine.advance(plan, &state, input) {
        if alert.event == .alert && alert.level == 3 || alert.event == .missed {
          calls.append(alert.at.timeIntervalSinceReferenceDate)
        }
      }
    }
    return LateVerdict(
      calls: calls, leavesBefore: leaves.timeIntervalSinceReferenceDate, arrival: arrives.timeIntervalSinceReferenceDate
    )
  }
}

/// What the last calls of a ride were worth.
struct LateVerdict: Sendable {
  /// Of the first one.
  let first: LastCallVerdict
  /// Whether any was right.
  let isRight: Bool
  let calledAt: Double?
  /// Seconds of each after the arrival.
  let calls: [Double]
  /// Whether it came too late for one that is missed, or never.
  let isLost: Bool

  init(calls: [Double], leavesBefore: Double, arrival: Double) {
    let all = calls.map { LastCallVerdict(call: $0, leavesBefore: leavesBefore, arrival: arrival) }
    first = all.first ?? LastCallVerdict(call: nil, leavesBefore: leavesBefore, arrival: arrival)
    isRight = all.contains(where: \.isRight)
    (calledAt, self.calls) = (calls.first, calls.map { ($0 - arrival).rounded() })
    isLost = !calls.contains { $0 <= arrival }
  }
}
