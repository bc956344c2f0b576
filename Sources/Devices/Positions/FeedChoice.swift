import Alerts

/// Which of several feeds is listened to at a moment: the one that knows best where the rider is.
///
/// Positions of two receivers mixed would jump to and fro between their errors.
struct FeedChoice: Sendable {
  /// Every constant, each with its reason. Seconds.
  struct Policy: Sendable, Hashable {
    /// A receiver that works reports each second: after three an equal one takes its place.
    var silence = 3.0
    /// So many times the error is much worse: one that finds the street, and one that finds the district.
    var muchWorse = 2.0
    /// A much worse one has to wait until shortly before the engine would estimate, after eight seconds.
    var longSilence = 6.0
    /// A share of the leader's error: of two that are alike neither takes the lead from the other with each fix.
    var clearlyBetter = 0.8
    var assumedAccuracy = AlertPolicy.standard.assumedAccuracy
    /// Who claims more leads nobody who is as good as that.
    var bestAccuracy = AlertPolicy.standard.bestAccuracy
    /// The engine takes no worse ones, so that they hold nobody back.
    var worstAccuracy = AlertPolicy.standard.worstAccuracy
  }

  private let policy: Policy
  private var leader: (feed: Int, accuracy: Double, heardAt: Double)?

  init(policy: Policy = Policy()) { self.policy = policy }

  /// The feed that is listened to.
  var leading: Int? { leader?.feed }

  /// Whether a position counts.
  /// - Parameters:
  ///   - feed: Whose it is.
  ///   - elapsed: Seconds on a clock that nobody sets.
  ///   - isContested: Whether the leader says another place: then no accuracy that is claimed is worth anything.
  mutating func takes(_ fix: Fix, of feed: Int, elapsed: Double, isContested: Bool = false) -> Bool {
    let accuracy = max(policy.bestAccuracy, fix.accuracy ?? policy.assumedAccuracy)
    guard accuracy <= policy.worstAccuracy else { return leader == nil || leader?.feed == feed }
    guard let now = leader, now.feed != feed else {
      leader = (feed, accuracy, elapsed)
      return true
    }
    let silent = elapsed - now.heardAt
    let mustWait = isContested || accuracy > policy.muchWorse * now.accuracy
    let isBetter = !isContested && accuracy < policy.clearlyBetter * now.accuracy
    guard isBetter || silent >= (mustWait ? policy.longSilence : policy.silence) else { return false }
    leader = (feed, accuracy, elapsed)
    return true
  }

  /// A feed has no positions any more.
  mutating func leave(_ feed: Int) {
    if leader?.feed == feed { leader = nil }
  }
}
