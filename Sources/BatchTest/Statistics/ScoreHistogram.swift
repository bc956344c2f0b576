/// How the scores of right and wrong outcomes of one question spread over 0...1.
package struct ScoreHistogram: Encodable {
  package static let binCount = 20

  package let question: String
  /// Cases by score in equal bins from 0 to 1; the last one holds 1 as well.
  package private(set) var right = [Int](repeating: 0, count: binCount)
  package private(set) var wrong = [Int](repeating: 0, count: binCount)

  package init(_ question: String, _ outcomes: [CaseOutcome]) {
    self.question = question
    for outcome in outcomes {
      let bin = min(Self.binCount - 1, max(0, Int(outcome.score * Double(Self.binCount))))
      if outcome.isRight { right[bin] += 1 } else { wrong[bin] += 1 }
    }
  }

  /// The lowest score of a bin, 0...0.95.
  package static func start(ofBin bin: Int) -> Double { Double(bin * 5) / 100 }
}
