import BuiltFiles

/// The hashes by which words are found that are spelt a little differently.
enum LetterHashes {
  enum Kind: UInt64 { case spelling = 1, sound, pair, start }

  /// Of longer words only the beginning has letters deleted, which keeps the table small and loses little: the rest is
  /// compared afterwards.
  static let deletionPrefix = 8

  /// The hashes of a word and of what is left of it when up to two letters (one of a short word) are deleted.
  ///
  /// Two words within that many slips of each other, swaps of neighbours included, share one of them: the symmetric
  /// deletion method of W. Garbe (SymSpell, 2012), after Mor and Fraenkel (1982).
  static func deletions(_ units: some RandomAccessCollection<UInt16>, _ kind: Kind, most: Int = 2) -> [UInt32] {
    let count = min(units.count, deletionPrefix)
    var letters = [UInt16](units.prefix(count))
    let allowed = min(most, units.count < 3 ? 0 : units.count < 5 ? 1 : 2)
    var hashes: [UInt32] = []
    hashes.reserveCapacity(1 + count + count * count / 2)
    hashes.append(hash(letters, kind))
    guard allowed > 0 else { return hashes }
    for first in 0..<count {
      let removed = letters.remove(at: first)
      hashes.append(hash(letters, kind))
      if allowed > 1, first < letters.count {
        for second in first..<letters.count {
          let other = letters.remove(at: second)
          hashes.append(hash(letters, kind))
          letters.insert(other, at: second)
        }
      }
      letters.insert(removed, at: first)
    }
    return hashes
  }

  /// The hashes of a word's pairs of neighbouring letters and of its first two letters.
  static func grams(_ units: some RandomAccessCollection<UInt16>) -> [UInt32] {
    let letters = Array(units)
    guard letters.count > 1 else { return [] }
    var hashes = [hash(Array(letters.prefix(2)), .start)]
    for place in 1..<letters.count { hashes.append(hash([letters[place - 1], letters[place]], .pair)) }
    return hashes
  }

  private static func hash(_ letters: [UInt16], _ kind: Kind) -> UInt32 {
    letters.withUnsafeBufferPointer { Digest.quick($0, salt: kind.rawValue) }
  }

  /// One bit for each letter that a word has.
  static func letters(_ units: some Sequence<UInt16>) -> UInt32 {
    var mask: UInt32 = 0
    for unit in units { mask |= 1 << UInt32((unit &* 0x9E37) >> 11) }
    return mask
  }
}
