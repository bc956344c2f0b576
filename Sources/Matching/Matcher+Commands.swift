import Journey

extension Matcher {
  /// The command that was said, whatever the question.
  func matchCommand(_ text: String) -> Match {
    let tokens = Normalizer.tokens(text)
    guard !tokens.isEmpty else { return Self.nothing(text, "empty: nothing was said") }
    let hits = commands.read(tokens)
    let candidates = hits.prefix(policy.candidates).enumerated().map { place, hit in
      // What else was said counts less the later it stands in the order of precedence.
      Candidate(value: hit.name, name: hit.name, score: hit.score / Double(place + 1))
    }
    guard let best = candidates.first else { return Self.nothing(text, "nothing-like-it: no command sounds like it") }
    let decision: Decision = best.score >= 0.75 ? .accept : best.score >= 0.5 ? .confirm : .reject
    let percent = Int((best.score * 100).rounded())
    return Match(
      utterance: text, decision: decision, value: decision == .reject ? nil : best.value,
      command: decision == .reject ? nil : best.value, candidates: candidates, score: best.score,
      margin: Self.margin(candidates),
      reason: decision == .accept ? "command: \(best.name)" : "partly: \(percent) % of it is \(best.name)",
      explanation: ["phrases of commands explain \(percent) % of the words"])
  }

  /// A command said as the whole utterance while a slot is open. Quoted words are a name.
  /// - Parameter places: the words of their names are no slips of commands: "Halle" is not "hallo".
  func command(_ text: String, _ tokens: [Token], at slot: Slot, among places: [OptionIndex] = []) -> Match? {
    guard !Self.isQuoted(text) else { return nil }
    let hits = commands.read(tokens, at: slot) { word in
      places.contains { $0.vocabulary.number[$0.vocabulary.expanded(word)] != nil }
    }
    guard let hit = hits.first, hit.score >= 0.9 else { return nil }
    return Match(
      utterance: text, decision: .reject, command: hit.name,
      candidates: [Candidate(value: hit.name, name: hit.name, score: hit.score)], score: hit.score, margin: hit.score,
      reason: "command: \(hit.name) was said")
  }

  func matchMode(_ text: String) -> Match {
    let tokens = Normalizer.tokens(text)
    guard !tokens.isEmpty else { return Self.nothing(text, "empty: nothing was said") }
    if let command = command(text, tokens, at: .mode) { return command }
    let named = modes.read(tokens)
    let quantity = quantities.read(text, mode: nil).quantities.first
    let candidates = modeCandidates(named, quantity, tokens)
    guard let best = candidates.first else { return Self.nothing(text, "nothing-like-it: no way of warning fits") }
    var match = Match(
      utterance: text, decision: .reject, candidates: candidates, score: best.score, margin: Self.margin(candidates),
      reason: "nothing-like-it: too little of it is a way of warning")
    if candidates.count > 1, candidates[1].score >= policy.confirm * 0.8 {
      (match.decision, match.reason) = (.ask, "ambiguous: \(best.name) and \(candidates[1].name) were both named")
    } else if best.score >= 0.6 {
      let isSure = best.score >= 0.7
      match.decision = isSure ? .accept : .confirm
      match.value = best.value
      match.reason = isSure ? "named: \(best.name)" : "partly: probably \(best.name)"
    }
    return match
  }

  private func modeCandidates(_ named: [CommandHit], _ quantity: Quantity?, _ tokens: [Token]) -> [Candidate] {
    var scores: [Mode: Double] = [:]
    for hit in named {
      if let mode = Mode(rawValue: hit.name) { scores[mode] = hit.score }
    }
    // An amount names the mode by its unit.
    if let quantity, let interval = quantity.intervals.first {
      let share = explained(tokens, by: quantity.range)
      scores[interval.mode] = max(scores[interval.mode] ?? 0, share)
    }
    let names = Dictionary(lexicon.options.mode.map { ($0.value, $0.name) }) { own, _ in own }
    return scores.map { Candidate(value: $0.key.rawValue, name: names[$0.key] ?? $0.key.rawValue, score: $0.value) }
      .sorted { ($0.score, $1.value) > ($1.score, $0.value) }
  }
}
