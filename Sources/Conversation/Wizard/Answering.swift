import Foundation
import Journey
import Matching

/// Filling slots from an utterance: the open one, and others that were told along with it.
extension DialogueTurn {
  mutating func answer(
    _ meaning: Interpretation, all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    state.pending = nil
    var asked: [Slot: WizardState.PendingChoice] = [:]
    var accepted: [(Slot, WizardState.PendingChoice)] = []
    var meaning = meaning
    for slot in Slot.allCases {
      guard let match = meaning.slots[slot].map({ weighed($0, at: slot, by: all.dropFirst(), utterance) }) else {
        continue
      }
      meaning.slots[slot] = match
      if slot == state.open.slot || state.lastMatch?.heard != utterance.texts[0] {
        noteMatch(match, at: slot, heard: utterance.texts[0])
      }
      var choice = self.choice(match, for: slot, all: all, stops: stops, utterance)
      guard !choice.candidates.isEmpty else { continue }
      let tier = tier(match, choice, for: slot, utterance)
      switch tier {
      case .accept:
        switch claim(of: slot, choice, meaning) {
        case .wants: accepted.append((slot, choice))
        case .mentions: asked[slot] = choice
        case .repeats: meaning.slots[slot] = nil
        case .resembles: meaning.discard(slot)
        }
      case .confirm, .ask:
        // Of what is left of several, after a no to the others, only a yes is wanted.
        choice.asksWhich = tier == .ask && choice.candidates.count > 1
        asked[slot] = choice
      case .reject: continue
      }
    }
    if isGuessOfBothEnds(meaning, accepted.map(\.0)) {
      return confirmEnds(accepted, asked, utterance)
    }
    guard !accepted.isEmpty || !asked.isEmpty else { return refuse(meaning, utterance) }
    guard let isImpossible = take(accepted, meaning, all: all, stops: stops, utterance) else { return }
    // An amount that was taken has told the way to watch as well.
    if state.draft.isFilled(.mode), accepted.contains(where: { $0.0 == .interval }) { asked[.mode] = nil }
    state.queued = asked
    if accepted.isEmpty || isImpossible { state.counters[state.open, default: .init()].noInput = 0 }
    if !accepted.isEmpty, !isImpossible { tellNotUnderstood(meaning, accepted, asked) }
    tellRest(meaning)
    advance()
  }

  /// Takes what is sure, and keeps what came next to it for a rider who meant that.
  /// - Returns: Whether some of it is impossible; nil where the dialogue has ended over it.
  private mutating func take(
    _ accepted: [(Slot, WizardState.PendingChoice)], _ meaning: Interpretation, all: [Interpretation],
    stops: [String: Stop], _ utterance: WizardState.Utterance
  ) -> Bool? {
    var isImpossible = false
    var runnerUp: WizardState.RunnerUp?
    for (slot, choice) in accepted {
      let next = meaning.slots[slot].flatMap { tellUnderstood($0, choice, slot, all: all, utterance) }
      let isTaken = take(choice.candidates[0], choice, for: slot, tier: .accept)
      isImpossible = !isTaken || isImpossible
      if isTaken, meaning.slots[slot]?.isLearned == true { state.byLearnedName[slot] = choice.candidates[0].value }
      if state.ending != nil { return nil }
      guard let next, let stop = stops[next.value] else { continue }
      runnerUp = .init(
        slot: slot,
        choice: .init(
          candidates: [next], stops: [next.value: stop], provenance: choice.provenance, asksWhich: false))
    }
    state.runnerUp = runnerUp
    return isImpossible
  }

