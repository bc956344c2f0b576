import Foundation

/// A number read from words or digits.
struct ReadNumber {
  enum Certainty {
    /// Digits and number words.
    case plain
    /// Words that are a number only before a unit: a, another, to (two).
    case beforeUnit
  }

  var value: Double
  /// The token after it.
  var end: Int
  var certainty: Certainty
}

/// Reads numbers from tokens by the words of a lexicon.
struct NumberReader: Sendable {
  private let numbers: WordLists.Numbers
  private let and: Set<String>
  private let point: Set<String>
  private let over: Set<String>
  private let of: Set<String>
  private let articles: Set<String>
  private let vague: [(words: [String], value: Double)]

  init(_ numbers: WordLists.Numbers) {
    self.numbers = numbers
    and = Set(numbers.and)
    point = Set(numbers.point)
    over = Set(numbers.over)
    of = Set(numbers.of)
    articles = Set(numbers.articles)
    vague = numbers.vague.map { ($0.key.split(separator: " ").map(String.init), $0.value) }
      .sorted { ($0.0.count, $1.0.joined()) > ($1.0.count, $0.0.joined()) }
  }

  func number(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    guard start < tokens.count else { return nil }
    for phrase in vague where phrase.words.enumerated().allSatisfy({ word(tokens, start + $0.offset) == $0.element }) {
      return ReadNumber(value: phrase.value, end: start + phrase.words.count, certainty: .plain)
    }
    if let fraction = fraction(tokens, at: start) { return fraction }
    if let whole = whole(tokens, at: start) { return extended(whole, tokens) }
    if let word = word(tokens, start) {
      if let value = numbers.homophones[word] {
        return ReadNumber(value: value, end: start + 1, certainty: .beforeUnit)
      }
      if articles.contains(word) {
        if let whole = whole(tokens, at: start + 1, multiplierFirst: true) { return whole }
        return ReadNumber(value: 1, end: start + 1, certainty: .beforeUnit)
      }
    }
    return nil
  }

  /// "half", "a quarter", "three quarters", "two fifths", each with an "of (a)" after it; not above one.
  func fraction(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    var place = start
    var count = 1.0
    if let word = word(tokens, start), articles.contains(word) {
      place += 1
    } else if word(tokens, start).flatMap({ numbers.fractions[$0] }) == nil, let whole = whole(tokens, at: start) {
      count = whole.value
      place = whole.end
    }
    if mark(tokens, place) == "-" { place += 1 }
    guard let part = word(tokens, place).flatMap({ numbers.fractions[$0] }) else { return nil }
    return ReadNumber(value: count * part, end: skipOf(tokens, place + 1), certainty: .plain)
  }

  /// Skips "of", "a", "of an" between a fraction and its unit.
  func skipOf(_ tokens: [QuantityToken], _ start: Int) -> Int {
    var place = start
    if let word = word(tokens, place), of.contains(word) { place += 1 }
    if let word = word(tokens, place), articles.contains(word) { place += 1 }
    return place
  }

  /// "and a half", "and three quarters" from the "and" on; a proper fraction only.
  func fractionTail(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    guard let word = word(tokens, start), and.contains(word) else { return nil }
    guard let tail = fraction(tokens, at: start + 1), tail.value < 1 else { return nil }
    return tail
  }

  func isAnd(_ tokens: [QuantityToken], _ place: Int) -> Bool { word(tokens, place).map(and.contains) ?? false }

  private func word(_ tokens: [QuantityToken], _ place: Int) -> String? {
    place < tokens.count ? tokens[place].word : nil
  }

  private func mark(_ tokens: [QuantityToken], _ place: Int) -> String? {
    place < tokens.count ? tokens[place].mark : nil
  }

