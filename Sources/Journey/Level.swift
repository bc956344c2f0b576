import Foundation

/// What an alert does to reach the rider.
public enum AlertMeans: String, Sendable, Codable, CaseIterable, Hashable {
  case notification, vibration, alarm, speech
}

/// One of the three steps of a reminder, each more urgent than the last.
public struct Level: Sendable, Hashable, Codable {
  /// 1 get ready, 2 stand up, 3 the last call: get off at the next stop.
  public var level: Int
  /// When the schedule says that it will fire; nil where nothing is scheduled.
  public var at: Date?
  public var trigger: Trigger
  public var channels: [AlertMeans]

  public init(level: Int, at: Date?, trigger: Trigger, channels: [AlertMeans]) {
    self.level = level
    self.at = at
    self.trigger = trigger
    self.channels = channels
  }
}

extension Level {
  /// The three levels that an interval means on a ride.
  ///
  /// The interval's dimension is the mode. Where the stops between are unknown, `stations` cannot be expanded sensibly
  /// and counts the two ends alone. Vibration and alarm that are switched off leave the notification; speech comes with
  /// the second level and the last call.
  /// - Parameter ladder: What each level is told before, where the rider has said so (see `[Interval].isLadder`).
  /// - Precondition: the interval fits the ride (see `IntervalLimits`), and one in stops a ride of at least two.
  public static func expand(
    _ interval: Interval, ladder: [Interval]? = nil, over ride: Ride, vibration: Bool = true, alarm: Bool = true,
    speech: Bool = false
  ) -> [Level] {
    let ladder = ladder.flatMap { $0.isLadder ? $0.map(\.amount) : nil }
    let triggers: [Trigger] =
      switch interval {
      case .stops(let count): stationTriggers(ladder?.map { Int($0) } ?? [count, (count + 1) / 2, 1], ride)
      case .duration(let seconds): timeTriggers(ladder ?? [seconds, seconds / 2, min(60, seconds / 4)], ride)
      case .distance(let metres): distanceTriggers(ladder ?? [metres, metres / 2, max(100, metres / 4)], ride)
      }
    let spoken: [AlertMeans] = speech ? [.speech] : []
    let channels: [[AlertMeans]] = [
      [.notification],
      (vibration ? [.notification, .vibration] : [.notification]) + spoken,
      (alarm ? [.notification, .alarm] : [.notification]) + spoken,
    ]
    var levels = triggers.enumerated().map { index, trigger in
      // Whole seconds, as the record keeps them.
      let at = ride.scheduled(trigger).map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
      return Level(level: index + 1, at: at, trigger: trigger, channels: channels[index])
    }
    // A level never comes after the next one, whatever the schedule makes of short legs.
    for index in levels.indices.dropLast().reversed() {
      if let own = levels[index].at, let following = levels[index + 1].at, own > following {
        levels[index].at = following
      }
    }
    return levels
  }

  /// - Parameter counts: Stops before the destination, one for each level.
  private static func stationTriggers(_ counts: [Int], _ ride: Ride) -> [Trigger] {
    let destination = ride.stops.count - 1
    func stop(_ count: Int) -> Int { max(0, destination - max(1, count)) }
    return [
      .approaching(stop: stop(counts[0]), seconds: 90, metres: 300),
      .reached(stop: stop(counts[1])),
      counts[2] > 1
        ? .reached(stop: stop(counts[2])) : .all([.passed(stop: destination - 1), .timeLeft(seconds: 90)]),
    ]
  }

  /// - Parameter seconds: Before the destination, one number for each level.
  private static func timeTriggers(_ seconds: [Double], _ ride: Ride) -> [Trigger] {
    let last = Trigger.timeLeft(seconds: seconds[2])
    return [
      .timeLeft(seconds: seconds[0]), .timeLeft(seconds: seconds[1]),
      ride.knowsItsStops ? .all([last, .passed(stop: ride.stops.count - 2)]) : last,
    ]
  }

  /// - Parameter metres: Before the destination, one number for each level.
  private static func distanceTriggers(_ metres: [Double], _ ride: Ride) -> [Trigger] {
    let last = Trigger.within(metres: metres[2], measured: .around)
    return [
      .within(metres: metres[0], measured: .around), .within(metres: metres[1], measured: .around),
      ride.knowsItsStops ? .all([last, .passed(stop: ride.stops.count - 2)]) : last,
    ]
  }
}

extension [Interval] {
  /// Whether they can be told before by the three levels: in one dimension, each less than the one above it.
  public var isLadder: Bool {
    count == 3 && allSatisfy { $0.mode == self[0].mode && $0.amount > 0 } && self[0].amount > self[1].amount
      && self[1].amount > self[2].amount
  }
}
