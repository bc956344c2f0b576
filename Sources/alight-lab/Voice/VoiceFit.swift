import Foundation
import Speech

/// Fits logistic regressions by gradient descent with moment estimates (D. Kingma, J. Ba, "Adam", 2015): one to all examples,
/// and from it one for each kind of channel that stays near. The same examples give the same weights.
struct VoiceFit {
  private let examples: [VoiceExample]
  /// Share of answers that may be taken wrongly, at a place and where free wording may be said.
  private let wrong: (place: Double, worded: Double)
  /// Share of other speech that may be taken for a place, and for an answer that may be given in free wording.
  private let foreign: (place: Double, worded: Double)
  /// Each example's probability by a model that has not seen it.
  let heldOut: [Outcome]

  /// Whose weights of listed answers stand; nil where they are fitted as well.
  private let kept: VoiceModel?

  init(
    _ examples: [VoiceExample], wrong: (place: Double, worded: Double), foreign: (place: Double, worded: Double),
    keeping kept: VoiceModel? = nil
  ) {
    (self.examples, self.wrong, self.foreign, self.kept) = (examples, wrong, foreign, kept)
    heldOut = (0..<Self.folds).flatMap { fold -> [Outcome] in
      let model = Self.fitted(to: examples.filter { $0.group != fold }, keeping: kept)
      return examples.filter { $0.group == fold }.map { Outcome($0, by: model) }
    }
  }

  /// The shares of the examples that are held back by turns.
  static let folds = 5

  /// An example with the probabilities that a model gives it.
  struct Outcome {
    var example: VoiceExample
    /// Of the grammar's answer; 0 where it heard none.
    var probability: Double
    /// Of the answer in free wording; nil where there is none.
    var wording: Double?

    /// Whether the grammar's answer is taken: clear, and no words of another meaning heard that may be asked about.
    func isTaken(from limit: Double) -> Bool {
      let isContradicted = (example.wording?.seconded ?? 0) < 0 && (wording ?? 0) >= VoiceFit.leastToAsk
      return probability >= limit && !isContradicted
    }

    init(_ example: VoiceExample, by model: VoiceModel) {
      self.example = example
      probability = VoiceFit.listed(example, by: model)
      wording = example.wording.map { wording in
        var evidence = AnswerEvidence()
        evidence.values = wording.values(listed: probability)
        return model.wording(over: example.channel).probability(evidence)
      }
    }
  }

  private static func listed(_ example: VoiceExample, by model: VoiceModel) -> Double {
    guard !example.features.isEmpty else { return 0 }
    var evidence = AnswerEvidence()
    evidence.values = example.values
    return model.probability(evidence, over: example.channel)
  }

  /// Which way each number points, whatever few examples say: 0 for either, nil where it is left out.
  ///
  /// Among few answers as among many, the lead says how well one is told from the others; how many there are only sets the threshold.
  private static func direction(_ feature: AnswerEvidence.Feature) -> Double? {
    switch feature {
    case .fit, .weakestWord, .agreement, .lead, .background, .seconded, .votes, .listed: 1
    case .pace, .unheard: -1
    case .choices: nil
    // Noise lowers what scores can be, so that the same score says more.
    case .length, .noise, .overheard: 0
    }
  }

  /// The model of all examples, with thresholds chosen on fifths that were kept aside.
  func model() -> VoiceModel {
    var model = Self.fitted(to: examples, keeping: kept)
    for kind in Channel.Kind.allCases {
      let outcomes = heldOut.filter { $0.example.channel == kind }
      let usual = outcomes.filter { !$0.example.isAmongMany && !$0.example.isWorded }
      let worded = outcomes.filter(\.example.isWorded)
      var limits = model[kind]
      if kept == nil {
        limits.accept = accept(usual)
        limits.acceptAmongMany = acceptAmongMany(outcomes.filter { !$0.example.isWorded })
        limits.refuse = Self.leastToAsk
      }
      var wording = model.wording(over: kind)
      wording.accept = acceptWording(worded, listed: limits.accept)
      wording.acceptAmongMany = wording.accept
      wording.refuse = Self.leastToAsk
      model.set(limits, wording: wording, over: kind)
    }
    return model
  }

  /// One fit for each kind of channel, near that of all; and for free wording one to what the grammar's answer says of it.
  private static func fitted(to examples: [VoiceExample], keeping kept: VoiceModel?) -> VoiceModel {
    var model =
      kept
      ?? VoiceModel(
        channels: channels(of: examples.filter { !$0.features.isEmpty }.map { Row($0, $0.values, $0.isRight) }))
    let rows = examples.compactMap { example -> Row? in
      example.wording.map { Row(example, $0.values(listed: Self.listed(example, by: model)), $0.isRight) }
    }
    for (kind, weights) in channels(of: rows) { model.set(model[kind], wording: weights, over: kind) }
    return model
  }

  /// What a regression learns from an example.
  private struct Row {
    var channel: Channel.Kind
    var values: [Double]
    var target: Double
    var isPerson: Bool
    var isAnswer: Bool

