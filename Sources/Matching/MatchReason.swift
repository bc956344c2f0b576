/// Why a match was decided as it was: a code that programs read, and the reason in words.
///
/// In JSON and in lists it is one string, `close: Hagenberg`.
public struct MatchReason: Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    // Taken or asked back
    case exact, close, near, chosen, named, partly, aside, learned, place, misspelt, amount, time, affirmation
    case command, probably, clear, doubtful
    // Asked
    case ambiguous, contradiction
    // Refused
    case empty, negative, unclear, unknown, filler, correction, unreadable
    case nothingLikeIt = "nothing-like-it"
    case noAmount = "no-amount"
    case noAnswer = "no-answer"
    case noOptions = "no-options"
    case noUnit = "no-unit"
    case notHeard = "not-heard"
    case otherDimension = "other-dimension"
    case otherEnd = "other-end"
    case notUTF8 = "not-utf8"
    case partOfStop = "part-of-stop"
    case tooLarge = "too-large"
    case tooLong = "too-long"
  }

  public let code: Code
  public let words: String

  public init(_ code: Code, _ words: String) { (self.code, self.words) = (code, words) }

  public var description: String { words.isEmpty ? code.rawValue : "\(code.rawValue): \(words)" }
}

extension MatchReason: Codable {
  /// A code of another version, as a recorded conversation may have it, is `unknown`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let parts = text.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, let code = Code(rawValue: String(first)) else {
      self.init(.unknown, text)
      return
    }
    self.init(code, parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
