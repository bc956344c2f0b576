import Foundation
import Journey

extension Matcher {
  /// All that was understood while the question for `open` stands.
  ///
  /// Commands come first, then yes and no; then times, amounts and modes, and the places in what is left. A name of the
  /// rider's own goes before all of them, where it is all that was said.
  /// - Parameter own: What the rider calls stops, which hold at both ends.
  public func interpret(
    _ utterance: String, open: Slot, mode: Mode? = nil, from: OptionIndex? = nil, to: OptionIndex? = nil,
    own: OwnNames = .none
  ) -> Interpretation {
    let text = Self.shortened(utterance)
    let tokens = wordsSaid(text, among: [from, to].compactMap(\.self))
    var result = Interpretation(utterance: utterance)
    guard !tokens.isEmpty else {
      // 👍 and 👎 are words enough.
      if let name = commands.sign(in: text), name == "yes" || name == "no" {
        result.affirmation = Affirmation(isYes: name == "yes", rest: "")
      }
      return result
    }
    var sketch = PartSketch(tokens: tokens)
    let isAmount = open == .interval && !quantities.read(text, mode: mode).quantities.isEmpty
    let places = [from, to].compactMap { $0 }
    let readers = placeReaders(from: from, to: to, own)
    let isOwn = !isAmount && readers.values.contains { $0.isOwnName(tokens, tokens.indices) }
    // "Leaving at nine" is no goodbye.
    let tellsTime = splitter.times(tokens).contains { $0.time.isEventSaid && $0.time.clock != nil }
    if !isAmount, !isOwn, !tellsTime, readers[open]?.isName(tokens, tokens.indices) != true,
      let command = command(text, tokens, at: open, among: places)
    {
      result.command = command
      sketch.mark(tokens.indices, .command)
    }
    let affirmation = affirmation(text, tokens)
    result.affirmation = affirmation?.value
    if result.command == nil, !isOwn, let trailing = commands.trailing(tokens, at: open),
      !readers.values.contains(where: { $0.isName(tokens, tokens.indices) })
    {
      result.command = Match(
        utterance: utterance, decision: .reject, command: trailing.name, score: 1, margin: 1,
        reason: .init(.command, "\(trailing.name) was said at the end"))
      sketch.mark(trailing.start..<tokens.count, .command)
    }
    if result.command == nil {
      if let affirmation { sketch.mark(0..<affirmation.end, .affirmation) }
      let whole = readers[open].map { $0.whole(tokens, tokens.indices) }
      let clause = modeClause(text, tokens, open: open)
      if let whole, whole.isExact {
        sketch.mark(tokens.indices, .init(open))
      } else {
        readTimes(text, tokens, open: clause == nil ? open : .interval, readers, &result, &sketch)
      }
      readAmount(text, open: open, mode: mode, &result, &sketch)
      readMode(text, open: open, &result, &sketch)
      if let clause { take(clause, text, &result, &sketch) }
      if !readers.isEmpty { readPlaces(text, open: open, readers, from: from, to: to, whole, &result, &sketch) }
      mendAmountOrMode(text, open: open, mode: mode, &result, &sketch)
      if result.slots.isEmpty, result.affirmation == nil, !tellsTime,
        let command = unusualCommand(text, tokens, at: open)
      {
        result.command = command
        sketch = PartSketch(tokens: tokens)
        sketch.mark(tokens.indices, .command)
      }
      result.unexplained = tokens.indices.filter { sketch.isFree($0) && !isSmall(tokens[$0]) }.map { tokens[$0].word }
        .joined(separator: " ")
    }
    result.parts = sketch.parts(of: result, text, isSmall: isSmall)
    return result
  }

  /// Where nothing else was understood for sure, a misspelt answer to the open question.
  private func mendAmountOrMode(
    _ text: String, open: Slot, mode: Mode?, _ result: inout Interpretation, _ sketch: inout PartSketch
  ) {
    guard result.affirmation == nil, result.times.isEmpty,
      !result.slots.contains(where: {
        $0.value.decision == .accept && !($0.key == .mode && $0.value.value == mode?.rawValue)
      })
    else { return }
    let nothing = Self.nothing(text, .init(.nothingLikeIt, "nothing answers the question"))
    var slot = open
    var mended = mended(result.slots[open] ?? nothing, text, at: open, mode: mode)
    // "2 stps" where the way to watch is asked for.
    if mended.decision != .accept, open == .mode, result.slots[.mode] == nil {
      (slot, mended) = (.interval, self.mended(nothing, text, at: .interval, mode: nil))
    }
    guard mended.decision == .accept else { return }
    result.slots = [slot: mended]
    sketch = PartSketch(tokens: sketch.tokens)
    sketch.mark(sketch.tokens.indices, .init(slot))
  }

  private func isSmall(_ token: Token) -> Bool { isLittle(token.word) }

  private func placeReaders(from: OptionIndex?, to: OptionIndex?, _ own: OwnNames) -> [Slot: PlaceReader] {
    // What is found out about a word holds for both ends where they have the same places.
    let shared = from.flatMap { from === to ? WordMemory($0) : nil }
    return [Slot.from: from, .to: to].compactMapValues { index in
      index.flatMap { $0.isEmpty ? nil : placeReader(shared ?? WordMemory($0), own: own) }
    }
  }

