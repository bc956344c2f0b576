/// The words of one answer, prepared to be compared with the words of many names.
struct QueryWord: Sendable {
  let word: String
  let isNumber: Bool
  /// Whether the word says nothing by itself, so that a name need not explain it.
  let isFiller: Bool
  let weight: Double
  let pattern: EditPattern
  let phoneticPattern: EditPattern
  let groups: [Int32]

  init(_ token: Token, vocabulary: Vocabulary, fillers: Set<String>) {
    word = vocabulary.expanded(token.word)
    isNumber = token.isNumber
    let known = vocabulary.number[word]
    var weight = known.map { vocabulary.weight[Int($0)] } ?? vocabulary.unknownWeight
    isFiller = fillers.contains(token.word)
    if known == nil, vocabulary.isPlaceWord(word) { weight *= 0.1 }
    self.weight = weight
    pattern = EditPattern(word)
    phoneticPattern = EditPattern(isNumber ? "" : Phonetics.key(word))
    groups = vocabulary.groups(of: word)
  }

  /// How alike the word and a name's word are, 0...1.
  ///
  /// Numbers are equal or different, never near. Equivalents count almost as the word itself. Sound counts just below spelling.
  func similarity(to number: Int, in vocabulary: Vocabulary) -> Double {
    let other = vocabulary.words[number]
    if other == word { return 1 }
    if isNumber || vocabulary.isNumber[number] { return 0 }
    if !groups.isEmpty, vocabulary.groups[number].contains(where: groups.contains) { return 0.97 }
    let scalars = vocabulary.scalars[number]
    let length = pattern.scalars.count
    var best = 0.0
    if abs(length - scalars.count) <= max(length, scalars.count) / 2 {
      best = spelling(scalars)
      let sound = vocabulary.phonetic[number]
      if length > 2, scalars.count > 2 { best = max(best, 0.95 * phoneticPattern.similarity(to: sound)) }
    }
    return max(best, prefixCredit(scalars))
  }

  private func spelling(_ scalars: [UInt32]) -> Double {
    let distance = pattern.distance(to: scalars)
    let longer = max(pattern.scalars.count, scalars.count)
    // Two slips in a short word make another word.
    if longer <= 2 || (longer <= 4 && distance > 1) { return 0 }
    let equalStart = pattern.scalars.first == scalars.first
    let plain = 1 - Double(distance) / Double(longer)
    return equalStart ? plain + (1 - plain) * 0.1 : plain
  }

  /// "univ" for "universität": an abbreviation keeps the beginning.
  private func prefixCredit(_ scalars: [UInt32]) -> Double {
    let length = pattern.scalars.count
    guard length >= 3, length < scalars.count, scalars.starts(with: pattern.scalars) else { return 0 }
    return 0.72 + 0.2 * Double(length) / Double(scalars.count)
  }
}
