import Journey
import Matching

/// Answers in a row without words between them: "linz hbf -> hagenberg", "linz hbf, hagenberg, 2 stops", "hagenberg or pregarten".
extension DialogueTurn {
  /// Signs that lead from one stop to the other, the longer ones first, and whether they lead backwards.
  static let arrows: [(sign: String, isBackwards: Bool)] = [
    ("<--", true), ("<-", true), ("<=", true), ("←", true), ("-->", false), ("->", false), ("==>", false),
    ("=>", false),
    ("→", false), ("⇒", false), (">>", false), (">", false),
  ]
  /// Signs between answers. A name may hold them as well, so that they count only where no name is all of it.
  private static let separators: [String] = [",", ";", "|", "/"] + dashes
  static let dashes = [" - ", " – ", " — "]

  /// What an arrow says, in words; nil where there is none, or more than one.
  func arrowInWords(_ text: String) -> String? {
    guard state.pending == nil, state.open == .from || state.open == .to,
      let arrow = Self.arrows.first(where: { text.contains($0.sign) })
    else { return nil }
    let pieces = text.pieces(between: [arrow.sign])
    // Behind the stops may stand how long before.
    let others = pieces.filter(isOnlyAmount)
    let named = pieces.filter { !others.contains($0) }
    let stops = arrow.isBackwards ? named.reversed() : named
    guard let first = stops.first, let last = stops.last, stops.count > 1, let words = inWords(from: first, to: last)
    else { return nil }
    return (stops[1..<(stops.count - 1)] + [words] + others).joined(separator: ", ")
  }

  /// Two ends as a sentence; nil in a language without such words.
  func inWords(from: String?, to: String) -> String? {
    let cues = wizard.prompts.lexicon.words.cues
    guard let first = cues.from.first, let second = cues.to.first else { return nil }
    return (from.map { "\(first) \($0) " } ?? "") + "\(second) \(to)"
  }

  /// Reads a row of answers, or two of which only one can be meant, in another way, where the first reading left words over.
  /// - Returns: Whether it is being looked up.
  mutating func rereads(_ meaning: Interpretation, _ utterance: WizardState.Utterance) -> Bool {
    guard utterance.reading == nil, utterance.method != .voice, state.pending == nil, meaning.command == nil,
      meaning.affirmation == nil, meaning.parts.count > 1 || isDashed(utterance.texts[0]), let slot = state.open.slot
    else { return false }
    let text = utterance.texts[0]
    let texts: [String]
    var again = utterance
    if let found = wizard.prompts.asides.any(in: text, { $0 == .either }),
      !meaning.parts.contains(where: {
        ($0.kind == .from || $0.kind == .to) && $0.decision == .accept && $0.range.lowerBound < found.range.lowerBound
          && found.range.upperBound < $0.range.upperBound
      }),
      [found.before, found.behind].allSatisfy(isAnswer)
    {
      texts = [found.before, found.behind]
      again.reading = .either(original: utterance.texts)
    } else if meaning.parts.count > 1, let tail = Correction.inOneBreath(text, words: wizard.prompts.corrections)?.tail
    {
      texts = [tail]
      again.reading = .corrected(original: utterance.texts)
    } else if slot == .from, !meaning.hadCues, leavesAnswers(meaning) || isDashed(text), let listed = listed(text) {
      texts = [listed]
      again.reading = .listed(original: utterance.texts)
    } else {
      return false
    }
    again.texts = texts
    state.awaiting = again
    lookUp(texts, open: slot, from: state.draft.from?.value.id)
    return true
  }

  /// Whether one place is not all: "Dublin/Pleasanton station" is one.
  private func leavesAnswers(_ meaning: Interpretation) -> Bool {
    meaning.slots[.to] != nil || meaning.parts.contains { $0.kind == .notUnderstood }
  }

  private func isOnlyAmount(_ text: String) -> Bool {
    [Slot.mode, .interval].contains { slot in
      let match = wizard.matcher.match(text, question: .slot(slot))
      return match.decision == .accept && match.score >= 0.95
    }
  }

  private func isDashed(_ text: String) -> Bool { Self.dashes.contains { text.contains($0) } }

  private func isAnswer(_ text: String) -> Bool { wizard.matcher.saysSomething(text) }

