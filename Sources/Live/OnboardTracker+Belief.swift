import Foundation
import Timetable

extension OnboardTracker {
  /// A run at the end of a path.
  private struct Hypothesis {
    var run: Run
    var way: FollowedWay
    var path: Path
    var score: Double
    /// Seconds late.
    var delay: TimeInterval
    /// Of the best path on which the run still comes to the goal: a line that passes a street twice may be at either place.
    var goalScore: Double?
  }

  /// A line in one direction, as riders tell them apart.
  private struct Line: Hashable {
    var feed: String
    var route: String
    var direction: Int?

    init(_ run: Run) { (feed, route, direction) = (run.id.feed, run.routeID, run.direction) }
  }

  mutating func belief(at now: Date, _ motion: Motion) -> OnboardBelief {
    let hypotheses = self.hypotheses(at: now)
    guard !hypotheses.isEmpty else {
      nearlySure = nil
      return .nothing
    }
    let best = max(noRun, hypotheses.values.map(\.score).max() ?? noRun)
    let nobody = exp(noRun - best)
    let weights = hypotheses.mapValues { exp($0.score - best) }
    let total = weights.values.reduce(nobody, +)
    var lines: [Line: Double] = [:]
    for (id, weight) in weights {
      if let run = hypotheses[id]?.run { lines[Line(run), default: 0] += weight / total }
    }
    // Ties are broken by the id, so that the same fixes always say the same.
    let ranked = hypotheses.values.sorted {
      ($0.score, $1.run.id.tripID, $1.run.id.start) > ($1.score, $0.run.id.tripID, $0.run.id.start)
    }
    let line = ranked.map { Line($0.run) }.max { lines[$0] ?? 0 < lines[$1] ?? 0 }
    guard let line, let named = ranked.first(where: { Line($0.run) == line }) else { return .nothing }
    let others = ranked.filter { $0.run.id != named.run.id }
    let candidates = ([named] + others).prefix(policy.candidates).map {
      OnboardBelief.Candidate(run: $0.run, probability: (weights[$0.run.id] ?? 0) / total)
    }
    let next = named.way.callAfter(named.path.along + policy.pastStop)
    var belief = OnboardBelief(
      state: .unknown, candidates: candidates, lineProbability: lines[line] ?? 0, zone: named.way.way.zone,
      delay: named.delay)
    if next < named.way.way.calls.count { belief.next = named.way.way.calls[next] }
    belief.way = named.way.way
    belief.metres = named.path.moved
    belief.goalProbability = goal.map { _ in
      hypotheses.values.compactMap(\.goalScore).reduce(0) { $0 + exp($1 - best) / total }
    }
    belief.goalScore = goal.flatMap(scoreByPlace)
    belief.state = state(of: belief, named, nobody: nobody / total, at: now, motion)
    return belief
  }

  /// Timetables tell lines apart that share a street only as well as they are kept.
  private func scoreByPlace(of goal: OnboardGoal) -> Double? {
    paths.compactMap { number, paths in
      guard let way = followed(number) else { return nil }
      return paths.filter { way.comes(to: goal, after: $0.along) }.map(\.score).max()
    }.max()
  }

  /// The best path of each run that may be at its end now.
  private func hypotheses(at now: Date) -> [Run.ID: Hypothesis] {
    var best: [Run.ID: Hypothesis] = [:]
    for (number, paths) in paths {
      guard let way = followed(number) else { continue }
      for path in paths where path.score > -25 {
        let comes = goal.map { way.comes(to: $0, after: path.along) } ?? false
        for run in way.runs where isThought(of: run, now) {
          let delay = now.timeIntervalSince(way.due(run, at: path.along))
          guard let score = score(run, delay, path, way) else { continue }
          let goalScore = [best[run.id]?.goalScore, comes ? score : nil].compactMap(\.self).max()
          if let known = best[run.id], known.score >= score {
            best[run.id]?.goalScore = goalScore
          } else {
            best[run.id] = Hypothesis(
              run: run, way: way, path: path, score: score, delay: delay, goalScore: goalScore)
          }
        }
      }
    }
    return best
  }

  private func isThought(of run: Run, _ now: Date) -> Bool {
    guard let first = run.arrivals.first, let last = run.departures.last else { return false }
    return first.addingTimeInterval(-policy.mostEarly) <= now && now <= last.addingTimeInterval(policy.mostLate)
  }

  /// What speaks for a run at the end of a path, by place and timetable; nil where it is too far off.
  private func score(_ run: Run, _ delay: TimeInterval, _ path: Path, _ way: FollowedWay) -> Double? {
    let first = way.metres[0] + policy.firstStop
    let felt = path.along <= first && delay < 0 ? delay * policy.waitingShare : delay
    guard felt <= policy.mostLate, felt >= -policy.mostEarly else { return nil }
    var score = path.score - (felt > 0 ? felt / policy.late : -felt / policy.early)
    let seconds = path.at.timeIntervalSince(path.began)
    if seconds > 0 {
      let before = path.began.timeIntervalSince(way.due(run, at: path.origin))
      var change = delay - before
      // Who waited for the time of the first stop was early and did not lose any.
      if path.origin <= first, before < 0, change > 0 { change = max(0, change + before) }
      score -= abs(change) / (policy.drift + (change > 0 ? policy.losing : policy.gaining) * seconds)
    }
    return score
  }

  private mutating func state(
    of belief: OnboardBelief, _ named: Hypothesis, nobody: Double, at now: Date, _ motion: Motion
  ) -> OnboardBelief.State {
    let isLikely =
      belief.lineProbability >= max(policy.likely, nobody) && motion.isRiding(policy)
    let isNearlySure = isLikely && isNearlySure(belief, named, at: now, motion)
    guard isNearlySure else {
      nearlySure = nil
      return isLikely ? .likely : .unknown
    }
    let before = nearlySure.flatMap { $0.run == named.run.id ? $0.fixes : nil } ?? 0
    nearlySure = (named.run.id, before + 1)
    return before + 1 >= policy.sureFixes ? .sure : .likely
  }

  private func isNearlySure(
    _ belief: OnboardBelief, _ named: Hypothesis, at now: Date, _ motion: Motion
  ) -> Bool {
    let path = named.path
    let seconds = now.timeIntervalSince(path.began)
    let due = named.way.due(named.run, at: path.along)
    let planned = due.timeIntervalSince(named.way.due(named.run, at: path.origin))
    return belief.lineProbability >= policy.sureLine
      && (belief.candidates.first?.probability ?? 0) >= policy.sureRun
      && named.way.callAfter(path.along) - named.way.callAfter(path.origin) >= policy.sureStops
      && path.moved >= policy.sureMetres && seconds >= policy.sureSeconds
      && motion.wasFast(since: path.began, policy)
      && planned <= policy.mostGained + policy.mostGaining * seconds
      && named.delay <= policy.sureLate && named.delay >= -policy.sureEarly
  }
}
