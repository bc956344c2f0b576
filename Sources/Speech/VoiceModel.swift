import Foundation

/// How evidence becomes the probability that an answer was said, for each kind of channel, and from which one on it is taken.
///
/// Logistic regression over `AnswerEvidence`; `alight-lab calibrate-voice` fits it to labelled recordings.
public struct VoiceModel: Sendable, Hashable, Codable {
  /// Of one kind of channel.
  public struct Weights: Sendable, Hashable {
    public var bias: Double
    /// As `AnswerEvidence.values`.
    public var weights: [Double]
    /// Probability from which an answer is taken, and below which it is none.
    public var accept: Double
    public var refuse: Double
    /// Probability from which one of a thousand answers is taken: among so many a wrong one fits well by chance.
    public var acceptAmongMany: Double

    public init(
      bias: Double, weights: [Double], accept: Double = 0.9, acceptAmongMany: Double = 0.97, refuse: Double = 0.1
    ) {
      self.bias = bias
      self.weights = weights
      self.accept = accept
      self.acceptAmongMany = acceptAmongMany
      self.refuse = refuse
    }
  }

  private var channels: [Channel.Kind: Weights]
  /// Of answers in free wording.
  private var wordings: [Channel.Kind: Weights]

  /// Answers to a question that are more than usual.
  public static let many = 300
  /// As many as the model of a crowd was fitted to.
  static let crowd = 1000.0

  public init(channels: [Channel.Kind: Weights], wordings: [Channel.Kind: Weights] = [:]) {
    (self.channels, self.wordings) = (channels, wordings)
  }

  public subscript(channel: Channel.Kind) -> Weights { channels[channel] ?? Self.byHand }

  /// Of answers in free wording; none of them is taken where the model was not fitted.
  public func wording(over channel: Channel.Kind) -> Weights { wordings[channel] ?? Self.noWording }

  /// Whether answers in free wording were fitted.
  public var hearsWordings: Bool { !wordings.isEmpty }

  /// Sets what was fitted over a kind of channel.
  public mutating func set(_ listed: Weights, wording: Weights, over channel: Channel.Kind) {
    (channels[channel], wordings[channel]) = (listed, wording)
  }

  /// With so much added to the log odds of every answer.
  func moved(by offset: Double) -> VoiceModel {
    func moved(_ weights: Weights) -> Weights {
      var weights = weights
      weights.bias += offset
      return weights
    }
    return VoiceModel(channels: channels.mapValues(moved), wordings: wordings.mapValues(moved))
  }

  private static let noWording = Weights(
    bias: -20, weights: AnswerEvidence().values, accept: 1.1, acceptAmongMany: 1.1, refuse: 1)

  /// Where there is no fitted one: evidence and lead alone.
  public static let unfitted = VoiceModel(channels: [:])

  private static let byHand: Weights = {
    var weights = AnswerEvidence()
    weights[.fit] = 4
    weights[.lead] = 2
    return Weights(bias: -0.5, weights: weights.values)
  }()

  /// That an answer was said.
  public func probability(_ evidence: AnswerEvidence, over channel: Channel.Kind) -> Double {
    self[channel].probability(evidence)
  }

  /// Numbers that stand beside the weights in a file.
  private enum Other: String, CaseIterable { case bias, accept, acceptAmongMany, refuse }

  private static let wordingPrefix = "wording-"

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.singleValueContainer()
    let named = try fields.decode([String: [String: Double]].self)
    let known = Set(AnswerEvidence.Feature.allCases.map(\.rawValue) + Other.allCases.map(\.rawValue))
    (channels, wordings) = ([:], [:])
    for (name, numbers) in named {
      let isWording = name.hasPrefix(Self.wordingPrefix)
      let channel = isWording ? String(name.dropFirst(Self.wordingPrefix.count)) : name
      guard let kind = Channel.Kind(rawValue: channel), Set(numbers.keys) == known else {
        throw DecodingError.dataCorruptedError(
          in: fields, debugDescription: "the numbers of \(name) are those of another version")
      }
      func number(_ other: Other) -> Double { numbers[other.rawValue] ?? 0 }
      let weights = Weights(
        bias: number(.bias), weights: AnswerEvidence.Feature.allCases.map { numbers[$0.rawValue] ?? 0 },
        accept: number(.accept), acceptAmongMany: number(.acceptAmongMany), refuse: number(.refuse))
      if isWording { wordings[kind] = weights } else { channels[kind] = weights }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.singleValueContainer()
    let all =
      channels.map { ($0.rawValue, $1) } + wordings.map { (Self.wordingPrefix + $0.rawValue, $1) }
    let named = all.map { name, model in
      var numbers = Dictionary(
        uniqueKeysWithValues: zip(AnswerEvidence.Feature.allCases.map(\.rawValue), model.weights))
      numbers[Other.bias.rawValue] = model.bias
      numbers[Other.accept.rawValue] = model.accept
      numbers[Other.acceptAmongMany.rawValue] = model.acceptAmongMany
      numbers[Other.refuse.rawValue] = model.refuse
      return (name, numbers)
    }
    try fields.encode(Dictionary(uniqueKeysWithValues: named))
  }
}

extension VoiceModel.Weights {
  public func probability(_ evidence: AnswerEvidence) -> Double {
    Double(logOdds: zip(weights, evidence.values).reduce(bias) { $0 + $1.0 * $1.1 })
  }
}

/// A fitted model as it lies in `Prompts/models/voice.json`.
public struct VoiceModelFile: Codable, Sendable {
  public static let currentSchema = "alight.voice-model/1"

  public var schema = currentSchema
  /// What the recordings were and under which licence.
  public var fittedOn: [String]
  public var recordings: Int
  public var model: VoiceModel

  public init(model: VoiceModel, fittedOn: [String], recordings: Int) {
    self.model = model
    self.fittedOn = fittedOn
    self.recordings = recordings
  }
}
