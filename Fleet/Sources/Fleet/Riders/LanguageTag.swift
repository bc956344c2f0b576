/// Names a language by its tag (BCP 47), as `de` or `de-AT`.
public struct LanguageTag: Sendable, Hashable, Codable, CustomStringConvertible {
  public let text: String

  /// Nil for what is no tag: letters and digits of ASCII in parts between `-`, of which the first is the language itself.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(Self.isLetter),
      parts.dropFirst().allSatisfy({
        (1...8).contains($0.count) && $0.allSatisfy { Self.isLetter($0) || Self.isDigit($0) }
      }),
      text.utf8.count <= 35
    else { return nil }
    self.text = String(text)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The language without its region and all else, in small letters: `de` of `de-AT`.
  public var language: String { text.prefix { $0 != "-" }.lowercased() }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let tag = LanguageTag(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text.prefix(80))\" names no language, as de or de-AT do")
      )
    }
    self = tag
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var description: String { text }
}
