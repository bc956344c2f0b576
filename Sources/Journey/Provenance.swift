/// Where an answer came from, kept with the reminder so that a wrong one can be understood.
public struct Provenance: Sendable, Hashable, Codable {
  /// How the answer was given.
  public enum Method: String, Sendable, Codable {
    case typed, voice, flag, `default`, inferred
  }

  /// Whether a value was taken at once, or after the rider said so.
  public enum Tier: String, Sendable, Codable {
    case accept, confirm, ask
  }

  public var method: Method
  /// The words as typed or as heard.
  public var transcript: String?
  /// How sure the matcher was, 0 to 1.
  public var score: Double?
  /// How the value was taken; nil also for a tier of another version.
  public var tier: Tier?

  public init(method: Method, transcript: String? = nil, score: Double? = nil, tier: Tier? = nil) {
    self.method = method
    self.transcript = transcript
    self.score = score
    self.tier = tier
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    method = try fields.decode(Method.self, forKey: .method)
    transcript = try fields.decodeIfPresent(String.self, forKey: .transcript)
    score = try fields.decodeIfPresent(Double.self, forKey: .score)
    tier = try fields.decodeIfPresent(String.self, forKey: .tier).flatMap(Tier.init)
  }
}
