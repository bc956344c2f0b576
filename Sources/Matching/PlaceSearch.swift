import Foundation
import Journey

/// One option as the meaning of some words.
struct PlaceHit: Sendable {
  var option: Int
  var key: Int
  /// 0...1
  var score: Double
  /// The share of the answer's words, by weight, that the name explains.
  var explained: Double
  /// The share of the name's words, by weight, that the answer says.
  var said: Double
  var isExact: Bool
  /// Whether the key is the option's own name and not another name for it.
  var isName: Bool
}

/// Finds the options nearest to some words: candidates by letter groups, then a comparison word by word.
struct PlaceSearch: Sendable {
  let index: OptionIndex
  let fillers: Set<String>
  let limit: Int

  init(_ index: OptionIndex, fillers: Set<String>, limit: Int = 80) {
    self.index = index
    self.fillers = fillers
    self.limit = limit
  }

  /// The best hit of each option, best first.
  func hits(_ tokens: some Collection<Token>) -> [PlaceHit] {
    guard !tokens.isEmpty else { return [] }
    var best = bestByOption(tokens)
    if let rewritten = index.vocabulary.rewritten(Array(tokens)) {
      best.merge(bestByOption(rewritten)) { plain, other in other.score > plain.score ? other : plain }
    }
    return best.values.sorted(by: precedes)
  }

  private func bestByOption(_ tokens: some Collection<Token>) -> [Int: PlaceHit] {
    let words = tokens.map { QueryWord($0, vocabulary: index.vocabulary, fillers: fillers) }
    let text = words.map(\.word).joined(separator: " ")
    let same = exactKeys(text)
    let near = index.grams.nearest(
      words.map { ($0.pattern.scalars, $0.phoneticPattern.scalars, $0.groups) }, limit: limit)
    let comparison = KeyComparison(words, index: index)
    var best: [Int: PlaceHit] = [:]
    for key in Set(near).union(same) {
      var hit = comparison.hit(key)
      if same.contains(key) { hit.isExact = true }
      if hit.isExact { (hit.score, hit.explained, hit.said) = (1, 1, 1) }
      if let known = best[hit.option], (known.score, known.isName ? 1 : 0) >= (hit.score, hit.isName ? 1 : 0) {
        continue
      }
      best[hit.option] = hit
    }
    return best
  }

  /// Whether a name is just these words.
  func isName(_ tokens: some Collection<Token>) -> Bool {
    index.exact[tokens.map(\.word).joined(separator: " ")] != nil
  }

  /// Whether some name holds the word.
  func knows(_ token: Token) -> Bool { index.vocabulary.number[index.vocabulary.expanded(token.word)] != nil }

  private func exactKeys(_ text: String) -> Set<Int> {
    var keys: Set<Int> = []
    var next = index.exact[text] ?? -1
    while next >= 0 {
      keys.insert(Int(next))
      next = index.nextSame[Int(next)]
    }
    return keys
  }

  private func precedes(_ left: PlaceHit, _ right: PlaceHit) -> Bool {
    if left.score != right.score { return left.score > right.score }
    if left.isName != right.isName { return left.isName }
    let served = (index.options[left.option].served, index.options[right.option].served)
    if served.0 != served.1 { return served.0 > served.1 }
    return left.option < right.option
  }
}

/// Compares the words of an answer with the words of one key after another.
private struct KeyComparison {
  let words: [QueryWord]
  let index: OptionIndex
  let joined: EditPattern
  let joinedSound: EditPattern
  private let cache: SimilarityCache

  init(_ words: [QueryWord], index: OptionIndex) {
    self.words = words
    self.index = index
    let content = words.filter { !$0.isFiller }
    joined = EditPattern((content.isEmpty ? words : content).flatMap(\.pattern.scalars))
    joinedSound = EditPattern((content.isEmpty ? words : content).flatMap(\.phoneticPattern.scalars))
    cache = SimilarityCache(words: words, vocabulary: index.vocabulary)
  }

