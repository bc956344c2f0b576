import Foundation
import Journey

/// Finds the options nearest to the words of one answer: first the names that hold words like them, then a comparison word
/// by word. What is found out about a word is kept, because an answer is read in several ways.
final class PlaceSearch {
  let index: OptionIndex
  private let tokens: [Token]
  private let fillers: Set<String>
  private let model: PlaceModel
  private let memory: WordMemory
  private var compounds: [Range<Int>: QueryWord?] = [:]
  /// By the word of the answer that they begin at, each found out once: the word alone, the numbers and the initials.
  private var foundWords: [QueryWord?]
  private var foundNumerals: [[QueryWord]?]
  private var foundAcronyms: [[QueryWord]?]

  /// So many names are compared.
  static let limit = 60
  /// When so many names have been looked at for the rare words of an answer, the frequent ones bring no new ones.
  static let enough = 12_000
  /// So many words may stand for one: "dr martin luther king jr".
  static let longestPhrase = 5
  /// No name has as many words that say something; a longer stretch is searched for names inside it only.
  static let longest = 20

  init(_ tokens: [Token], memory: WordMemory, fillers: Set<String>, model: PlaceModel) {
    self.tokens = tokens
    self.memory = memory
    self.fillers = fillers
    self.model = model
    index = memory.index
    foundWords = Array(repeating: nil, count: tokens.count)
    (foundNumerals, foundAcronyms) = (
      Array(repeating: nil, count: tokens.count), Array(repeating: nil, count: tokens.count)
    )
  }

  /// The best hit of each option for a stretch of the answer, best first.
  func hits(_ range: Range<Int>) -> [PlaceHit] {
    guard !range.isEmpty, index.keys.count > 0 else { return [] }
    guard range.count(where: { !fillers.contains(tokens[$0].word) }) <= Self.longest else { return [] }
    let words = range.map(word)
    let compounds = self.compounds(in: range)
    return hits(range, words, compounds, exact: exactKeys(words), near: candidates(words, compounds))
  }

  /// The options of which a stretch of the answer is the whole name.
  func exactHits(_ range: Range<Int>) -> [PlaceHit] {
    let words = range.map(word)
    let same = exactKeys(words)
    return same.isEmpty ? [] : hits(range, words, [], exact: same, near: [])
  }

  private func hits(
    _ range: Range<Int>, _ words: [QueryWord], _ compounds: [QueryWord], exact same: Set<Int>, near: [Int]
  ) -> [PlaceHit] {
    // Word numbers count from the beginning of the stretch in a comparison.
    let comparison = KeyComparison(words, compounds: compounds, start: range.lowerBound, index: index)
    var best: [Int: PlaceHit] = [:]
    for key in Set(near).union(same) {
      let hit = self.hit(key, comparison, isExact: same.isEmpty ? nil : same.contains(key))
      if let known = best[hit.option], !precedes(hit, known) { continue }
      best[hit.option] = hit
    }
    return best.values.sorted(by: precedes)
  }

  /// How a stretch of the answer was read as the name of a hit.
  func reading(_ range: Range<Int>, as hit: PlaceHit) -> KeyReading {
    KeyComparison(range.map(word), compounds: compounds(in: range), start: range.lowerBound, index: index)
      .reading(hit.key)
  }

  /// Whether a name is just these words.
  func isName(_ range: Range<Int>) -> Bool { !exactKeys(range.map(word)).isEmpty }

  /// How much a word of the answer looks like a rare word of names: 0...1, 0 where none is near.
  func nameLikeness(_ place: Int) -> Double {
    let word = self.word(place)
    guard let nearest = word.form.neighbours.first, nearest.similarity >= 0.75 else { return 0 }
    let rarest = Double(index.words.weights[nearest.word]) / log(1 + Double(index.keys.count))
    return min(1, rarest) * Double(nearest.similarity)
  }

  /// Whether some name holds a word of the answer.
  func knows(_ place: Int) -> Bool { word(place).known != nil }

