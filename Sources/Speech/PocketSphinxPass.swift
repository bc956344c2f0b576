extension PocketSphinx {
  /// What one pass over the samples gave.
  struct Pass: Sendable {
    /// The best way's words; empty when no way through the grammar fits.
    var words: [String] = []
    /// nil when no way through the grammar fits.
    var score: Double?
    var frames = 0
    /// The best way piece by piece, with silence; empty unless asked for.
    var segments: [Segment] = []

    /// Of the sound alone, without what the grammar says of the words.
    var soundScore: Double { segments.reduce(0) { $0 + $1.score } }

    /// Phones of the best way, without silence.
    var phones: [String] {
      segments.compactMap(\.reading).flatMap { $0.split(separator: " ").map(String.init) }
    }
  }

  /// A word of the best way, or silence.
  struct Segment: Sendable {
    /// nil for silence.
    var word: String?
    /// The reading that was heard.
    var reading: String?
    /// Frames of 10 ms.
    var frames: Range<Int>
    /// Of the sound alone, for all its frames.
    var score: Double
    /// Of the grammar, for taking this piece.
    var grammarScore: Double
  }

  /// Ten to the power of minus these: how much less likely than the best a way may be without being given up.
  ///
  /// The default beams prune the right way through a grammar, and so do these where the word beam is narrower. The lattice of
  /// alternatives would grow tenfold by it; nothing here makes one.
  struct Beams: Sendable {
    var state = 150.0
    var phone = 120.0
    var word = 80.0
  }
}
