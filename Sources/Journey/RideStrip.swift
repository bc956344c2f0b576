import Foundation

/// A ride from boarding to getting off as a list: its stops in order, and the levels of a reminder where they fire.
public struct RideStrip: Sendable, Hashable {
  public enum Row: Sendable, Hashable {
    case stop(RideStop)
    case level(Level)
  }

  public var rows: [Row]

  /// The strip of a reminder.
  ///
  /// A level that fires at a stop stands right after it. Others stand between stops by their scheduled time; where nothing is
  /// scheduled, before the stop that is approached, or by their metres.
  public init(_ reminder: Reminder) {
    let stops = reminder.ride.stops
    var before: [Int] = []
    for level in reminder.levels {
      let place = reminder.ride.place(of: level.trigger, at: level.at) ?? stops.count - 1
      // A level never stands above the one before it.
      before.append(max(place, before.last ?? 0))
    }
    rows = stops.enumerated().flatMap { index, stop in
      zip(reminder.levels, before).filter { $1 == index }.map { Row.level($0.0) } + [.stop(stop)]
    }
    rows += zip(reminder.levels, before).filter { $1 >= stops.count }.map { Row.level($0.0) }
  }
}

extension Ride {
  /// The index of the stop before which a trigger becomes true; nil where nothing tells.
  fileprivate func place(of trigger: Trigger, at instant: Date?) -> Int? {
    switch trigger {
    case .approaching(let stop, _, _): return min(stop, instant.flatMap(index(after:)) ?? stop)
    case .reached(let stop), .passed(let stop): return stop + 1
    case .timeLeft, .clock: return instant.flatMap(index(after:))
    case .entered, .left: return nil
    case .within(let metres, _):
      return instant.flatMap(index(after:))
        ?? stops.lastIndex { $0.metres < (stops.last?.metres ?? 0) - metres }.map { $0 + 1 }
    case .all(let parts):
      return instant.flatMap(index(after:)) ?? parts.compactMap { place(of: $0, at: nil) }.max()
    case .any(let parts):
      return instant.flatMap(index(after:)) ?? parts.compactMap { place(of: $0, at: nil) }.min()
    }
  }

  /// The first stop that is reached later than an instant.
  private func index(after instant: Date) -> Int? {
    stops.firstIndex { ($0.arrival ?? $0.departure).map { $0 > instant } ?? false }
  }
}
