/// Numbers of names as they are said, which names write in digits: "forty second street" for 42 St, "one twenty fifth" for 125.
struct Numerals: Sendable {
  private let cardinals: [String: Int]
  private let ordinals: [String: Int]
  /// Hundreds that are one word: "doscientos".
  private let wholeHundreds: [String: Int]
  private let hundreds: Set<String>
  private let thousands: Set<String>
  private let zeros: Set<String>
  private let and: Set<String>
  private let endings: Set<String>

  init(_ lexicon: Lexicon) {
    let numbers = lexicon.words.numbers
    let isWord = { (word: String) in word.allSatisfy(\.isLetter) }
    cardinals = numbers.words.filter { isWord($0.key) && (1..<100).contains($0.value) }.mapValues { Int($0) }
    ordinals = numbers.ordinals.filter { isWord($0.key) }.mapValues { Int($0) }
      .merging(lexicon.clock.ordinals.filter { isWord($0.key) }) { one, _ in one }
    wholeHundreds = numbers.words.filter {
      isWord($0.key) && (100..<1000).contains($0.value) && $0.value.truncatingRemainder(dividingBy: 100) == 0
    }.mapValues { Int($0) }
    hundreds = Set(numbers.multipliers.filter { $0.value == 100 }.keys)
    thousands = Set(numbers.multipliers.filter { $0.value == 1000 }.keys)
    zeros = Set(numbers.words.filter { $0.value == 0 }.keys).union(numbers.zeros)
    and = Set(numbers.and)
    endings = Set(lexicon.clock.ordinalEndings)
  }

  /// The numbers that begin at a word, in digits, each with how many words it takes: all that the words may mean, but one cardinal.
  func readings(_ tokens: [Token], at place: Int) -> [(digits: String, length: Int)] {
    var found = [whole(tokens, place)].compactMap(\.self)
    // House numbers are said in groups: "twenty three oh eight", "six seventy four".
    var (digits, end) = ("", place)
    while digits.utf8.count < Self.mostDigits, let group = group(tokens, end) {
      digits += group.digits
      end = group.end
      if digits != group.digits { found.append((digits, end - place)) }
    }
    return found.filter { reading in
      !(reading.length == 1 && cardinal(tokens, place) != nil)
    }
  }

  /// No number of a name is longer.
  private static let mostDigits = 5

  /// Two digits or one of a number that is said in groups; a zero stands before a digit.
  private func group(_ tokens: [Token], _ place: Int) -> (digits: String, end: Int)? {
    guard let word = word(tokens, place) else { return nil }
    if zeros.contains(word) {
      guard let next = cardinal(tokens, place + 1), next < 10 else { return nil }
      return ("0\(next)", place + 2)
    }
    guard cardinals[word] != nil, let group = belowHundred(tokens, place) else { return nil }
    return (String(group.value), group.end)
  }

  /// A whole number: "forty second", "one hundred and twenty", in short "one twenty", "twelve thousand".
  private func whole(_ tokens: [Token], _ place: Int) -> (digits: String, length: Int)? {
    var end = place
    var value = 0
    if let thousand = belowHundred(tokens, place), word(tokens, thousand.end).map(thousands.contains) == true {
      (value, end) = (thousand.value * 1000, thousand.end + 1)
    }
    if let hundred = word(tokens, end).flatMap({ wholeHundreds[$0] }) {
      (value, end) = (value + hundred, end + 1)
    } else if let small = cardinal(tokens, end), small < 10, let word = word(tokens, end + 1) {
      if hundreds.contains(word) {
        (value, end) = (value + small * 100, end + 2)
      } else if value == 0, (cardinals[word] ?? ordinals[word] ?? 0) > 9 {
        (value, end) = (small * 100, end + 1)
      }
    } else if word(tokens, end).map(hundreds.contains) == true {
      (value, end) = (value + 100, end + 1)
    }
    if value > 0, word(tokens, end).map(and.contains) == true, belowHundred(tokens, end + 1) != nil { end += 1 }
    if let rest = belowHundred(tokens, end) {
      value += rest.value
      end = rest.end
    }
    return value > 0 && end > place ? (String(value), end - place) : nil
  }

  private func belowHundred(_ tokens: [Token], _ place: Int) -> (value: Int, end: Int)? {
    guard let word = word(tokens, place) else { return nil }
    if let ordinal = ordinals[word] { return (ordinal, place + 1) }
    guard let cardinal = cardinals[word] else { return nil }
    if cardinal >= 20, cardinal % 10 == 0, let next = self.word(tokens, place + 1) {
      if let unit = ordinals[next] ?? cardinals[next], unit < 10 { return (cardinal + unit, place + 2) }
      // "cuarenta y cinco": where the word between is but a letter it says nothing else.
      if next.count == 1, and.contains(next), let unit = self.cardinal(tokens, place + 2), unit < 10 {
        return (cardinal + unit, place + 3)
      }
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
