import Conversation
import Journey

extension AlertPlace {
  /// Where an alert came, in words.
  public func sentence(_ ride: Ride, _ prompts: Prompts) -> String {
    let stop = ride.stops[behind].stop.name
    if secondsLeft <= 0 { return prompts.sentence(.arrived(stop: stop, seconds: -secondsLeft)) }
    let next = behind + 1
    if metresBehind < 10 || next >= ride.stops.count {
      return prompts.sentence(.at(stop: stop, metres: metresLeft, seconds: secondsLeft))
    }
    return prompts.sentence(
      .between(
        from: stop, to: ride.stops[next].stop.name, metres: metresLeft, seconds: secondsLeft))
  }
}
