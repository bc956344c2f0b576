import Foundation

/// A number read from words or digits.
struct ReadNumber {
  enum Certainty {
    /// Digits and number words.
    case plain
    /// Words that are a number only before a unit: a, another.
    case beforeUnit
    /// Words that point at one and count only before a stop: the next.
    case beforeStop
    /// Words that sound like a number and are one only right before a unit: to (two).
    case homophone
  }

  var value: Double
  /// The token after it.
  var end: Int
  var certainty = Certainty.plain
}

/// Reads numbers from tokens by the words of a lexicon.
struct NumberReader: Sendable {
  let numbers: WordLists.Numbers
  let values: WordPhrases
  private let vague: WordPhrases
  private let and: Set<String>
  private let or: Set<String>
  let unitsFirst: Set<String>
  private let point: Set<String>
  private let over: Set<String>
  private let of: Set<String>
  private let articles: Set<String>
  private let denominatorFirst: Set<String>
  private let minus: Set<String>
  private let pointing: Set<String>
  private let determiners: Set<String>

  init(_ numbers: WordLists.Numbers) {
    self.numbers = numbers
    values = WordPhrases(numbers.words)
    vague = WordPhrases(numbers.vague)
    and = Set(numbers.and)
    or = Set(numbers.or)
    unitsFirst = Set(numbers.unitsFirst)
    point = Set(numbers.point)
    over = Set(numbers.over)
    of = Set(numbers.of)
    articles = Set(numbers.articles)
    denominatorFirst = Set(numbers.denominatorFirst)
    minus = Set(numbers.minus)
    pointing = Set(numbers.pointing)
    determiners = Set(numbers.determiners)
  }

  /// The number that starts at a token. Below zero where a word for it stands before.
  func number(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    guard start < tokens.count else { return nil }
    if isMinus(tokens, start), let number = unsigned(tokens, at: start + 1), number.certainty == .plain {
      return ReadNumber(value: -number.value, end: number.end)
    }
    return unsigned(tokens, at: start)
  }

  private func unsigned(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    if let some = vague.longest(tokens, at: start) {
      return multiplied(ReadNumber(value: some.value, end: some.end), tokens)
    }
    if let fraction = fraction(tokens, at: start) { return fraction }
    // "point five of a kilometre"
    if let first = word(tokens, start), point.contains(first), let decimals = decimals(tokens, at: start + 1) {
      return ReadNumber(value: decimals.value, end: skipOf(tokens, decimals.end))
    }
    if let whole = whole(tokens, at: start) {
      // "The ride after this one" counts nothing.
      if start > 0, whole.value == 1, tokens[start].number == nil, let before = word(tokens, start - 1),
        determiners.contains(before)
      {
        return nil
      }
      return extended(whole, tokens)
    }
    guard let word = word(tokens, start) else { return nil }
    if let value = numbers.homophones[word] { return ReadNumber(value: value, end: start + 1, certainty: .homophone) }
    if pointing.contains(word) { return ReadNumber(value: 1, end: start + 1, certainty: .beforeStop) }
    guard articles.contains(word) else { return nil }
    if let next = self.word(tokens, start + 1), numbers.multipliers[next] != nil {
      return whole(tokens, at: start + 1)
    }
    return ReadNumber(value: 1, end: start + 1, certainty: .beforeUnit)
  }

  /// "Seven fifty" for 750, in languages that say so. Of time it may be a time of day instead, of which lengths have none.
  func hundreds(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    guard numbers.shortHundreds, let first = spoken(tokens, at: start), (1...9).contains(first.value),
      let second = spoken(tokens, at: first.end), (10...99).contains(second.value)
    else { return nil }
    return ReadNumber(value: first.value * 100 + second.value, end: second.end)
  }

  /// A whole number in words alone.
  private func spoken(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    guard start < tokens.count, tokens[start].word != nil, let whole = whole(tokens, at: start, joins: false),
      whole.value == whole.value.rounded()
    else { return nil }
    return whole
  }

  // MARK: - Fractions

  /// "half", "a quarter", "three quarters", "two fifths", each with an "of (a)" after it; 三分の二; "half a dozen".
  ///
  /// - Parameters:
  ///   - joins: whether the count may have an "and" in it.
  ///   - multiplies: whether "half a dozen" is one; behind "two and" a half is of what the two are.
  func fraction(_ tokens: [QuantityToken], at start: Int, joins: Bool = true, multiplies: Bool = true) -> ReadNumber? {
    if let fraction = denominated(tokens, at: start, joins: joins) { return fraction }
    var place = start
    var count = 1.0
    if let word = word(tokens, start), articles.contains(word) {
      place += 1
    } else if word(tokens, start).flatMap({ numbers.fractions[$0] }) == nil,
      let whole = whole(tokens, at: start, joins: joins)
    {
      count = whole.value
      place = whole.end
    }
    if place < tokens.count, tokens[place].isHyphen { place += 1 }
    guard let part = word(tokens, place).flatMap({ numbers.fractions[$0] }) else { return nil }
    let read = ReadNumber(value: count * part, end: skipOf(tokens, place + 1))
    return multiplies ? multiplied(read, tokens) : read
  }