  /// Names the words in which a place was looked for in vain, beside what was understood.
  private mutating func tellNotUnderstood(
    _ meaning: Interpretation, _ accepted: [(Slot, WizardState.PendingChoice)],
    _ asked: [Slot: WizardState.PendingChoice]
  ) {
    var heard = meaning.parts.filter { $0.kind == .notUnderstood && $0.isPlace }.map(\.text).joined(separator: ", ")
    if heard.isEmpty {
      guard let open = state.open.slot, !state.draft.isFilled(open), asked[open] == nil, let rest = meaning.slots[open],
        rest.decision == .reject
      else { return }
      heard = rest.utterance.trimmed
    }
    guard !heard.isEmpty else { return }
    if let place = unnamedPlace(in: heard) {
      outputs.append(.unclear(state.open, sayAnew(.noPlaceYet, ["heard": .name(place)])))
      return
    }
    let understood = Phrase.list(accepted.map { wording.value($0.1.candidates[0], $0.0) }, separator: ", ")
    outputs.append(
      .unclear(state.open, sayAnew(.noMatchPart, ["understood": understood, "heard": .name(heard)])))
  }

  /// Names the words that nothing was made of, wherever they stand.
  private mutating func tellRest(_ meaning: Interpretation) {
    let rest = wizard.matcher.wordsLeft(of: meaning)
    guard !rest.isEmpty else { return }
    outputs.append(.unclear(state.open, sayAnew(.noMatchRest, ["heard": .name(rest.joined(separator: ", "))])))
  }

  /// What was made of words that were not the name itself, with what came next to it, so that a wrong guess is noticed.
  /// - Returns: What came next to it.
  private mutating func tellUnderstood(
    _ match: Match, _ choice: WizardState.PendingChoice, _ slot: Slot, all: [Interpretation],
    _ utterance: WizardState.Utterance
  ) -> Candidate? {
    let isSpoken = utterance.method == .voice
    guard slot == .from || slot == .to, isSpoken || !match.isExact else { return nil }
    let taken = choice.candidates[0]
    // What else a recording may have said is nearer than what else its words may mean.
    let readings = isSpoken ? all.dropFirst().compactMap { $0.slots[slot]?.accepted } : []
    // A recording's runner-up is what the rider may have said, however sure the sound was.
    let least = utterance.match == nil ? wizard.matcher.policy.mention : 0
    let next = (readings + match.candidates).first { $0.value != taken.value && $0.score >= least }
    if let next {
      let values = ["value": wording.value(taken, slot), "next": wording.value(next, slot)]
      outputs.append(.understood(.text(.understoodNext, values)))
    } else if isSpoken || match.score < 0.95 {
      outputs.append(.understood(.text(.understood, ["value": wording.value(taken, slot)])))
    }
    return next
  }

  /// The candidates of a match that the rider has not said no to, with where they came from.
  private func choice(
    _ match: Match, for slot: Slot, all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) -> WizardState.PendingChoice {
    // Whoever says no to a list and then spells one of its names wants that one after all.
    let isNamed = utterance.method != .voice && match.decision == .accept && match.score >= 0.95
    let excluded = isNamed ? [] : state.excluded[slot] ?? []
    // Of what was decided by its sound all are likely.
    let likely = utterance.match == nil ? match.likely(wizard.matcher.policy) : match.candidates
    var candidates = likely.filter { !excluded.contains($0.value) }
    if match.decision == .reject { candidates = [] }
    if match.decision == .accept, let value = match.value { candidates.removeAll { $0.value != value } }
    // Other hypotheses of a doubtful recording are choices too.
    if utterance.zone == .doubtful {
      for other in all.dropFirst() {
        guard let value = other.slots[slot]?.value, !excluded.contains(value),
          !candidates.contains(where: { $0.value == value }),
          let candidate = other.slots[slot]?.candidates.first(where: { $0.value == value })
        else { continue }
        candidates.append(candidate)
      }
    }
    return WizardState.PendingChoice(
      candidates: Array(candidates.prefix(slot == .from || slot == .to ? wizard.matcher.policy.choices : 3)),
      stops: stops.filter { entry in candidates.contains { $0.value == entry.key } },
      provenance: Provenance(method: utterance.method, transcript: utterance.texts[0], score: match.score),
      asksWhich: match.decision == .ask, isDoubtful: utterance.zone == .doubtful ? true : nil)
  }

