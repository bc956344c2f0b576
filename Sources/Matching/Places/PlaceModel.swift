import Foundation

/// How much each feature of an answer and a name counts: a conditional logit model of which option was meant, with the case
/// that none was (D. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974). What it gives are
/// probabilities, as good as what it was fitted on.
public struct PlaceModel: Sendable, Hashable {
  /// Nats for each unit of a feature.
  package var weights: [Double]
  /// The utility of the case that nothing that is known was meant.
  package var none: Double

  package init(weights: [PlaceFeatures.Feature: Double], none: Double) {
    self.weights = PlaceFeatures.Feature.allCases.map { weights[$0] ?? 0 }
    self.none = none
  }

  /// Set by hand, for use where no fitted model is at hand.
  public static let unfitted = PlaceModel(
    weights: [
      .explained: 6, .logExplained: 3, .said: 4, .logSaid: 1.2, .missing: -3, .unsaid: -0.6, .disorder: -1,
      .wrongNumbers: -4, .leftNumbers: -1.5, .joined: 4, .weakest: 2, .slips: -0.5, .sameStart: 0.5, .isName: 0.3,
      .served: 0.5, .holdsAll: 1, .isJustName: 1, .leftNear: -4, .leftFar: -1.5, .leftBehind: -0.3,
      .leftShare: -3, .leftNames: -4,
    ], none: 10)

  /// How well an option fits, in nats above the case that none was meant.
  package func utility(_ features: PlaceFeatures) -> Double {
    var sum = -none
    for (weight, value) in zip(weights, features.values) { sum += weight * value }
    return sum
  }

  /// The probability of an option that is the only one.
  static func likelihood(_ utility: Double) -> Double { min(0.999, 1 / (1 + exp(-utility))) }

  /// The probability of each of several options, the rest being that none was meant.
  package static func probabilities(_ utilities: [Double]) -> [Double] {
    let most = max(0, utilities.max() ?? 0)
    let odds = utilities.map { exp($0 - most) }
    let total = odds.reduce(exp(-most), +)
    return odds.map { $0 / total }
  }
}

extension PlaceModel: Codable {
  enum CodingKeys: String, CodingKey {
    case weights, none
  }

  /// - Throws: `DecodingError` where a feature is unknown or one is missing: the file then belongs to another version.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let named = try fields.decode([String: Double].self, forKey: .weights)
    let names = PlaceFeatures.Feature.allCases.map(\.name)
    guard Set(names) == Set(named.keys) else {
      throw DecodingError.dataCorruptedError(
        forKey: .weights, in: fields,
        debugDescription: "the features are not those of this version: run make calibrate")
    }
    weights = names.map { named[$0] ?? 0 }
    none = try fields.decode(Double.self, forKey: .none)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    let names = PlaceFeatures.Feature.allCases.map(\.name)
    try fields.encode(Dictionary(uniqueKeysWithValues: zip(names, weights)), forKey: .weights)
    try fields.encode(none, forKey: .none)
  }
}