  /// The yes or no that an answer begins with, and the place of the word behind it.
  func affirmation(_ text: String, _ tokens: [Token]) -> (value: Affirmation, end: Int)? {
    let (yeses, noes) = (commands.leadingWords(tokens, named: "yes"), commands.leadingWords(tokens, named: "no"))
    let (yes, no) = (yeses.map(\.upperBound).max(), noes.map(\.upperBound).max())
    guard var end = [yes, no].compactMap(\.self).max() else { return nil }
    // In "yes, no, but yes" the first word alone is taken, and the others are more; of "no, yes" none is.
    let isTakenBack = !yeses.isEmpty && noes.contains { one in !yeses.contains { $0.contains(one) } }
    if isTakenBack, (no ?? 0) < (yes ?? 0), let first = yeses.map(\.lowerBound).min() {
      end = first < (noes.map(\.lowerBound).min() ?? 0) ? first + 1 : 0
    }
    let rest = tokens[end...]
    let isYes = (no ?? 0) < (yes ?? 0)
    // "Yes please" says no more than yes, and "yes, no" does.
    let hasMore = isTakenBack || rest.contains { !fillers.contains($0.word) }
    let bytes = Array(text.utf8)
    let remaining =
      hasMore ? rest.first.map { String(decoding: bytes[$0.range.lowerBound...], as: UTF8.self) } ?? "" : ""
    return (Affirmation(isYes: isYes, rest: remaining), end)
  }

  /// Times of travel. Where an amount is asked for, "around five" and "two hours" are amounts; there a time needs its form or a verb.
  private func readTimes(
    _ text: String, _ tokens: [Token], open: Slot, _ readers: [Slot: PlaceReader], _ result: inout Interpretation,
    _ sketch: inout PartSketch
  ) {
    let readings = splitter.times(tokens) { words in readers.values.contains { $0.isName(tokens, words) } }
    for reading in readings {
      let isVague = !reading.isCertain && !reading.time.isEventSaid
      if open == .interval, isVague || reading.time.delay != nil { continue }
      if open == .interval || open == .mode, isAmount(reading, of: text, tokens) { continue }
      // "Tomorrow, to Hagenberg, at six" tells one time.
      if let last = result.times.last, let joined = last.joined(with: reading.time) {
        result.times[result.times.count - 1] = joined
      } else {
        result.times.append(reading.time)
      }
      sketch.mark(reading.words, reading.time)
      if let verb = splitter.times.verb(tokens, before: reading) { sketch.lead(verb, reading.time) }
    }
  }

  /// Whether the words of a time are an amount of time as well, and no verb tells which: "two hours".
  private func isAmount(_ reading: TimeReading, of text: String, _ tokens: [Token]) -> Bool {
    guard !reading.time.isEventSaid, reading.time.delay == nil, let first = reading.words.first,
      let last = reading.words.last
    else {
      return false
    }
    let bytes = Array(text.utf8)[tokens[first].range.lowerBound..<tokens[last].range.upperBound]
    return !quantities.read(String(decoding: bytes, as: UTF8.self), mode: nil).quantities.isEmpty
  }

  private func readAmount(
    _ text: String, open: Slot, mode: Mode?, _ result: inout Interpretation, _ sketch: inout PartSketch
  ) {
    // A time of day is no amount, and parts what stands on either side.
    let text = sketch.blanked(text)
    let reading = quantities.read(text, mode: mode)
    if open == .interval {
      var match = matchInterval(text, mode: mode)
      match.utterance = result.utterance
      if match.decision != .reject {
        result.slots[.interval] = match
        // Of several amounts that are asked about none is left.
        let ranges = reading.quantities.isEmpty ? reading.bare.map(\.range) : reading.quantities.map(\.range)
        for range in match.decision == .ask ? ranges : Array(ranges.prefix(1)) { sketch.mark(bytes: range, .interval) }
      }
    }
    guard let quantity = reading.quantities.first else { return }
    let words = sketch.tokens.indices.filter { quantity.range.overlaps(sketch.tokens[$0].range) }
    // "at a stop", "my stop" and "the station" are no amounts where a place is asked for.
    guard let first = words.first, let last = words.last,
      open == .interval || words.count > 1 && (!quantity.isFaint || open == .mode || sketch.tokens[first].isNumber)
    else { return }
    if result.slots[.interval] == nil {
      let part = String(decoding: Array(text.utf8)[quantity.range], as: UTF8.self)
      let match = matchInterval(part, mode: mode)
      if match.decision != .reject { result.slots[.interval] = match }
    }
    sketch.mark(first..<last + 1, .interval)
  }

