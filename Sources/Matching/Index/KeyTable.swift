import BuiltFiles

/// The names of an index: each key is a list of words.
struct KeyTable: Sendable {
  private let starts: FlatArray<UInt32>
  private let words: FlatArray<UInt32>
  private let options: FlatArray<UInt32>
  let weights: FlatArray<Float>
  private let table: FlatArray<UInt32>
  private let next: FlatArray<UInt32>
  private let joinedTable: FlatArray<UInt32>
  private let joinedNext: FlatArray<UInt32>

  init(_ image: IndexImage) {
    starts = image.array(.keyStarts, of: UInt32.self)
    words = image.array(.keyWords, of: UInt32.self)
    options = image.array(.keyOptions, of: UInt32.self)
    weights = image.array(.keyWeights, of: Float.self)
    table = image.array(.keyTable, of: UInt32.self)
    next = image.array(.keyNext, of: UInt32.self)
    joinedTable = image.array(.joinedTable, of: UInt32.self)
    joinedNext = image.array(.joinedNext, of: UInt32.self)
  }

  var count: Int { options.count }

  @inline(__always)
  func places(ofKey key: Int) -> Range<Int> { Int(starts[key])..<Int(starts[key + 1]) }
  @inline(__always)
  func word(at place: Int) -> Int { Int(words[place] & ~KeyCollector.asideBit) }
  /// Whether a word stands in parentheses.
  func isAside(at place: Int) -> Bool { words[place] & KeyCollector.asideBit != 0 }
  func option(ofKey key: Int) -> Int { Int(options[key] & ~KeyCollector.nameBit) }
  /// Whether the key is the option's own name and not another name for it.
  func isName(_ key: Int) -> Bool { options[key] & KeyCollector.nameBit != 0 }

  /// The keys of just these words in this order.
  func keys(ofWords numbers: [UInt32]) -> [Int] {
    chain(table, next, Digest.quick(numbers, salt: 0)) { key in
      places(ofKey: key).map { UInt32(word(at: $0)) } == numbers
    }
  }

  /// The keys that have just these letters when their spaces are left out.
  func keys(joined letters: [UInt16], in table: WordTable) -> [Int] {
    let hash = letters.withUnsafeBufferPointer { Digest.quick($0, salt: 0) }
    return chain(joinedTable, joinedNext, hash) { key in
      places(ofKey: key).flatMap { table.spelling(word(at: $0)) } == letters
    }
  }

  private func chain(
    _ heads: FlatArray<UInt32>, _ next: FlatArray<UInt32>, _ hash: UInt32, _ isEqual: (Int) -> Bool
  ) -> [Int] {
    guard !heads.isEmpty else { return [] }
    var found: [Int] = []
    var entry = heads[Int(hash) & (heads.count - 1)]
    while entry != 0 {
      let key = Int(entry) - 1
      if isEqual(key) { found.append(key) }
      entry = next[key]
    }
    return found
  }
}
