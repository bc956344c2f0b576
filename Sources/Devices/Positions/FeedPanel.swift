import Alerts
import Foundation
import Journey

/// The feeds of a ride, judged alone and against each other: which position counts, and which feed is not believed.
///
/// A feed by itself is believed unless its own words contradict it: whether a position that stands still is true then, the engine
/// decides, which knows the ride.
struct FeedPanel: Sendable {
  /// Every constant, each with its reason. Seconds.
  struct Policy: Sendable, Hashable {
    /// Whose newest position is older takes no part.
    var fresh = 30.0
    /// So long nobody else has spoken, a doubted feed that moves as a vehicle does is better than none.
    var alone = 60.0
    /// Metres in that time.
    var moved = 100.0
  }

  /// What comes of a position.
  enum Outcome: Sendable, Hashable {
    case use(Fix)
    /// The feed has positions from now on.
    case found(feed: Int)
    /// It has none any more.
    case lost(feed: Int, cause: String)
    /// It has some, and they are not believed.
    case doubted(feed: Int, cause: String)
    /// One position cannot be, told of the first.
    case fault(feed: Int, FixFault)
  }

  private struct Pair: Hashable {
    let low: Int
    let high: Int
    init(_ one: Int, _ other: Int) { (low, high) = (min(one, other), max(one, other)) }
  }

  private struct Doubt {
    /// The feed that it contradicted.
    var against: Int
    /// Since when it has had positions again that speak for it.
    var since: Double
  }

  private let policy: Policy
  private let names: [String]
  private var health: [FeedHealth]
  private var tracks: [FeedTrack]
  private var heardAt: [Double?]
  private var comparisons: [Pair: FeedComparison] = [:]
  private var doubts: [Int: Doubt] = [:]
  private var choice = FeedChoice()
  /// The feeds that have positions now and are believed.
  private(set) var found: Set<Int> = []
  /// The trouble that was told last.
  private var told: [Int: String] = [:]
  private var toldFaults: Set<Int> = []
  /// The ways of the rides that are followed.
  var ways: [AlertPlan] = []

  /// - Parameter names: What the rider calls the feeds.
  init(names: [String], policy: Policy = Policy()) {
    self.names = names
    self.policy = policy
    health = names.map { _ in FeedHealth() }
    tracks = names.map { _ in FeedTrack() }
    heardAt = names.map { _ in nil }
  }

  /// Judges a feed's next position.
  /// - Parameters:
  ///   - now: By the machine's clock, or a recording's.
  ///   - elapsed: Seconds on a clock that nobody sets.
  mutating func take(_ fix: Fix, of feed: Int, now: Date, elapsed: Double) -> [Outcome] {
    let fault = fix.fault
    let fix = fault == nil ? fix.withoutPretence : fix
    var outcomes: [Outcome] = []
    if let fault, toldFaults.insert(feed).inserted { outcomes.append(.fault(feed: feed, fault)) }
    switch health[feed].judge(fix, now: now, elapsed: elapsed) {
    case .useless: return outcomes
    case .stale(let cause): return outcomes + lose(feed, cause)
    case .good: break
    }
    tracks[feed].add(fix)
    heardAt[feed] = elapsed
    outcomes += compare(feed, elapsed)
    if doubts[feed] != nil, isMended(feed, elapsed) { doubts[feed] = nil }
    guard doubts[feed] == nil else { return outcomes }
    told[feed] = nil
    if found.insert(feed).inserted { outcomes.append(.found(feed: feed)) }
    let isContested = choice.leading.map { $0 != feed && comparisons[Pair($0, feed)]?.differs ?? false } ?? false
    if choice.takes(fix, of: feed, elapsed: elapsed, isContested: isContested) { outcomes.append(.use(fix)) }
    return outcomes
  }

  /// A feed has no positions any more.
  mutating func lose(_ feed: Int, _ cause: String) -> [Outcome] {
    found.remove(feed)
    choice.leave(feed)
    // The same trouble at each try is told once.
    return told.updateValue(cause, forKey: feed) != cause ? [.lost(feed: feed, cause: cause)] : []
  }

