import Foundation
import Journey

/// Finds amounts of time, length and stops in a text.
struct QuantityParser: Sendable {
  private let reader: NumberReader
  private let units: [WordLists.Unit]
  private let unitByWord: [String: Int]
  private let unitBySymbol: [String: Int]
  private let unitInMode: [Mode: [String: Int]]
  private let longUnits: [(pattern: [UInt32], unit: Int)]
  private let otherUnits: Set<String>
  private let between: Set<String>
  private let or: Set<String>

  init(_ words: WordLists) {
    reader = NumberReader(words.numbers)
    units = words.units
    var byWord: [String: Int] = [:]
    var bySymbol: [String: Int] = [:]
    var inMode: [Mode: [String: Int]] = [:]
    for (number, unit) in words.units.enumerated() {
      for word in unit.words where byWord[word] == nil { byWord[word] = number }
      for symbol in unit.symbols ?? [] where bySymbol[symbol] == nil { bySymbol[symbol] = number }
      for word in unit.inMode ?? [] { inMode[unit.mode, default: [:]][word] = number }
    }
    unitByWord = byWord
    unitBySymbol = bySymbol
    unitInMode = inMode
    longUnits = byWord.filter { $0.key.utf8.count >= 5 }.map { ($0.key.unicodeScalars.map(\.value), $0.value) }
    otherUnits = Set(words.otherUnits)
    between = Set(words.numbers.between)
    or = Set(words.numbers.or)
  }

  /// The unit that a bare number has in a mode.
  func bareInterval(_ value: Double, mode: Mode) -> Interval? {
    guard let unit = units.first(where: { $0.mode == mode && $0.bare == true }) else { return nil }
    return interval(value * unit.factor, mode)
  }

  /// The mode of a unit that is named without an amount: "minutes".
  func mode(ofUnit word: String) -> Mode? { unitByWord[word].map { units[$0].mode } }

  func read(_ text: String, mode: Mode?) -> QuantityReading {
    let tokens = QuantityLexer.tokens(text)
    var reading = QuantityReading()
    var place = 0
    while place < tokens.count {
      if let (quantity, end) = compound(tokens, at: place, mode: mode) {
        reading.quantities.append(quantity)
        place = end
        continue
      }
      if let number = reader.number(tokens, at: place), number.certainty == .plain || isOther(tokens, number.end) {
        let values = alternatives(number, tokens)
        let range = tokens[place].range.lowerBound..<tokens[values.end - 1].range.upperBound
        let isCode =
          values.end < tokens.count && tokens[values.end].word != nil
          && (tokens[values.end].isGlued || isCodeAfter(tokens, values.end + 1))
        if isCode || (values.values.max() ?? 0) < 1 {
          // "24703m212", and a "half" of nothing.
          place = values.end
          continue
        }
        if let refusal = refusal(tokens, place, values.end) {
          reading.refused = refusal
        } else {
          reading.bare.append((values.values.sorted(by: >), range))
        }
        place = values.end
        continue
      }
      place += 1
    }
    return reading
  }

  // MARK: - One amount

  private struct Amount {
    var values: [Double]
    var unit: Int
    var end: Int
  }

  /// Amounts of one dimension that follow each other: "an hour and five minutes".
  private func compound(_ tokens: [QuantityToken], at start: Int, mode: Mode?) -> (Quantity, Int)? {
    guard let first = amount(tokens, at: start, mode: mode) else { return nil }
    var sums = first.values.map { $0 * units[first.unit].factor }
    var last = first
    while let next = following(last, tokens, mode: mode) {
      let value = (next.values.first ?? 0) * units[next.unit].factor
      sums = sums.map { $0 + value }
      last = next
    }
    let kind = units[first.unit].mode
    let intervals = sums.sorted(by: >).compactMap { interval($0, kind) }
    guard !intervals.isEmpty, !isCodeAfter(tokens, last.end) else { return nil }
    return (
      Quantity(intervals: intervals, range: tokens[start].range.lowerBound..<tokens[last.end - 1].range.upperBound),
      last.end
    )
  }

