import Foundation

/// A word as it was said, prepared to be compared with the words of many names; what was found out is kept.
final class WordForm {
  let units: [UInt16]
  let sound: [UInt16]
  let isNumber: Bool
  let weight: Float
  /// Its number among the words of the names, nil where none holds it.
  let known: Int?
  let groups: [UInt16]
  let letters: UInt32
  private let pattern: EditPattern
  private let soundPattern: EditPattern
  private let index: OptionIndex
  private let searches: SearchBudget
  private var table: WordTable { index.words }
  private var similarities = SimilarityMemo()

  /// The most alike words of the names, best first.
  private(set) lazy var neighbours = search(deep: true)
  /// The same without those that share no more than groups of letters.
  private(set) lazy var nearNeighbours = search(deep: false)

  init(_ text: String, isNumber: Bool, index: OptionIndex, searches: SearchBudget) {
    self.searches = searches
    let word = index.forms.expanded(text)
    units = Array(word.utf16)
    sound = isNumber ? [] : Array(Phonetics.key(word).utf16)
    self.isNumber = isNumber
    self.index = index
    known = index.words.number(units)
    groups = index.forms.groupsOfWord[word] ?? []
    letters = LetterHashes.letters(units)
    pattern = EditPattern(units.map(UInt32.init))
    soundPattern = EditPattern(sound.map(UInt32.init))
    var weight = known.map { index.words.weights[$0] } ?? Float(log(1 + Double(index.keys.count) / 2))
    if known == nil, index.forms.isKind(word) { weight *= 0.1 }
    self.weight = weight
  }

  private func search(deep: Bool) -> [WordSearch.Neighbour] {
    guard searches.takeWord() else { return known.map { [WordSearch.Neighbour(word: $0, similarity: 1)] } ?? [] }
    return WordSearch(index).neighbours(of: self, deep: deep)
  }

  /// How alike the word and a word of the names are, 0...1, remembered.
  ///
  /// Numbers are equal or different, never near. Equivalents count almost as the word itself. Sound counts just below
  /// spelling.
  func similarity(to word: Int) -> Float {
    if word == known { return 1 }
    if let found = similarities[word] { return found }
    let value = compared(with: word)
    similarities.remember(value, of: word)
    return value
  }

  /// Counts as a word that one of equivalent words stands for, by how alike that one is.
  func stands(for word: Int, by similarity: Float) -> Float {
    let value = max(0.95 * similarity, self.similarity(to: word))
    similarities.remember(value, of: word)
    return value
  }

  private func compared(with word: Int) -> Float {
    if isNumber || table.isNumber(word) { return 0 }
    if table.isIn(word, groupOf: groups) { return 0.97 }
    let other = table.spelling(word)
    return max(slips(other, table.sound(word), table.letters[word]), beginning(other))
  }

  /// The likeness to letters that are no word of the index, such as two words of a name read as one.
  func similarity(toLetters other: [UInt16], sound otherSound: [UInt16]) -> Float {
    other.withUnsafeBufferPointer { spelling in
      otherSound.withUnsafeBufferPointer { slips(spelling, $0, LetterHashes.letters(spelling)) }
    }
  }

  private func slips(
    _ other: UnsafeBufferPointer<UInt16>, _ otherSound: UnsafeBufferPointer<UInt16>, _ otherLetters: UInt32
  ) -> Float {
    let longer = max(units.count, other.count)
    guard longer > 2, abs(units.count - other.count) * 2 <= longer else { return 0 }
    // Two slips in a short word make another word.
    let limit = longer <= 4 ? 1.3 : Float(longer) * 0.5
    var cost = limit
    // A slip changes at most two letters of the set; the sound may agree all the same.
    if (letters ^ otherLetters).nonzeroBitCount <= Int(limit * 2) + 1 {
      // Few slips are among the cheap ones, so that most words are left with the quick count.
      if Float(pattern.distance(to: other)) * 0.8 < limit {
        cost = units.withUnsafeBufferPointer { EditCosts.distance(written: $0, meant: other, limit: limit) }
      }
    }
    if cost > EditCosts.misspelt + 0.3, units.count > 2, !otherSound.isEmpty, !sound.isEmpty {
      cost = min(cost, EditCosts.misspelt + heard(otherSound, limit: cost) * 1.1)
    }
    return cost < limit ? 1 - cost / Float(longer) : 0
  }

  /// How far the sounds are from each other.
  private func heard(_ other: UnsafeBufferPointer<UInt16>, limit: Float) -> Float {
    guard abs(sound.count - other.count) < 4, Float(soundPattern.distance(to: other)) * 0.6 < limit else {
      return limit
    }
    return sound.withUnsafeBufferPointer { EditCosts.distance(written: $0, meant: other, limit: limit, .sounds) }
  }

  /// "univ" for "universität": an abbreviation keeps the beginning.
  private func beginning(_ other: UnsafeBufferPointer<UInt16>) -> Float {
    let (own, whole) = (units.count, other.count)
    if own < whole, other.starts(with: units) {
      return own < 3 && !(isKanji && own == 2) ? 0.55 : 0.8 + 0.15 * Float(own) / Float(whole)
    }
    if own >= 2, own < 5, own < whole, units[0] == other[0], Self.isSkeleton(units, of: Array(other)) { return 0.6 }
    if whole < own, whole >= 3, units.starts(with: other) { return 0.5 + 0.3 * Float(whole) / Float(own) }
    if (3..<5).contains(whole), whole < own, units[0] == other[0], Self.isSkeleton(Array(other), of: units) {
      return 0.6
    }
    if isKanji, own >= 2, own < whole, WordSearch.holds(other, units) {
      return 0.6 + 0.2 * Float(own) / Float(whole)
    }
    return nearlyBeginning(other)
  }

  /// Whether it is written without spaces between words, so that a part of a name may be said alone: 空港.
  var isKanji: Bool { units.first.map { (0x3005...0x9FFF).contains($0) } ?? false }

  /// "hagn" for "hagenberg": the beginning with one slip, of which the first two letters are none.
  private func nearlyBeginning(_ other: UnsafeBufferPointer<UInt16>) -> Float {
    let (own, whole) = (units.count, other.count)
    let cost = units.withUnsafeBufferPointer { EditCosts.ofBeginning(written: $0, meant: other) }
    return cost < 1 ? 0.62 + 0.15 * Float(own) / Float(whole) - 0.1 * cost : 0
  }

  /// "ck" for "creek", "sth" for "south": only consonants, in the order of the word, its last one among them.
  private static func isSkeleton(_ units: [UInt16], of whole: [UInt16]) -> Bool {
    guard !units.contains(where: EditCosts.isVowel), units.last == whole.last(where: { !EditCosts.isVowel($0) }) else {
      return false
    }
    var place = 0
    for letter in whole where place < units.count && letter == units[place] { place += 1 }
    return place == units.count
  }
}