  /// Holds a feed against the others.
  private mutating func compare(_ feed: Int, _ elapsed: Double) -> [Outcome] {
    var outcomes: [Outcome] = []
    for other in names.indices where other != feed && isFresh(other, elapsed) {
      var comparison = comparisons[Pair(feed, other)] ?? FeedComparison()
      comparison.compare(tracks[feed], with: tracks[other], elapsed: elapsed)
      comparisons[Pair(feed, other)] = comparison
      if comparison.isContradicted(at: elapsed) { outcomes += decide(feed, other, comparison, elapsed) }
    }
    return outcomes
  }

  /// Doubts that one of two feeds against which more speaks; where nothing does, after a while the one that does not lead.
  private mutating func decide(_ feed: Int, _ other: Int, _ comparison: FeedComparison, _ elapsed: Double) -> [Outcome]
  {
    let (mine, theirs) = (charges(feed, other, comparison, elapsed), charges(other, feed, comparison, elapsed))
    let weights = [mine, theirs].map { $0.reduce(0) { $0 + $1.weight } }
    if weights[0] != weights[1] {
      let (bad, good) = weights[0] > weights[1] ? (feed, other) : (other, feed)
      let charge = (bad == feed ? mine : theirs).max { $0.weight < $1.weight }
      // Doubted for no more than contradicting one that is doubted itself.
      if doubts[good]?.against == bad { doubts[good] = nil }
      return doubt(bad, against: good, charge?.cause(against: names[good]) ?? "", elapsed)
    }
    guard comparison.isUndecided(at: elapsed), doubts[feed] == nil, doubts[other] == nil, let lead = choice.leading,
      lead == feed || lead == other
    else { return [] }
    let late = lead == feed ? other : feed
    return doubt(late, against: lead, "it says another place than \(names[lead]), which was first", elapsed)
  }

  private mutating func doubt(_ feed: Int, against other: Int, _ cause: String, _ elapsed: Double) -> [Outcome] {
    let isNew = doubts[feed] == nil
    doubts[feed] = Doubt(against: other, since: elapsed)
    found.remove(feed)
    choice.leave(feed)
    guard isNew, told.updateValue(cause, forKey: feed) != cause else { return [] }
    return [.doubted(feed: feed, cause: cause)]
  }

  /// Whether a doubted feed says what one says that is believed, or where there is none has moved as a vehicle does for a while.
  private func isMended(_ feed: Int, _ elapsed: Double) -> Bool {
    let others = names.indices.filter { $0 != feed && doubts[$0] == nil && isFresh($0, elapsed) }
    if others.isEmpty { return isPlausible(feed, elapsed) }
    return others.contains { other in
      guard let comparison = comparisons[Pair(feed, other)] else { return false }
      return comparison.isAgreed(at: elapsed) && !comparison.isStill(tracks[feed], while: tracks[other])
    }
  }

  private func isPlausible(_ feed: Int, _ elapsed: Double) -> Bool {
    let track = tracks[feed]
    let quiet =
      names.indices.filter { $0 != feed && doubts[$0] == nil }
      .compactMap { heardAt[$0] }.map { elapsed - $0 }.min() ?? .infinity
    guard let doubt = doubts[feed], let newest = track.newest, min(quiet, elapsed - doubt.since) >= policy.alone,
      !track.hasLeapt, !track.contradictsItsSpeed,
      let moved = track.metres(since: newest.at.addingTimeInterval(-policy.alone)), moved >= policy.moved
    else { return false }
    return metresOff(newest.position).map { $0 <= FeedComparison.Policy().offWay } ?? true
  }

  private func charges(_ feed: Int, _ other: Int, _ comparison: FeedComparison, _ elapsed: Double)
    -> [FeedComparison.Charge]
  {
    var charges = comparison.charges(against: tracks[feed], beside: tracks[other], metresOff: metresOff)
    let isAlone = names.indices.contains { third in
      third != feed && third != other && doubts[third] == nil && isFresh(third, elapsed)
        && comparisons[Pair(third, feed)]?.isContradicted(at: elapsed) ?? false
        && comparisons[Pair(third, other)]?.isAgreed(at: elapsed) ?? false
    }
    if isAlone { charges.append(.alone) }
    return charges
  }

  private func isFresh(_ feed: Int, _ elapsed: Double) -> Bool {
    heardAt[feed].map { elapsed - $0 <= policy.fresh } ?? false
  }

  private func metresOff(_ position: Position) -> Double? { ways.map { $0.metresOff(position) }.min() }
}
