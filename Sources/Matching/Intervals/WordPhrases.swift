/// Words and phrases with a value each, found at a place of a text; the longest counts.
struct WordPhrases: Sendable {
  private var byFirst: [String: [(rest: [String], value: Double)]] = [:]

  init(_ values: [String: Double]) {
    for (phrase, value) in values {
      let words = Self.words(phrase)
      guard let first = words.first else { continue }
      byFirst[first, default: []].append((Array(words.dropFirst()), value))
    }
    for first in byFirst.keys {
      byFirst[first]?.sort { ($0.rest.count, $0.rest.joined()) > ($1.rest.count, $1.rest.joined()) }
    }
  }

  init(_ phrases: [String]) { self.init(Dictionary(phrases.map { ($0, 1) }) { own, _ in own }) }

  /// The value of the longest phrase that starts at a token, and the token after it. Hyphens inside are passed over.
  func longest(_ tokens: [QuantityToken], at start: Int) -> (value: Double, end: Int)? {
    guard start < tokens.count, let first = tokens[start].word, let phrases = byFirst[first] else { return nil }
    for phrase in phrases {
      if let end = Self.end(of: phrase.rest, tokens, start + 1) { return (phrase.value, end) }
    }
    return nil
  }

  private static func end(of words: [String], _ tokens: [QuantityToken], _ start: Int) -> Int? {
    var place = start
    for word in words {
      if place < tokens.count, tokens[place].isHyphen { place += 1 }
      guard place < tokens.count, tokens[place].word == word else { return nil }
      place += 1
    }
    return place
  }

  /// The words of a phrase as the lexer gives them.
  static func words(_ phrase: String) -> [String] {
    let isPlain = phrase.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || $0 == 32 }
    return isPlain ? phrase.split(separator: " ").map(String.init) : Normalizer.tokens(phrase).map(\.word)
  }
}
