import Foundation

extension NumberReader {
  /// A whole number in digits, words or both.
  ///
  /// - Parameter joins: whether an "and" may stand in it. A fraction after an "and" has none, or a long text with many would
  ///   be read again from each of them.
  func whole(_ tokens: [QuantityToken], at start: Int, joins: Bool = true) -> ReadNumber? {
    if let spelled = spelled(tokens, at: start) { return spelled }
    var state = WholeNumber()
    var place = start
    while let end = part(tokens, at: place, start: start, joins: joins, of: &state) { place = end }
    return state.isStarted ? ReadNumber(value: state.value, end: place) : nil
  }

  /// Takes the next part of a whole number in; nil where the number ends.
  private func part(
    _ tokens: [QuantityToken], at place: Int, start: Int, joins: Bool, of state: inout WholeNumber
  ) -> Int? {
    guard place < tokens.count else { return nil }
    if state.isStarted, state.endsInOnes, let tens = tens(tokens, after: place) {
      state.addTens(tens.value)
      return tens.end
    }
    var next = place
    if state.isStarted, tokens[next].isHyphen { next += 1 }
    let isJoined = joins && state.isStarted && isAnd(tokens, next)
    if isJoined {
      // "two hundred and fifty-four hundredths" ends before the fraction.
      if fractionTail(tokens, at: next) != nil { return nil }
      next += 1
      if next < tokens.count, tokens[next].isHyphen { next += 1 }
    }
    guard next < tokens.count else { return nil }
    if let number = tokens[next].number {
      let goesOn = next == place && state.endsInMultiplier && number == number.rounded()
      guard place == start ? isFree(tokens, place) : goesOn else { return nil }
      return state.add(number, isDigits: true) ? next + 1 : nil
    }
    if let value = value(tokens, at: next) { return state.add(value.value) ? value.end : nil }
    guard !isJoined, let factor = tokens[next].word.flatMap({ numbers.multipliers[$0] }) else { return nil }
    return state.multiply(factor) ? next + 1 : nil
  }

  /// "und zwanzig" after "ein".
  private func tens(_ tokens: [QuantityToken], after place: Int) -> (value: Double, end: Int)? {
    var joiner = place
    if tokens[joiner].isHyphen { joiner += 1 }
    guard joiner + 1 < tokens.count, let word = tokens[joiner].word, unitsFirst.contains(word) else { return nil }
    let next = tokens[joiner + 1].isHyphen ? joiner + 2 : joiner + 1
    guard let tens = value(tokens, at: next), (20...90).contains(tens.value),
      tens.value.truncatingRemainder(dividingBy: 10) == 0
    else { return nil }
    return tens
  }

  /// A number word; one that is only part of words written together counts only there.
  private func value(_ tokens: [QuantityToken], at place: Int) -> (value: Double, end: Int)? {
    if let value = values.longest(tokens, at: place) { return value }
    guard place < tokens.count, tokens[place].isPart, let word = tokens[place].word else { return nil }
    return numbers.bound[word].map { ($0, place + 1) }
  }

  /// Digits said or written one by one: "zero five", "one five zero", 〇一二三.
  private func spelled(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    var place = start
    var digits: [Double] = []
    while place < tokens.count, digits.count < 12, tokens[place].word != nil,
      let next = values.longest(tokens, at: place), next.value < 10, next.value == next.value.rounded()
    {
      digits.append(next.value)
      place = next.end
    }
    guard digits.count >= 2, digits.count >= 3 || digits[0] == 0 else { return nil }
    if place < tokens.count, let word = tokens[place].word, numbers.multipliers[word] != nil { return nil }
    return ReadNumber(value: digits.reduce(0) { $0 * 10 + $1 }, end: place)
  }

  /// The digits after a decimal point, as words or written.
  func decimals(_ tokens: [QuantityToken], at start: Int) -> ReadNumber? {
    var digits = ""
    var place = start
    while place < tokens.count, digits.utf8.count < 12 {
      if let number = tokens[place].number, number == number.rounded(), (0..<1e9).contains(number) {
        digits += String(Int(number))
      } else if let word = tokens[place].word, let value = numbers.words[word], (0..<10).contains(value) {
        digits += String(Int(value))
      } else {
        break
      }
      place += 1
    }
    if digits.isEmpty, let whole = whole(tokens, at: start), (10..<1000).contains(whole.value) {
      // "one point twenty five"
      digits = String(Int(whole.value))
      place = whole.end
    }
    guard !digits.isEmpty, let value = Double("0." + digits) else { return nil }
    return ReadNumber(value: value, end: place)
  }

  /// Whether digits are no part of a code such as "M212" or "L-202".
  private func isFree(_ tokens: [QuantityToken], _ place: Int) -> Bool {
    guard place > 0, tokens[place].isGlued else { return true }
    let before = tokens[place - 1]
    if before.mark == "^" { return false }
    // "1h30" is no code: the letter stands right after digits as well.
    if before.word != nil {
      return before.isEastAsian || before.isGlued && place > 1 && tokens[place - 2].number != nil
    }
    if before.isHyphen, before.isGlued, place > 1, tokens[place - 2].word != nil { return false }
    return true
  }
}
