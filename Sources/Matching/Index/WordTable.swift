import BuiltFiles

/// The distinct words of an index, each with what comparing it needs.
struct WordTable: Sendable {
  private let starts: FlatArray<UInt32>
  private let units: FlatArray<UInt16>
  private let table: FlatArray<UInt32>
  private let flags: FlatArray<UInt8>
  let letters: FlatArray<UInt32>
  let weights: FlatArray<Float>
  private let soundStarts: FlatArray<UInt32>
  private let soundUnits: FlatArray<UInt16>
  private let groupStarts: FlatArray<UInt32>
  private let groups: FlatArray<UInt16>
  private let memberStarts: FlatArray<UInt32>
  private let members: FlatArray<UInt32>
  let postings: DeltaReader
  let deletions: DeltaReader
  let grams: DeltaReader

  init(_ image: IndexImage) {
    starts = image.array(.wordStarts, of: UInt32.self)
    units = image.array(.wordUnits, of: UInt16.self)
    table = image.array(.wordTable, of: UInt32.self)
    flags = image.array(.wordFlags, of: UInt8.self)
    letters = image.array(.wordLetters, of: UInt32.self)
    weights = image.array(.wordWeights, of: Float.self)
    soundStarts = image.array(.soundStarts, of: UInt32.self)
    soundUnits = image.array(.soundUnits, of: UInt16.self)
    groupStarts = image.array(.wordGroupStarts, of: UInt32.self)
    groups = image.array(.wordGroups, of: UInt16.self)
    memberStarts = image.array(.groupStarts, of: UInt32.self)
    members = image.array(.groupWords, of: UInt32.self)
    postings = DeltaReader(
      starts: image.array(.postingStarts, of: UInt32.self), bytes: image.array(.postings, of: UInt8.self))
    deletions = DeltaReader(
      starts: image.array(.deletionStarts, of: UInt32.self), bytes: image.array(.deletions, of: UInt8.self))
    grams = DeltaReader(starts: image.array(.gramStarts, of: UInt32.self), bytes: image.array(.grams, of: UInt8.self))
  }

  var count: Int { flags.count }

  /// The first word that begins with a letter or one behind it; words are in the order of their letters.
  func firstWord(from letter: UInt16) -> Int {
    partition { $0.first ?? 0 < letter }
  }

  /// The letters of a word in UTF-16.
  @inline(__always)
  func spelling(_ word: Int) -> UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(rebasing: units.buffer[Int(starts[word])..<Int(starts[word + 1])])
  }

  /// The phonetic key, empty for numbers.
  @inline(__always)
  func sound(_ word: Int) -> UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(rebasing: soundUnits.buffer[Int(soundStarts[word])..<Int(soundStarts[word + 1])])
  }

  func isNumber(_ word: Int) -> Bool { flags[word] & 1 != 0 }

  func isIn(_ word: Int, groupOf others: [UInt16]) -> Bool {
    guard !others.isEmpty else { return false }
    return groups.buffer[Int(groupStarts[word])..<Int(groupStarts[word + 1])].contains { others.contains($0) }
  }

  func groups(of word: Int) -> Slice<UnsafeBufferPointer<UInt16>> {
    groups.buffer[Int(groupStarts[word])..<Int(groupStarts[word + 1])]
  }

  func length(_ word: Int) -> Int { Int(starts[word + 1]) - Int(starts[word]) }

  func members(ofGroup group: UInt16) -> Slice<UnsafeBufferPointer<UInt32>> {
    members.buffer[Int(memberStarts[Int(group)])..<Int(memberStarts[Int(group) + 1])]
  }

  /// The number of a word, nil where no name holds it.
  func number(_ spelt: [UInt16]) -> Int? {
    guard !table.isEmpty else { return nil }
    return spelt.withUnsafeBufferPointer { own in
      var slot = Int(Digest.quick(own, salt: 0)) & (table.count - 1)
      while table[slot] != 0 {
        let word = Int(table[slot]) - 1
        if spelling(word).elementsEqual(own) { return word }
        slot = (slot + 1) & (table.count - 1)
      }
      return nil
    }
  }

  /// The words that begin with some letters.
  func words(startingWith beginning: [UInt16]) -> Range<Int> {
    let first = partition { $0.lexicographicallyPrecedes(beginning) }
    let end = partition { word in word.starts(with: beginning) || word.lexicographicallyPrecedes(beginning) }
    return first..<max(first, end)
  }

  /// How many words come before the others by a test that holds for the first ones only.
  private func partition(_ precedes: (UnsafeBufferPointer<UInt16>) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if precedes(spelling(middle)) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
