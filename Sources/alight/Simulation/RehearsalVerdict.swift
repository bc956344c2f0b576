import Conversation
import Foundation
import Journey

/// Whether a last call would have got the rider off at the right stop.
enum RehearsalVerdict: Sendable, Hashable {
  /// So many seconds before the arrival, with the stop before left behind.
  case right(seconds: Double)
  /// The stop before was still ahead: who obeys gets off there.
  case early
  /// Too few seconds before the arrival, or below zero after it.
  case late(seconds: Double)
  case never

  /// Seconds that a rider needs to stand up and get to the door; on a short leg a share of it has to do.
  private static let needed = 10.0
  private static let neededShare = 0.6
  /// Seconds by which a call may come before the wheels turn at the stop before: its doors are closed by then.
  private static let tolerance = 5.0

  init(lastCall: Date?, on ride: RehearsedRide) {
    guard let lastCall else {
      self = .never
      return
    }
    let left = ride.arrival.timeIntervalSince(lastCall)
    let leg = ride.arrival.timeIntervalSince(ride.leavesBefore)
    if lastCall < ride.leavesBefore.addingTimeInterval(-Self.tolerance) {
      self = .early
    } else {
      self = left < min(Self.needed, Self.neededShare * leg) ? .late(seconds: left) : .right(seconds: left)
    }
  }

  var isRight: Bool {
    if case .right = self { return true }
    return false
  }

  /// What a program reads.
  var name: String {
    switch self {
    case .right: "right"
    case .early: "early"
    case .late: "late"
    case .never: "never"
    }
  }

  var secondsLeft: Double? {
    switch self {
    case .right(let seconds), .late(let seconds): seconds
    case .early, .never: nil
    }
  }

  func sentence(_ ride: Ride, _ prompts: Prompts) -> String {
    let stop = ride.stops[ride.stops.count - 1].stop.name
    let before = ride.stops[ride.stops.count - 2].stop.name
    switch self {
    case .right(let seconds): return prompts.sentence(.right(before: before, stop: stop, seconds: seconds))
    case .early: return prompts.sentence(.early(before: before))
    case .late(let seconds) where seconds < 0: return prompts.sentence(.tooLate(stop: stop, seconds: -seconds))
    case .late(let seconds): return prompts.sentence(.late(stop: stop, seconds: seconds))
    case .never: return prompts.sentence(.never)
    }
  }
}
