import Journey

extension Matcher {
  /// What was said for either end of the ride.
  struct Ends {
    var readings: [Slot: PlaceReading] = [:]
    /// The spans that the readings are from.
    var spans: [Slot: RoleSpan] = [:]
    /// Another place that was named as clearly for the same end.
    var rivals: [Slot: PlaceReading] = [:]
    var hadCues = false
  }

  /// Reads each end from the words that belong to it. What has no cue belongs to the open end, or to the other one if
  /// the open end is named with a cue.
  /// - Parameter hidden: words that were read as something else.
  func readEnds(
    _ tokens: [Token], open: Slot, whole: PlaceReading?, hidden: Set<Int> = [], reader: (Slot) -> PlaceReader?
  ) -> Ends {
    var ends = Ends()
    let readers = [Slot.from, .to].compactMap(reader)
    let spans = splitter.spans(
      tokens, hidden: hidden, isName: { words in readers.contains { $0.isName(tokens, words) } },
      isOwnName: { words in readers.contains { $0.isOwnName(tokens, words) } },
      isInNames: { place in readers.contains { $0.knows(tokens, place) } })
    let cued = Set(spans.compactMap(\.slot))
    ends.hadCues = !cued.isEmpty
    for slot in [Slot.from, .to] {
      guard let reader = reader(slot) else { continue }
      let own = spans.filter { $0.slot == slot }
      let takesRest = slot == open || ((open == .from || open == .to) && cued.contains(open))
      let rest = takesRest ? spans.filter { $0.slot == nil } : []
      choose(own, rest, slot, tokens, reader, &ends)
    }
    // A name may hold a cue word: "Stop to go".
    if let whole, isBetter(whole, than: ends, tokens) { ends = Ends(readings: [open: whole], hadCues: ends.hadCues) }
    return ends
  }

  /// Whether all the words are one name rather than what cue words in it make of them: it is surer, or it explains them all
  /// while the ends leave some over.
  private func isBetter(_ whole: PlaceReading, than ends: Ends, _ tokens: [Token]) -> Bool {
    if whole.score > max(policy.confirm, (ends.readings.values.map(\.score).max() ?? 0) + 0.02) { return true }
    guard whole.score >= policy.accept, let best = whole.hits.first, best.explained >= 0.85 else { return false }
    let used = ends.readings.values.filter { $0.score >= policy.confirm }.map(\.words)
    return tokens.indices.contains { place in
      !fillers.contains(tokens[place].word) && !used.contains { $0.contains(place) }
    }
  }

  /// Of several spans for one end a clear cue counts before a verb, a verb before a guess, and that before no cue; but
  /// only while a place is named there.
  private func choose(
    _ own: [RoleSpan], _ rest: [RoleSpan], _ slot: Slot, _ tokens: [Token], _ reader: PlaceReader, _ ends: inout Ends
  ) {
    let tiers = [own.filter { !$0.isWeak }, own.filter { $0.isWeak && !$0.isGuess }, own.filter(\.isGuess), rest]
    var best: (reading: PlaceReading, span: RoleSpan)?
    for (number, tier) in tiers.enumerated() {
      // Words behind a cue that are no name at all are still what was said of that end.
      let readings = tier.map { (reading: reader.read(tokens, $0), span: $0) }
        .filter { $0.span.slot != nil || !$0.reading.hits.isEmpty }
        .sorted { ($0.reading.score, $0.reading.words.count) > ($1.reading.score, $1.reading.words.count) }
      guard let first = readings.first else { continue }
      if best.map({ isClearer(first.reading, than: $0.reading) }) ?? true { best = first }
      if number == 0, let rival = readings.dropFirst().first(where: { isRival($0.reading, of: first.reading, tokens) })
      {
        ends.rivals[slot] = rival.reading
      }
      if let best, best.reading.score >= policy.accept { break }
    }
    guard let best else { return }
    ends.readings[slot] = best.reading
    ends.spans[slot] = best.span
    if let rival = ends.rivals[slot], !isRival(rival, of: best.reading, tokens) { ends.rivals[slot] = nil }
  }

  /// Whether a place behind a lesser cue counts before that behind a better one.
  private func isClearer(_ other: PlaceReading, than best: PlaceReading) -> Bool {
    other.score >= policy.confirm && other.score > best.score + (best.score >= policy.confirm ? 0.2 : 0.02)
  }

  /// Whether another place was said as clearly; a shorter form of the same name is none.
  private func isRival(_ other: PlaceReading, of best: PlaceReading, _ tokens: [Token]) -> Bool {
    let named = Set(tokens[best.words].map(\.word))
    return other.score >= policy.accept && other.hits.first?.option != best.hits.first?.option
      && tokens[other.words].contains { !named.contains($0.word) && !fillers.contains($0.word) }
  }

  /// Decides for one end; nil where nothing was said of it.
  func decideEnd(_ ends: Ends, _ slot: Slot, _ text: String, _ tokens: [Token], _ index: OptionIndex) -> Match? {
    guard let reading = ends.readings[slot] else { return nil }
    var match = decide(reading, text, tokens, index)
    guard match.decision == .accept || match.decision == .confirm, let name = match.candidates.first?.name else {
      return match
    }
    if let rival = ends.rivals[slot] {
      let other = decide(rival, text, tokens, index)
      if let second = other.candidates.first, second.value != match.candidates.first?.value {
        match.candidates = Array(
          ([match.candidates[0], second] + match.candidates.dropFirst().filter { $0.value != second.value })
            .prefix(policy.candidates))
        match.value = nil
        match.margin = Self.margin(match.candidates)
        return match.asking(.init(.contradiction, "\(name) and \(second.name) were both named"))
      }
    }
    if ends.spans[slot]?.isGuess == true, match.decision == .accept {
      return match.taking(.confirm, .init(.near, "probably \(name), which stands behind other words"))
    }
    return match
  }
}
