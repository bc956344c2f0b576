import Alerts
import Foundation
import Journey

/// Two feeds held against each other: whether they say the same place, and which of them is to be believed where they do not.
///
/// Neither is believed for the accuracy that it claims. What counts is how each has moved.
struct FeedComparison: Sendable {
  /// Every constant, each with its reason. Seconds and metres.
  struct Policy: Sendable, Hashable {
    /// Both may be wrong by so many times what they claim ...
    var accuracies = 3.0
    /// ... and by this much: the sides of a station, or a street and its tunnel.
    var atLeast = 100.0
    /// One wrong position is none of a feed that lies.
    var contradictsFor = 5.0
    var contradictsTimes = 2
    /// So long they may contradict each other before the newcomer is doubted for nothing else.
    var undecidedFor = 20.0
    /// A receiver that holds a standing position still says the same place so often, and for so long.
    var stillFor = 8.0
    var stillTimes = 3
    /// To be believed again.
    var agreesFor = 10.0
    var agreesTimes = 5
    /// A position near a ride's line, and one that cannot be of anybody on it.
    var nearWay = 150.0
    var offWay = 300.0
  }

  /// Of what a feed is accused.
  enum Charge: Sendable, Hashable {
    case standsStill, leaps, otherSpeed, offWay, alone

    var weight: Int {
      switch self {
      case .standsStill: 3
      case .leaps, .offWay, .alone: 2
      case .otherSpeed: 1
      }
    }

    /// For the rider, after a colon.
    /// - Parameter other: The feed that it contradicts.
    func cause(against other: String) -> String {
      switch self {
      case .standsStill: "it stands still to the last digit while \(other) moves"
      case .leaps: "it leaps, and \(other) says another place"
      case .otherSpeed: "it does not move as it says, and \(other) says another place"
      case .offWay: "it is far from the ride's line, and \(other) is near it"
      case .alone: "\(other) and another one say another place"
      }
    }
  }

  private let policy: Policy
  private var contradiction: (since: Double, count: Int)?
  private var agreement: (since: Double, count: Int)?

  init(policy: Policy = Policy()) { self.policy = policy }

  /// Whether they say two places, for so long that it is no accident.
  func isContradicted(at elapsed: Double) -> Bool {
    contradiction.map { $0.count >= policy.contradictsTimes && elapsed - $0.since >= policy.contradictsFor } ?? false
  }

  /// Whether they have said two places without a decision for too long.
  func isUndecided(at elapsed: Double) -> Bool {
    isContradicted(at: elapsed) && elapsed - (contradiction?.since ?? elapsed) >= policy.undecidedFor
  }

  /// Whether the newest positions are two places, however short that has been so.
  var differs: Bool { contradiction != nil }

  /// Whether they have said the same place for a while.
  func isAgreed(at elapsed: Double) -> Bool {
    agreement.map { $0.count >= policy.agreesTimes && elapsed - $0.since >= policy.agreesFor } ?? false
  }

  /// Takes note of one feed's newest position.
  mutating func compare(_ one: FeedTrack, with other: FeedTrack, elapsed: Double) {
    guard let fix = one.newest, let there = other.place(at: fix.at) else { return }
    let room = one.accuracy(fix) + there.slack
    let differs = fix.position.metres(to: there.position) > max(policy.atLeast, policy.accuracies * room)
    if differs {
      agreement = nil
      contradiction = (contradiction?.since ?? elapsed, (contradiction?.count ?? 0) + 1)
    } else {
      contradiction = nil
      agreement = (agreement?.since ?? elapsed, (agreement?.count ?? 0) + 1)
    }
  }

  /// One of them is gone, or begins anew.
  mutating func forget() { (contradiction, agreement) = (nil, nil) }

  /// What speaks against one feed beside another, the gravest first.
  /// - Parameter metresOff: How far a place is from the way of the rides that are followed; nil where none is known.
  func charges(against one: FeedTrack, beside other: FeedTrack, metresOff: (Position) -> Double?) -> [Charge] {
    var charges: [Charge] = []
    if isStill(one, while: other) { charges.append(.standsStill) }
    if one.hasLeapt { charges.append(.leaps) }
    if let mine = one.newest, let theirs = other.newest, let off = metresOff(mine.position),
      let near = metresOff(theirs.position), off > policy.offWay + one.accuracy(mine), near <= policy.nearWay
    {
      charges.append(.offWay)
    }
    if one.contradictsItsSpeed { charges.append(.otherSpeed) }
    return charges
  }

  /// Whether a feed says one place to the digit while another one moves as a vehicle does.
  func isStill(_ one: FeedTrack, while other: FeedTrack) -> Bool {
    guard let still = one.still, still.count >= policy.stillTimes, let newest = one.newest,
      newest.at.timeIntervalSince(still.since) >= policy.stillFor, !other.hasLeapt(since: still.since),
      !other.contradictsItsSpeed,
      let moved = other.metres(since: still.since)
    else { return false }
    // A receiver that holds its place at a light is right, and one that wanders beside it is not moving.
    return moved > policy.atLeast / 2 + policy.accuracies * (other.newest.map(other.accuracy) ?? 0)
  }
}
