import Foundation
import Journey

extension Matcher {
  /// All that was understood while the question for `open` stands.
  ///
  /// Commands come first, then yes and no; then amounts and modes, and the places in what is left.
  public func interpret(
    _ utterance: String, open: Slot, mode: Mode? = nil, from: OptionIndex? = nil, to: OptionIndex? = nil
  ) -> Interpretation {
    let text = Self.shortened(utterance)
    let tokens = splitter.separated(Normalizer.tokens(text))
    var result = Interpretation(utterance: utterance)
    guard !tokens.isEmpty else { return result }
    let isAmount = open == .interval && !quantities.read(text, mode: mode).quantities.isEmpty
    let places = [from, to].compactMap { $0 }
    if !isAmount { result.command = command(text, tokens, at: open, among: places) }
    result.affirmation = affirmation(text, tokens)
    if result.command == nil, let trailing = commands.trailing(tokens, at: open), !isName(tokens, from, to) {
      result.command = Match(
        utterance: utterance, decision: .reject, command: trailing.name, score: 1, margin: 1,
        reason: "command: \(trailing.name) was said at the end")
    }
    if result.command != nil { return result }
    var used = Set<Int>()
    readAmount(text, tokens, open: open, mode: mode, &result, &used)
    readMode(text, tokens, open: open, &result, &used)
    readPlaces(text, tokens, open: open, from: from, to: to, &result, &used)
    result.unexplained = tokens.indices.filter { !used.contains($0) && !isSmall(tokens[$0]) }.map { tokens[$0].word }
      .joined(separator: " ")
    return result
  }

  private func isSmall(_ token: Token) -> Bool { fillers.contains(token.word) || around.contains(token.word) }

  private func isName(_ tokens: [Token], _ indexes: OptionIndex?...) -> Bool {
    let key = tokens.map(\.word).joined(separator: " ")
    return indexes.contains { $0?.exact[key] != nil }
  }

  private func affirmation(_ text: String, _ tokens: [Token]) -> Affirmation? {
    let yes = commands.leading(tokens, named: "yes")
    let no = commands.leading(tokens, named: "no")
    guard let end = [yes, no].compactMap({ $0 }).max() else { return nil }
    let rest = tokens[end...]
    // "yes please" says no more than yes.
    let hasMore = rest.contains { !fillers.contains($0.word) }
    let bytes = Array(text.utf8)
    let remaining =
      hasMore ? rest.first.map { String(decoding: bytes[$0.range.lowerBound...], as: UTF8.self) } ?? "" : ""
    return Affirmation(isYes: (no ?? 0) < (yes ?? 0), rest: remaining)
  }

  private func readAmount(
    _ text: String, _ tokens: [Token], open: Slot, mode: Mode?, _ result: inout Interpretation, _ used: inout Set<Int>
  ) {
    if open == .interval {
      let match = matchInterval(text, mode: mode)
      if match.decision != .reject { result.slots[.interval] = match }
    }
    guard let quantity = quantities.read(text, mode: mode).quantities.first else { return }
    // "at a stop" and "my stop" are no amounts where a place is asked for.
    let isVague = tokens.filter { quantity.range.overlaps($0.range) }.count < 2
    guard open == .interval || !isVague else { return }
    for place in tokens.indices where quantity.range.overlaps(tokens[place].range) { used.insert(place) }
    if result.slots[.interval] == nil {
      let part = String(decoding: Array(text.utf8)[quantity.range], as: UTF8.self)
      let match = matchInterval(part, mode: mode)
      if match.decision != .reject { result.slots[.interval] = match }
    }
  }

  private func readMode(
    _ text: String, _ tokens: [Token], open: Slot, _ result: inout Interpretation, _ used: inout Set<Int>
  ) {
    if open == .mode {
      let match = matchMode(text)
      if match.decision != .reject { result.slots[.mode] = match }
      return
    }
    let rest = tokens.indices.filter { !used.contains($0) }
    let hits = modes.read(rest.map { tokens[$0] })
    guard hits.count == 1, let hit = hits.first, let words = hit.words.first, words.count > 1 || open == .interval
    else {
      return
    }
    guard result.slots[.interval] == nil else { return }
    let names = lexicon.options.mode.first { $0.value.rawValue == hit.name }?.name ?? hit.name
    for place in words { used.insert(rest[place]) }
    result.slots[.mode] = Match(
      utterance: result.utterance, decision: .accept, value: hit.name,
      candidates: [Candidate(value: hit.name, name: names, score: 1)], score: 1, margin: 1, reason: "named: \(names)")
  }

  private func readPlaces(
    _ text: String, _ tokens: [Token], open: Slot, from: OptionIndex?, to: OptionIndex?,
    _ result: inout Interpretation, _ used: inout Set<Int>
  ) {
    let readers: [Slot: PlaceReader] = [Slot.from: from, .to: to].compactMapValues { index in
      index.flatMap { $0.options.isEmpty ? nil : PlaceReader($0, splitter: splitter, fillers: fillers) }
    }
    guard !readers.isEmpty else { return }
    let whole = readers[open].map { $0.whole(tokens, tokens.indices) }
    let rest = tokens.indices.filter { !used.contains($0) }
    let words = rest.map { tokens[$0] }
    var ends = Ends()
    if let whole, whole.isExact {
      ends.readings[open] = whole
      used.formUnion(tokens.indices)
    } else {
      ends = readEnds(words, open: open, whole: nil) { readers[$0] }
      if !ends.hadCues, let both = twoPlaces(words, readers, better: ends.readings[open]) { ends = both }
    }
    result.hadCues = ends.hadCues
    for (slot, reading) in ends.readings {
      guard let index = slot == .from ? from : to else { continue }
      let isWhole = reading.words == tokens.indices && whole?.isExact == true
      var match = decide(reading, text, isWhole ? tokens : words, index)
      // An end that nobody asked for must be said clearly.
      if slot != open, match.decision == .reject || (open != .from && open != .to && !ends.hadCues) { continue }
      match.utterance = result.utterance
      result.slots[slot] = match
      if !isWhole, match.decision != .reject { for place in reading.words { used.insert(rest[place]) } }
    }
  }

  /// "linz hagenberg": two names without cue words are from and to.
  private func twoPlaces(_ words: [Token], _ readers: [Slot: PlaceReader], better: PlaceReading?) -> Ends? {
    guard let from = readers[.from], let to = readers[.to], (2...8).contains(words.count), (better?.score ?? 0) < 0.9
    else { return nil }
    var best: (score: Double, from: PlaceReading, to: PlaceReading)?
    for cut in 1..<words.count {
      let first = from.whole(words, 0..<cut)
      let second = to.whole(words, cut..<words.count)
      let score = min(first.score, second.score)
      if score >= policy.accept, score > best?.score ?? 0 { best = (score, first, second) }
    }
    guard let best, best.score > (better?.score ?? 0) else { return nil }
    return Ends(readings: [.from: best.from, .to: best.to], hadCues: false)
  }
}