  /// The matcher's decision, capped where the sound alone does not carry it.
  private func tier(
    _ match: Match, _ choice: WizardState.PendingChoice, for slot: Slot, _ utterance: WizardState.Utterance
  ) -> Decision {
    guard match.decision == .accept, utterance.zone == .doubtful else { return match.decision }
    return choice.candidates.count > 1 ? .ask : .confirm
  }

  /// Two places without "from" and "to": probably in that order, but only the rider knows.
  private func isGuessOfBothEnds(_ meaning: Interpretation, _ accepted: [Slot]) -> Bool {
    !meaning.hadCues && accepted.contains(.from) && accepted.contains(.to)
  }

  private mutating func confirmEnds(
    _ accepted: [(Slot, WizardState.PendingChoice)], _ asked: [Slot: WizardState.PendingChoice],
    _ utterance: WizardState.Utterance
  ) {
    var ends: [Slot: WizardState.PendingChoice] = [:]
    for (slot, choice) in accepted {
      if slot == .from || slot == .to {
        ends[slot] = choice
      } else {
        take(choice.candidates[0], choice, for: slot, tier: .accept)
      }
    }
    guard let from = ends[.from], let to = ends[.to] else { return advance() }
    state.pending = .confirmEnds(from: from, to: to)
    state.queued = asked
    putPending()
  }

  // MARK: Taking a value

  /// Fills a slot after checking that the value is possible.
  /// - Returns: false where it was understood but cannot be; that was told.
  @discardableResult
  mutating func take(
    _ candidate: Candidate, _ choice: WizardState.PendingChoice, for slot: Slot, tier: Provenance.Tier
  ) -> Bool {
    var provenance = choice.provenance
    provenance.score = candidate.score
    provenance.tier = tier
    switch slot {
    case .from, .to:
      guard let stop = choice.stops[candidate.value] else {
        noMatch(candidate.name)
        return false
      }
      return take(stop, for: slot, provenance)
    case .mode:
      if let visit = VisitMode(value: candidate.value) { take(visit) }
      return Mode(rawValue: candidate.value).map { take($0, provenance) } ?? true
    case .interval: return Interval(canonical: candidate.value).map { take($0, provenance) } ?? true
    }
  }

  mutating func take(_ stop: Stop, for slot: Slot, _ provenance: Provenance) -> Bool {
    let other = slot == .from ? state.trip?.via.first?.place ?? state.draft.to?.value : state.legOrigin
    if other?.id == stop.id {
      let isSaidAgain = (state.counters[state.open]?.invalid ?? 0) > 0 && provenance.method != .flag
      guard isSaidAgain else {
        invalid(.text(.sameStop, ["from": .name(stop.name), "to": .name(stop.name)]))
        return false
      }
      // Who names it for this end again was misunderstood at the other one.
      let wrong: Slot = slot == .from ? .to : .from
      tell(.reopened, ["value": clear(wrong)])
      state.answered.removeAll { $0 == wrong }
      state.former.forget(wrong)
    }
    if slot == .from {
      state.draft.from = Answer(stop, provenance)
      state.draft.isFromAnywhere = nil
      state.suggestions[.to] = nil
    } else {
      state.draft.to = Answer(stop, provenance)
    }
    setClock(of: stop, at: slot)
    forgetRide()
    state.byLearnedName[slot] = nil
    tell(slot == .from ? .echoFrom : .echoTo, ["value": shown(stop)])
    filled(slot)
    return true
  }

