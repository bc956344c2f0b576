import Alerts
import Foundation
import Journey

/// Whether the positions of a feed are of now: a feed may go on talking and know nothing new.
struct FeedHealth: Sendable {
  /// Every constant, each with its reason. Seconds.
  struct Policy: Sendable, Hashable {
    /// The engine takes no older ones.
    var oldest = AlertPolicy.standard.oldestFix
    /// What was kept back comes in one go, and new positions right behind it.
    var patience = 10.0
    /// Receivers hold a standing position still, but not one at this speed in m/s, and not for so long.
    var movingSpeed = 3.0
    var frozen = 20.0
    /// No clock of a phone that is steered by its network is so far ahead.
    var future = 60.0
    /// A time ahead of the clock by more than the delay of any message: the clock was set back.
    var ahead = 5.0
  }

  enum Verdict: Sendable, Hashable {
    case good
    /// Not to be used, and nothing to be told of yet.
    case useless
    /// So for a while: the cause, for the rider.
    case stale(cause: String)
  }

  private let policy: Policy
  private var newest: Date?
  private var uselessSince: Double?
  private var place: Position?
  private var sameSince = 0.0

  init(policy: Policy = Policy()) { self.policy = policy }

  /// - Parameters:
  ///   - now: By the machine's clock.
  ///   - elapsed: Seconds on a clock that nobody sets.
  mutating func judge(_ fix: Fix, now: Date, elapsed: Double) -> Verdict {
    if let fault = fix.fault { return useless(elapsed, "its positions cannot be: \(fault)") }
    if fix.at.timeIntervalSince(now) > policy.future {
      return useless(elapsed, "its positions are of a time to come: its clock is wrong")
    }
    if let last = newest, last.timeIntervalSince(now) > policy.ahead { newest = nil }
    if now.timeIntervalSince(fix.at) > policy.oldest {
      return useless(elapsed, "its positions are minutes old: it has lost the sky or the network")
    }
    if let newest, fix.at <= newest {
      // Of one moment the later word counts, as long as time goes on.
      let verdict = useless(elapsed, "the time of its positions stands still")
      return verdict == .useless && fix.at == newest ? .good : verdict
    }
    newest = fix.at
    uselessSince = nil
    // A receiver may hold a standing position to the digit for as long as a jam lasts.
    if place != fix.position || fix.speed ?? 0 < policy.movingSpeed {
      place = fix.position
      sameSince = elapsed
    }
    if elapsed - sameSince >= policy.frozen {
      return .stale(cause: "its positions stand still although it says to move")
    }
    return .good
  }

  private mutating func useless(_ elapsed: Double, _ cause: String) -> Verdict {
    let since = uselessSince ?? elapsed
    uselessSince = since
    return elapsed - since >= policy.patience ? .stale(cause: cause) : .useless
  }
}
