import BuiltFiles
import Foundation

/// How words of names are brought to one form: shortened endings written out, and which words stand for each other.
struct WordForms: Sendable {
  /// The groups of equivalent words (see `WordLists.equivalents`) that a word belongs to.
  let groupsOfWord: [String: [UInt16]]
  let groupCount: Int
  /// Equivalents of several words, by their first word, each with the single word that stands for it.
  private let phrases: [String: [(words: [String], word: String)]]
  private let endings: [(short: String, long: String)]
  private let kinds: Set<String>
  /// The kinds of places of languages that write no spaces, longest first.
  private let unspacedKinds: [String]
  /// The digits of a whole number in words, and the words of one in digits.
  let digits: [String: String]
  let numberWords: [String: [String]]
  /// What reads numbers said in several words, and ordinals.
  let numerals: Numerals
  /// A name for the words that an index was built with.
  let digest: Digest

  init(lexicon: Lexicon) {
    let words = lexicon.words
    var groups: [String: [UInt16]] = [:]
    var phrases: [String: [(words: [String], word: String)]] = [:]
    for (group, members) in words.equivalents.enumerated() {
      let forms = members.map { Normalizer.tokens($0).map(\.word) }
      let single = forms.first { $0.count == 1 }?.first
      for form in forms where !form.isEmpty {
        if form.count == 1 {
          groups[form[0], default: []].append(UInt16(truncatingIfNeeded: group))
        } else if let single {
          phrases[form[0], default: []].append((form, single))
        }
      }
    }
    groupsOfWord = groups
    groupCount = words.equivalents.count
    self.phrases = phrases.mapValues { $0.sorted { $0.words.count > $1.words.count } }
    endings = words.endings.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    kinds = Set(words.places.map { Normalizer.key($0) })
    unspacedKinds = kinds.filter { $0.unicodeScalars.first.map { $0.value >= 0x3005 } ?? false }
      .sorted { ($1.count, $0) < ($0.count, $1) }
    // One in words is an article in some languages.
    let whole = words.numbers.words.filter { $0.value >= 2 && $0.value == $0.value.rounded() && $0.value < 1000 }
    let digitsOfWord = whole.mapValues { String(Int($0)) }
    digits = digitsOfWord
    numberWords = Dictionary(grouping: digitsOfWord.keys.sorted()) { digitsOfWord[$0] ?? "" }
    self.numerals = Numerals(lexicon)
    let endingText = endings.map { "\($0.short)=\($0.long)" }.joined(separator: "\n")
    let groupText = words.equivalents.map { $0.joined(separator: "=") }.joined(separator: "\n")
    digest = Digest([groupText, endingText, kinds.sorted().joined(separator: "\n")].joined(separator: "\n\n"))
  }

  /// A word with a shortened ending written out: "hauptstr" is "hauptstrasse".
  func expanded(_ word: String) -> String {
    for ending in endings where word.utf8.count > ending.short.utf8.count + 1 && word.hasSuffix(ending.short) {
      return word.dropLast(ending.short.count) + ending.long
    }
    return word
  }

  /// The single word that stands for the words from `place` on ("main station": "hauptbahnhof"), and how many they are.
  func phrase(_ tokens: some RandomAccessCollection<Token>, at place: Int) -> (word: String, length: Int)? {
    guard let known = phrases[tokens[offset: place].word] else { return nil }
    for phrase in known where place + phrase.words.count <= tokens.count {
      if phrase.words.indices.allSatisfy({ tokens[offset: place + $0].word == phrase.words[$0] }) {
        return (phrase.word, phrase.words.count)
      }
    }
    return nil
  }

  /// A word without spaces as a name and the kind of place behind it, and what stands behind that: 郵便局前. Nil where it has no such end.
  func parts(_ word: String) -> [String]? {
    guard let first = word.unicodeScalars.first, first.value >= 0x3005 else { return nil }
    for kind in unspacedKinds {
      guard let range = word.range(of: kind, options: .backwards), range.lowerBound > word.startIndex else { continue }
      let behind = word[range.upperBound...]
      guard behind.count <= 2 else { continue }
      return [String(word[..<range.lowerBound]), kind] + (behind.isEmpty ? [] : [String(behind)])
    }
    return nil
  }

  /// Whether a word tells what kind of place it is, which weighs little beside the name.
  func isKind(_ word: String) -> Bool { kinds.contains(word) }
}

extension RandomAccessCollection {
  subscript(offset place: Int) -> Element { self[index(startIndex, offsetBy: place)] }
}
