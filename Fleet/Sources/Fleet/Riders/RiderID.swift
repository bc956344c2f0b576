/// Names a rider wherever they are spoken of: in subjects, in tables and in logs.
///
/// It is one token of a subject, so that nobody can name a rider whose messages go elsewhere: no dots, spaces or wildcards.
public struct RiderID: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  /// More are no name but a payload.
  public static let longest = 64

  public let text: String

  /// Nil for what is no name: letters, digits, `-` and `_` of ASCII, at least one and no more than `longest`.
  public init?(_ text: some StringProtocol) {
    let isName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, (1...Self.longest).contains(text.utf8.count) else { return nil }
    self.text = String(text)
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let rider = RiderID(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\"\(text.prefix(80))\" names no rider")
      )
    }
    self = rider
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }

  public var description: String { text }
}
