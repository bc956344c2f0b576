import Foundation
import Journey

/// Finds amounts of time, length and stops in a text.
struct QuantityParser: Sendable {
  let reader: NumberReader
  let units: UnitTable
  private let compounds: Compounds
  private let between: WordPhrases
  private let or: Set<String>
  private let ranges: Set<String>
  private let around: Set<String>
  private let behind: Set<String>

  init(_ words: WordLists) {
    reader = NumberReader(words.numbers)
    units = UnitTable(words)
    compounds = Compounds(words, reader, units: units.names)
    between = WordPhrases(words.numbers.between)
    or = Set(words.numbers.or)
    ranges = Set(words.numbers.ranges)
    behind = Set(words.numbers.behind)
    around = Set((words.around + words.fillers).flatMap { WordPhrases.words($0) })
  }

  /// The amount that a bare number is in a mode.
  func bareInterval(_ value: Double, mode: Mode) -> Interval? {
    units.bare(mode).flatMap { interval(value * $0.factor, mode) }
  }

  /// The mode of a unit that is named without an amount: "minutes".
  func mode(ofUnit word: String) -> Mode? { units.unit(named: word).map { units[$0].mode } }

  /// All amounts of a text in its order, and the numbers that are none.
  func read(_ text: String, mode: Mode?) -> QuantityReading {
    let tokens = QuantityLexer.tokens(text, compounds)
    var reading = QuantityReading(tokens: tokens)
    var place = 0
    while place < tokens.count {
      place =
        compound(tokens, at: place, mode: mode, &reading) ?? bare(tokens, at: place, mode: mode, &reading) ?? place + 1
    }
    // "Two hundred metres before the stop" is no choice between two amounts.
    let firm = reading.quantities.filter { !$0.isPointed }
    if !firm.isEmpty { reading.quantities = firm }
    return reading
  }

  /// A number without a unit of ours; the token after it.
  private func bare(
    _ tokens: [QuantityToken], at place: Int, mode: Mode?, _ reading: inout QuantityReading
  ) -> Int? {
    let hundreds = mode == .distance ? reader.hundreds(tokens, at: place) : nil
    guard let number = hundreds ?? reader.number(tokens, at: place) else { return nil }
    let values = alternatives(number, tokens, from: place)
    if let other = units.other(tokens, values.end) ?? units.otherBefore(tokens, place) {
      reading.refused = .dimension(other)
      return values.end
    }
    guard number.certainty == .plain else { return nil }
    if let end = codeEnd(tokens, values.end) { return end }
    guard values.values.allSatisfy({ $0 >= 0 }) else {
      reading.refused = .negative
      return values.end
    }
    // A "half" of nothing.
    guard values.values.contains(where: { $0 >= 1 }) else { return values.end }
    let range = tokens[place].range.lowerBound..<tokens[values.end - 1].range.upperBound
    let next = values.end < tokens.count ? tokens[values.end].word : nil
    reading.bare.append(
      QuantityReading.Bare(
        values: values.values.sorted(by: >), range: range, hasStrangeUnit: next.map { !around.contains($0) } ?? false))
    return values.end
  }

  /// Where a code ends of which a number is a part: "24703m212", "24703 m212", 6:30.
  private func codeEnd(_ tokens: [QuantityToken], _ start: Int) -> Int? {
    guard start + 1 < tokens.count || start < tokens.count && tokens[start].isGlued else { return nil }
    let next = tokens[start]
    let isWord = next.word != nil && !next.isEastAsian
    let hasDigits = start + 1 < tokens.count && tokens[start + 1].isGlued && tokens[start + 1].number != nil
    guard isWord && (next.isGlued || hasDigits) || next.mark == ":" && next.isGlued && hasDigits else { return nil }
    var end = start + 1
    while end < tokens.count, tokens[end].isGlued { end += 1 }
    return end
  }

  // MARK: - One amount

  private struct Amount {
    var values: [Double]
    var unit: Int
    var end: Int
    var part: QuantityPart
    var isFaint = false
    var isPointed = false
    /// The unit that its letter is short for as well.
    var otherUnit: Int?
  }

