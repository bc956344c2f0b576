import Journey

extension Matcher {
  /// The place that was said for one end of the ride.
  func matchPlace(_ text: String, slot: Slot, index: OptionIndex?) -> Match {
    let tokens = wordsSaid(text, among: [index].compactMap(\.self))
    guard !tokens.isEmpty else { return Self.nothing(text, .init(.empty, "nothing was said")) }
    guard let index, !index.isEmpty else { return Self.nothing(text, .init(.noOptions, "no stops are known")) }
    let memory = WordMemory(index)
    let reader = placeReader(memory)
    func explained(_ match: Match, _ reading: PlaceReading?) -> Match {
      guard explains, let reading else { return match }
      var match = match
      match.explanation = explain(match, reading, tokens, reader, index)
      return match
    }
    if let exact = exactName(tokens, slot, reader, index) {
      return explained(decide(exact, text, tokens, index), exact)
    }
    if let command = command(text, tokens, at: slot, among: [index]) { return command }
    // A name may hold cue words, which then must be explained like any other.
    var whole: PlaceReading?
    if tokens.contains(where: { splitter.cueWords.contains($0.word) }) {
      let strict = PlaceReader(
        memory, splitter: splitter, fillers: fillers.subtracting(splitter.cueWords), model: lexicon.placeModel)
      whole = strict.whole(tokens, tokens.indices)
    }
    let ends = readEnds(tokens, open: slot, whole: whole) { _ in reader }
    guard let match = decideEnd(ends, slot, text, tokens, index) else {
      let other = slot == .from ? Slot.to : .from
      guard var match = decideEnd(ends, other, text, tokens, index) else {
        return Self.nothing(text, .init(.nothingLikeIt, "no stop is named"))
      }
      if match.decision == .accept { match.decision = .confirm }
      match.reason = .init(.otherEnd, "that is where the ride goes \(other.rawValue)")
      return explained(match, ends.readings[other])
    }
    return explained(hedged(match, ends, slot, tokens), ends.readings[slot])
  }

  /// Part of a name is only taken from an answer that says little else: a sentence about other things may hold such words.
  private func hedged(_ match: Match, _ ends: Ends, _ slot: Slot, _ tokens: [Token]) -> Match {
    guard match.decision == .accept, let reading = ends.readings[slot], let best = reading.hits.first,
      best.features[.isJustName] == 0
    else { return match }
    guard best.said < policy.share else { return match }
    let isOutside = { (place: Int) in
      !reading.words.contains(place) && !tokens[place].isNumber && !fillers.contains(tokens[place].word)
        && !splitter.cueWords.contains(tokens[place].word)
    }
    guard tokens.indices.count(where: isOutside) >= policy.other else { return match }
    return match.taking(.confirm, .init(.aside, "part of \(match.candidates[0].name), among other words"))
  }

  /// What `alight-lab calibrate` fits a model to: the options that an answer may mean, one for each name.
  package func placeHits(_ utterance: String, slot: Slot, index: OptionIndex) -> [PlaceHit] {
    let tokens = wordsSaid(Self.shortened(utterance), among: [index])
    let reader = placeReader(WordMemory(index))
    if let exact = exactName(tokens, slot, reader, index) { return Self.distinct(exact.hits, index) }
    let ends = readEnds(tokens, open: slot, whole: nil) { _ in reader }
    return Self.distinct(ends.readings[slot]?.hits ?? [], index)
  }

  /// A reader for one answer.
  func placeReader(_ memory: WordMemory, own: OwnNames = .none) -> PlaceReader {
    PlaceReader(memory, splitter: splitter, fillers: fillers, model: lexicon.placeModel, own: own)
  }

  /// A name just as it is, with nothing before it but words that say nothing or that lead to this end, and nothing but such
  /// after it: "to the Gateway to the Lakes please".
  private func exactName(
    _ tokens: [Token], _ slot: Slot, _ reader: PlaceReader, _ index: OptionIndex
  ) -> PlaceReading? {
    let isFiller = { (token: Token) in fillers.contains(token.word) && !index.forms.isKind(token.word) }
    let last = tokens.lastIndex { !isFiller($0) || splitter.cueWords.contains($0.word) } ?? tokens.count - 1
    // Small words may belong to the name, so that the longest reading is tried first.
    var start = 0
    while start < min(tokens.count, 12) {
      for end in Set([tokens.count, last + 1]).sorted(by: >) where start < end {
        let reading = reader.exact(tokens, start..<end)
        if !reading.hits.isEmpty { return reading }
      }
      if let cue = splitter.cue(tokens, at: start), cue.slot == slot {
        start += cue.count
      } else if isFiller(tokens[start]), !splitter.cueWords.contains(tokens[start].word) {
        start += 1
      } else {
        return nil
      }
    }
    return nil
  }