  private func following(_ last: Amount, _ tokens: [QuantityToken], mode: Mode?) -> Amount? {
    var place = last.end
    if place < tokens.count, tokens[place].mark == "," { place += 1 }
    let hasAnd = reader.isAnd(tokens, place)
    if let tail = reader.fractionTail(tokens, at: place), unit(tokens, tail.end, afterDigits: false, mode: mode) == nil
    {
      return Amount(values: [tail.value], unit: last.unit, end: tail.end)
    }
    if hasAnd { place += 1 }
    if let next = amount(tokens, at: place, mode: mode) {
      let isSame = units[next.unit].mode == units[last.unit].mode && next.unit != last.unit && next.values.count == 1
      return isSame ? next : nil
    }
    // "one hour thirty"
    guard let number = reader.number(tokens, at: place), number.certainty == .plain, !isOther(tokens, number.end),
      let lower = units.indices.first(where: {
        units[$0].follows == units[last.unit].factor && units[$0].mode == units[last.unit].mode
      }), number.value * units[lower].factor < units[last.unit].factor
    else { return nil }
    return Amount(values: [number.value], unit: lower, end: number.end)
  }

  private func amount(_ tokens: [QuantityToken], at start: Int, mode: Mode?) -> Amount? {
    guard let number = reader.number(tokens, at: start) else { return nil }
    if start > 0, let before = tokens[start - 1].mark, "$€£¥".contains(before) { return nil }
    let values = alternatives(number, tokens)
    var place = values.end
    if place < tokens.count, tokens[place].mark == "-" { place += 1 }
    var skipped = 0
    while place < tokens.count, skipped < 2, let word = tokens[place].word, between.contains(word) {
      place += 1
      skipped += 1
    }
    let afterDigits = number.end > start && tokens[number.end - 1].number != nil
    guard let unit = unit(tokens, place, afterDigits: afterDigits, mode: mode) else { return nil }
    return Amount(values: values.values, unit: unit, end: place + 1)
  }

  /// "two or three" is two values.
  private func alternatives(_ first: ReadNumber, _ tokens: [QuantityToken]) -> (values: [Double], end: Int) {
    guard first.certainty == .plain, first.end < tokens.count else { return ([first.value], first.end) }
    let joiner = tokens[first.end]
    let isOr = joiner.word.map(or.contains) ?? (joiner.mark == "-")
    guard isOr, let second = reader.number(tokens, at: first.end + 1), second.certainty == .plain else {
      return ([first.value], first.end)
    }
    return ([first.value, second.value], second.end)
  }

  private func unit(_ tokens: [QuantityToken], _ place: Int, afterDigits: Bool, mode: Mode?) -> Int? {
    guard place < tokens.count else { return nil }
    let token = tokens[place]
    if let mark = token.mark { return afterDigits ? unitBySymbol[mark] : nil }
    guard let word = token.word, !isCodeAfter(tokens, place + 1) else { return nil }
    if let mode, let unit = unitInMode[mode]?[word] { return unit }
    if let unit = unitByWord[word] { return unit }
    if afterDigits, !(token.isUpper && word.utf8.count == 1), let unit = unitBySymbol[word] { return unit }
    return slipped(word)
  }

  private func slipped(_ word: String) -> Int? {
    guard word.utf8.count >= 5, !otherUnits.contains(word) else { return nil }
    let pattern = EditPattern(word)
    return longUnits.first {
      abs($0.pattern.count - pattern.scalars.count) <= 1 && pattern.distance(to: $0.pattern) <= 1
    }?
    .unit
  }

  /// "km2", "24703m212"
  private func isCodeAfter(_ tokens: [QuantityToken], _ place: Int) -> Bool {
    place < tokens.count && tokens[place].isGlued && tokens[place].number != nil
  }

  private func isOther(_ tokens: [QuantityToken], _ place: Int) -> Bool {
    guard place < tokens.count else { return false }
    if let word = tokens[place].word { return otherUnits.contains(word) }
    let isHyphened = tokens[place].mark == "-" && place + 1 < tokens.count
    if isHyphened, let word = tokens[place + 1].word { return otherUnits.contains(word) }
    return tokens[place].mark.map { "%°".contains($0) } ?? false
  }

  private func refusal(_ tokens: [QuantityToken], _ start: Int, _ end: Int) -> String? {
    if isOther(tokens, end) { return tokens[end].word ?? tokens[end].mark }
    if start > 0, let before = tokens[start - 1].mark, "$€£¥".contains(before) { return before }
    return nil
  }

  private func interval(_ amount: Double, _ mode: Mode) -> Interval? {
    guard amount.isFinite, amount >= 0, amount < 1e12 else { return nil }
    switch mode {
    case .time: return .duration(seconds: amount)
    case .distance: return .distance(metres: amount)
    case .stations: return amount == amount.rounded() ? .stops(Int(amount)) : nil
    }
  }
}
