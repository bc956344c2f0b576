import Matching

/// What `alight match` prints for one utterance.
struct MatchLine: Encodable {
  struct Candidate: Encodable {
    var value: String
    var name: String
    var score: Double
  }

  let match: Match
  let microseconds: Int
  let explains: Bool

  enum CodingKeys: String, CodingKey {
    case utterance, decision, value, command, candidates, score, margin, reason, microseconds, explanation
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(match.utterance, forKey: .utterance)
    try fields.encode(match.decision, forKey: .decision)
    // Both are always there, as null where there is none.
    try fields.encode(match.value, forKey: .value)
    try fields.encode(match.command, forKey: .command)
    try fields.encode(
      match.candidates.map { Candidate(value: $0.value, name: $0.name, score: rounded($0.score)) }, forKey: .candidates)
    try fields.encode(rounded(match.score), forKey: .score)
    try fields.encode(rounded(match.margin), forKey: .margin)
    try fields.encode(match.reason, forKey: .reason)
    try fields.encode(microseconds, forKey: .microseconds)
    if explains { try fields.encode(match.explanation, forKey: .explanation) }
  }

  /// One line for a reader, with more below it where it is to be explained.
  var text: String {
    var line = "\(match.utterance)\t\(match.decision.rawValue)\t\(match.value ?? match.command ?? "-")\t\(match.reason)"
    if explains {
      for candidate in match.candidates {
        line += "\n  \(rounded(candidate.score))  \(candidate.name) (\(candidate.value))"
      }
      for sentence in match.explanation { line += "\n  \(sentence)" }
    }
    return line
  }

  private func rounded(_ score: Double) -> Double { (score * 1000).rounded() / 1000 }
}
