import Matching

/// What `alight match` prints for one utterance.
struct MatchLine: Encodable {
  struct Candidate: Encodable {
    var value: String
    var name: String
    var score: Double
  }

  struct Part: Encodable {
    var words: String
    var start: Int
    var end: Int
    var kind: String
    var value: String?
    var decision: String?
    var reason: String
  }

  let match: Match
  /// What each part of the utterance was read as; nil where that was not asked for.
  var parts: [InterpretationPart]?
  let microseconds: Int
  let explains: Bool

  enum CodingKeys: String, CodingKey {
    case utterance, decision, value, command, candidates, score, margin, reason, microseconds, explanation, parts
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
    if let parts {
      try fields.encode(
        parts.map {
          Part(
            words: $0.text, start: $0.range.lowerBound, end: $0.range.upperBound, kind: $0.kind.rawValue,
            value: $0.value, decision: $0.decision?.rawValue, reason: $0.reason.description)
        }, forKey: .parts)
    }
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
    for row in table { line += "\n  \(row)" }
    return line
  }

  /// The parts in columns: words, what they were read as, value and reason.
  private var table: [String] {
    let rows = (parts ?? []).map { part in
      [part.text, part.kind.rawValue, part.value ?? "-", part.decision?.rawValue ?? "-", part.reason.description]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        column < 4 ? text + String(repeating: " ", count: widths[column] - text.count) : text
      }.joined(separator: "  ")
    }
  }

  private func rounded(_ score: Double) -> Double { (score * 1000).rounded() / 1000 }
}