  /// - Parameter isExact: whether the words are the name; nil where they are none as they are, so that equivalents may be one.
  private func hit(_ key: Int, _ comparison: KeyComparison, isExact: Bool?) -> PlaceHit {
    var features = comparison.features(key)
    features[.isJustName] = isExact == true ? 1 : 0
    return PlaceHit(
      option: index.keys.option(ofKey: key), key: key, features: features, utility: model.utility(features),
      isExact: isExact ?? comparison.isSame(key, features), isName: index.keys.isName(key))
  }

  private func precedes(_ left: PlaceHit, _ right: PlaceHit) -> Bool {
    if left.isExact != right.isExact { return left.isExact }
    if left.isExact, left.isName != right.isName { return left.isName }
    if !left.isExact, left.utility != right.utility { return left.utility > right.utility }
    let served = (index.isServed(left.option), index.isServed(right.option))
    if served.0 != served.1 { return served.0 > served.1 }
    return (left.option, left.key) < (right.option, right.key)
  }

  func word(_ place: Int) -> QueryWord {
    if let known = foundWords[place] { return known }
    let token = tokens[place]
    let word = QueryWord(
      form: memory.form(token.word, isNumber: token.isNumber), tokens: place..<place + 1,
      isFiller: fillers.contains(token.word) || index.forms.numerals.isEnding(tokens, place))
    foundWords[place] = word
    return word
  }

  /// Whether no name has a word like it, or only one that many names shorten.
  private func isStrange(_ word: QueryWord) -> Bool {
    !word.form.groups.isEmpty || word.known == nil && (word.form.neighbours.first?.similarity ?? 0) < 0.75
  }

  /// Phrases that one word stands for, and neighbours that names write as one word.
  func compounds(in range: Range<Int>) -> [QueryWord] {
    var found: [QueryWord] = []
    for first in range {
      for length in 2...Self.longestPhrase where first + length <= range.upperBound {
        if let word = compound(first..<first + length) { found.append(word) }
      }
      found += numberTwins(first)
      found += numerals(first).filter { $0.tokens.upperBound <= range.upperBound }
      if let acronym = acronyms(first).first(where: { $0.tokens.upperBound <= range.upperBound }) {
        found.append(acronym)
      }
    }
    return found
  }

  /// Words that are numbers which names have in digits: "forty second".
  private func numerals(_ first: Int) -> [QueryWord] {
    if let known = foundNumerals[first] { return known }
    let made = index.forms.numerals.readings(tokens, at: first).compactMap { said -> QueryWord? in
      let form = memory.form(said.digits, isNumber: true)
      return form.known == nil ? nil : QueryWord(form: form, tokens: first..<first + said.length, isFiller: false)
    }
    foundNumerals[first] = made
    return made
  }

  /// Words of which names have the first letters alone, the most words first: "american university" for AU. Where names have words
  /// like them these are meant.
  private func acronyms(_ first: Int) -> [QueryWord] {
    if let known = foundAcronyms[first] { return known }
    let lengths = fillers.contains(tokens[first].word) ? [] : [4, 3, 2].filter { first + $0 <= tokens.count }
    let made = lengths.compactMap { acronym(first..<first + $0) }
    foundAcronyms[first] = made
    return made
  }

  private func acronym(_ words: Range<Int>) -> QueryWord? {
    guard words.allSatisfy({ !tokens[$0].isNumber && tokens[$0].word.count > 2 && isStrange(word($0)) }) else {
      return nil
    }
    let form = memory.form(String(words.compactMap { tokens[$0].word.first }), isNumber: false)
    return form.known != nil && form.groups.isEmpty ? QueryWord(form: form, tokens: words, isFiller: false) : nil
  }

  /// A number in words for one in digits, and the other way round: "zone fifteen", "3 bridges".
  private func numberTwins(_ place: Int) -> [QueryWord] {
    let token = tokens[place]
    let twins = token.isNumber ? index.forms.numberWords[token.word] ?? [] : index.forms.digits[token.word].map { [$0] }
    return (twins ?? []).compactMap { twin in
      let form = memory.form(twin, isNumber: !token.isNumber)
      guard form.known != nil else { return nil }
      return QueryWord(form: form, tokens: place..<place + 1, isFiller: false)
    }
  }

