/// How a language says times of day; the section `clock`.
public struct ClockWords: Sendable, Decodable {
  var numbers: [String: Int]
  var after: [String]
  var before: [String]
  var noon: [String]
  var midnight: [String]
  var morning: [String]
  var evening: [String]
  /// Words that a time may stand among.
  var fillers: [String]
  /// What stands before a time of arrival, and before one of departure.
  var arriving: [String]
  var leaving: [String]
  var earlier: [String]
  var later: [String]

  /// Whether the rider asks for the ride before.
  func isEarlier(_ text: String) -> Bool { earlier.contains(Self.plain(text)) }

  /// Whether the rider asks for the ride after.
  func isLater(_ text: String) -> Bool { later.contains(Self.plain(text)) }

  private static func plain(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isWhitespace }.trimmed
  }
}
