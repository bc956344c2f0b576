/// Whether more is said than a worker takes in, by how late it hears it: then it leaves out first what is not its own.
struct Overload: Sendable {
  /// What phones say to other workers is not overheard.
  private(set) var isShedding = false
  /// Since when nothing has come late.
  private var calmSince: Double?
  /// When it heard all again last, and for how long it waits until it tries that.
  private var ended = -Double.infinity
  private var waits: Double
  private let policy: WorkerPolicy

  init(_ policy: WorkerPolicy) { (self.policy, waits) = (policy, policy.triesAgainAfter) }

  /// - Parameters:
  ///   - delay: By how many seconds it hears phones late.
  ///   - clock: Seconds of a clock that cannot be set.
  mutating func update(delay: Double, at clock: Double) {
    if delay > policy.lateAfter {
      calmSince = nil
      guard !isShedding else { return }
      isShedding = true
      // Where it was too much again before long, that is not tried so soon.
      let isSoon = clock - ended < max(policy.staysCalmFor, 2 * waits)
      waits = isSoon ? min(waits * 2, policy.triesAgainAfterAtMost) : policy.triesAgainAfter
    } else if isShedding {
      let since = calmSince ?? clock
      calmSince = since
      guard clock - since >= waits else { return }
      (isShedding, ended, calmSince) = (false, clock, nil)
    }
  }
}
