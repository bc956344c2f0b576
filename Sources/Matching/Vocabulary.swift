import Foundation

/// The distinct words of an index, each with what comparing it needs.
struct Vocabulary: Sendable {
  private(set) var number: [String: Int32] = [:]
  private(set) var words: [String] = []
  private(set) var isNumber: [Bool] = []
  /// The groups of equivalent words (see `WordLists.equivalents`) that a word belongs to.
  private(set) var groups: [[Int32]] = []
  private(set) var scalars: [[UInt32]] = []
  private(set) var phonetic: [[UInt32]] = []
  private(set) var frequency: [Int32] = []
  private(set) var weight: [Double] = []
  /// The weight of a word that no name holds.
  private(set) var unknownWeight = 1.0

  private let groupsOfWord: [String: [Int32]]
  /// Equivalents of several words, each with the single word that stands for it.
  private let phrases: [(words: [String], word: String)]
  private let endings: [(short: String, long: String)]
  private let places: Set<String>

  init(lexicon: Lexicon) {
    var table: [String: [Int32]] = [:]
    for (group, members) in lexicon.words.equivalents.enumerated() {
      for member in members { table[Normalizer.key(member), default: []].append(Int32(group)) }
    }
    groupsOfWord = table
    phrases = lexicon.words.equivalents.flatMap { members -> [(words: [String], word: String)] in
      guard let single = members.first(where: { !$0.contains(" ") }) else { return [] }
      return members.filter { $0.contains(" ") }
        .map { (Normalizer.tokens($0).map(\.word), Normalizer.key(single)) }
    }
    endings = lexicon.words.endings.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    places = Set(lexicon.words.places.map { Normalizer.key($0) })
  }

  mutating func insert(_ raw: String, isNumber digits: Bool) -> Int32 {
    let word = expanded(raw)
    if let known = number[word] {
      frequency[Int(known)] += 1
      return known
    }
    let new = Int32(words.count)
    number[word] = new
    words.append(word)
    isNumber.append(digits)
    groups.append(groupsOfWord[word] ?? [])
    scalars.append(word.unicodeScalars.map(\.value))
    phonetic.append(digits ? [] : Phonetics.key(word).unicodeScalars.map(\.value))
    frequency.append(1)
    return new
  }

  /// A word with a shortened ending written out: "hauptstr" is "hauptstrasse".
  func expanded(_ word: String) -> String {
    for ending in endings where word.utf8.count > ending.short.utf8.count + 1 && word.hasSuffix(ending.short) {
      return word.dropLast(ending.short.count) + ending.long
    }
    return word
  }

  /// The words with phrases replaced by the word that stands for them, and with neighbours joined that names write as one;
  /// nil where that changes nothing.
  func rewritten(_ tokens: [Token]) -> [Token]? {
    var result: [Token] = []
    var changed = false
    var place = 0
    while place < tokens.count {
      if let (word, length) = replacement(tokens, at: place) {
        var token = tokens[place]
        token.word = word
        result.append(token)
        place += length
        changed = true
      } else {
        result.append(tokens[place])
        place += 1
      }
    }
    return changed ? result : nil
  }

  private func replacement(_ tokens: [Token], at place: Int) -> (word: String, length: Int)? {
    for phrase in phrases where place + phrase.words.count <= tokens.count {
      if phrase.words.indices.allSatisfy({ tokens[place + $0].word == phrase.words[$0] }) {
        return (phrase.word, phrase.words.count)
      }
    }
    guard place + 1 < tokens.count, !tokens[place].isNumber, !tokens[place + 1].isNumber else { return nil }
    let joined = expanded(tokens[place].word + tokens[place + 1].word)
    return number[joined] == nil ? nil : (joined, 2)
  }

  func groups(of word: String) -> [Int32] { groupsOfWord[word] ?? [] }

  func isPlaceWord(_ word: String) -> Bool { places.contains(word) }

  /// Weighs the words by how few of the keys hold them (inverse document frequency).
  func finished(keys: Int) -> Vocabulary {
    var result = self
    let total = Double(max(1, keys))
    result.weight = zip(words, frequency).map { word, count in
      let rarity = log(1 + total / Double(count))
      return places.contains(word) ? rarity * 0.4 : rarity
    }
    result.unknownWeight = log(1 + total / 2)
    return result
  }
}