  /// A fraction whose denominator is said first.
  private func denominated(_ tokens: [QuantityToken], at start: Int, joins: Bool) -> ReadNumber? {
    guard !denominatorFirst.isEmpty, let denominator = whole(tokens, at: start, joins: joins), denominator.value > 0,
      let of = word(tokens, denominator.end), denominatorFirst.contains(of)
    else { return nil }
    let place = denominator.end + 1
    let sign = isMinus(tokens, place) ? -1.0 : 1
    guard let numerator = whole(tokens, at: sign < 0 ? place + 1 : place, joins: joins) else { return nil }
    return ReadNumber(value: sign * numerator.value / denominator.value, end: numerator.end)
  }

  /// "half a dozen", "a few hundred".
  private func multiplied(_ number: ReadNumber, _ tokens: [QuantityToken]) -> ReadNumber {
    guard let factor = word(tokens, number.end).flatMap({ numbers.multipliers[$0] }) else { return number }
    return ReadNumber(value: number.value * factor, end: number.end + 1)
  }

  /// Skips "of", "a", "of an" between a fraction and its unit.
  private func skipOf(_ tokens: [QuantityToken], _ start: Int) -> Int {
    var place = start
    if let word = word(tokens, place), of.contains(word), !or.contains(word) { place += 1 }
    if let word = word(tokens, place), articles.contains(word) { place += 1 }
    return place
  }

  /// "and a half", "and three quarters" from the "and" on; a proper fraction only.
  func fractionTail(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    guard isAnd(tokens, start) else { return nil }
    guard let tail = fraction(tokens, at: start + 1, joins: false, multiplies: false), tail.value < 1,
      tail.value > 0
    else { return nil }
    return tail
  }

  func isAnd(_ tokens: [QuantityToken], _ place: Int) -> Bool { word(tokens, place).map(and.contains) ?? false }

  private func isMinus(_ tokens: [QuantityToken], _ place: Int) -> Bool {
    guard let word = word(tokens, place) else {
      let isSign = place < tokens.count && (tokens[place].mark == "-" || tokens[place].mark == "−")
      // "-5", not "3-5" nor "by - 5".
      return isSign && !tokens[place].isGlued && place + 1 < tokens.count && tokens[place + 1].isGlued
        && tokens[place + 1].number != nil
    }
    return minus.contains(word)
  }

  private func word(_ tokens: [QuantityToken], _ place: Int) -> String? {
    place < tokens.count ? tokens[place].word : nil
  }

  /// A whole number with its decimals, division or fraction.
  private func extended(_ whole: ReadNumber, _ tokens: [QuantityToken]) -> ReadNumber {
    var result = whole
    let next = word(tokens, whole.end)
    if let next, point.contains(next), let decimals = decimals(tokens, at: whole.end + 1) {
      return ReadNumber(value: whole.value + decimals.value, end: decimals.end)
    }
    if let quotient = quotient(whole, tokens) { return quotient }
    // "1 1/2"
    if let numerator = self.whole(tokens, at: whole.end), tokens[whole.end].number != nil,
      let part = quotient(numerator, tokens), part.value < 1, whole.value == whole.value.rounded()
    {
      return ReadNumber(value: whole.value + part.value, end: part.end)
    }
    if let tail = fractionTail(tokens, at: whole.end) {
      result.value += tail.value
      result.end = tail.end
      // "two and a half thousand"
      result = multiplied(result, tokens)
    } else if let next, of.contains(next), !or.contains(next), whole.value >= 12 {
      // "a dozen of stops"
      result.end += 1
    }
    return result
  }

  private func quotient(_ whole: ReadNumber, _ tokens: [QuantityToken]) -> ReadNumber? {
    guard whole.end < tokens.count else { return nil }
    let sign = tokens[whole.end]
    guard sign.mark == "/" || sign.mark == "⁄" || sign.word.map(over.contains) == true,
      let divisor = self.whole(tokens, at: whole.end + 1), divisor.value > 0
    else { return nil }
    return ReadNumber(value: whole.value / divisor.value, end: divisor.end)
  }
}