    init(_ example: VoiceExample, _ values: [Double], _ isRight: Bool) {
      (channel, self.values, target) = (example.channel, values + [1], isRight ? 1 : 0)
      (isPerson, isAnswer) = (example.isPerson, example.isAnswer)
    }
  }

  private static func channels(of rows: [Row]) -> [Channel.Kind: VoiceModel.Weights] {
    let common = fit(rows)
    return Dictionary(
      uniqueKeysWithValues: Channel.Kind.allCases.map { kind in
        (kind, fit(rows.filter { $0.channel == kind }, near: common))
      })
  }

  /// The answers of people count as much as those of synthesizers, of which there are many more, but none more than two: most of them
  /// are digits of three speakers, which would say what a stop is worth.
  private static func weight(ofPeopleIn rows: [Row]) -> Double {
    let answers = rows.filter(\.isAnswer)
    let people = answers.count(where: \.isPerson)
    return min(2, max(1, Double(answers.count - people) / Double(max(1, people))))
  }

  /// The least probability from which so few wrong answers are taken, of answers and of other speech alike.
  private func accept(_ outcomes: [Outcome]) -> Double {
    limit(
      outcomes.map { (value: $0.probability, isRight: $0.example.isRight, isAnswer: $0.example.isAnswer) },
      wrong.place, foreign.place)
  }

  private func limit(
    _ outcomes: [(value: Double, isRight: Bool, isAnswer: Bool)], _ wrong: Double, _ foreign: Double
  ) -> Double {
    func limit(_ group: [(value: Double, isRight: Bool, isAnswer: Bool)], _ share: Double) -> Double {
      let errors = group.filter { !$0.isRight }.map(\.value).sorted(by: >)
      let allowed = Int(share * Double(group.count))
      return errors.count > allowed ? min(0.995, errors[allowed] + 0.005) : 0.5
    }
    return max(limit(outcomes.filter(\.isAnswer), wrong), limit(outcomes.filter { !$0.isAnswer }, foreign))
  }

  /// The probability from which free wording is taken where the grammar's answer is not, of which the errors count as well.
  private func acceptWording(_ outcomes: [Outcome], listed limit: Double) -> Double {
    self.limit(
      outcomes.map { outcome in
        let isListed = outcome.isTaken(from: limit)
        return (
          value: isListed ? 1 : outcome.wording ?? 0,
          isRight: isListed ? outcome.example.isRight : outcome.example.wording?.isRight ?? false,
          isAnswer: outcome.example.isAnswer
        )
      }, wrong.worded, foreign.worded)
  }

  /// The same where more answers than usual are allowed, and no less than where they are not.
  private func acceptAmongMany(_ outcomes: [Outcome]) -> Double {
    let usual = accept(outcomes.filter { !$0.example.isAmongMany })
    let many = outcomes.filter(\.example.isAmongMany)
    return max(usual, many.isEmpty ? VoiceModel.Weights(bias: 0, weights: []).acceptAmongMany : accept(many))
  }

  /// A question about an answer less likely than this would be wrong twice as often as right: then it is better said again.
  fileprivate static let leastToAsk = 1.0 / 3

  private static func fit(_ rows: [Row], near prior: VoiceModel.Weights? = nil) -> VoiceModel.Weights {
    let directions = AnswerEvidence.Feature.allCases.map(direction)
    let count = directions.count
    let start = prior.map { $0.weights + [$0.bias] } ?? [Double](repeating: 0, count: count + 1)
    guard !rows.isEmpty else { return VoiceModel.Weights(bias: start[count], weights: Array(start.dropLast())) }
    let people = weight(ofPeopleIn: rows)
    let weights = rows.map { $0.isPerson && $0.isAnswer ? people : 1 }
    let total = weights.reduce(0, +)
    var parameters = start
    var first = [Double](repeating: 0, count: count + 1)
    var second = first
    // As if so many examples had said what the prior says.
    let pull = (prior == nil ? 2.0 : 20.0) / total
    let steps = 800
    for step in 1...steps {
      var gradient = zip(parameters, start).map { pull * ($0 - $1) * 0.05 }
      for (row, weight) in zip(rows, weights) {
        let sum = zip(parameters, row.values).reduce(0) { $0 + $1.0 * $1.1 }
        let error = (1 / (1 + exp(-sum)) - row.target) * weight / total
        for place in row.values.indices { gradient[place] += error * row.values[place] }
      }
      let rate = 0.1 * (1 - 0.9 * Double(step) / Double(steps))
      for place in parameters.indices {
        first[place] = 0.9 * first[place] + 0.1 * gradient[place]
        second[place] = 0.999 * second[place] + 0.001 * gradient[place] * gradient[place]
        let mean = first[place] / (1 - pow(0.9, Double(step)))
        let spread = second[place] / (1 - pow(0.999, Double(step)))
        parameters[place] -= rate * mean / (spread.squareRoot() + 1e-8)
        guard place < count else { continue }
        if directions[place].map({ parameters[place] * $0 < 0 }) ?? true { parameters[place] = 0 }
      }
    }
    return VoiceModel.Weights(bias: parameters[count], weights: Array(parameters.dropLast()))
  }
}
