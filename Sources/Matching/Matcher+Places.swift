import Journey

extension Matcher {
  /// The place that was said for one end of the ride.
  func matchPlace(_ text: String, slot: Slot, index: OptionIndex?) -> Match {
    let tokens = splitter.separated(Normalizer.tokens(text))
    guard !tokens.isEmpty else { return Self.nothing(text, "empty: nothing was said") }
    guard let index, !index.options.isEmpty else { return Self.nothing(text, "no-options: no stops are known") }
    let reader = PlaceReader(index, splitter: splitter, fillers: fillers)
    // A name may hold cue words, which then must be explained like any other.
    let strict = PlaceReader(index, splitter: splitter, fillers: fillers.subtracting(splitter.cueWords))
    let whole = strict.whole(tokens, tokens.indices)
    // A stop that has a command for its name is that stop when its name is said, and nothing else.
    let isName = index.exact[tokens.map(\.word).joined(separator: " ")] != nil
    if !isName, let command = command(text, tokens, at: slot, among: [index]) { return command }
    if whole.isExact { return decide(whole, text, tokens, index) }
    let ends = readEnds(tokens, open: slot, whole: whole) { _ in reader }
    guard let match = decideEnd(ends, slot, text, tokens, index) else {
      let other = slot == .from ? Slot.to : .from
      guard var match = decideEnd(ends, other, text, tokens, index) else {
        return Self.nothing(text, "nothing-like-it: no stop is named")
      }
      if match.decision == .accept { match.decision = .confirm }
      match.reason = "other-end: that is where the ride goes \(other.rawValue)"
      return match
    }
    return match
  }

  /// Decides among the stops that a stretch of words may mean.
  func decide(_ reading: PlaceReading, _ text: String, _ tokens: [Token], _ index: OptionIndex) -> Match {
    let hits = Self.distinct(reading.hits, index)
    let candidates = hits.prefix(policy.candidates).map { hit in
      Candidate(
        value: index.options[hit.option].id, name: index.options[hit.option].name, score: Self.rounded(hit.score))
    }
    guard let best = hits.first, let first = candidates.first else {
      return Self.nothing(text, "nothing-like-it: no stop is named like it")
    }
    var match = Match(
      utterance: text, decision: .reject, candidates: Array(candidates), score: first.score,
      margin: Self.margin(candidates), reason: "nothing-like-it: no stop is named like it",
      explanation: candidates.isEmpty ? [] : explanation(hits.prefix(2), index))
    let rivals = hits.dropFirst()
    let isShort = tokens[reading.words].map(\.word).joined().count <= policy.shortAnswer
    if best.isExact, best.score >= policy.accept {
      if rivals.contains(where: { $0.isExact && $0.isName == best.isName }) {
        return match.asking("ambiguous: several stops have this name")
      }
      return match.taking(.accept, "exact: the name of \(first.name)")
    }
    let holdAll = rivals.filter { $0.explained >= max(0.9, best.explained - 0.03) }
    if best.explained >= 0.9, best.said < 0.8, !holdAll.isEmpty {
      return match.asking("ambiguous: \(holdAll.count + 1) stops hold these words")
    }
    if (first.score < policy.confirm && best.explained < 0.96) || (isShort && best.explained < 0.96) { return match }
    if match.margin < policy.margin { return match.asking("ambiguous: \(candidates[1].name) is as near") }
    if first.score >= policy.accept { return match.taking(.accept, "close: \(first.name)") }
    if best.explained >= 0.96 { return match.taking(.accept, "part: only \(first.name) holds these words") }
    match = match.taking(.confirm, "near: probably \(first.name)")
    return match
  }

  /// Stops of one name are one option; the best served one stands for them.
  static func distinct(_ hits: [PlaceHit], _ index: OptionIndex) -> [PlaceHit] {
    var names: Set<String> = []
    return hits.filter { names.insert(Normalizer.key(index.options[$0.option].name)).inserted }
  }

  static func rounded(_ score: Double) -> Double { (score * 1000).rounded() / 1000 }

  private func explanation(_ hits: ArraySlice<PlaceHit>, _ index: OptionIndex) -> [String] {
    hits.map { hit in
      let percent = { (share: Double) in "\(Int((share * 100).rounded())) %" }
      return "\(index.options[hit.option].name): explains \(percent(hit.explained)) of what was said, which is "
        + "\(percent(hit.said)) of the name; score \(Self.rounded(hit.score))"
    }
  }
}

extension Match {
  func asking(_ reason: String) -> Match {
    var match = self
    (match.decision, match.reason) = (.ask, reason)
    return match
  }

  func taking(_ decision: Decision, _ reason: String) -> Match {
    var match = self
    (match.decision, match.reason, match.value) = (decision, reason, candidates.first?.value)
    return match
  }
}
