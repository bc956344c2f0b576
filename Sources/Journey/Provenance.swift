/// Where an answer came from, kept with the reminder so that a wrong one can be understood.
public struct Provenance: Sendable, Hashable, Codable {
  /// How the answer was given.
  public enum Method: String, Sendable, Codable {
    case typed, voice, flag, `default`, inferred
  }

  public var method: Method
  /// The words as typed or as heard.
  public var transcript: String?
  /// How sure the matcher was, 0 to 1.
  public var score: Double?
  /// How the value was taken: `accept`, or `confirm` and `ask` after the rider said so.
  public var tier: String?

  public init(method: Method, transcript: String? = nil, score: Double? = nil, tier: String? = nil) {
    self.method = method
    self.transcript = transcript
    self.score = score
    self.tier = tier
  }
}
