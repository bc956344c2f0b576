import Foundation

extension CommandModel.Calibration {
  /// The calibration under which what was said is likeliest: a pattern search (Hooke and Jeeves, 1961) over three numbers.
  package static func fitted(to sentences: [CommandTrainer.HeldOut]) -> Self {
    var best = Self()
    var loss = best.loss(sentences)
    var step = 0.8
    while step > 0.01 {
      var improved = false
      for key in [\Self.sharpness, \Self.share, \Self.whole] {
        for direction in [1.0, -1.0] {
          var trial = best
          let least = key == \Self.whole ? Self.leastWhole : 0
          trial[keyPath: key] = max(least, trial[keyPath: key] + direction * step)
          let trialLoss = trial.loss(sentences)
          if trialLoss < loss - 1e-9 { (best, loss, improved) = (trial, trialLoss, true) }
        }
      }
      if !improved { step /= 2 }
    }
    for key in [\Self.sharpness, \Self.share, \Self.whole] {
      best[keyPath: key] = (best[keyPath: key] * 1000).rounded() / 1000
    }
    return best
  }

  /// The mean of minus the logarithm of the probability that what was said is given.
  private func loss(_ sentences: [CommandTrainer.HeldOut]) -> Double {
    sentences.reduce(0) { sum, sentence in
      let chances = sentence.chances.probabilities(self)
      return sum - log(max(1e-6, chances.first { $0.name == sentence.meaning }?.probability ?? 0))
    } / Double(max(1, sentences.count))
  }
}
