/// Numbers of names as they are said, which names write in digits: "forty second street" for 42 St, "one twenty fifth" for 125.
struct Numerals: Sendable {
  private let cardinals: [String: Int]
  private let ordinals: [String: Int]
  private let hundreds: Set<String>
  private let and: Set<String>
  private let endings: Set<String>

  init(_ lexicon: Lexicon) {
    let numbers = lexicon.words.numbers
    let isWord = { (word: String) in word.allSatisfy(\.isLetter) }
    cardinals = numbers.words.filter { isWord($0.key) && (1..<100).contains($0.value) }.mapValues { Int($0) }
    ordinals = numbers.ordinals.filter { isWord($0.key) }.mapValues { Int($0) }
      .merging(lexicon.clock.ordinals.filter { isWord($0.key) }) { one, _ in one }
    hundreds = Set(numbers.multipliers.filter { $0.value == 100 }.keys)
    and = Set(numbers.and)
    endings = Set(lexicon.clock.ordinalEndings)
  }

  /// The digits of the number that begins at a word and how many words it takes; nil where none does, or it is one cardinal.
  func digits(_ tokens: [Token], at place: Int) -> (digits: String, length: Int)? {
    var end = place
    var value = 0
    if let small = cardinal(tokens, end), small < 10, let word = word(tokens, end + 1) {
      // "one hundred (and) twenty", or in short "one twenty".
      if hundreds.contains(word) {
        (value, end) = (small * 100, end + 2)
      } else if (cardinals[word] ?? ordinals[word] ?? 0) > 9 {
        (value, end) = (small * 100, end + 1)
      }
    } else if word(tokens, end).map(hundreds.contains) == true {
      (value, end) = (100, end + 1)
    }
    if value > 0, word(tokens, end).map(and.contains) == true { end += 1 }
    if let rest = belowHundred(tokens, end) {
      value += rest.value
      end = rest.end
    }
    let isOneCardinal = end == place + 1 && cardinal(tokens, place) != nil
    return value > 0 && end > place && !isOneCardinal ? (String(value), end - place) : nil
  }

  private func belowHundred(_ tokens: [Token], _ place: Int) -> (value: Int, end: Int)? {
    guard let word = word(tokens, place) else { return nil }
    if let ordinal = ordinals[word] { return (ordinal, place + 1) }
    guard let cardinal = cardinals[word] else { return nil }
    if cardinal >= 20, cardinal % 10 == 0, let next = self.word(tokens, place + 1) {
      if let unit = ordinals[next] ?? cardinals[next], unit < 10 { return (cardinal + unit, place + 2) }
    }
    return (cardinal, place + 1)
  }

  private func cardinal(_ tokens: [Token], _ place: Int) -> Int? { word(tokens, place).flatMap { cardinals[$0] } }

  private func word(_ tokens: [Token], _ place: Int) -> String? {
    tokens.indices.contains(place) ? tokens[place].word : nil
  }

  /// Whether a word is the ending of the number that it is written behind: the "nd" of "42nd".
  func isEnding(_ tokens: [Token], _ place: Int) -> Bool {
    place > 0 && endings.contains(tokens[place].word) && tokens[place - 1].isNumber
      && tokens[place - 1].range.upperBound == tokens[place].range.lowerBound
  }

  /// Whether a word of a name can be the ending of a number before it.
  func isEnding(_ word: String) -> Bool { endings.contains(word) }
}
