import Foundation
import Journey
import Speech

/// An answer that is said again because it was not taken the first time: both recordings together tell more than either.
extension SpokenQuestion {
  /// The transcript of the second try with what the first one adds to it.
  ///
  /// Naive Bayes over what both may mean, where the first counts less: what is misheard once is easily misheard so again.
  /// - Parameters:
  ///   - first: What was heard of the same answer before, with this question's grammar or one like it.
  ///   - excluded: The values that the rider has said no to.
  package func joined(_ second: Transcript, after first: Transcript?, excluding excluded: Set<String>) -> Transcript {
    // A command is no answer: what it is said to stays to be said again.
    if let said = second.hypotheses.first, case .command = meaning(of: said.text) { return second }
    let known = first.map { likely($0, without: excluded) } ?? []
    let new = likely(second, without: excluded)
    guard let best = second.hypotheses.first, !new.isEmpty else { return second }
    guard !known.isEmpty || new.first?.hypothesis != best else { return second }
    let before = Dictionary(known.map { ($0.key, $0.probability) }) { own, _ in own }
    // What the first recording had not among the likely ones is as likely as all the rest of it.
    let rest = Self.rest(of: known)
    func weight(_ probability: Double, _ earlier: Double?) -> Double {
      probability * pow(max(Self.leastLikely, earlier ?? rest), Self.shareOfFirst)
    }
    var weighed = new.map { ($0.hypothesis, weight: weight($0.probability, before[$0.key])) }
    // The rest of the second one holds what only the first one had.
    let missed = known.filter { entry in !new.contains { $0.key == entry.key } }.map(\.probability).max() ?? 0
    let other = weight(Self.rest(of: new), max(rest, missed))
    weighed.sort { $0.weight > $1.weight }
    let sum = weighed.reduce(other) { $0 + $1.weight }
    let probability = weighed[0].weight / sum
    var joined = second
    joined.confidence = probability
    // As `Transcript.likelihood` reads them: so far behind, so much less likely.
    joined.hypotheses = weighed.map {
      Hypothesis(text: $0.0.text, score: best.score + 4 * log(max(1e-9, $0.weight) / max(1e-9, weighed[0].weight)))
    }
    joined.zone = probability >= Self.leastJoined ? .clear : probability >= Self.leastToAsk ? .doubtful : .rejected
    return joined
  }

  private struct Likely {
    var key: String
    var hypothesis: Hypothesis
    var probability: Double
  }

  /// By meaning, how likely each is where the excluded ones are known to be wrong, best first.
  private func likely(_ transcript: Transcript, without excluded: Set<String>) -> [Likely] {
    var seen: Set<String> = []
    var wrong = 0.0
    let listed = transcript.hypotheses.compactMap { hypothesis -> Likely? in
      let meaning = meaning(of: hypothesis.text)
      guard meaning != .nothing, seen.insert(meaning.key).inserted else { return nil }
      let probability = transcript.likelihood(of: hypothesis)
      if case .options(let options) = meaning, options.allSatisfy({ excluded.contains($0.value) }) {
        wrong += probability
        return nil
      }
      return Likely(key: meaning.key, hypothesis: hypothesis, probability: probability)
    }
    let left = max(Self.leastLeft, 1 - wrong)
    return listed.map { Likely(key: $0.key, hypothesis: $0.hypothesis, probability: min(0.98, $0.probability / left)) }
  }

  private static func rest(of likely: [Likely]) -> Double {
    max(leastLikely, 1 - likely.reduce(0) { $0 + $1.probability })
  }

  /// The power of the first recording's probabilities. Of 276 pairs of real digits by one speaker, the first of which was not taken,
  /// .217 of the second were taken rightly and .029 wrongly alone, and with it .435 and .022; at .5 it is .333 and .022.
  private static let shareOfFirst = 0.7
  private static let leastLikely = 0.02
  /// Above the thresholds of every channel.
  private static let leastJoined = 0.95
  /// As the fitted models have it.
  private static let leastToAsk = 1.0 / 3
  /// However sure a wrong answer had been, so much is left for others.
  private static let leastLeft = 0.2
}
