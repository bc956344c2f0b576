import Foundation
import Speech

/// Fits logistic regressions by gradient descent with moment estimates (D. Kingma, J. Ba, "Adam", 2015): one to all examples,
/// and from it one for each kind of channel that stays near. The same examples give the same weights.
struct VoiceFit {
  private let examples: [VoiceExample]
  /// Share that may be taken wrongly.
  private let wrong: Double
  /// Each example's probability by a model that has not seen it.
  private let heldOut: [Outcome]

  init(_ examples: [VoiceExample], wrong: Double) {
    self.examples = examples
    self.wrong = wrong
    heldOut = (0..<5).flatMap { fold -> [Outcome] in
      let model = VoiceModel(channels: Self.channels(of: examples.filter { $0.group != fold }))
      return examples.filter { $0.group == fold }.map { example in
        var evidence = AnswerEvidence()
        evidence.values = example.values
        return (example, model.probability(evidence, over: example.channel))
      }
    }
  }

  /// Which way each number points, whatever few examples say: 0 for either.
  private static let directions: [Double] = AnswerEvidence.Feature.allCases.map { feature in
    switch feature {
    case .fit, .weakestWord, .agreement, .lead: 1
    case .pace, .choices, .silence: -1
    // Noise lowers what scores can be, so that the same score says more.
    case .length, .noise: 0
    }
  }

  /// The model of all examples, with thresholds chosen on fifths that were kept aside.
  func model() -> VoiceModel {
    var channels = Self.channels(of: examples)
    for kind in Channel.Kind.allCases {
      let outcomes = heldOut.filter { $0.example.channel == kind }
      channels[kind]?.accept = accept(outcomes.filter { !$0.example.isAmongMany })
      channels[kind]?.acceptAmongMany = acceptAmongMany(outcomes)
      channels[kind]?.refuse = refuse(outcomes)
    }
    return VoiceModel(channels: channels)
  }

  private typealias Outcome = (example: VoiceExample, probability: Double)

  /// One fit for each kind of channel, near that of all.
  private static func channels(of examples: [VoiceExample]) -> [Channel.Kind: VoiceModel.Weights] {
    let common = fit(examples)
    return Dictionary(
      uniqueKeysWithValues: Channel.Kind.allCases.map { kind in
        (kind, fit(examples.filter { $0.channel == kind }, near: common))
      })
  }

  /// The least probability from which so few wrong answers are taken, of answers and of other speech alike.
  private func accept(_ outcomes: [Outcome]) -> Double {
    let answers = outcomes.filter(\.example.isAnswer)
    let others = outcomes.filter { !$0.example.isAnswer }
    return [answers, others].map { group -> Double in
      let wrong = group.filter { !$0.example.isRight }.map(\.probability).sorted(by: >)
      let allowed = Int(self.wrong * Double(group.count))
      return wrong.count > allowed ? min(0.995, wrong[allowed] + 0.005) : 0.5
    }.max() ?? 0.9
  }

  /// The same where more answers than usual are allowed, and no less than where they are not.
  private func acceptAmongMany(_ outcomes: [Outcome]) -> Double {
    let usual = accept(outcomes.filter { !$0.example.isAmongMany })
    let many = outcomes.filter(\.example.isAmongMany)
    return max(usual, many.isEmpty ? VoiceModel.Weights(bias: 0, weights: []).acceptAmongMany : accept(many))
  }

  /// The probability below which one in a hundred right answers lies.
  private func refuse(_ outcomes: [Outcome]) -> Double {
    let right = outcomes.filter(\.example.isRight).map(\.probability).sorted()
    return right.isEmpty ? 0.1 : min(0.4, right[right.count / 100])
  }

  private static func fit(_ examples: [VoiceExample], near prior: VoiceModel.Weights? = nil) -> VoiceModel.Weights {
    let count = directions.count
    let start = prior.map { $0.weights + [$0.bias] } ?? [Double](repeating: 0, count: count + 1)
    guard !examples.isEmpty else { return VoiceModel.Weights(bias: start[count], weights: Array(start.dropLast())) }
    let rows = examples.map { ($0.values + [1], $0.isRight ? 1.0 : 0.0) }
    var parameters = start
    var first = [Double](repeating: 0, count: count + 1)
    var second = first
    // As if so many examples had said what the prior says.
    let pull = (prior == nil ? 2.0 : 20.0) / Double(rows.count)
    let steps = 800
    for step in 1...steps {
      var gradient = zip(parameters, start).map { pull * ($0 - $1) * 0.05 }
      for (values, target) in rows {
        let sum = zip(parameters, values).reduce(0) { $0 + $1.0 * $1.1 }
        let error = (1 / (1 + exp(-sum)) - target) / Double(rows.count)
        for place in values.indices { gradient[place] += error * values[place] }
      }
      let rate = 0.1 * (1 - 0.9 * Double(step) / Double(steps))
      for place in parameters.indices {
        first[place] = 0.9 * first[place] + 0.1 * gradient[place]
        second[place] = 0.999 * second[place] + 0.001 * gradient[place] * gradient[place]
        let mean = first[place] / (1 - pow(0.9, Double(step)))
        let spread = second[place] / (1 - pow(0.999, Double(step)))
        parameters[place] -= rate * mean / (spread.squareRoot() + 1e-8)
        if place < count, parameters[place] * directions[place] < 0 { parameters[place] = 0 }
      }
    }
    return VoiceModel.Weights(bias: parameters[count], weights: Array(parameters.dropLast()))
  }

  // MARK: Report

  /// How good the probabilities are, and what the thresholds let through, on what was kept aside.
  func heldOutReport() -> String {
    let outcomes = heldOut
    var lines = ["\(outcomes.count) recordings, each judged by a model that has not heard its words"]
    for kind in Channel.Kind.allCases {
      let own = outcomes.filter { $0.example.channel == kind && !$0.example.isAmongMany }
      guard !own.isEmpty else { continue }
      let limit = accept(own)
      let answers = own.filter(\.example.isAnswer)
      let others = own.filter { !$0.example.isAnswer }
      func share(_ part: [Outcome], _ whole: [Outcome]) -> Double { Double(part.count) / Double(max(1, whole.count)) }
      let taken = answers.filter { $0.probability >= limit }
      lines.append(
        String(
          format: "%@: taken from %.3f on: right %.3f, wrong %.4f of %d answers; %.4f of %d others; refused below %.3f",
          kind.rawValue, limit, share(taken.filter(\.example.isRight), answers),
          share(taken.filter { !$0.example.isRight }, answers), answers.count,
          share(others.filter { $0.probability >= limit }, others), others.count, refuse(own)))
    }
    let edges = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1.01]
    for (low, high) in zip(edges, edges.dropFirst()) {
      let inside = outcomes.filter { $0.probability >= low && $0.probability < high }
      guard !inside.isEmpty else { continue }
      let said = inside.reduce(0) { $0 + $1.probability } / Double(inside.count)
      let right = Double(inside.count { $0.example.isRight }) / Double(inside.count)
      lines.append(String(format: "  said %.3f, right %.3f  (%d)", said, right, inside.count))
    }
    return lines.joined(separator: "\n")
  }
}
