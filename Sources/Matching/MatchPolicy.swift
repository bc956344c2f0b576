/// The numbers by which matches are decided. They are first values, not fitted ones.
public struct MatchPolicy: Sendable, Hashable {
  /// From this score on a value is taken, given the margin.
  public var accept = 0.85
  /// From this score on a value is worth asking back.
  public var confirm = 0.60
  /// The lead over the next candidate below which both are put to the rider.
  public var margin = 0.15
  /// Answers of up to this many letters have no room for slips: they must be exact.
  public var shortAnswer = 3
  public var candidates = 5
  /// From this score on a candidate is among the choices when the rider is asked, and this many are at most.
  public var offer = 0.5
  public var choices = 4

  public init() {}
}

extension MatchPolicy {
  /// The thresholds that cases can be fitted to, by the names under which they are stored.
  public static var thresholds: [(name: String, path: WritableKeyPath<MatchPolicy, Double>)] {
    [("accept", \.accept), ("confirm", \.confirm), ("margin", \.margin)]
  }
}

/// Fitted thresholds as they are stored in `Prompts/models/thresholds.json`, with what they were fitted on.
public struct ThresholdsFile: Codable, Sendable {
  public static let currentSchema = "alight.thresholds/1"

  public var schema = ThresholdsFile.currentSchema
  /// By the names of `MatchPolicy.thresholds`, each 0...1.
  public var thresholds: [String: Double]
  /// The files of cases, and how many cases they hold.
  public var fittedOn: [String]
  public var cases: Int

  public init(_ policy: MatchPolicy, fittedOn: [String], cases: Int) {
    thresholds = Dictionary(MatchPolicy.thresholds.map { ($0.name, policy[keyPath: $0.path]) }) { first, _ in first }
    self.fittedOn = fittedOn
    self.cases = cases
  }

  /// The standard policy with these thresholds; nil where one is unknown or no share.
  public var policy: MatchPolicy? {
    var policy = MatchPolicy()
    for (name, value) in thresholds {
      guard let known = MatchPolicy.thresholds.first(where: { $0.name == name }), (0...1).contains(value) else {
        return nil
      }
      policy[keyPath: known.path] = value
    }
    return schema == Self.currentSchema ? policy : nil
  }
}
