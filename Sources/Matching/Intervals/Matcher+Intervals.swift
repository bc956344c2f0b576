import Foundation
import Journey

extension Matcher {
  /// The amount that was said. Its range and the predefined values are the wizard's concern.
  func matchInterval(_ text: String, mode: Mode?) -> Match {
    let tokens = Normalizer.tokens(text)
    guard !tokens.isEmpty else { return Self.nothing(text, .init(.empty, "nothing was said")) }
    let reading = quantities.read(text, mode: mode)
    // "have a good day" is no amount of time.
    if reading.quantities.first?.isFaint != false, let command = command(text, tokens, at: .interval) { return command }
    if let quantity = reading.quantities.first { return decide(reading, quantity, text) }
    if let refused = reading.refused, reading.bare.isEmpty { return Self.nothing(text, Self.reason(refused)) }
    guard let bare = reading.bare.first else {
      return Self.nothing(text, .init(.noAmount, "there is no amount in it"))
    }
    return decideBare(bare, reading, text, mode)
  }

  private static func reason(_ refusal: QuantityReading.Refusal) -> MatchReason {
    switch refusal {
    case .dimension(let unit): .init(.otherDimension, "an amount of \(unit) is no time, distance or number of stops")
    case .negative: .init(.negative, "an amount below zero is no interval")
    case .tooLate: .init(.negative, "an amount after something is none before it")
    case .partOfStop: .init(.partOfStop, "stops are counted whole")
    case .tooLarge: .init(.tooLarge, "no ride takes as much")
    }
  }

  /// The share of the words, fillers little, that an amount and the words said around amounts explain.
  func explained(_ tokens: [Token], by range: Range<Int>) -> Double {
    explained(tokens.map { ($0.word, $0.range) }, by: [range])
  }

  private func explained(_ words: [(word: String, range: Range<Int>)], by ranges: [Range<Int>]) -> Double {
    var own = 0.0
    var strange = 0.0
    for (word, place) in words {
      if ranges.contains(where: place.overlaps) {
        own += 1
      } else if isLittle(word) {
        own += 0.1
      } else {
        strange += 1
      }
    }
    return own > 0 ? max(0, 1 - 0.07 * strange) * (own / (own + strange * 0.15)) : 0
  }

  func isLittle(_ word: String) -> Bool { around.contains(word) || fillers.contains(word) }

  /// The words and numbers of a text. What is written without spaces counts as a word for every two letters.
  private static func words(_ reading: QuantityReading) -> [(word: String, range: Range<Int>)] {
    reading.tokens.flatMap { token in
      guard token.mark == nil else { return [(word: String, range: Range<Int>)]() }
      let count = token.isEastAsian ? max(1, (token.word?.unicodeScalars.count ?? 0) / 2) : 1
      return Array(repeating: (token.word ?? "", token.range), count: count)
    }
  }

  private func decide(_ reading: QuantityReading, _ first: Quantity, _ text: String) -> Match {
    let all = reading.quantities
    let words = Self.words(reading)
    let share = explained(words, by: [first.range])
    let isFaint = first.isFaint && share < 0.9 || first.parts.contains(where: \.isDoubtful)
    let score = share * (isFaint ? 0.65 : 1)
    var values: [Interval] = first.intervals
    for other in all.dropFirst() { values += other.intervals.filter { !values.contains($0) } }
    let numbers = beside(first, reading)
    values += numbers.filter { !values.contains($0) }
    let candidates = values.prefix(policy.candidates).enumerated().map { place, interval in
      Candidate(
        value: interval.canonical, name: interval.canonical,
        score: place < first.intervals.count ? score : score * 0.6)
    }
    let heard = candidates.first?.name ?? ""
    var match = Match(
      utterance: text, decision: .ask, candidates: Array(candidates), score: score, margin: Self.margin(candidates),
      reason: .init(.ambiguous, "several amounts were said"), explanation: explanation(reading, first, text))
    // Of a short answer all amounts may be meant, of a long one mostly the first.
    let isAsked =
      first.intervals.count > 1 || !numbers.isEmpty || areAlternatives(all, text)
      || explained(words, by: all.map(\.range)) >= 0.8
    if values.count == 1 || !isAsked {
      let isSure = score >= 0.7 && values.count == 1
      match.decision = isSure ? .accept : .confirm
      match.value = candidates.first?.value
      match.reason = isSure ? .init(.amount, "\(heard)") : .init(.partly, "probably \(heard), among other words")
    }
    return match
  }

