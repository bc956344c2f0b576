import BuiltFiles
import Foundation

/// Builds the bytes of an index from options.
struct IndexBuilder {
  private let forms: WordForms
  private let options: [MatchOption]
  private let keys: KeyCollector
  private var writer = SectionFileWriter<IndexSection>()

  /// - Parameter digest: names what the index is built from, see `IndexImage`.
  static func bytes(_ options: [MatchOption], forms: WordForms, digest: Digest) -> [UInt8] {
    var builder = IndexBuilder(options, forms: forms)
    builder.putOptions()
    builder.putKeys()
    builder.putWords()
    builder.putNeighbours()
    return builder.writer.bytes(digest: digest)
  }

  private init(_ options: [MatchOption], forms: WordForms) {
    self.options = options
    self.forms = forms
    keys = KeyCollector(options, forms: forms)
  }

  private mutating func putOptions() {
    var texts = TextCollector()
    var numbers: [UInt32] = []
    var alternatives: [UInt32] = []
    var places: [Double] = []
    for option in options {
      numbers += [
        texts.add(option.id), texts.add(option.name), texts.shared(option.language), texts.shared(option.country),
      ]
      numbers.append(UInt32(alternatives.count / 2))
      for other in option.alternatives { alternatives += [texts.shared(other.language), texts.add(other.name)] }
      numbers.append(UInt32(alternatives.count / 2))
      places += [option.position?.latitude ?? .nan, option.position?.longitude ?? .nan, option.served]
    }
    writer.put(.options, numbers)
    writer.put(.alternatives, alternatives)
    writer.put(.places, places)
    writer.put(.texts, texts.bytes)
    writer.put(.textRanges, texts.ranges)
    writer.put(.nameGroups, keys.nameGroups)
  }

  private mutating func putKeys() {
    writer.put(.keyStarts, keys.keyStarts)
    writer.put(.keyWords, keys.keyWords)
    writer.put(.keyOptions, keys.keyOptions)
    let (keys, weights) = (self.keys, self.weights)
    writer.put(
      .keyWeights,
      (0..<keys.keyCount).map { key in
        keys.words(ofKey: key).reduce(Float(0)) { $0 + weights[Int($1 & ~KeyCollector.asideBit)] }
      })
    let bare = keys.keyWords.map { $0 & ~KeyCollector.asideBit }
    putTable(.keyTable, .keyNext) { key in
      Digest.quick(Array(bare[Int(keys.keyStarts[key])..<Int(keys.keyStarts[key + 1])]), salt: 0)
    }
    putTable(.joinedTable, .joinedNext) { key in
      let units = keys.words(ofKey: key).flatMap { keys.words[Int($0 & ~KeyCollector.asideBit)].units }
      return units.withUnsafeBufferPointer { Digest.quick($0, salt: 0) }
    }
  }

  private mutating func putTable(_ table: IndexSection, _ next: IndexSection, hash: (Int) -> UInt32) {
    let chains = HashChains(count: keys.keyCount, hash: hash)
    writer.put(table, chains.heads)
    writer.put(next, chains.next)
  }

  /// Inverse document frequency; a word for a kind of place weighs less than half.
  private var weights: [Float] {
    let total = Double(max(1, keys.keyCount))
    return keys.words.map { word in
      let rarity = Float(log(1 + total / Double(max(1, word.frequency))))
      return forms.isKind(word.text) ? rarity * 0.4 : rarity
    }
  }

