import Foundation

/// One of the readings of a recording, best first.
public struct Hypothesis: Sendable, Hashable, Codable {
  public var text: String
  /// The recogniser's log score of the whole utterance; comparable only within one transcript.
  public var score: Double

  public init(text: String, score: Double) {
    self.text = text
    self.score = score
  }
}

/// What a recording was heard to say: n-best hypotheses and the acoustic evidence for the best of them.
public struct Transcript: Sendable, Hashable, Codable {
  /// How far sound alone supports taking the best hypothesis.
  public enum Zone: String, Sendable, Codable {
    /// The evidence is strong enough to be taken without a question.
    case clear
    /// It may be asked back.
    case doubtful
    /// It is no answer that this question allows.
    case rejected
  }

  /// The recording's name, for messages.
  public var source: String
  /// Best first; empty when nothing was recognised.
  public var hypotheses: [Hypothesis]
  /// (score of the grammar - score of the phone loop) / frames; nil when no speech was decoded.
  public var evidence: Double?
  public var zone: Zone
  /// Probability that the best hypothesis is what was said, 0 to 1; nil where nothing was recognised, and in sessions that
  /// were recorded without it.
  public var confidence: Double?
  /// Why nothing was recognised, as a sentence for the rider; nil when there are hypotheses.
  public var refusal: String?
  /// Whether the recording holds no speech at all, which is no-input and not no-match.
  public var isSilent: Bool
  public var audioSeconds: Double

  public init(
    source: String, hypotheses: [Hypothesis] = [], evidence: Double? = nil, zone: Zone = .rejected,
    confidence: Double? = nil, refusal: String? = nil, isSilent: Bool = false, audioSeconds: Double = 0
  ) {
    self.source = source
    self.hypotheses = hypotheses
    self.evidence = evidence
    self.zone = zone
    self.confidence = confidence
    self.refusal = refusal
    self.isSilent = isSilent
    self.audioSeconds = audioSeconds
  }

  /// A number between 0 and 1 that orders hypotheses: the confidence of the best, and for others less, the further they are
  /// behind it.
  public func likelihood(of hypothesis: Hypothesis) -> Double {
    guard let confidence, let best = hypotheses.first else { return 0 }
    let behind = max(0, best.score - hypothesis.score)
    return behind == 0 ? confidence : min(confidence, 1 - confidence) * exp(-behind / 4)
  }
}
