import Foundation
import Matching

/// Fits the weights of places by maximum likelihood, with a light pull towards the weights set by hand and each weight on its side of zero.
///
/// Batch gradients with moment estimates (D. Kingma, J. Ba, "Adam", 2015); the same examples give the same weights.
struct PlaceFit {
  private let examples: [PlaceExample]
  /// Labelled answers are often made by shuffling words, which would teach that their order does not matter.
  private let fixed = [PlaceFeatures.Feature.disorder.rawValue]
  private let directions = PlaceFeatures.Feature.allCases.map(\.direction) + [0]

  init(_ examples: [PlaceExample]) { self.examples = examples }

  func model(from start: PlaceModel, steps: Int = 600) -> PlaceModel {
    var parameters = start.weights + [start.none]
    for place in fixed { parameters[place] = PlaceModel.unfitted.weights[place] }
    let prior = PlaceModel.unfitted.weights + [PlaceModel.unfitted.none]
    var first = [Double](repeating: 0, count: parameters.count)
    var second = first
    let total = examples.reduce(0) { $0 + $1.weight }
    for step in 1...steps {
      var gradient = [Double](repeating: 0, count: parameters.count)
      for example in examples { add(example, parameters, &gradient) }
      let rate = 0.08 * (1 - 0.9 * Double(step) / Double(steps))
      for place in parameters.indices where !fixed.contains(place) {
        let slope = gradient[place] / total + 0.0002 * (parameters[place] - prior[place])
        first[place] = 0.9 * first[place] + 0.1 * slope
        second[place] = 0.999 * second[place] + 0.001 * slope * slope
        let mean = first[place] / (1 - pow(0.9, Double(step)))
        let spread = second[place] / (1 - pow(0.999, Double(step)))
        parameters[place] -= rate * mean / (spread.squareRoot() + 1e-8)
        if parameters[place] * directions[place] < 0 { parameters[place] = 0 }
      }
    }
    var model = start
    model.weights = Array(parameters.dropLast())
    model.none = parameters[parameters.count - 1]
    return model
  }

  /// The gradient of the loss of one example; where several options are meant, each has its share.
  private func add(_ example: PlaceExample, _ parameters: [Double], _ gradient: inout [Double]) {
    let none = parameters.count - 1
    let utilities = example.features.map { features in
      zip(features, parameters).reduce(-parameters[none]) { $0 + $1.0 * $1.1 }
    }
    let probabilities = PlaceModel.probabilities(utilities)
    let share = example.meant.isEmpty ? 0 : 1 / Double(example.meant.count)
    for (option, probability) in probabilities.enumerated() {
      let error = example.weight * (probability - (example.meant.contains(option) ? share : 0))
      guard abs(error) > 1e-9 else { continue }
      for (place, value) in example.features[option].enumerated() where value != 0 { gradient[place] += error * value }
      gradient[none] -= error
    }
  }

  /// How good models are on the fifths that they were not fitted on.
  func heldOutReport(from start: PlaceModel) -> String {
    var outcomes: [(probability: Double, isRight: Bool, isKnown: Bool)] = []
    for fold in 0..<5 {
      let fit = PlaceFit(examples.filter { $0.group % 5 != fold }).model(from: start, steps: 200)
      for example in examples where example.group % 5 == fold {
        let utilities = example.features.map { features in
          zip(features, fit.weights).reduce(-fit.none) { $0 + $1.0 * $1.1 }
        }
        let probabilities = PlaceModel.probabilities(utilities)
        guard let best = probabilities.indices.max(by: { probabilities[$0] < probabilities[$1] }) else { continue }
        outcomes.append((probabilities[best], example.meant == [best], !example.meant.isEmpty))
      }
    }
    return calibration(outcomes) + "\n" + thresholds(outcomes)
  }

  private func calibration(_ outcomes: [(probability: Double, isRight: Bool, isKnown: Bool)]) -> String {
    let edges = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01]
    let lines = zip(edges, edges.dropFirst()).compactMap { low, high -> String? in
      let inside = outcomes.filter { $0.probability >= low && $0.probability < high }
      guard !inside.isEmpty else { return nil }
      let said = inside.reduce(0) { $0 + $1.probability } / Double(inside.count)
      let right = Double(inside.count { $0.isRight }) / Double(inside.count)
      return String(format: "  said %.3f, right %.3f  (%d answers)", said, right, inside.count)
    }
    return (["held out, by probability of the best option:"] + lines).joined(separator: "\n")
  }

  private func thresholds(_ outcomes: [(probability: Double, isRight: Bool, isKnown: Bool)]) -> String {
    let known = Double(max(1, outcomes.count { $0.isKnown }))
    let unknown = Double(max(1, outcomes.count { !$0.isKnown }))
    let lines = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95].map { threshold in
      let taken = outcomes.filter { $0.probability >= threshold }
      return String(
        format: "  %.2f: right %.4f, wrong %.4f, nothing meant and taken %.4f", threshold,
        Double(taken.count { $0.isRight }) / known, Double(taken.count { $0.isKnown && !$0.isRight }) / known,
        Double(taken.count { !$0.isKnown }) / unknown)
    }
    return (["held out, taken from a probability on:"] + lines).joined(separator: "\n")
  }
}
