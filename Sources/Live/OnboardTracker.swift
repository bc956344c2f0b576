import Alerts
import Foundation
import Journey
import Timetable

/// Finds out which run a rider is on, fix by fix.
///
/// Along each way that comes by, the places where the vehicle may be are followed forwards with what speaks for them: how far the
/// fix lies beside the line, whether the way along it is as long as the one that was made, and where the vehicle stands. Of each
/// way's runs the timetable says how likely they are now. Together that is a probability for every run, and for none of them.
///
/// A hidden Markov model over places as in P. Newson, J. Krumm, "Hidden Markov Map Matching Through Noise and Sparseness" (2009), its
/// best paths kept per way; the weight of being early is that of TransitClock.
public struct OnboardTracker {
  /// A path along a way that ends at the newest fix, or a little before.
  struct Path {
    /// What speaks for it, against the best of all paths.
    var score: Double
    var along: Double
    /// Where and when it began, and how far it came since.
    var origin: Double
    var began: Date
    var moved: Double
    /// The fix at which it was last on its line.
    var at: Date
    var point: Point
  }

  /// A fix in the plane.
  struct Sample {
    var at: Date
    var point: Point
  }

  let policy: OnboardPolicy
  /// Where the rider wants to go; nil for nowhere.
  public var goal: OnboardGoal?
  private let source: any RunSource
  private var frame: LocalFrame?
  private var ways: [Int: FollowedWay?] = [:]
  private(set) var paths: [Int: [Path]] = [:]
  private var motion = Motion()
  /// What speaks for being on no run, against the best path.
  private(set) var noRun: Double
  /// The run that was certain but for its stay, and at how many fixes.
  var nearlySure: (run: Run.ID, fixes: Int)?

  public init(_ source: any RunSource, policy: OnboardPolicy = OnboardPolicy()) {
    (self.source, self.policy) = (source, policy)
    noRun = policy.noRun
  }

  /// Takes several fixes, oldest first.
  /// - Returns: What is believed then; nil where none of them tells anything.
  /// - Throws: What the source throws.
  public mutating func add(_ fixes: [Fix]) throws -> OnboardBelief? {
    try fixes.reduce(nil) { belief, fix in try add(fix) ?? belief }
  }

  /// Takes a fix.
  /// - Returns: What is believed then; nil for a fix that tells nothing: too rough, or too soon after the one before, or earlier.
  /// - Throws: What the source throws.
  public mutating func add(_ fix: Fix) throws -> OnboardBelief? {
    let accuracy = fix.accuracy ?? policy.assumedAccuracy
    guard fix.position.isOnEarth, fix.at.isCountable, accuracy <= policy.worstAccuracy,
      motion.last.map({ fix.at.timeIntervalSince($0.at) >= policy.leastSeconds }) ?? true
    else { return nil }
    let frame = self.frame ?? LocalFrame(origin: fix.position)
    self.frame = frame
    let sample = Sample(at: fix.at, point: frame.point(fix.position))
    let reception = Reception(
      deviation: hypot(max(1, accuracy), policy.shapeError), before: motion.last,
      entry: motion.last == nil ? 0 : max(-policy.lateEntry, noRun - policy.reEntry), policy)
    var followed: [Int: [Path]] = [:]
    for number in source.ways(near: fix.position).union(paths.keys) {
      guard let way = try way(number, at: fix.at, frame) else { continue }
      let next = reception.paths(along: way, sample, from: paths[number] ?? [])
      if !next.isEmpty { followed[number] = next }
    }
    motion.add(sample, speed: fix.speed, policy)
    keep(followed)
    return belief(at: sample.at, motion)
  }

  /// Scores against the best, without those that cannot come back.
  private mutating func keep(_ followed: [Int: [Path]]) {
    let best = followed.values.joined().map(\.score).max() ?? 0
    noRun = max(noRun - policy.noRunPerFix - best, -policy.leaving)
    paths = followed.compactMapValues { paths in
      let kept = paths.filter { $0.score - best > -40 }.map { path in
        var path = path
        path.score -= best
        return path
      }
      return kept.isEmpty ? nil : kept
    }
  }

