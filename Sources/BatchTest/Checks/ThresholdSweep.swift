import Foundation
import Matching

/// Tries other thresholds on the cases of places and tells what each would cost.
package struct ThresholdSweep {
  /// What an outcome costs: a wrong stop is far worse than another question.
  package enum Cost {
    static let falseAccept = 10.0
    static let falseReject = 3.0
    static let otherwiseWrong = 1.0

    static func of(_ outcome: CaseOutcome) -> Double {
      if outcome.isRight { return 0 }
      return outcome.isFalseAccept ? falseAccept : outcome.isFalseReject ? falseReject : otherwiseWrong
    }
  }

  /// A number of the policy with the values to try.
  package struct Threshold {
    let name: String
    let path: WritableKeyPath<MatchPolicy, Double>
    let values: [Double]
  }

  package static var thresholds: [Threshold] {
    func steps(_ from: Int, _ to: Int, by step: Int) -> [Double] {
      stride(from: from, through: to, by: step).map { Double($0) / 100 }
    }
    return MatchPolicy.thresholds.map { name, path in
      // A lead is a difference of scores: large ones are as good as none ever taken.
      Threshold(
        name: name, path: path, values: path == \.alike || path == \.offer ? steps(5, 60, by: 5) : steps(30, 98, by: 4))
    }
  }

  private let cases: [TestCase]
  private let run: BatchRun
  private let present: MatchPolicy
  private var suggested: MatchPolicy
  /// What came out.
  package private(set) var result: SweepResult

  /// Sweeps each threshold with the others as they are, then all in turn for the best together.
  package init(_ cases: [TestCase], run: BatchRun, present: MatchPolicy) async throws {
    self.cases = cases.filter { !$0.isRecording && ($0.question == "from" || $0.question == "to") }
    self.run = run
    self.present = present
    suggested = present
    result = SweepResult(cases: self.cases.count, present: present)
    guard !self.cases.isEmpty else {
      throw BatchTestError(
        .badData, "there is no case of a stop to calibrate with: add some with the question to or from")
    }
    result.costBefore = try await cost(present).cost
    for threshold in Self.thresholds { result.curves.append(try await curve(threshold)) }
    // Twice round, since the best of one depends on the others.
    for _ in 0..<2 {
      for threshold in Self.thresholds { suggested[keyPath: threshold.path] = try await best(threshold) }
    }
    result.costAfter = try await cost(suggested).cost
    result.suggested = suggested
  }

  private func cost(_ policy: MatchPolicy) async throws -> (cost: Double, counts: CaseCounts) {
    var run = run
    run.runner.policy = policy
    var counts = CaseCounts("all")
    var sum = 0.0
    for outcome in try await run.outcomes(cases) {
      counts.add(outcome)
      sum += Cost.of(outcome)
    }
    return ((sum / Double(cases.count) * 10000).rounded() / 10000, counts)
  }

  private func curve(_ threshold: Threshold) async throws -> SweepResult.Curve {
    var points: [SweepResult.Point] = []
    let own = present[keyPath: threshold.path]
    for value in Set(threshold.values + [own]).sorted() {
      var policy = present
      policy[keyPath: threshold.path] = value
      let (cost, counts) = try await cost(policy)
      points.append(.init(value: value, counts: counts, cost: cost, isPresent: value == own))
    }
    return SweepResult.Curve(threshold: threshold.name, points: points)
  }

  /// The cheapest value; of equally cheap ones the nearest to the present one.
  private func best(_ threshold: Threshold) async throws -> Double {
    let own = suggested[keyPath: threshold.path]
    var best = (value: own, cost: try await cost(suggested).cost)
    for value in threshold.values.sorted(by: { abs($0 - own) < abs($1 - own) }) {
      var policy = suggested
      policy[keyPath: threshold.path] = value
      let cost = try await cost(policy).cost
      if cost < best.cost { best = (value, cost) }
    }
    return best.value
  }
}