  func hit(_ key: Int) -> PlaceHit {
    let range = index.words(ofKey: key)
    let pairs = align(range)
    var (explained, asked, said, whole) = (0.0, 0.0, 0.0, 0.0)
    for (number, word) in words.enumerated() {
      let similarity = pairs.ofQuery[number]
      // A filler counts only where the name holds it.
      let weight = word.isFiller ? word.weight * similarity * similarity : word.weight
      explained += weight * similarity
      asked += weight
    }
    for (place, similarity) in zip(range, pairs.ofKey) {
      let weight =
        index.vocabulary.weight[Int(index.keyWord[place])] * (isMinor(place) ? 0.2 : 1)
      said += weight * similarity
      whole += weight
    }
    let explainedShare = asked > 0 ? explained / asked : 0
    let saidShare = whole > 0 ? said / whole : 0
    var score = saidShare > 0 && explainedShare > 0 ? combined(explainedShare, saidShare) : 0
    let run = wholeString(range)
    score = max(score, run * 0.98)
    score *= numberFactor(range, pairs)
    return PlaceHit(
      option: Int(index.keyOption[key]), key: key, score: min(0.999, score), explained: max(explainedShare, run),
      said: max(saidShare, run), isExact: false,
      isName: index.keyIsName[key])
  }

  /// Whether people leave the word out: what stands in parentheses, and single letters such as the S of S-Bahn.
  private func isMinor(_ place: Int) -> Bool {
    let word = Int(index.keyWord[place])
    return index.keyWordIsAside[place]
      || (index.vocabulary.scalars[word].count == 1 && !index.vocabulary.isNumber[word])
  }

  /// What was said must be in the name; the name may well hold more: explained^0.65 * said^0.35.
  private func combined(_ explained: Double, _ said: Double) -> Double {
    pow(explained, 0.65) * pow(said, 0.35)
  }

  private func align(_ range: Range<Int>) -> (ofQuery: [Double], ofKey: [Double]) {
    var ofQuery = [Double](repeating: 0, count: words.count)
    var ofKey = [Double](repeating: 0, count: range.count)
    var pairs: [(value: Double, query: Int, key: Int)] = []
    for query in words.indices {
      for (key, place) in range.enumerated() {
        let similarity = cache.similarity(query, Int(index.keyWord[place]))
        if similarity >= 0.5 { pairs.append((similarity, query, key)) }
      }
    }
    pairs.sort { ($0.value, -abs($0.query - $0.key)) > ($1.value, -abs($1.query - $1.key)) }
    var usedQuery = Set<Int>()
    var usedKey = Set<Int>()
    for pair in pairs where !usedQuery.contains(pair.query) && !usedKey.contains(pair.key) {
      usedQuery.insert(pair.query)
      usedKey.insert(pair.key)
      ofQuery[pair.query] = pair.value
      ofKey[pair.key] = pair.value
    }
    return (ofQuery, ofKey)
  }

  /// The texts without spaces, for words that were joined or split.
  private func wholeString(_ range: Range<Int>) -> Double {
    var scalars: [UInt32] = []
    var sound: [UInt32] = []
    for place in range {
      scalars += index.vocabulary.scalars[Int(index.keyWord[place])]
      sound += index.vocabulary.phonetic[Int(index.keyWord[place])]
    }
    let (shorter, longer) = (min(scalars.count, joined.scalars.count), max(scalars.count, joined.scalars.count))
    guard longer > 3, shorter * 10 >= longer * 6 else { return 0 }
    let spelling = joined.similarity(to: scalars)
    guard shorter > 4, spelling < 1 else { return spelling }
    return max(spelling, 0.95 * joinedSound.similarity(to: sound))
  }

  /// Another number is another place; a number left out is only less said.
  private func numberFactor(_ range: Range<Int>, _ pairs: (ofQuery: [Double], ofKey: [Double])) -> Double {
    var factor = 1.0
    var hasNumber = false
    for (number, word) in words.enumerated() where word.isNumber {
      hasNumber = true
      if pairs.ofQuery[number] < 1 { factor *= 0.6 }
    }
    guard hasNumber else { return factor }
    for (key, place) in range.enumerated() where pairs.ofKey[key] < 1 {
      if index.vocabulary.isNumber[Int(index.keyWord[place])] { factor *= 0.75 }
    }
    return factor
  }
}

/// Remembers how alike the words of an answer and of the vocabulary are, within one query.
private final class SimilarityCache {
  private let words: [QueryWord]
  private let vocabulary: Vocabulary
  private var known: [Int: Double] = [:]

  init(words: [QueryWord], vocabulary: Vocabulary) {
    self.words = words
    self.vocabulary = vocabulary
  }

  func similarity(_ query: Int, _ word: Int) -> Double {
    let place = query << 32 | word
    if let value = known[place] { return value }
    let value = words[query].similarity(to: word, in: vocabulary)
    known[place] = value
    return value
  }
}