  private mutating func way(_ number: Int, at instant: Date, _ frame: LocalFrame) throws -> FollowedWay? {
    if let known = ways[number] { return known }
    let way = FollowedWay(
      try source.way(number), runs: try source.runs(of: number, around: instant), in: frame)
    ways[number] = way
    return way
  }

  func followed(_ number: Int) -> FollowedWay? { ways[number] ?? nil }
}

/// How a fix was received, and what it makes of the paths before it.
private struct Reception {
  /// Of the fix beside a line.
  let deviation: Double
  private let before: OnboardTracker.Sample?
  /// What speaks for a path that begins with the fix.
  private let entry: Double
  private let policy: OnboardPolicy

  init(deviation: Double, before: OnboardTracker.Sample?, entry: Double, _ policy: OnboardPolicy) {
    (self.deviation, self.before, self.entry, self.policy) = (deviation, before, entry, policy)
  }

  func paths(
    along way: FollowedWay, _ sample: OnboardTracker.Sample, from old: [OnboardTracker.Path]
  ) -> [OnboardTracker.Path] {
    let room = max(policy.room, policy.roomDeviations * deviation)
    let places = way.line.visits(to: sample.point, within: room, apart: policy.visitsApart)
    if places.isEmpty {
      // Off the line for a moment: what was believed goes on.
      return old.compactMap { path in
        guard sample.at.timeIntervalSince(path.at) < policy.longestOffLine else { return nil }
        var path = path
        path.score -= policy.offLine
        return path
      }
    }
    return places.map { place in
      var best = OnboardTracker.Path(
        score: entry, along: place.along, origin: place.along, began: sample.at,
        moved: 0,
        at: sample.at, point: sample.point)
      for path in old {
        guard let cost = cost(from: path, to: place.along, sample, way), path.score - cost > best.score else {
          continue
        }
        best.score = path.score - cost
        (best.origin, best.began, best.moved) = (path.origin, path.began, path.moved + place.along - path.along)
      }
      best.score += likelihood(ofOffset: place.offset)
      return best
    }
  }

  /// Of lying so far beside the line: normal, with a long tail.
  private func likelihood(ofOffset offset: Double) -> Double {
    let normal = exp(-offset * offset / (2 * deviation * deviation))
    return log((1 - policy.reflectedShare) * normal + policy.reflectedShare * exp(-offset / policy.reflectedMetres))
  }

  /// Of going on to a place; nil where no vehicle does.
  private func cost(
    from path: OnboardTracker.Path, to along: Double, _ sample: OnboardTracker.Sample, _ way: FollowedWay
  ) -> Double? {
    let made = along - path.along
    let seconds = sample.at.timeIntervalSince(path.at)
    guard made >= -1.5 * deviation, made <= policy.fastest * seconds + 2 * deviation else { return nil }
    let straight = path.point.metres(to: sample.point)
    // No way is shorter than the straight one.
    let short = max(0, straight - made - deviation) / deviation
    let long = max(0, made - straight - deviation) / (policy.bend + policy.bendShare * max(0, made))
    let leap = policy.leap
    return (short < leap ? short * short / 2 : leap * short - leap * leap / 2) + long - standing(at: along, sample, way)
  }

  /// What standing here says for the way.
  private func standing(at along: Double, _ sample: OnboardTracker.Sample, _ way: FollowedWay) -> Double {
    guard let before, along > policy.firstStop, sample.at.timeIntervalSince(before.at) >= policy.standingSeconds,
      before.point.metres(to: sample.point) < max(policy.standingMetres, policy.standingDeviations * deviation)
    else { return 0 }
    let near = min(policy.mostNearStops, 2 * policy.atStop * Double(way.metres.count) / max(1, way.line.length))
    let isNear = way.metresToCall(from: along) < policy.atStop
    return isNear ? log(policy.standsAtStop / near) : log((1 - policy.standsAtStop) / (1 - near))
  }
}
