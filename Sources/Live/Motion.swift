import Alerts
import Foundation

/// How the rider moved so far, whatever they are on.
struct Motion: Sendable {
  private(set) var last: OnboardTracker.Sample?
  private var first: OnboardTracker.Sample?
  /// Metres from the first fix to the one that is farthest from it.
  private var farthest = 0.0
  /// Whether it was ever faster than a walk.
  private var wasFast = false
  /// Whether the receiver ever measured so much.
  private var saidFast = false
  /// When the latest stretches began that were faster than a run, as many as are asked for.
  private var fastStretches: [Date] = []

  mutating func add(_ sample: OnboardTracker.Sample, speed: Double?, _ policy: OnboardPolicy) {
    if let speed, speed >= policy.sureSpeed { saidFast = true }
    if let last {
      let (metres, seconds) = (last.point.metres(to: sample.point), sample.at.timeIntervalSince(last.at))
      if metres > policy.speedMetres {
        wasFast = wasFast || metres >= policy.likelySpeed * seconds
        if metres >= policy.sureSpeed * seconds {
          fastStretches = fastStretches.suffix(policy.sureSpeeds - 1) + [last.at]
        }
      }
    }
    first = first ?? sample
    farthest = max(farthest, first.map { $0.point.metres(to: sample.point) } ?? 0)
    last = sample
  }

  /// Whether the rider came so far, so fast that they do not walk.
  func isRiding(_ policy: OnboardPolicy) -> Bool { saidFast || wasFast && farthest >= policy.likelyMetres }

  /// Whether there were as many fast stretches since an instant as it takes to be sure.
  func wasFast(since start: Date, _ policy: OnboardPolicy) -> Bool {
    fastStretches.count(where: { $0 >= start }) >= policy.sureSpeeds
  }
}
