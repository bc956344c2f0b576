import BuiltFiles

/// The parts of an index. Lists of several things (`…Starts`) have one entry more than
/// there are things: thing `n` has the entries from `starts[n]` to `starts[n + 1]` of what it names.
enum IndexSection: Int, FileSection {
  static let magic: UInt64 = 0x5844_4954_4847_4C41
  static let version: UInt32 = 2

  /// UTF-8 of all ids, names and other texts of the options.
  case texts
  /// Two numbers a text: where it begins in `texts`, and its length.
  case textRanges
  /// Six numbers an option: text numbers of id, name, language and country, and its range of `alternatives`.
  case options
  /// Two text numbers an alternative: language and name.
  case alternatives
  /// Three doubles an option: latitude, longitude (not a number where unknown), and how often it is served.
  case places
  /// One number an option: options of one normalised name have the same.
  case nameGroups

  /// Where the words of a key begin in `keyWords`.
  case keyStarts
  /// Word numbers; the highest bit marks a word in parentheses.
  case keyWords
  /// Option numbers; the highest bit marks the option's own name.
  case keyOptions
  /// The weights of a key's words together (Float).
  case keyWeights
  /// A hash table from the word numbers of a key to the last key that has them, and for each key the next one.
  case keyTable, keyNext
  /// The same by the letters of a key without spaces.
  case joinedTable, joinedNext

  /// Words are sorted by their UTF-16 code units, so that those with one beginning stand together.
  case wordStarts, wordUnits
  case wordTable
  /// One byte a word: 1 for a number.
  case wordFlags
  /// The letters that a word has, one bit each (UInt32), to tell soon that two words differ.
  case wordLetters
  /// Inverse document frequency (Float).
  case wordWeights
  case soundStarts, soundUnits
  case wordGroupStarts, wordGroups
  /// The words of each group of equivalents.
  case groupStarts, groupWords
  /// Which keys hold a word: byte offsets, and bytes of delta-coded numbers.
  case postingStarts, postings
  /// Which words are left when letters are deleted, by bucket of the hash of what is left.
  case deletionStarts, deletions
  /// Which words hold a group of letters, by bucket of its hash.
  case gramStarts, grams
}

/// An index as it is mapped from a file or was built.
typealias IndexImage = SectionFile<IndexSection>

extension SectionFileWriter where Section == IndexSection {
  /// Delta-coded lists as byte offsets and bytes.
  mutating func put(_ starts: IndexSection, _ bytes: IndexSection, _ lists: DeltaLists) {
    put(starts, lists.starts)
    put(bytes, lists.bytes)
  }
}