  private mutating func putWords() {
    var starts: [UInt32] = [0]
    var units: [UInt16] = []
    for word in keys.words {
      units += word.units
      starts.append(UInt32(units.count))
    }
    writer.put(.wordStarts, starts)
    writer.put(.wordUnits, units)
    let chains = HashChains(count: keys.words.count) { word in
      keys.words[word].units.withUnsafeBufferPointer { Digest.quick($0, salt: 0) }
    }
    // Words differ, so that the table needs no chains when neighbours take what collides.
    writer.put(.wordTable, chains.probed)
    writer.put(.wordFlags, keys.words.map { $0.isNumber ? 1 : 0 } as [UInt8])
    writer.put(.wordLetters, keys.words.map { LetterHashes.letters($0.units) })
    writer.put(.wordWeights, weights)
    let groups = keys.words.map { forms.groupsOfWord[$0.text] ?? [] }
    writer.put(.wordGroupStarts, .wordGroups, groups)
    var members = [[UInt32]](repeating: [], count: forms.groupCount)
    for (word, own) in groups.enumerated() { for group in own { members[Int(group)].append(UInt32(word)) } }
    writer.put(.groupStarts, .groupWords, members)
  }

  private mutating func putNeighbours() {
    let sounds = keys.words.map { $0.isNumber ? [] : Array(Phonetics.key($0.text).utf16) }
    writer.put(.soundStarts, .soundUnits, sounds)
    writer.put(
      .postingStarts, .postings,
      DeltaLists(count: keys.words.count) { add in
        for key in 0..<keys.keyCount {
          for word in keys.words(ofKey: key) { add(Int(word & ~KeyCollector.asideBit), UInt32(key)) }
        }
      })
    let spelt = keys.words.map { $0.isNumber ? [] : $0.units }
    putBuckets(.deletionStarts, .deletions, perWord: 8) { word in
      let sound = sounds[word]
      let own = spelt[word]
      guard !own.isEmpty else { return [] }
      let bySpelling = LetterHashes.deletions(own, .spelling)
      return sound == own || sound.isEmpty ? bySpelling : bySpelling + LetterHashes.deletions(sound, .sound, most: 1)
    }
    putBuckets(.gramStarts, .grams, perWord: 1) { word in LetterHashes.grams(spelt[word]) }
  }

  /// A table of buckets, a power of two in number, of the words by their hashes.
  private mutating func putBuckets(
    _ starts: IndexSection, _ bytes: IndexSection, perWord: Int, hashes: (Int) -> [UInt32]
  ) {
    var buckets = 1 << 8
    while buckets < keys.words.count * perWord, buckets < 1 << 19 { buckets <<= 1 }
    let all = keys.words.indices.map(hashes)
    let lists = DeltaLists(count: buckets) { add in
      for (word, hashes) in all.enumerated() {
        for hash in hashes { add(Int(hash) & (buckets - 1), UInt32(word)) }
      }
    }
    writer.put(starts, bytes, lists)
  }
}

/// Texts one after the other.
private struct TextCollector {
  private(set) var bytes: [UInt8] = []
  private(set) var ranges: [UInt32] = []
  private var known: [String: UInt32] = [:]

  mutating func add(_ text: String) -> UInt32 {
    ranges += [UInt32(bytes.count), UInt32(text.utf8.count)]
    bytes += text.utf8
    return UInt32(ranges.count / 2 - 1)
  }

  /// A text that many options have is stored once; none has the highest number.
  mutating func shared(_ text: String?) -> UInt32 {
    guard let text else { return .max }
    if let number = known[text] { return number }
    let number = add(text)
    known[text] = number
    return number
  }
}

/// A hash table with chains, and the same without: entries are numbers plus one, 0 is empty.
private struct HashChains {
  private(set) var heads: [UInt32]
  private(set) var next: [UInt32]
  /// Open addressing; for numbers that are all different things.
  private(set) var probed: [UInt32]

  init(count: Int, hash: (Int) -> UInt32) {
    var size = 16
    while size < count * 2 { size <<= 1 }
    heads = [UInt32](repeating: 0, count: size)
    next = [UInt32](repeating: 0, count: count)
    probed = heads
    for number in 0..<count {
      let slot = Int(hash(number)) & (size - 1)
      next[number] = heads[slot]
      heads[slot] = UInt32(number + 1)
      var free = slot
      while probed[free] != 0 { free = (free + 1) & (size - 1) }
      probed[free] = UInt32(number + 1)
    }
  }
}
