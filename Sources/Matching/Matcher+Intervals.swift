import Journey

extension Matcher {
  /// The amount that was said. Its range and the predefined values are the wizard's concern.
  func matchInterval(_ text: String, mode: Mode?) -> Match {
    let tokens = Normalizer.tokens(text)
    guard !tokens.isEmpty else { return Self.nothing(text, "empty: nothing was said") }
    let reading = quantities.read(text, mode: mode)
    let isCommand = command(text, tokens, at: .interval)
    if let quantity = reading.quantities.first {
      return decide(reading.quantities, quantity, text, tokens)
    }
    if let isCommand { return isCommand }
    if let refused = reading.refused, reading.bare.isEmpty {
      return Self.nothing(text, "other-dimension: an amount of \(refused) is no time, distance or number of stops")
    }
    guard let bare = reading.bare.first else {
      return Self.nothing(text, "no-amount: there is no amount in it")
    }
    return decideBare(bare.values, explained(tokens, by: bare.range), text, mode)
  }

  /// The share of the words, fillers little, that an amount and the words said around amounts explain.
  func explained(_ tokens: [Token], by range: Range<Int>) -> Double {
    var own = 0.0
    var strange = 0.0
    for token in tokens {
      if range.overlaps(token.range) {
        own += 1
      } else if around.contains(token.word) || fillers.contains(token.word) {
        own += 0.1
      } else {
        strange += 1
      }
    }
    return own > 0 ? max(0, 1 - 0.07 * strange) * (own / (own + strange * 0.15)) : 0
  }

  private func decide(_ all: [Quantity], _ first: Quantity, _ text: String, _ tokens: [Token]) -> Match {
    let score = explained(tokens, by: first.range)
    var values: [Interval] = first.intervals
    for other in all.dropFirst() { values += other.intervals.filter { !values.contains($0) } }
    let candidates = values.prefix(policy.candidates).enumerated().map { place, interval in
      Candidate(
        value: interval.canonical, name: interval.canonical,
        score: place < first.intervals.count ? score : score * 0.6)
    }
    let heard = candidates.first?.name ?? ""
    var match = Match(
      utterance: text, decision: .ask, candidates: Array(candidates), score: score, margin: Self.margin(candidates),
      reason: "ambiguous: several amounts were said")
    if values.count == 1 || (first.intervals.count == 1 && all.count > 1 && isCorrection(all, text) == nil) {
      let isSure = score >= 0.7 && values.count == 1
      match.decision = isSure ? .accept : .confirm
      match.value = candidates.first?.value
      match.reason = isSure ? "amount: \(heard)" : "partly: probably \(heard), among other words"
    }
    return match
  }

  /// Two amounts joined by "or" are a choice that only the rider can make.
  private func isCorrection(_ all: [Quantity], _ text: String) -> Bool? {
    guard all.count == 2 else { return nil }
    let between = Array(text.utf8)[all[0].range.upperBound..<max(all[0].range.upperBound, all[1].range.lowerBound)]
    let words = Normalizer.tokens(String(decoding: between, as: UTF8.self)).map(\.word)
    return words.contains(where: lexicon.words.numbers.or.contains) ? true : nil
  }

  private func decideBare(_ numbers: [Double], _ share: Double, _ text: String, _ mode: Mode?) -> Match {
    let modes = mode.map { [$0] } ?? [Mode.time, .stations, .distance]
    let values = numbers.flatMap { number in modes.compactMap { quantities.bareInterval(number, mode: $0) } }
    guard !values.isEmpty else { return Self.nothing(text, "no-amount: the number fits no unit") }
    let isSure = values.count == 1 && share >= 0.7
    // A number in a long sentence is a date, a price or an address.
    guard share >= 0.55 else { return Self.nothing(text, "no-unit: the number has no unit and much else was said") }
    let candidates = values.prefix(policy.candidates).map {
      Candidate(value: $0.canonical, name: $0.canonical, score: values.count == 1 ? share : share * 0.8)
    }
    return Match(
      utterance: text, decision: values.count > 1 ? .ask : isSure ? .accept : .confirm,
      value: values.count == 1 ? values[0].canonical : nil, candidates: candidates, score: candidates[0].score,
      margin: Self.margin(candidates),
      reason: values.count > 1 ? "ambiguous: the number has no unit" : "amount: in the unit of the mode")
  }
}
