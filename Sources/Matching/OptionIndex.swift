import Journey

/// Options prepared for matching.
public final class OptionIndex: Sendable {
  public let options: [MatchOption]

  public init(_ options: [MatchOption], lexicon: Lexicon) {
    self.options = options
  }
}