  /// Amounts of one dimension that follow each other: "an hour and five minutes"; the token after them.
  private func compound(
    _ tokens: [QuantityToken], at start: Int, mode: Mode?, _ reading: inout QuantityReading
  ) -> Int? {
    guard let first = amount(tokens, at: start, mode: mode) ?? unitAndPart(tokens, at: start, mode: mode) else {
      return nil
    }
    var sums = first.values.map { $0 * units[first.unit].factor }
    var last = first
    var parts = [first.part]
    while parts.count < 8, let next = following(last, tokens, mode: mode) {
      let value = (next.values.first ?? 0) * units[next.unit].factor
      sums = sums.map { $0 + value }
      parts.append(next.part)
      last = next
    }
    if start > 0, tokens[start - 1].word.map(behind.contains) ?? false {
      reading.refused = .tooLate
      return last.end
    }
    let kind = units[first.unit].mode
    let intervals = eitherUnit(of: first, parts) ?? sums.sorted(by: >).compactMap { interval($0, kind) }
    guard !intervals.isEmpty else {
      reading.refused = refusal(sums, kind)
      return last.end
    }
    reading.quantities.append(
      Quantity(
        intervals: intervals, range: tokens[start].range.lowerBound..<tokens[last.end - 1].range.upperBound,
        parts: parts, isFaint: first.isFaint && parts.count == 1, isPointed: first.isPointed))
    return last.end
  }

  /// Below it a length is no warning: a train is longer.
  private static let leastMetres = 50.0
  /// Above it people say hours.
  private static let mostMinutes = 90.0

  /// What "5m" and "300m" come to where no mode tells minutes from metres: what of both can be an interval. Nil where the
  /// unit is one.
  private func eitherUnit(of amount: Amount, _ parts: [QuantityPart]) -> [Interval]? {
    guard let other = amount.otherUnit, parts.count == 1, let value = amount.values.first, amount.values.count == 1,
      value == value.rounded()
    else { return nil }
    let both = [amount.unit, other].compactMap { unit in interval(value * units[unit].factor, units[unit].mode) }
    let likely = both.filter { interval in
      switch interval {
      case .duration(let seconds): seconds <= Self.mostMinutes * 60
      case .distance(let metres): metres >= Self.leastMetres
      case .stops: true
      }
    }
    return likely.isEmpty ? nil : likely
  }

  private func following(_ last: Amount, _ tokens: [QuantityToken], mode: Mode?) -> Amount? {
    let unit = units[last.unit]
    var place = last.end
    // 一時間半
    if let word = place < tokens.count ? tokens[place].word : nil, let half = reader.numbers.afterUnit[word] {
      return Amount(values: [half], unit: last.unit, end: place + 1, part: part(half, tokens, place..<(place + 1)))
    }
    if place < tokens.count, tokens[place].mark == "," || tokens[place].mark == "、" { place += 1 }
    let hasAnd = reader.isAnd(tokens, place)
    if let tail = reader.fractionTail(tokens, at: place),
      units.hit(tokens, tail.end, afterDigits: false, mode: mode) == nil, units.other(tokens, tail.end) == nil
    {
      return Amount(
        values: [tail.value], unit: last.unit, end: tail.end, part: part(tail.value, tokens, place + 1..<tail.end))
    }
    if hasAnd { place += 1 }
    if let next = amount(tokens, at: place, mode: unit.mode) {
      let isSmaller = next.unit != last.unit || hasAnd && (next.values.first ?? 1) < 1
      return units[next.unit].mode == unit.mode && isSmaller && next.values.count == 1 ? next : nil
    }
    // "one hour thirty"
    guard let number = reader.number(tokens, at: place), number.certainty == .plain, number.value >= 1,
      units.other(tokens, number.end) == nil, let lower = units.below(last.unit),
      number.value * units[lower].factor < unit.factor,
      unit.mode == .time || number.value * units[lower].factor * 10 >= unit.factor
    else { return nil }
    return Amount(
      values: [number.value], unit: lower, end: number.end, part: part(number.value, tokens, place..<number.end))
  }

  private func amount(_ tokens: [QuantityToken], at start: Int, mode: Mode?) -> Amount? {
    guard let number = hundreds(tokens, at: start, mode: mode) ?? reader.number(tokens, at: start),
      units.otherBefore(tokens, start) == nil
    else { return nil }
    let values = alternatives(number, tokens, from: start)
    let afterDigits = tokens[values.end - 1].number != nil
    if let clock = clock(values.values, tokens, values.end, mode: mode) {
      return Amount(
        values: [clock.value], unit: clock.unit, end: clock.end,
        part: part(clock.value, tokens, start..<(clock.end - 1), unit: clock.end - 1))
    }
    var place = values.end
    if number.certainty != .homophone {
      if place < tokens.count, tokens[place].isHyphen { place += 1 }
      for _ in 0..<2 { place = between.longest(tokens, at: place)?.end ?? place }
    }
    guard let hit = units.hit(tokens, place, afterDigits: afterDigits, mode: mode) else { return nil }
    // "401k" is no length.
    if hit.isGuess, values.values.contains(where: { $0 >= 100 }) { return nil }
    // "The stop" may be one, "the stops" are not.
    if number.certainty == .beforeStop, units[hit.unit].mode != .stations || !units.isSingle(tokens[place]) {
      return nil
    }
    if number.certainty == .homophone, number.value > 1, units.isSingle(tokens[place]) { return nil }
    var part = part(values.values[0], tokens, start..<values.end, unit: place)
    (part.meant, part.isDoubtful) = (hit.meant, hit.isDoubtful)
    return Amount(
      values: values.values, unit: hit.unit, end: place + 1, part: part, isFaint: number.certainty != .plain,
      isPointed: number.certainty == .beforeStop, otherUnit: hit.other)
  }