  private func readMode(_ text: String, open: Slot, _ result: inout Interpretation, _ sketch: inout PartSketch) {
    if open == .mode {
      // "In an hour" tells when, and not by what to watch.
      var match = matchMode(sketch.blanked(text))
      match.utterance = result.utterance
      if match.decision != .reject { result.slots[.mode] = match }
    }
    let rest = sketch.tokens.indices.filter { sketch.isFree($0) }
    let hits = modes.read(rest.map { sketch.tokens[$0] })
    guard hits.count == 1, let hit = hits.first, let words = hit.words.first else { return }
    if open == .mode {
      if result.slots[.mode]?.value == hit.name {
        sketch.mark(rest[words.lowerBound]..<rest[words.upperBound - 1] + 1, .mode)
      }
      return
    }
    // "Time, ten minutes": the amount has told the way to watch already.
    if let told = result.slots[.interval]?.value.flatMap(Interval.init(canonical:)), told.mode.rawValue == hit.name {
      sketch.mark(rest[words.lowerBound]..<rest[words.upperBound - 1] + 1, .mode)
      return
    }
    // "The stop near the church" tells no way to watch.
    let naming = words.filter { !lexicon.words.numbers.pointing.contains(sketch.tokens[rest[$0]].word) }
    guard naming.count > 1 || open == .interval, result.slots[.interval] == nil else { return }
    // "Pregarten, not the station" chooses nothing.
    let before = rest[words.lowerBound] - 1
    guard before < 0 || !lexicon.words.cues.not.contains(sketch.tokens[before].word) else { return }
    let name = lexicon.options.mode.first { $0.value.rawValue == hit.name }?.name ?? hit.name
    sketch.mark(rest[words.lowerBound]..<rest[words.upperBound - 1] + 1, .mode)
    result.slots[.mode] = Match(
      utterance: result.utterance, decision: .accept, value: hit.name,
      candidates: [Candidate(value: hit.name, name: name, score: 1)], score: 1, margin: 1,
      reason: .init(.named, "\(name)"))
  }

  private func readPlaces(
    _ text: String, open: Slot, _ readers: [Slot: PlaceReader], from: OptionIndex?, to: OptionIndex?,
    _ whole: PlaceReading?, _ result: inout Interpretation, _ sketch: inout PartSketch
  ) {
    let tokens = sketch.tokens
    var ends = Ends()
    if let whole, whole.isExact {
      ends.readings[open] = whole
    } else {
      let hidden = Set(tokens.indices.filter { !sketch.isFree($0) })
      ends = readEnds(tokens, open: open, whole: nil, hidden: hidden) { readers[$0] }
      if !ends.hadCues, let both = twoPlaces(sketch, readers, better: ends.readings[open]) { ends = both }
    }
    result.hadCues = ends.hadCues
    for slot in [Slot.from, .to] {
      guard let index = slot == .from ? from : to, let reading = ends.readings[slot],
        var match = decideEnd(ends, slot, text, tokens, index)
      else { continue }
      let isTold = slot == open || open == .from || open == .to || ends.hadCues
      guard isTold else { continue }
      match.utterance = result.utterance
      sketch.mark(
        ends.spans[slot], reading, slot, match, unread: readers[slot]?.unread(tokens, reading, match) ?? [],
        isSmall: isSmall)
      if let rival = ends.rivals[slot], match.decision == .ask { sketch.mark(rival.words, .init(slot)) }
      // An end that nobody asked for must be said clearly.
      if slot == open || match.decision != .reject { result.slots[slot] = match }
    }
  }

  /// "linz hagenberg": two names without cue words are from and to.
  private func twoPlaces(_ sketch: PartSketch, _ readers: [Slot: PlaceReader], better: PlaceReading?) -> Ends? {
    let words = sketch.tokens.indices.filter { sketch.isFree($0) }
    guard let from = readers[.from], let to = readers[.to], (2...8).contains(words.count),
      let first = words.first, let last = words.last, last - first + 1 == words.count,
      // The name of one place is not two, though no ride may go there.
      ![from, to].contains(where: { $0.isName(sketch.tokens, first..<last + 1) })
    else { return nil }
    // One place that leaves words over is worse than two that leave none.
    let leavesWords = better?.hits.first?.leavesWords ?? false
    // "Linz Hauptplatz, no wait, Taubenmarkt" is one place.
    guard !splitter.holdsCorrection(sketch.tokens) else { return nil }
    guard leavesWords || (better?.score ?? 0) < 0.9 else { return nil }
    var best: (score: Double, from: PlaceReading, to: PlaceReading)?
    for cut in first + 1...last {
      // "Train station" are no two names, though slips may make some of them.
      guard sketch.tokens[first..<cut].contains(where: { !isSmall($0) }),
        sketch.tokens[cut...last].contains(where: { !isSmall($0) })
      else { continue }
      let origin = from.whole(sketch.tokens, first..<cut)
      let destination = to.whole(sketch.tokens, cut..<last + 1)
      let score = min(origin.score, destination.score)
      let isOne = origin.hits.first?.option == destination.hits.first?.option
      if !isOne, score >= policy.accept, score > best?.score ?? 0 { best = (score, origin, destination) }
    }
    guard let best, leavesWords || best.score > (better?.score ?? 0) else { return nil }
    return Ends(readings: [.from: best.from, .to: best.to], hadCues: false)
  }
}
