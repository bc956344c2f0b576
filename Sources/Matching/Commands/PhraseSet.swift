/// Templates with what they mean, found anywhere in an utterance.
package struct PhraseSet: Sendable {
  /// A stretch of words that a template reads.
  package struct Hit: Sendable {
    /// The number of what it means.
    package var meaning: Int
    package var words: Range<Int>
    package var mustBeWhole: Bool
    /// The number of the template.
    var phrase: Int
  }

  private struct Entry: Sendable {
    var meaning: Int
    var template: Template
    var mustBeWhole: Bool
  }

  /// Utterances of more words are no command: a place between words is a bit.
  static let longest = 40

  private let entries: [Entry]
  private let byFirst: [[Int]]
  private let words: [String]
  private let numbers: [String: Int]
  /// The longer words, which may be met with a slip.
  private let long: [(scalars: [UInt32], number: Int)]

  /// - Parameter phrases: each with the number of its meaning and whether it counts only as the whole utterance.
  package init(_ phrases: [(meaning: Int, text: String, mustBeWhole: Bool)], rules: [String: String]) {
    var reader = TemplateReader(rules: rules)
    entries = phrases.map { Entry(meaning: $0.meaning, template: reader.read($0.text), mustBeWhole: $0.mustBeWhole) }
    words = reader.words
    numbers = reader.numbers
    var byFirst = [[Int]](repeating: [], count: reader.words.count)
    for (number, entry) in entries.enumerated() {
      _ = Template.first(entry.template.part) { word in
        if byFirst[word].last != number { byFirst[word].append(number) }
      }
    }
    self.byFirst = byFirst
    long = reader.words.enumerated().filter { $0.element.unicodeScalars.count >= 5 }
      .map { ($0.element.unicodeScalars.map(\.value), $0.offset) }
  }

  /// All the stretches that templates read, unsorted.
  ///
  /// - Parameter isName: tells words that are met as they are, because a name among the options holds them.
  package func hits(_ tokens: [Token], isName: (String) -> Bool = { _ in false }) -> [Hit] {
    guard tokens.count <= Self.longest else { return [] }
    let words = tokens.map { known($0.word, mayHoldSlip: !isName($0.word)) }
    var positions: [Int: UInt64] = [:]
    for (place, numbers) in words.enumerated() {
      for number in numbers { positions[number, default: 0] |= 1 << UInt64(place) }
    }
    var result: [Hit] = []
    for start in words.indices {
      let possible = Set(words[start].flatMap { byFirst[$0] })
      for number in possible.sorted() {
        let entry = entries[number]
        var ends = Template.ends(entry.template.part, positions, from: 1 << UInt64(start))
        ends &= ~((2 << UInt64(start)) - 1)
        while ends != 0 {
          let end = ends.trailingZeroBitCount
          ends &= ends - 1
          result.append(
            Hit(meaning: entry.meaning, words: start..<end, mustBeWhole: entry.mustBeWhole, phrase: number))
        }
      }
    }
    return result
  }

  /// The word, or the one of the templates that it is a slip of, where there is exactly one.
  func spelling(_ word: String) -> String {
    guard numbers[word] == nil, case let near = known(word, mayHoldSlip: true), near.count == 1 else { return word }
    return words[near[0]]
  }

  /// A word drawn out for emphasis as it is written otherwise, "yess" and "neeein"; nil for any other.
  private static func shortened(_ word: String) -> String? {
    var letters: [Character] = []
    var (run, longest) = (0, 1)
    for letter in word {
      run = letter == letters.last ? run + 1 : 1
      longest = max(longest, run)
      if run == 1 { letters.append(letter) }
    }
    // "Too" and "see" end so by themselves.
    let isDrawnOut = longest > 2 || run > 1 && word.count > 2 && "aspkh".contains(letters.last ?? " ")
    return isDrawnOut ? String(letters) : nil
  }

  /// The numbers of a word as templates know it; a longer unknown word may have one slip.
  private func known(_ word: String, mayHoldSlip: Bool) -> [Int] {
    if let number = numbers[word] { return [number] }
    guard mayHoldSlip else { return [] }
    if let number = Self.shortened(word).flatMap({ numbers[$0] }) { return [number] }
    guard word.unicodeScalars.count >= 5 else { return [] }
    let pattern = EditPattern(word)
    return long.filter { abs($0.scalars.count - pattern.scalars.count) <= 1 && pattern.distance(to: $0.scalars) <= 1 }
      .map(\.number)
  }
}
