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
  /// - Precondition: the ride has at least two stops and the interval fits it (see `IntervalLimits`).
  public static func expand(
    _ interval: Interval, over ride: Ride, vibration: Bool = true, alarm: Bool = true, speech: Bool = false
  ) -> [Level] {
    let triggers: [Trigger] =
      switch interval {
      case .stops(let count): stationTriggers(count, ride)
      case .duration(let seconds): timeTriggers(seconds, ride)
      case .distance(let metres): distanceTriggers(metres, ride)
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

  private static func stationTriggers(_ count: Int, _ ride: Ride) -> [Trigger] {
    let destination = ride.stops.count - 1
    let first = max(0, destination - max(1, count))
    let second = count <= 1 ? destination - 1 : max(0, destination - (count + 1) / 2)
    return [
      .approaching(stop: first, seconds: 90, metres: 300),
      .reached(stop: second),
      .all([.passed(stop: destination - 1), .timeLeft(seconds: 90)]),
    ]
  }

  private static func timeTriggers(_ seconds: Double, _ ride: Ride) -> [Trigger] {
    let last = Trigger.timeLeft(seconds: min(60, seconds / 4))
    return [
      .timeLeft(seconds: seconds), .timeLeft(seconds: seconds / 2),
      ride.knowsItsStops ? .all([last, .passed(stop: ride.stops.count - 2)]) : last,
    ]
  }

  private static func distanceTriggers(_ metres: Double, _ ride: Ride) -> [Trigger] {
    let last = Trigger.within(metres: max(100, metres / 4), measured: .around)
    return [
      .within(metres: metres, measured: .around), .within(metres: metres / 2, measured: .around),
      ride.knowsItsStops ? .all([last, .passed(stop: ride.stops.count - 2)]) : last,
    ]
  }
}
