/// The clock that positions are dated by, where it is another one than the ticks go by: a phone's own, which somebody has set.
///
/// What was kept back comes all at once, with old times; a clock that is wrong goes on as fast as any other.
struct FixClock: Sendable, Hashable, Codable {
  /// Seconds to add to the times of fixes.
  private(set) var offset = 0.0
  private var odd: Run?
  /// The newest time that was taken, by the clock of the ticks.
  private var newest: Double?

  private struct Run: Sendable, Hashable, Codable {
    var offset: Double
    var since: Double
    var newest: Double
    var count: Int
  }

  /// The time of a fix by the clock of the ticks; nil where it is of long ago or to come, and nothing is known of it yet.
  /// - Parameters:
  ///   - time: By its own clock.
  ///   - now: By that of the ticks.
  mutating func time(of time: Double, now: Double, policy: AlertPolicy) -> Double? {
    for offset in [offset, 0] where isGood(time + offset, now, policy) {
      self.offset = offset
      odd = nil
      newest = max(newest ?? time + offset, time + offset)
      return time + offset
    }
    let behind = now - time
    if let run = odd, time == run.newest { return nil }
    guard var run = odd, abs(behind - run.offset) <= policy.steadySeconds, time > run.newest else {
      odd = Run(offset: behind, since: now, newest: time, count: 1)
      return nil
    }
    run.newest = time
    run.count += 1
    odd = run
    guard run.count >= policy.steadyFixes, now - run.since >= policy.steadyFor else { return nil }
    offset = behind
    odd = nil
    newest = now
    return now
  }

  /// Neither to come, nor of long ago, nor clearly before one that was taken already.
  private func isGood(_ time: Double, _ now: Double, _ policy: AlertPolicy) -> Bool {
    now - time <= policy.oldestFix && time - now <= policy.aheadSeconds
      && time >= (newest ?? time) - policy.aheadSeconds
  }
}
