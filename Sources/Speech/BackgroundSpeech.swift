import Foundation

/// What anybody may say in a language: its most usual words, in any order.
///
/// Speech that is no answer is more like these than like the answer that it is most like: a background model, as keyword spotting has
/// it (R. Rose, D. Paul, "A hidden Markov model based keyword recognition system", ICASSP 1990).
public struct BackgroundSpeech: Sendable, Hashable {
  /// A word and the decadic logarithm of its share of all words.
  struct Word: Sendable, Hashable {
    var spelling: String
    var logarithm: Double
  }

  /// An espeak-ng voice such as `de`.
  public let language: String
  let words: [Word]

  /// - Parameter table: Lines of a word and the decadic logarithm of its share, with a tab between; `#` begins a comment.
  /// - Returns: Nil where a line is something else, or there is none.
  public init?(language: String, table: Data) {
    guard let text = String(data: table, encoding: .utf8) else { return nil }
    var words: [Word] = []
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2, let logarithm = Double(fields[1]), logarithm.isFinite, logarithm <= 0 else { return nil }
      words.append(Word(spelling: String(fields[0]), logarithm: logarithm))
    }
    guard !words.isEmpty else { return nil }
    (self.language, self.words) = (language, words)
  }

  /// Of the words that follow one, how often an utterance ends: it is mostly three words long.
  private static let end = log10(0.3)

  /// As a model that the decoder reads, in which each word follows any other.
  /// - Parameter identifiers: By word, the one of the decoder; words that it has not are left out.
  func arpa(naming identifiers: [String: String]) -> String {
    let grams = words.compactMap { word in
      identifiers[word.spelling].map { "\(word.logarithm) \($0) 0.0" }
    }
    return """
      \\data\\
      ngram 1=\(grams.count + 2)

      \\1-grams:
      -99.0 <s> 0.0
      \(Self.end) </s> 0.0
      \(grams.joined(separator: "\n"))

      \\end\\

      """
  }
}

extension PocketSphinxTranscriber {
  /// How much the recording that was searched last is like usual speech, by the score of its whole way.
  /// - Returns: Nil where the usual words of the language are not known, or it is like none.
  func background(of samples: [Int16], in language: String) throws -> Double? {
    guard let search = backgroundSearches[language] ?? nil else { return nil }
    let pass = try decoder.decodeAgain(samples, search: search, withSegments: true)
    guard let score = pass.score, let end = pass.segments.last?.frames.upperBound, end * 2 > pass.frames else {
      return nil
    }
    // Where no word ends with the recording the score is the one up to the last that ended.
    return pass.frames - end > Self.pause ? score * Double(pass.frames) / Double(end) : score
  }

  /// Frames after the last word within which a recording ends.
  private static let pause = 5

  /// Makes the search for a language, once.
  func prepareBackground(_ language: String) async throws {
    guard backgroundSearches[language] == nil else { return }
    guard let speech = policy.backgrounds[language] else {
      backgroundSearches.updateValue(nil, forKey: language)
      return
    }
    let words = speech.words.map { SpokenWord(spelling: $0.spelling, language: language) }
    let readings = try await pronunciations.readings(of: Set(words))
    guard backgroundSearches[language] == nil else { return }
    var identifiers: [String: String] = [:]
    for (word, readings) in readings.sorted(by: { $0.key.spelling < $1.key.spelling }) {
      let identifier = "b-\(language)-\(word.spelling)"
      try decoder.define(readings.map(\.phones), as: identifier)
      identifiers[word.spelling] = identifier
    }
    let name = "background-\(language)"
    let isDefined = try decoder.define(search: name, arpa: speech.arpa(naming: identifiers), isRough: true)
    backgroundSearches.updateValue(isDefined ? name : nil, forKey: language)
  }
}
