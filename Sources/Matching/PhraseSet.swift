/// Templates with what they mean, found anywhere in an utterance.
struct PhraseSet: Sendable {
  /// A stretch of words that a template reads.
  struct Hit: Sendable {
    var meaning: Int
    var words: Range<Int>
    var mustBeWhole: Bool
  }

  private struct Entry: Sendable {
    var meaning: Int
    var template: Template
    var mustBeWhole: Bool
  }

  private let entries: [Entry]
  private let byFirst: [Int: [Int]]
  private let numbers: [String: Int]
  /// The longer words, which may be met with a slip.
  private let long: [(scalars: [UInt32], number: Int)]

  /// - Parameter phrases: each with the number of its meaning and whether it counts only as the whole utterance.
  init(_ phrases: [(meaning: Int, text: String, mustBeWhole: Bool)], rules: [String: String]) {
    var reader = TemplateReader(rules: rules)
    entries = phrases.map { Entry(meaning: $0.meaning, template: reader.read($0.text), mustBeWhole: $0.mustBeWhole) }
    numbers = reader.numbers
    var byFirst: [Int: [Int]] = [:]
    for (number, entry) in entries.enumerated() {
      for word in Template.first(entry.template.part).words { byFirst[word, default: []].append(number) }
    }
    self.byFirst = byFirst
    long = numbers.filter { $0.key.unicodeScalars.count >= 5 }
      .map { ($0.key.unicodeScalars.map(\.value), $0.value) }.sorted { $0.1 < $1.1 }
  }

  /// All the stretches that templates read, unsorted.
  ///
  /// - Parameter isName: tells words that are met as they are, because a name among the options holds them.
  func hits(_ tokens: [Token], isName: (String) -> Bool = { _ in false }) -> [Hit] {
    let words = tokens.map { known($0.word, mayHoldSlip: !isName($0.word)) }
    var result: [Hit] = []
    for start in words.indices {
      let possible = Set(words[start].flatMap { byFirst[$0] ?? [] })
      for number in possible.sorted() {
        for end in Template.ends(entries[number].template.part, words, from: start) where end > start {
          result.append(
            Hit(meaning: entries[number].meaning, words: start..<end, mustBeWhole: entries[number].mustBeWhole))
        }
      }
    }
    return result
  }

  /// The numbers of a word as templates know it; a longer unknown word may have one slip.
  private func known(_ word: String, mayHoldSlip: Bool) -> Set<Int> {
    if let number = numbers[word] { return [number] }
    guard mayHoldSlip, word.unicodeScalars.count >= 5 else { return [] }
    let pattern = EditPattern(word)
    return Set(
      long.filter { abs($0.scalars.count - pattern.scalars.count) <= 1 && pattern.distance(to: $0.scalars) <= 1 }
        .map(\.number))
  }
}
