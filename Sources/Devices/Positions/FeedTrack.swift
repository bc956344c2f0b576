import Alerts
import Foundation
import Journey

/// How a feed has moved in its last minutes: what another feed, and its own words, are held against.
struct FeedTrack: Sendable {
  /// Every constant, each with its reason. Seconds and metres.
  struct Policy: Sendable, Hashable {
    /// Long enough to have both ends of what a phone reports in a minute; nobody's way of an hour ago matters.
    var window = 120.0
    /// Closer ones tell nothing more of a motion.
    var apart = 0.5
    /// Beyond this between two positions nobody knows the way between them.
    var longestGap = 30.0
    /// Messages of one moment take so long to come, one from a cable and one over a network.
    var latency = 3.0
    /// The vehicle of which nothing else is known.
    var likelySpeed = 15.0
    /// A leap counts for as long as a position may still be wrong by it.
    var leapsFor = 60.0
    /// How far back what it says of its speed is held against how it moves.
    var speedsFor = 20.0
    var assumedAccuracy = AlertPolicy.standard.assumedAccuracy
    var bestAccuracy = AlertPolicy.standard.bestAccuracy
    var fastestPossible = AlertPolicy.standard.fastestPossible
  }

  private let policy: Policy
  /// In the order of their times.
  private var fixes: [Fix] = []
  /// Since when the place is the same to the digit, by the times of the fixes, and how many said so.
  private(set) var still: (since: Date, count: Int)?
  private var leaptAt: Date?

  init(policy: Policy = Policy()) { self.policy = policy }

  var newest: Fix? { fixes.last }

  /// Takes in the next position; one that is older than the newest is left out.
  mutating func add(_ fix: Fix) {
    if let last = fixes.last {
      let ahead = fix.at.timeIntervalSince(last.at)
      // Somebody has set a clock: what was before is of another time.
      if abs(ahead) > policy.window { fixes = [] } else if ahead <= 0 { return }
    }
    if let last = fixes.last, isLeap(last, fix) { leaptAt = fix.at }
    still = fixes.last?.position == fix.position ? still.map { ($0.since, $0.count + 1) } : (fix.at, 1)
    if let before = fixes.dropLast().last, fix.at.timeIntervalSince(before.at) < 2 * policy.apart { fixes.removeLast() }
    fixes.append(fix)
    if let first = fixes.first, fix.at.timeIntervalSince(first.at) > policy.window {
      fixes.removeAll { fix.at.timeIntervalSince($0.at) > policy.window }
    }
  }

  /// As the engine counts it.
  func accuracy(_ fix: Fix) -> Double { max(policy.bestAccuracy, fix.accuracy ?? policy.assumedAccuracy) }

  /// Where it was at an instant, and the metres that it may have been away from there for all that is known of its motion; nil where
  /// that was too long before or after anything it said.
  func place(at instant: Date) -> (position: Position, slack: Double)? {
    guard let after = fixes.lastIndex(where: { $0.at <= instant }).map({ $0 + 1 }) ?? (fixes.isEmpty ? nil : 0)
    else { return nil }
    let earlier = after > 0 ? fixes[after - 1] : nil
    let later = after < fixes.count ? fixes[after] : nil
    let near = [earlier, later].compactMap(\.self).min {
      abs($0.at.timeIntervalSince(instant)) < abs($1.at.timeIntervalSince(instant))
    }
    guard let near else { return nil }
    let gap = abs(near.at.timeIntervalSince(instant))
    guard gap <= policy.longestGap else { return nil }
    let slack = accuracy(near) + policy.latency * speed
    guard let earlier, let later else { return (near.position, slack + gap * max(speed, policy.likelySpeed)) }
    // Between two positions the way may have a bend.
    let bend = gap * policy.likelySpeed / 2
    let share = instant.timeIntervalSince(earlier.at) / later.at.timeIntervalSince(earlier.at)
    let (from, to) = (earlier.position, later.position)
    let between = Position(
      latitude: from.latitude + share * (to.latitude - from.latitude),
      longitude: from.longitude + share * (to.longitude - from.longitude))
    return (between, slack + bend)
  }

  /// Metres a second over the last seconds, by its positions.
  var speed: Double {
    guard let last = newest else { return 0 }
    let recent = fixes.suffix(while: { last.at.timeIntervalSince($0.at) <= policy.speedsFor })
    guard let first = recent.first else { return 0 }
    let seconds = last.at.timeIntervalSince(first.at)
    return seconds > 0 ? min(first.position.metres(to: last.position) / seconds, policy.fastestPossible) : 0
  }

  /// Metres in a straight line since an instant; nil where nothing is known from then.
  func metres(since instant: Date) -> Double? {
    guard let last = newest, let then = place(at: instant) else { return nil }
    return then.position.metres(to: last.position)
  }

  /// Whether it has lately gone from one place to another faster than any vehicle.
  var hasLeapt: Bool { newest.map { hasLeapt(since: $0.at.addingTimeInterval(-policy.leapsFor)) } ?? false }

  /// The same since an instant.
  func hasLeapt(since instant: Date) -> Bool { leaptAt.map { $0 >= instant } ?? false }

  private func isLeap(_ from: Fix, _ to: Fix) -> Bool {
    let seconds = max(to.at.timeIntervalSince(from.at), 1)
    let least = from.position.metres(to: to.position) - 2 * (accuracy(from) + accuracy(to))
    return least > policy.fastestPossible * seconds
  }

  /// Whether the speeds that it says and its positions tell of two different motions. False where it says none.
  var contradictsItsSpeed: Bool {
    guard let last = newest else { return false }
    let recent = fixes.suffix(while: { last.at.timeIntervalSince($0.at) <= policy.speedsFor })
    let speeds = recent.compactMap(\.speed)
    guard speeds.count >= 3, speeds.count == recent.count, let first = recent.first else { return false }
    let said = speeds.reduce(0, +) / Double(speeds.count) * last.at.timeIntervalSince(first.at)
    let gone = first.position.metres(to: last.position)
    let room = accuracy(first) + accuracy(last)
    // A street may turn back on itself; a vehicle that says to stand does not get away.
    return said > 60 + 2 * room && gone < 0.2 * said || gone > 60 + 2 * room && said < 0.2 * gone
  }
}

extension Array {
  /// The elements from the end as long as they fulfil a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