  /// "A, B, two stops" as "from A to B, two stops".
  private func listed(_ text: String) -> String? {
    let pieces = text.pieces(between: Self.separators)
    guard pieces.count > 1, pieces.prefix(2).allSatisfy(mayBeName), let words = inWords(from: pieces[0], to: pieces[1])
    else { return nil }
    return ([words] + pieces.dropFirst(2)).joined(separator: ", ")
  }

  private func mayBeName(_ text: String) -> Bool {
    let matcher = wizard.matcher
    return matcher.beginsLikeName(text)
      && [MatchQuestion.command, .slot(.mode), .slot(.interval)].allSatisfy {
        matcher.match(text, question: $0).decision == .reject
      }
  }

  /// Goes on with what another reading gave, or as before where it gave too little.
  mutating func process(
    _ reading: WizardState.Utterance.Reading, _ meanings: [Interpretation], stops: [String: Stop],
    _ utterance: WizardState.Utterance
  ) {
    switch reading {
    case .listed(let original):
      let isRead = [Slot.from, .to].allSatisfy { slot in
        meanings.first?.slots[slot].map { $0.decision != .reject } ?? false
      }
      guard isRead, let meaning = meanings.first else { return lookUpPlainly(original, utterance) }
      if !meaning.times.isEmpty { take(meaning.times) }
      answer(meaning, all: meanings, stops: stops, utterance)
    case .corrected(let original):
      let slot = state.open.slot ?? .to
      guard let meaning = meanings.first, let match = meaning.slots[slot], match.decision != .reject else {
        return lookUpPlainly(original, utterance)
      }
      answer(meaning, all: meanings, stops: stops, utterance)
    case .either(let original):
      guard let meaning = either(meanings) else { return lookUpPlainly(original, utterance) }
      answer(meaning, all: [meaning], stops: stops, utterance)
    case .trip: takeTrip(meanings, utterance)
    case .onward: takeOnwardStop(meanings[0], meanings, stops: stops, utterance)
    case .visit: takeVisitPlace(meanings[0], meanings, stops: stops, utterance)
    case .plain, .aside, .here, .aboard: break
    }
  }

  private mutating func lookUpPlainly(_ texts: [String], _ utterance: WizardState.Utterance) {
    var plain = utterance
    (plain.texts, plain.reading) = (texts, .plain)
    state.awaiting = plain
    lookUp(texts, open: state.open.slot ?? .to, from: state.draft.from?.value.id)
  }

  /// The first of two, with both asked where they differ; nil where not both are answers of one kind.
  private func either(_ meanings: [Interpretation]) -> Interpretation? {
    guard meanings.count == 2, var meaning = meanings.first else { return nil }
    func candidate(_ slots: [Slot: Match], _ wanted: [Slot]) -> Candidate? {
      wanted.lazy.compactMap { slots[$0] }.first { $0.decision == .accept || $0.decision == .confirm }?.candidates.first
    }
    let open = state.open.slot ?? .to
    let slot: Slot =
      meaning.slots[.interval] != nil && meaning.slots[.to] == nil && meaning.slots[.from] == nil
      ? .interval
      : meaning.hadCues && meaning.slots[.to] != nil
        ? .to : meaning.hadCues && meaning.slots[.from] != nil ? .from : open
    let others: [Slot] = slot == .from || slot == .to ? [slot, .from, .to] : [slot]
    guard let first = candidate(meaning.slots, [slot]), let second = candidate(meanings[1].slots, others),
      first.value != second.value
    else { return nil }
    for (other, match) in meanings[1].slots
    where other != slot && meaning.slots[other] == nil && match.value != second.value {
      meaning.slots[other] = match
    }
    let both = [first, second].map { Candidate(value: $0.value, name: $0.name, score: 0.5) }
    meaning.slots[slot] = Match(
      utterance: meaning.utterance, decision: .ask, candidates: both, score: 0.5,
      reason: .init(.ambiguous, "\(first.name) and \(second.name) were both named"))
    return meaning
  }
}

extension String {
  /// The texts between signs, without blanks around them and without empty ones.
  fileprivate func pieces(between signs: [String]) -> [String] {
    signs.reduce([self[...]]) { parts, sign in parts.flatMap { $0.split(separator: sign) } }
      .map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
