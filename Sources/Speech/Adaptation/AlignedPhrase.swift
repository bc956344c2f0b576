import Journey

/// A recording of a phrase that is known, and which sounds its words were said with.
public struct AlignedPhrase: Sendable, Hashable {
  /// What the decoder was given, 16 kHz mono.
  var samples: [Int16]
  /// The phones of each word, with spaces between; nil for silence within the phrase.
  var words: [String?]
}

extension PocketSphinxTranscriber {
  /// Which of their readings the words of a phrase were said in.
  /// - Parameters:
  ///   - phrase: Allows these words and nothing else.
  /// - Returns: Nil where the recording does not hold the phrase.
  /// - Throws: `SpeechError` when the recogniser fails.
  public func aligned(_ recording: WaveFile, to phrase: AnswerGrammar) async throws -> AlignedPhrase? {
    let heard = try await hear(recording, named: "", grammar: phrase)
    guard !heard.words.isEmpty else { return nil }
    var words: [String?] = []
    for (place, word) in heard.words.enumerated() {
      // A pause within the phrase.
      if place > 0, word.start - heard.words[place - 1].end >= Self.shortestPause { words.append(nil) }
      words.append(word.reading)
    }
    return AlignedPhrase(samples: heard.samples, words: words)
  }

  /// In seconds, as long as the shortest sound that the model tells from others: three states of 10 ms.
  private static let shortestPause = 0.03
}
