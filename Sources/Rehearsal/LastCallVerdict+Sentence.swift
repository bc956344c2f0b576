import Conversation
import Journey

extension LastCallVerdict {
  /// What it means for the rider of a ride.
  public func sentence(_ ride: Ride, _ prompts: Prompts) -> String {
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
