import Journey

extension Matcher {
  /// A reply to a short list: a name, its distinguishing part ("the main station"), a prefix, an alias or an id.
  public func choose(_ utterance: String, among options: [MatchOption]) -> Match {
    let text = Self.shortened(utterance)
    if let option = options.first(where: { $0.id == text }) {
      let candidate = Candidate(value: option.id, name: option.name, score: 1)
      return Match(
        utterance: utterance, decision: .accept, value: option.id, candidates: [candidate], score: 1, margin: 1,
        reason: .init(.exact, "the id of \(option.name)"))
    }
    let tokens = Normalizer.tokens(text)
    let index = OptionIndex(options, lexicon: lexicon)
    let reader = placeReader(WordMemory(index))
    let reading = reader.whole(tokens, tokens.indices)
    let hits = Self.distinct(reading.hits, index)
    let candidates = hits.prefix(policy.candidates).map {
      Candidate(value: index.options[$0.option].id, name: index.options[$0.option].name, score: Self.rounded($0.score))
    }
    guard let best = hits.first, best.explained >= 0.6 else {
      return Self.nothing(utterance, .init(.nothingLikeIt, "none of these was named"), candidates: candidates)
    }
    let match = Match(
      utterance: utterance, decision: .ask, candidates: candidates, score: best.score,
      margin: Self.margin(candidates), reason: .init(.ambiguous, "more than one of these fits"))
    // Few are left to choose from, so a part that only one of them has is enough.
    let others = hits.dropFirst().map(\.explained).max() ?? 0
    if best.isExact || best.explained - others >= policy.margin || match.margin >= policy.margin {
      return match.taking(best.explained >= 0.8 ? .accept : .confirm, .init(.chosen, "\(candidates[0].name)"))
    }
    return match
  }

  /// The place in a list of `count` that was said ("2", "the second", "last one", "#5", "option five"), from 1; 0 for none of
  /// them; nil where it is something else.
  public func ordinal(_ utterance: String, count: Int) -> Int? {
    let numbers = lexicon.words.numbers
    let words = Normalizer.tokens(Self.shortened(utterance)).map(\.word)
    guard !words.isEmpty, words.count <= 8, count > 0 else { return nil }
    if numbers.none.contains(words.joined(separator: " ")) { return 0 }
    var place: Int?
    var number = 0
    while number < words.count {
      let word = words[number]
      let joined = number + 1 < words.count ? word + words[number + 1] : ""
      if let found = numbers.ordinals[joined] {
        guard place == nil else { return nil }
        place = Int(found)
        number += 1
      } else if let found = Int(word) ?? position(word, numbers) {
        guard place == nil || position(word, numbers) == 1 else { return nil }
        place = place ?? found
      } else if numbers.last.contains(word) {
        place = count
      } else if numbers.middle.contains(word), count % 2 == 1 {
        guard place == nil else { return nil }
        place = (count + 1) / 2
      } else if numbers.none.contains(word) {
        return 0
      } else if !fillers.contains(word), !numbers.item.contains(word) {
        return nil
      }
      number += 1
    }
    guard let place, (1...count).contains(place) else { return nil }
    return place
  }

  private func position(_ word: String, _ numbers: WordLists.Numbers) -> Int? {
    (numbers.ordinals[word] ?? numbers.words[word]).map { Int($0) }
  }
}
