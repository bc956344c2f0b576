import Foundation
import Journey

/// Options prepared for matching: their names cut into words, and the words' letter groups, in flat arrays.
///
/// Building costs about ten microseconds a name; a query reads only the names that share letter groups with it.
public final class OptionIndex: Sendable {
  public let options: [MatchOption]
  let vocabulary: Vocabulary
  /// One key for each name of each option: its words from `keyStart[k]` to `keyStart[k + 1]`.
  let keyStart: [Int32]
  let keyWord: [Int32]
  let keyWordIsAside: [Bool]
  let keyOption: [Int32]
  let keyIsName: [Bool]
  /// The keys by their normalised text; keys of the same text follow each other by `nextSame`.
  let exact: [String: Int32]
  let nextSame: [Int32]
  let grams: GramIndex

  public init(_ options: [MatchOption], lexicon: Lexicon) {
    self.options = options
    var builder = KeyBuilder(lexicon: lexicon)
    for (number, option) in options.enumerated() { builder.add(option, number: Int32(number)) }
    vocabulary = builder.vocabulary.finished(keys: builder.keyOption.count)
    keyStart = builder.keyStart
    keyWord = builder.keyWord
    keyWordIsAside = builder.keyWordIsAside
    keyOption = builder.keyOption
    keyIsName = builder.keyIsName
    exact = builder.exact
    nextSame = builder.nextSame
    grams = GramIndex(
      keyStart: builder.keyStart, keyWord: builder.keyWord, vocabulary: vocabulary)
  }

  func words(ofKey key: Int) -> Range<Int> { Int(keyStart[key])..<Int(keyStart[key + 1]) }
}

/// Collects the keys of all options.
private struct KeyBuilder {
  var vocabulary: Vocabulary
  var keyStart: [Int32] = [0]
  var keyWord: [Int32] = []
  var keyWordIsAside: [Bool] = []
  var keyOption: [Int32] = []
  var keyIsName: [Bool] = []
  var exact: [String: Int32] = [:]
  var nextSame: [Int32] = []

  init(lexicon: Lexicon) { vocabulary = Vocabulary(lexicon: lexicon) }

  mutating func add(_ option: MatchOption, number: Int32) {
    add(name: option.name, number, isName: true)
    for alternative in option.alternatives where alternative.name != option.name {
      add(name: alternative.name, number, isName: false)
    }
  }

  private mutating func add(name: String, _ number: Int32, isName: Bool) {
    add(tokens: Normalizer.tokens(name), number, isName: isName)
    if Normalizer.hasUmlaut(name) { add(tokens: Normalizer.tokens(name, digraphs: true), number, isName: isName) }
  }

  private mutating func add(tokens: [Token], _ number: Int32, isName: Bool) {
    guard !tokens.isEmpty else { return }
    let text = tokens.map(\.word).joined(separator: " ")
    let key = Int32(keyOption.count)
    for token in tokens {
      keyWord.append(vocabulary.insert(token.word, isNumber: token.isNumber))
      keyWordIsAside.append(token.isAside)
    }
    keyStart.append(Int32(keyWord.count))
    keyOption.append(number)
    keyIsName.append(isName)
    nextSame.append(exact[text] ?? -1)
    exact[text] = key
  }
}
