/// Phrases with what each stands for, found at a place of a text, the longest first.
struct PhraseTable<Meaning: Sendable>: Sendable {
  private struct Entry: Sendable {
    var words: [String]
    var meaning: Meaning
  }

  private let byFirst: [String: [Entry]]

  /// Of equal phrases the first counts.
  init(_ phrases: [(String, Meaning)]) {
    var table: [String: [Entry]] = [:]
    for (text, meaning) in phrases {
      let words = Normalizer.tokens(text).map(\.word)
      guard let first = words.first, table[first]?.contains(where: { $0.words == words }) != true else { continue }
      table[first, default: []].append(Entry(words: words, meaning: meaning))
    }
    byFirst = table.mapValues { $0.sorted { $0.words.count > $1.words.count } }
  }

  init(_ phrases: [String: Meaning]) { self.init(phrases.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }

  /// All words that phrases consist of alone.
  var singles: Set<String> {
    Set(byFirst.values.joined().filter { $0.words.count == 1 }.flatMap(\.words))
  }

  /// The longest phrase that stands at `place`, and its number of words.
  func find(_ tokens: [Token], at place: Int) -> (meaning: Meaning, count: Int)? {
    guard tokens.indices.contains(place), let entries = byFirst[tokens[place].word] else { return nil }
    for entry in entries where place + entry.words.count <= tokens.count {
      if entry.words.indices.allSatisfy({ tokens[place + $0].word == entry.words[$0] }) {
        return (entry.meaning, entry.words.count)
      }
    }
    return nil
  }

  /// The longest phrase whose words are those of `places` from `start` on, which need not follow each other in the text.
  func find(_ tokens: [Token], along places: [Int], at start: Int) -> (meaning: Meaning, count: Int)? {
    guard let entries = byFirst[tokens[places[start]].word] else { return nil }
    for entry in entries where start + entry.words.count <= places.count {
      if entry.words.indices.allSatisfy({ tokens[places[start + $0]].word == entry.words[$0] }) {
        return (entry.meaning, entry.words.count)
      }
    }
    return nil
  }

  /// The phrase that ends right before `end`, and its number of words.
  func find(_ tokens: [Token], before end: Int) -> (meaning: Meaning, count: Int)? {
    for start in max(0, end - 6)..<max(0, end) {
      if let found = find(tokens, at: start), start + found.count == end { return found }
    }
    return nil
  }
}