  mutating func take(_ mode: Mode, _ provenance: Provenance) -> Bool {
    if let interval = state.draft.interval, interval.value.mode != mode {
      state.draft.interval = nil
      tell(.clearedInterval, ["value": wording.value(interval.value)])
    }
    if mode == .stations, !state.mayCountStops {
      invalid(stationsNeedRide)
      return false
    }
    if mode == .stations, state.lacksTimetable, let from = state.draft.from, let to = state.draft.to {
      invalid(
        .text(
          .noService, ["from": .name(from.value.name), "to": .name(to.value.name), "day": wording.day(now)]))
      return false
    }
    state.draft.mode = Answer(mode, provenance)
    tell(provenance.method == .inferred ? .inferredMode : .echoMode, ["value": wording.value(mode)])
    if mode == .distance, !state.preferences.namesPositionSource { tell(.distanceNeedsPosition) }
    filled(.mode)
    return true
  }

  /// - Parameter ladder: What each level is told before; nil for what the interval means by itself.
  mutating func take(_ interval: Interval, ladder: [Interval]? = nil, _ provenance: Provenance) -> Bool {
    // Two flags that contradict each other are a mistake; who says another unit means another way to watch.
    if let mode = state.draft.mode?.value, mode != interval.mode, provenance.method == .flag {
      invalid(.text(.wrongUnit, ["value": wording.value(interval), "mode": wording.value(mode)]))
      return false
    }
    if let problem = IntervalCheck(choices: wizard.prompts.choices[interval.mode], state)
      .problem(with: interval)
    {
      invalid(wording.sentence(problem, interval: interval))
      return false
    }
    if state.draft.mode?.value != interval.mode {
      state.draft.interval = nil
      let inferred = Provenance(method: .inferred, transcript: provenance.transcript, score: provenance.score)
      guard take(interval.mode, inferred) else { return false }
    }
    state.draft.interval = Answer(interval, provenance)
    state.draft.ladder = ladder
    tell(ladder == nil ? .echoInterval : .echoLadder, ["value": wording.value(interval, ladder)])
    filled(.interval)
    return true
  }

  private mutating func filled(_ slot: Slot) {
    state.counters[Question(slot)] = nil
    state.former.forget(slot)
    state.excluded[slot] = nil
    state.answered.removeAll { $0 == slot }
    state.answered.append(slot)
    state.echoed.append(slot)
    state.runnerUp = nil
    state.page = 0
  }

  mutating func forgetRide() {
    state.connections = nil
    state.draft.take(nil)
    state.lacksTimetable = false
    state.trip?.itinerary = nil
  }

  // MARK: Not taking it

  /// Understood but impossible: said with the limit, and not counted as a no-match.
  mutating func invalid(_ reason: Phrase) {
    state.counters[state.open, default: .init()].invalid += 1
    outputs.append(.unclear(state.open, sayAnew(.generic, ["reason": reason])))
  }

  private mutating func refuse(_ meaning: Interpretation, _ utterance: WizardState.Utterance) {
    if state.open == .interval, let mode = state.draft.mode?.value {
      // The unit may be another mode's: then say that, which helps more than "not understood".
      let free = wizard.matcher.match(utterance.texts[0], question: .slot(.interval), mode: nil, among: nil)
      if free.decision == .accept, let interval = free.value.flatMap(Interval.init(canonical:)), interval.mode != mode {
        let provenance = Provenance(
          method: utterance.method, transcript: utterance.texts[0], score: free.score, tier: .accept)
        if take(interval, provenance) { return advance() }
        if state.ending == nil { ask() }
        return
      }
    }
    if state.open == .from || state.open == .to, let place = unnamedPlace(in: utterance.texts[0]) {
      outputs.append(.unclear(state.open, sayAnew(.noPlaceYet, ["heard": .name(place)])))
      return countNoMatch(heard: place)
    }
    noMatch(utterance.texts[0])
  }

  /// What the rider calls a place of their own that has no stop yet, in words that little else stands in.
  private func unnamedPlace(in text: String) -> String? {
    guard text.count <= 40 else { return nil }
    return wizard.prompts.places.named(in: text)
  }
}
