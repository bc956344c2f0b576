import Journey

/// Finds what an utterance means among options: a function of its arguments, with no state and no clock.
public struct Matcher: Sendable {
  public let lexicon: Lexicon

  public init(lexicon: Lexicon) {
    self.lexicon = lexicon
  }

  /// The answer to one question, as `alight match` prints it.
  public func match(_ utterance: String, question: MatchQuestion, mode: Mode? = nil, among: OptionIndex? = nil) -> Match
  {
    Match(utterance: utterance, decision: .reject, reason: "nothing-like-it: nothing fits")
  }

  /// A reply to a short list: a name, its distinguishing part ("the main station"), a prefix, an alias or an id.
  public func choose(_ utterance: String, among options: [MatchOption]) -> Match {
    Match(utterance: utterance, decision: .reject, reason: "nothing-like-it: nothing fits")
  }

  /// The place in a list of `count` that was said ("2", "the second", "last one", "#5"), from 1; 0 for none of them.
  public func ordinal(_ utterance: String, count: Int) -> Int? { nil }

  /// All that was understood while the question for `open` stands.
  public func interpret(
    _ utterance: String, open: Slot, mode: Mode? = nil, from: OptionIndex? = nil, to: OptionIndex? = nil
  ) -> Interpretation {
    Interpretation(utterance: utterance)
  }
}
