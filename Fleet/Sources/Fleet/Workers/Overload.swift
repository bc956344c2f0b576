/// Whether more is said than a worker takes in, by how late it hears it: then it leaves out first what is not its own.
struct Overload: Sendable {
  /// What phones say to other workers is not overheard.
  private(set) var isShedding = false
  /// Since when nothing has come late.
  private var calmSince: Double?
  /// When it began last to leave something out, and for how long it waits until it tries again.
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
      // Where it was too much again as soon as all was heard, that is not tried so soon.
      waits = clock - ended < waits ? min(waits * 2, policy.triesAgainAfterAtMost) : policy.triesAgainAfter
    } else if isShedding, delay <= policy.lateAfter / 4 {
      let since = calmSince ?? clock
      calmSince = since
      guard clock - since >= waits else { return }
      (isShedding, ended, calmSince) = (false, clock, nil)
    } else {
      calmSince = nil
    }
  }
}
