import Alerts
import Foundation
import Journey

/// A reminder's ride as it might go: where the vehicle really is, and what the receiver tells of it.
public struct RehearsedRide: Sendable {
  public let reminder: Reminder
  public let conditions: RideConditions
  /// Index of the stop at which the ride is held; nil where it is in time.
  public let heldAt: Int?
  /// The time without a position.
  public let tunnel: ClosedRange<Date>?
  /// When the vehicle leaves the stop before the destination, and when it comes to the destination.
  public let leavesBefore: Date
  public let arrival: Date
  /// Where the vehicle is, each second.
  public let truth: [Fix]
  /// What the receiver tells of it; nil where it tells nothing.
  public let received: [Fix?]
  private let motion: SyntheticRide

  /// Nil where the reminder's ride takes no time.
  /// - Parameter reminder: Of one without times, times are imagined.
  public init?(_ reminder: Reminder, _ conditions: RideConditions) {
    let reminder = reminder.withImaginedTimes
    let ride = reminder.ride
    guard ride.stops.count > 1, let departure = ride.departure else { return nil }
    var random = SplitMix(seed: conditions.seed)
    let chance = Int(random.uniform() * Double(ride.stops.count - 1))
    heldAt = conditions.delay > 0 ? chance : nil
    motion = SyntheticRide(ride.delayed(by: conditions.delay, from: chance))
    truth = motion.fixes(since: departure.addingTimeInterval(-60))
    guard let before = motion.call(at: ride.stops.count - 2), let end = motion.call(at: ride.stops.count - 1) else {
      return nil
    }
    (leavesBefore, arrival) = (before.leaves, end.arrives)
    // Half of it before the middle of the stand: whether the stop was passed is what cannot be seen then.
    let middle = before.arrives.addingTimeInterval(before.leaves.timeIntervalSince(before.arrives) / 2)
    let half = conditions.tunnel / 2
    tunnel = half > 0 ? middle.addingTimeInterval(-half)...middle.addingTimeInterval(half) : nil
    received = SyntheticReception(
      noise: conditions.noise, lost: conditions.lost, tunnel: tunnel, seed: random.next()
    ).received(truth)
    self.reminder = reminder
    self.conditions = conditions
  }

  /// When the rider is at the boarding stop.
  public var start: Date { truth.first?.at ?? arrival }

  /// What the engine is told: each second a fix or, without one, a tick; with the index of the newest fix, -1 for none.
  public var moments: [RideReplay.Moment] {
    var newest = -1
    return zip(truth, received).map { place, fix in
      guard let fix else { return RideReplay.Moment(input: .tick(place.at), fix: newest) }
      newest += 1
      return RideReplay.Moment(input: .fix(fix), fix: newest)
    }
  }

  /// Where the vehicle really is at an instant.
  public func place(at instant: Date) -> AlertPlace {
    let stops = reminder.ride.stops
    let along = motion.metres(at: instant)
    let last = stops.lastIndex { $0.metres <= along + 1 } ?? 0
    let second = Int(instant.timeIntervalSince(start).rounded())
    return AlertPlace(
      behind: last, metresBehind: along - stops[last].metres, metresLeft: stops[stops.count - 1].metres - along,
      secondsLeft: arrival.timeIntervalSince(instant),
      position: truth[min(max(0, second), truth.count - 1)].position)
  }
}