  /// What the number right before an amount would be in its unit: "five fifteen minutes", of which one was not meant, or misheard.
  private func beside(_ amount: Quantity, _ reading: QuantityReading) -> [Interval] {
    guard let mode = amount.intervals.first?.mode,
      let number = reading.bare.first(where: { (0...1).contains(amount.range.lowerBound - $0.range.upperBound) }),
      // A one may be an article: "einen", "een".
      number.values != [1]
    else { return [] }
    return number.values.compactMap { quantities.bareInterval($0, mode: mode) }
  }

  /// Two amounts joined by "or" are a choice that only the rider can make.
  private func areAlternatives(_ all: [Quantity], _ text: String) -> Bool {
    guard all.count == 2 else { return false }
    let start = all[0].range.upperBound
    let words = Normalizer.tokens(Self.part(text, start..<max(start, all[1].range.lowerBound))).map(\.word)
    return words.contains(where: lexicon.words.numbers.or.contains)
  }

  private func decideBare(
    _ bare: QuantityReading.Bare, _ reading: QuantityReading, _ text: String, _ mode: Mode?
  ) -> Match {
    let modes = mode.map { [$0] } ?? [Mode.time, .stations, .distance]
    let share = explained(Self.words(reading), by: [bare.range]) * (bare.hasStrangeUnit ? 0.75 : 1)
    let values = bare.values.flatMap { number in modes.compactMap { quantities.bareInterval(number, mode: $0) } }
    guard !values.isEmpty else { return Self.nothing(text, .init(.noAmount, "the number fits no unit")) }
    guard mode != nil || !bare.hasStrangeUnit else {
      return Self.nothing(text, .init(.noUnit, "what the number counts is not known"))
    }
    // A number in a long sentence is a date, a price or an address.
    guard share >= 0.55 else {
      return Self.nothing(text, .init(.noUnit, "the number has no unit and much else was said"))
    }
    let isSure = values.count == 1 && share >= 0.7
    let candidates = values.prefix(policy.candidates).map {
      Candidate(value: $0.canonical, name: $0.canonical, score: values.count == 1 ? share : share * 0.8)
    }
    return Match(
      utterance: text, decision: values.count > 1 ? .ask : isSure ? .accept : .confirm,
      value: values.count == 1 ? values[0].canonical : nil, candidates: candidates, score: candidates[0].score,
      margin: Self.margin(candidates),
      reason: values.count > 1
        ? .init(.ambiguous, "the number has no unit") : .init(.amount, "in the unit of the mode"),
      explanation: ["number: \"\(Self.part(text, bare.range))\", without a unit"] + others(reading, bare.range, text))
  }

  // MARK: - Explanation

  static func part(_ text: String, _ range: Range<Int>) -> String {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return String(decoding: bytes[start..<bytes.index(start, offsetBy: range.count)], as: UTF8.self)
  }

  private func explanation(_ reading: QuantityReading, _ quantity: Quantity, _ text: String) -> [String] {
    let parts = quantity.parts.map { part in
      let unit = part.unit.map { "unit \"\(Self.part(text, $0))\"" } ?? "in the unit that follows"
      let slip = part.meant.map { ", read as \($0)" } ?? ""
      return "number \"\(Self.part(text, part.number))\" (\(Self.plain(part.value))), \(unit)\(slip)"
    }
    return parts + others(reading, quantity.range, text)
  }

  /// What stands beside an amount: little words that count for nothing, and words that nothing explains.
  private func others(_ reading: QuantityReading, _ range: Range<Int>, _ text: String) -> [String] {
    let rest = reading.tokens.filter { $0.mark == nil && !range.overlaps($0.range) }
    func line(_ title: String, _ tokens: [QuantityToken]) -> [String] {
      tokens.isEmpty ? [] : [title + tokens.map { Self.part(text, $0.range) }.joined(separator: " ")]
    }
    return line("passed over: ", rest.filter { isLittle($0.word ?? "") })
      + line("not explained: ", rest.filter { !isLittle($0.word ?? "") })
  }

  private static func plain(_ value: Double) -> String { String(format: "%.7g", value) }
}
