/// The words of one language, or of several merged: what the matcher knows beside the options.
///
/// Decodes from the root of a file of `Prompts/`, of which it reads the keys `lexicon`, `commands` and `options`.
public struct Lexicon: Sendable, Codable {
  public init() {}

  /// Both together; where they contradict each other this one wins.
  public func merged(with other: Lexicon) -> Lexicon { self }

  public init(from decoder: any Decoder) throws {}

  public func encode(to encoder: any Encoder) throws {}
}