  /// "Hour and a half", where the one before the unit is not said; what follows adds the part.
  private func unitAndPart(_ tokens: [QuantityToken], at start: Int, mode: Mode?) -> Amount? {
    // Most words are no unit, which is told by a look; to look for slips of the finger takes long.
    guard units.isSingular(tokens[start]), reader.fractionTail(tokens, at: start + 1) != nil,
      start == 0 || reader.number(tokens, at: start - 1) == nil,
      let hit = units.hit(tokens, start, afterDigits: false, mode: mode), !hit.isGuess, hit.meant == nil
    else { return nil }
    return Amount(
      values: [1], unit: hit.unit, end: start + 1, part: part(1, tokens, start..<start + 1, unit: start))
  }

  /// "Seven fifty metres".
  private func hundreds(_ tokens: [QuantityToken], at start: Int, mode: Mode?) -> ReadNumber? {
    guard let hundreds = reader.hundreds(tokens, at: start),
      let hit = units.hit(tokens, hundreds.end, afterDigits: false, mode: mode), units[hit.unit].mode == .distance
    else { return nil }
    return hundreds
  }

  /// "2:30 h" is two hours and a half, "2:30" alone a time of day.
  private func clock(
    _ values: [Double], _ tokens: [QuantityToken], _ place: Int, mode: Mode?
  ) -> (value: Double, unit: Int, end: Int)? {
    guard place + 2 < tokens.count, tokens[place].mark == ":", tokens[place + 1].isGlued, values.count == 1,
      let lower = tokens[place + 1].number, lower < 60,
      let hit = units.hit(tokens, place + 2, afterDigits: true, mode: mode ?? .time), units[hit.unit].mode == .time,
      let below = units.below(hit.unit)
    else { return nil }
    return (values[0] + lower * units[below].factor / units[hit.unit].factor, hit.unit, place + 3)
  }

  private func part(_ value: Double, _ tokens: [QuantityToken], _ number: Range<Int>, unit: Int? = nil) -> QuantityPart
  {
    QuantityPart(
      value: value, number: tokens[number.lowerBound].range.lowerBound..<tokens[number.upperBound - 1].range.upperBound,
      unit: unit.map { tokens[$0].range })
  }

  /// "two or three" is two values, and so are "between two and three" and "two three".
  private func alternatives(
    _ first: ReadNumber, _ tokens: [QuantityToken], from start: Int
  ) -> (values: [Double], end: Int) {
    guard first.certainty == .plain, first.end < tokens.count else { return ([first.value], first.end) }
    let joiner = tokens[first.end]
    let isRange = start > 0 && tokens[start - 1].word.map(ranges.contains) == true && reader.isAnd(tokens, first.end)
    let isOr =
      isRange
      || joiner.word.map(or.contains)
        ?? (joiner.isDash || joiner.mark == "," || joiner.mark == "、")
    if isOr, let second = reader.number(tokens, at: first.end + 1), second.certainty == .plain,
      joiner.mark != "," && joiner.mark != "、" || second.value == first.value + 1
    {
      return ([first.value, second.value], second.end)
    }
    if joiner.word != nil, let second = reader.number(tokens, at: first.end), second.certainty == .plain,
      second.value == first.value + 1, second.value < 10
    {
      return ([first.value, second.value], second.end)
    }
    return ([first.value], first.end)
  }

  // MARK: - Bounds

  /// Half of the way around the Earth: no two places are farther apart.
  private static let farthest = 20_040_000.0
  /// No ride has as many stops.
  private static let mostStops = 100_000.0

  private func interval(_ amount: Double, _ mode: Mode) -> Interval? {
    guard refusal([amount], mode) == nil else { return nil }
    switch mode {
    case .time: return .duration(seconds: amount)
    case .distance: return .distance(metres: amount)
    case .stations: return .stops(Int(amount))
    }
  }

  private func refusal(_ amounts: [Double], _ mode: Mode) -> QuantityReading.Refusal? {
    if amounts.contains(where: { $0 < 0 }) { return .negative }
    let most = mode == .time ? 1e12 : mode == .distance ? Self.farthest : Self.mostStops
    if amounts.contains(where: { !($0 < most) }) { return .tooLarge }
    return mode == .stations && amounts.contains { $0 != $0.rounded() } ? .partOfStop : nil
  }
}