  private func compound(_ range: Range<Int>) -> QueryWord? {
    if let known = compounds[range] { return known }
    let made = makeCompound(range)
    compounds[range] = made
    return made
  }

  private func makeCompound(_ range: Range<Int>) -> QueryWord? {
    if let phrase = index.forms.phrase(tokens[range.lowerBound...], at: 0), phrase.length == range.count {
      return QueryWord(form: memory.form(phrase.word, isNumber: false), tokens: range, isFiller: false)
    }
    guard range.count <= 3, !tokens[range].contains(where: \.isNumber) else { return nil }
    let text = tokens[range].map(\.word).joined()
    let word = QueryWord(form: memory.form(text, isNumber: false), tokens: range, isFiller: false)
    guard word.known == nil else { return word }
    // Words split by mistake make no words of their own.
    guard range.count == 2, word.units.count > 5, range.contains(where: { self.word($0).known == nil }) else {
      return nil
    }
    return word.form.nearNeighbours.first.map { $0.similarity >= 0.85 } == true ? word : nil
  }

  private func exactKeys(_ words: [QueryWord]) -> Set<Int> {
    var keys: Set<Int> = []
    let numbers = words.compactMap(\.known)
    if numbers.count == words.count { keys.formUnion(index.keys.keys(ofWords: numbers.map { UInt32($0) })) }
    // The same letters in other words are the name only where no name has these words.
    guard keys.isEmpty else { return keys }
    let letters = words.flatMap(\.units)
    // Short texts without spaces mean too much.
    if letters.count > 3, words.count > 1 || numbers.isEmpty {
      keys.formUnion(index.keys.keys(joined: letters, in: index.words))
    }
    return keys
  }

  /// The names that hold words like the answer's, the most promising ones.
  func candidates(_ words: [QueryWord], _ compounds: [QueryWord]) -> [Int] {
    struct Source {
      var word: Int
      var value: Float
      var size: Int
    }
    var sources: [Source] = []
    var own: Float = 0
    for word in words where !word.isFiller || words.count == 1 {
      own += word.weight
      word.form.neighbours.forEach(add)
    }
    for compound in compounds { compound.form.nearNeighbours.prefix(8).forEach(add) }
    for word in words where word.known == nil && !word.isNumber { halves(of: word).forEach(add) }
    func add(_ neighbour: WordSearch.Neighbour) {
      let weight = index.words.weights[neighbour.word]
      sources.append(
        Source(
          word: neighbour.word, value: weight * neighbour.similarity * neighbour.similarity,
          size: index.words.postings.size(neighbour.word)))
    }
    sources.sort { ($0.size, $0.word) < ($1.size, $1.word) }
    return index.scratch.with { sums in
      var looked = 0
      for source in sources {
        let isNew = looked < Self.enough
        looked += source.size
        index.words.postings.forEach(source.word) { key in
          if isNew { sums.add(source.value, to: key) } else { sums.addIfTouched(source.value, to: key) }
        }
      }
      return best(sums, own: own)
    }
  }

  /// Tversky's index (Features of similarity, 1977), which forgives what the name has more than what the answer has.
  private func best(_ sums: Accumulator, own: Float) -> [Int] {
    var heap = BoundedHeap(limit: Self.limit)
    for key in sums.touched {
      heap.insert(sums.sum(Int(key)) / (0.65 * own + 0.35 * index.keys.weights[Int(key)]), Int(key))
    }
    return heap.sorted
  }

  /// The words that a word may be two of, written as one.
  private func halves(of word: QueryWord) -> [WordSearch.Neighbour] {
    guard word.units.count > 5 else { return [] }
    var found: [WordSearch.Neighbour] = []
    for cut in 3...(word.units.count - 3) {
      guard let left = index.words.number(Array(word.units[..<cut])),
        let right = index.words.number(Array(word.units[cut...]))
      else { continue }
      found += [left, right].map { WordSearch.Neighbour(word: $0, similarity: 0.7) }
    }
    return found
  }
}