  /// A whole number with its decimals, division or fraction.
  private func extended(_ whole: ReadNumber, _ tokens: [QuantityToken]) -> ReadNumber {
    var result = whole
    if let next = word(tokens, whole.end), point.contains(next), let decimals = decimals(tokens, at: whole.end + 1) {
      return ReadNumber(value: whole.value + decimals.value, end: decimals.end, certainty: .plain)
    }
    let divides = mark(tokens, whole.end) == "/" || word(tokens, whole.end).map(over.contains) ?? false
    if divides, let divisor = self.whole(tokens, at: whole.end + 1), divisor.value > 0 {
      return ReadNumber(value: whole.value / divisor.value, end: divisor.end, certainty: .plain)
    }
    if let tail = fractionTail(tokens, at: whole.end) {
      result.value += tail.value
      result.end = tail.end
    } else if let next = word(tokens, whole.end), of.contains(next), whole.value >= 12 {
      // "a dozen of stops"
      result.end += 1
    }
    return result
  }

  private func decimals(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    var digits = ""
    var place = start
    while place < tokens.count {
      if let number = tokens[place].number, number == number.rounded(), number < 1e9 {
        digits += String(Int(number))
      } else if let word = tokens[place].word, let value = numbers.words[word], value < 10 {
        digits += String(Int(value))
      } else {
        break
      }
      place += 1
    }
    guard let value = Double("0." + digits), !digits.isEmpty else { return nil }
    return ReadNumber(value: value, end: place, certainty: .plain)
  }

  private func whole(_ tokens: [QuantityToken], at start: Int, multiplierFirst: Bool = false) -> ReadNumber? {
    if multiplierFirst {
      guard let first = word(tokens, start), numbers.multipliers[first] != nil else { return nil }
    }
    var state = WholeNumber()
    var place = start
    while place < tokens.count {
      var next = place
      if state.isStarted, isAnd(tokens, next) {
        // "two hundred and fifty-four hundredths" ends before the fraction.
        if fractionTail(tokens, at: next) != nil { break }
        next += 1
      } else if state.isStarted, mark(tokens, next) == "-" {
        next += 1
      }
      guard next < tokens.count, !(next > place && tokens[next].number != nil) else { break }
      if let number = tokens[next].number {
        guard place == start, isFree(tokens, next) else { break }
        state.add(number)
      } else if let word = tokens[next].word, let value = numbers.words[word] {
        guard state.canAdd(value) else { break }
        state.add(value)
      } else if let word = tokens[next].word, let value = numbers.multipliers[word],
        !(next > place && mark(tokens, place) != "-")
      {
        state.multiply(value)
      } else {
        break
      }
      place = next + 1
    }
    return state.isStarted ? ReadNumber(value: state.value, end: place, certainty: .plain) : nil
  }

  /// Whether digits are no part of a code such as "M212" or "L-202".
  private func isFree(_ tokens: [QuantityToken], _ place: Int) -> Bool {
    guard place > 0, tokens[place].isGlued else { return true }
    let before = tokens[place - 1]
    if before.word != nil { return false }
    if before.mark == "-", before.isGlued, place > 1, tokens[place - 2].word != nil { return false }
    return true
  }
}

/// Adds up the words of a whole number: "two hundred and fifty four".
private struct WholeNumber {
  private var total = 0.0
  private var current = 0.0
  /// The size of the last word added; a smaller one may follow it.
  private var lastAdded = Double.infinity
  private(set) var isStarted = false

  var value: Double { total + current }

  func canAdd(_ value: Double) -> Bool {
    guard isStarted, current > 0 else { return true }
    // twenty + five, hundred + thirty; not "two thirty" nor "twenty eleven"
    return lastAdded >= 100 ? value < lastAdded : lastAdded >= 20 && value < 10
  }

  mutating func add(_ value: Double) {
    current += value
    lastAdded = value
    isStarted = true
  }

  mutating func multiply(_ factor: Double) {
    current = max(current, isStarted && current > 0 ? current : 1) * factor
    lastAdded = factor
    isStarted = true
    if factor >= 1000 {
      total += current
      current = 0
    }
  }
}
