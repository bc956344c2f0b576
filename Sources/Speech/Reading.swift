/// A way to say a word, and who says so.
public struct Reading: Sendable, Hashable {
  /// Where a reading comes from.
  public enum Source: Sendable, Hashable {
    /// The rider's own, by `alight voice pronounce`.
    case user
    /// The pronouncing dictionary of the model.
    case dictionary
    /// espeak-ng with a voice such as `de` or `en-us`.
    case voice(String)
    /// Guessed from the letters, where nothing else answers.
    case letters
    /// The letters one by one, as a rider may say a name that was not understood.
    case spelled

    /// Whether it was made up for the word rather than known.
    public var isGuess: Bool {
      switch self {
      case .user, .dictionary, .spelled: false
      case .voice, .letters: true
      }
    }
  }

  /// Phones of the model with spaces between: `L IH N T S`.
  public var phones: String
  public var source: Source

  public init(phones: String, source: Source) {
    self.phones = phones
    self.source = source
  }
}