  /// Decides among the stops that a stretch of words may mean, by how likely each is.
  func decide(_ reading: PlaceReading, _ text: String, _ tokens: [Token], _ index: OptionIndex) -> Match {
    if let own = reading.own {
      return Match(
        utterance: text, decision: .accept, value: own.stop,
        candidates: [Candidate(value: own.stop, name: own.shown, score: 1)], score: 1, margin: 1,
        reason: own.isLearned
          ? .init(.learned, "it was said to mean \(own.shown)") : .init(.place, "the rider's name of \(own.shown)"))
    }
    let hits = Self.distinct(reading.hits, index)
    guard let best = hits.first else { return Self.nothing(text, .init(.nothingLikeIt, "no stop is named like it")) }
    let probabilities = best.isExact ? hits.map { $0.isExact ? 1 : 0 } : PlaceModel.probabilities(hits.map(\.utility))
    let candidates = zip(hits, probabilities).prefix(policy.candidates).map { hit, probability in
      let option = index.options[hit.option]
      return Candidate(value: option.id, name: option.name, score: Self.rounded(probability))
    }
    let match = Match(
      utterance: text, decision: .reject, candidates: Array(candidates), score: candidates[0].score,
      margin: Self.margin(candidates), reason: .init(.nothingLikeIt, "no stop is named like it"))
    if best.isExact {
      let isShared = hits.dropFirst().contains { $0.isExact && $0.isName == best.isName }
      return isShared
        ? match.asking(.init(.ambiguous, "several stops have this name"))
        : match.taking(.accept, .init(.exact, "the name of \(candidates[0].name)"))
    }
    // Words that several names hold do not tell them apart, however short one of the names is.
    let equals = hits.dropFirst().count {
      $0.holdsAll && $0.said >= best.said - policy.alike && $0.features[.disorder] <= best.features[.disorder]
    }
    if best.holdsAll, best.said < 0.9, equals > 0 {
      return match.asking(.init(.ambiguous, "\(equals + 1) stops hold these words"))
    }
    let none = 1 - probabilities.reduce(0, +)
    if probabilities[0] >= policy.accept {
      if let begun = begun(match, reading, hits, tokens, index, .apart) { return begun }
      // "Graz Hauptbahnhof": part of a name or another one, beside a word that may tell another town.
      let left = best.features[.leftNear]
      return left > 1 || left > 0 && (best.said < 0.9 || !best.isName)
        ? match.taking(.confirm, .init(.aside, "\(candidates[0].name), beside a word that it does not have"))
        : match.taking(.accept, .init(.close, "\(candidates[0].name)"))
    }
    if let begun = begun(match, reading, hits, tokens, index, .exact) { return begun }
    if none >= policy.refuse {
      return begun(match, reading, hits, tokens, index, .slips) ?? besideWords(match, best, tokens, index)
        ?? guessed(match, reading, best, tokens)
    }
    if probabilities.count > 1, probabilities[1] >= policy.offer * probabilities[0] {
      return match.asking(.init(.ambiguous, "\(candidates[1].name) is as near"))
    }
    return match.taking(.confirm, .init(.near, "probably \(candidates[0].name)"))
  }

  /// Stops of one name are one option; the best served one stands for them.
  static func distinct(_ hits: [PlaceHit], _ index: OptionIndex) -> [PlaceHit] {
    var names: Set<UInt32> = []
    return hits.filter { names.insert(index.nameGroup($0.option)).inserted }
  }

  static func rounded(_ score: Double) -> Double { (score * 1000).rounded() / 1000 }
}

extension Match {
  package func asking(_ reason: MatchReason) -> Match {
    var match = self
    (match.decision, match.reason) = (.ask, reason)
    return match
  }

  package func taking(_ decision: Decision, _ reason: MatchReason) -> Match {
    var match = self
    (match.decision, match.reason, match.value) = (decision, reason, candidates.first?.value)
    return match
  }
}
