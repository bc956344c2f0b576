import Alerts
import Foundation
import Journey
import Rehearsal

/// What a phone in a train reports: errors that wander, an accuracy that is no more than a guess, fixes that are missing, jumps,
/// and nothing at all in tunnels.
struct TrainReception {
  /// Stretches of time without any fix, in seconds.
  var tunnels: [ClosedRange<Double>] = []
  /// Standard deviation of the error per axis in metres.
  private let deviation: Double
  /// What the phone makes of it.
  private let claim: Double

  init(using random: inout SplitMix) {
    deviation = 3 + 9 * random.uniform()
    claim = 0.7 + 0.6 * random.uniform()
  }

  /// Fixes of a motion, one a second; `t` counts from the motion's start.
  func fixes(_ motion: TrainMotion, on way: (Double) -> Position, using random: inout SplitMix) -> [RideCase.CaseFix] {
    var fixes: [RideCase.CaseFix] = []
    var wandering = WanderingError(deviation: deviation, using: &random)
    var sinceTunnel = 60.0
    for (second, metres) in motion.metres.enumerated() {
      let time = motion.start + Double(second)
      let error = wandering.next(using: &random)
      let (isLost, isJump) = (random.uniform() < 0.03, random.uniform() < 0.002)
      if tunnels.contains(where: { $0.contains(time) }) {
        sinceTunnel = 0
        continue
      }
      sinceTunnel += 1
      if isLost { continue }
      // A receiver that has just come out of the dark finds its place over some seconds.
      let factor: Double = isJump ? 12 : sinceTunnel < 6 ? 4 : 1
      let place = way(metres).moved(north: factor * error.north, east: factor * error.east)
      let accuracy: Double = 1.51 * deviation * claim * factor
      fixes.append(RideCase.CaseFix(t: Double(second), position: place, accuracy: (10 * accuracy).rounded() / 10))
    }
    return fixes
  }
}
