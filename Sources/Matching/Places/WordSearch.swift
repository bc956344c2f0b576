/// Finds the words of the names that a word of an answer may stand for.
struct WordSearch {
  /// A word of the names and how alike it is.
  struct Neighbour {
    var word: Int
    var similarity: Float
  }

  /// So many words are kept for each word of an answer.
  static let most = 40
  /// Words less alike than this are not worth a look.
  static let least: Float = 0.52
  /// So many words that begin alike are looked at.
  static let mostBegun = 64

  let index: OptionIndex
  private var table: WordTable { index.words }

  init(_ index: OptionIndex) { self.index = index }

  /// The most alike words, best first.
  /// - Parameter deep: whether words are looked for as well that share no more than groups of letters.
  func neighbours(of word: WordForm, deep: Bool) -> [Neighbour] {
    if word.isNumber { return word.known.map { [Neighbour(word: $0, similarity: 1)] } ?? [] }
    var found = nearlySpelt(word)
    // Many slips leave none of the short forms in common; groups of letters do.
    if deep, (found.first?.similarity ?? 0) < 0.75, word.units.count > 4 || word.isKanji {
      let known = Set(found.map(\.word))
      found += sharingLetters(word).filter { !known.contains($0) }.compactMap { alike(word, $0) }
      sort(&found)
    }
    return Array(found.prefix(Self.most))
  }

  private func alike(_ word: WordForm, _ other: Int) -> Neighbour? {
    let similarity = word.similarity(to: other)
    return similarity >= Self.least ? Neighbour(word: other, similarity: similarity) : nil
  }

  private func sort(_ found: inout [Neighbour]) {
    found.sort { $0.similarity != $1.similarity ? $0.similarity > $1.similarity : $0.word < $1.word }
  }

  private func nearlySpelt(_ word: WordForm) -> [Neighbour] {
    var candidates: [Int] = word.known.map { [$0] } ?? []
    for group in word.groups { candidates += table.members(ofGroup: group).map { Int($0) } }
    let buckets = table.deletions.count
    func look(_ hashes: [UInt32]) {
      for hash in hashes { table.deletions.forEach(Int(hash) & (buckets - 1)) { candidates.append($0) } }
    }
    if buckets > 0 {
      for hash in LetterHashes.deletions(word.units, .spelling) {
        table.deletions.forEach(Int(hash) & (buckets - 1)) {
          // Two letters deleted on either side leave four to differ; most of what shares a bucket by chance differs in more.
          if (table.letters[$0] ^ word.letters).nonzeroBitCount <= 4 { candidates.append($0) }
        }
      }
      // The sound of a word that is spelt as it sounds is not stored twice.
      if word.sound.count > 2 { look(LetterHashes.deletions(word.sound, .sound, most: 1)) }
      if word.sound != word.units { look(LetterHashes.deletions(word.sound, .spelling, most: 1)) }
    }
    if word.isKanji, word.units.count > 1 { candidates += holding(word.units) }
    if word.units.count > 2 {
      let range = table.words(startingWith: word.units)
      // A beginning that hundreds of words share says nothing.
      if range.count <= Self.mostBegun { candidates += range }
      if word.units.count > 3 {
        let near = table.words(startingWith: Array(word.units.prefix(3)))
        if near.count <= Self.mostBegun { candidates += near }
      }
    }
    candidates.sort()
    var last = -1
    var found: [Neighbour] = []
    for candidate in candidates where candidate != last {
      last = candidate
      if let neighbour = alike(word, candidate) { found.append(neighbour) }
    }
    // A slip in "hauptbahnhof" must not hide that it stands for "hbf".
    if word.groups.isEmpty, word.units.count > 5 {
      let twins = found.filter { $0.similarity >= 0.72 }
      let known = Set(found.map(\.word))
      for twin in twins {
        for group in table.groups(of: twin.word) {
          for member in table.members(ofGroup: group) where !known.contains(Int(member)) {
            found.append(Neighbour(word: Int(member), similarity: word.stands(for: Int(member), by: twin.similarity)))
          }
        }
      }
    }
    sort(&found)
    return found
  }

  /// The words in kanji that hold some letters, as many as are worth a look.
  private func holding(_ units: [UInt16]) -> [Int] {
    var found: [Int] = []
    for word in table.firstWord(from: 0x3005)..<table.count where found.count < Self.mostHolding {
      if Self.holds(table.spelling(word), units) { found.append(word) }
    }
    return found
  }

  /// So many names that hold the same signs are told apart by nobody.
  private static let mostHolding = 200

  /// Whether a word holds the letters of another one in a row.
  static func holds(_ word: UnsafeBufferPointer<UInt16>, _ units: [UInt16]) -> Bool {
    guard let first = units.first, word.count >= units.count else { return false }
    return (0...(word.count - units.count)).contains { start in
      word[start] == first && word[start..<start + units.count].elementsEqual(units)
    }
  }

  /// The words that share most of the rarer groups of letters.
  private func sharingLetters(_ word: WordForm) -> [Int] {
    let buckets = table.grams.count
    guard buckets > 0 else { return [] }
    let grams = Set(LetterHashes.grams(word.units).map { Int($0) & (buckets - 1) })
      .sorted { (table.grams.size($0), $0) < (table.grams.size($1), $1) }
    let length = word.units.count
    return index.scratch.with { sums in
      var budget = 5000
      for gram in grams where budget > 0 {
        budget -= table.grams.size(gram)
        table.grams.forEach(gram) { sums.add(1, to: $0) }
      }
      var heap = BoundedHeap(limit: 80)
      for number in sums.touched {
        let shared = sums.sum(Int(number))
        let other = table.length(Int(number))
        guard shared * 3 >= Float(min(length, other)), abs(other - length) <= 4 else { continue }
        heap.insert(shared / Float(length + other), Int(number))
      }
      return heap.sorted
    }
  }
}
