import Journey
import Matching

/// Processing what an utterance means: command, reply to a pending question, answer to this slot, answers to others.
extension DialogueTurn {
  mutating func take(_ finding: Finding) {
    switch finding {
    case .suggestions(let stops):
      if let slot = state.open.slot { state.suggestions[slot] = stops }
      ask()
    case .interpretations(let meanings, let stops):
      guard let utterance = state.awaiting, let meaning = meanings.first else { return advance() }
      state.awaiting = nil
      if let correction = utterance.correction {
        return process(correction, meaning, all: meanings, stops: stops, utterance)
      }
      if utterance.reading == .aside { return hearAside(meaning, utterance) }
      if let reading = utterance.reading, reading != .plain {
        return process(reading, meanings, stops: stops, utterance)
      }
      process(meaning, all: meanings, stops: stops, utterance)
    case .stops(let stops): takeHeard(stops: stops)
    case .rides(let finding): take(finding)
    case .whereabouts(let position, let zone): take(whereabouts: position, zone: zone)
    case .aboard(let finding): take(finding)
    case .saved(let report): tellSaved(report)
    case .itinerary(let itinerary): take(itinerary)
    case .reminders(let reminders): tell(reminders)
    case .usual(let trip): take(usual: trip)
    case .trip(let trip): take(past: trip)
    }
  }

  private mutating func process(
    _ meaning: Interpretation, all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    // "Later" is a goodbye elsewhere, but a ride while one is read back.
    if state.pending == nil, takeNeighbour(utterance.texts[0]) { return }
    if utterance.zone != .doubtful || meaning.affirmation?.isYes != true { state.doubtedYes = false }
    // A yes or a command that may have been something else must not be acted upon.
    if utterance.zone == .doubtful, meaning.command != nil || meaning.affirmation != nil, !isHarmless(meaning) {
      return doubtCommand(all, stops: stops, utterance)
    }
    // "Yes, bye" is a yes where all is read back.
    let isGoodbye = state.open == .readBack && state.pending == nil && meaning.affirmation?.isYes == true
    if let name = meaning.command?.command, name != "yes", name != "no",
      !(isGoodbye && ["bye", "quit", "thanks"].contains(name))
    {
      guard let command = WizardCommand(rawValue: name) else { return putUnknown() }
      // Whoever says "discard it" when asked whether to discard it means yes.
      switch (state.pending, command) {
      case (.cancel, .cancel): return cancel()
      case (.startOver, .startover): return startOver()
      // "No, keep it": it is not to be discarded, and nobody wants to leave.
      case (.cancel, .quit) where beginsWithNo(utterance.texts[0]): return goOnInstead()
      default: break
      }
      // What stands before a trailing command is an answer only if the command lets the dialogue go on.
      return perform(command)
    }
    // No answer is in a question, whatever names and words for ways to watch it holds.
    let asks = utterance.texts[0].trimmed.hasSuffix("?")
    if meaning.command == nil, meaning.affirmation == nil || asks, utterance.zone != .doubtful,
      !isOnlyName(meaning), takeQuestion(utterance.texts[0])
    {
      return
    }
    guard let meaning = withPossibleTimes(meaning, utterance).map(withoutUnclearTimes) else { return }
    if rereads(meaning, utterance) { return }
    if let pending = state.pending {
      if reply(to: pending, meaning, stops: stops, utterance) { return }
    }
    if state.pending == nil, takeWarningPoint(meaning, utterance) { return }
    if isOffRide(meaning) {
      outputs.append(.unclear(.interval, sayAnew(.notOnRide, ["heard": .name(short(utterance.texts[0]))])))
      return countNoMatch(heard: short(utterance.texts[0]))
    }
    let saysWhen = !meaning.times.isEmpty && meaning.affirmation == nil && state.open != .arrival
    if saysWhen, state.open != .readBack || meaning.times.contains(where: \.isEventSaid) {
      take(meaning.times)
      if meaning.slots.values.allSatisfy({ $0.decision == .reject }), wizard.matcher.isExplained(meaning) {
        if state.draft.from == nil || state.draft.to == nil { tellNotedTime() }
        return advance()
      }
    }
    if state.open == .readBack, state.pending == nil { takeTimes(besides: meaning) }
    if state.open == .readBack, state.pending == nil, readBackReply(meaning, utterance) { return }
    if state.open == .arrival { return takeArrival(utterance) }
    if let affirmation = meaning.affirmation, state.pending == nil {
      return affirmed(affirmation, meaning, utterance)
    }
    // A further recording of the same answer is another try; a line is one answer, and this one was not understood.
    if state.isScripted, state.pending != nil, utterance.method != .voice {
      return end(.unclear(state.open, heard: utterance.texts[0]))
    }
    takeAnswer(meaning, all: all, stops: stops, utterance)
  }

  /// Whether the whole utterance is the name of a stop.
  func isOnlyName(_ meaning: Interpretation) -> Bool {
    meaning.parts.count == 1 && meaning.slots.values.contains { $0.isExact }
  }

  /// The same without days that no calendar has, which are told; nil where nothing else was said.
  private mutating func withPossibleTimes(_ meaning: Interpretation, _ utterance: WizardState.Utterance)
    -> Interpretation?
  {
    guard meaning.times.contains(where: { !$0.isPossible }) else { return meaning }
    let impossible = Set(meaning.times.filter { !$0.isPossible }.map(\.canonical))
    let said = meaning.parts.filter { $0.value.map(impossible.contains) ?? false }.map(\.text)
    outputs.append(
      .unclear(state.open, sayAnew(.noSuchTime, ["heard": .name(short(said.joined(separator: ", ")))])))
    var meaning = meaning
    meaning.times.removeAll { !$0.isPossible }
    guard meaning.times.isEmpty, meaning.slots.values.allSatisfy({ $0.decision == .reject }) else { return meaning }
    countNoMatch(heard: short(utterance.texts[0]))
    return nil
  }

  /// "The 8:15 bus, three stops before": a time beside another answer.
  private mutating func takeTimes(besides meaning: Interpretation) {
    guard meaning.affirmation == nil, !meaning.times.isEmpty, !meaning.times.contains(where: \.isEventSaid),
      meaning.slots.values.contains(where: { $0.decision == .accept })
    else { return }
    take(meaning.times)
  }

  /// The same without times that words lead in which nothing explains: "returning at six" tells no time of this ride. Both are told
  /// as not understood.
  private func withoutUnclearTimes(_ meaning: Interpretation) -> Interpretation {
    var meaning = meaning
    for place in meaning.parts.indices.dropFirst() where [.departure, .arrival].contains(meaning.parts[place].kind) {
      let before = meaning.parts[place - 1]
      guard before.kind == .notUnderstood, !before.isPlace, wizard.matcher.saysSomething(before.text),
        !wizard.matcher.isApart(meaning.parts[place], in: meaning),
        let value = meaning.parts[place].value
      else { continue }
      meaning.times.removeAll { $0.canonical == value }
      meaning.parts[place].becomeUnknown("what leads it in is unknown")
    }
    // "Wake me at 8:45" beside an amount, or where no ride is known yet: when to be warned, which is not the departure.
    let asksForStop = state.pending == nil && (state.open == .from || state.open == .to)
    if tellsWarning(meaning), meaning.slots[.interval]?.decision == .accept || asksForStop && warnsRightAt(meaning) {
      for place in meaning.parts.indices where [.departure, .arrival].contains(meaning.parts[place].kind) {
        meaning.parts[place].becomeUnknown("it is not when the ride leaves")
      }
      meaning.times = []
    }
    return meaning
  }

  /// Whether a time stands right behind the words for a warning: not in "wake me in Hagenberg, the bus at nine".
  private func warnsRightAt(_ meaning: Interpretation) -> Bool {
    guard let warns = wizard.prompts.asides.any(in: meaning.utterance, { $0 == .warns }) else { return false }
    return meaning.parts.contains { part in
      guard [.departure, .arrival].contains(part.kind), let range = warns.behind.range(of: part.text) else {
        return false
      }
      return !wizard.matcher.saysSomething(String(warns.behind[..<range.lowerBound]))
    }
  }

  /// Takes in what is neither a command nor a reply.
  private mutating func takeAnswer(
    _ meaning: Interpretation, all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    if utterance.zone != .doubtful, takeOther(named: meaning, in: utterance.texts[0]) { return }
    state.echoed = []
    noteHeard(utterance)
    answer(meaning, all: all, stops: stops, utterance)
  }

  /// Keeps the words of an answer, for a rider who wants to change them or to say them again.
  mutating func noteHeard(_ utterance: WizardState.Utterance) {
    state.heard = .init(text: utterance.texts[0], isSpoken: utterance.method == .voice)
  }

  /// Whether a doubtful yes or no may be acted upon: a no to what is asked back only asks again, and a yes that is heard twice in
  /// a row is one.
  private mutating func isHarmless(_ meaning: Interpretation) -> Bool {
    let isAsked = state.pending != nil || state.open == .readBack
    guard isAsked, let affirmation = meaning.affirmation, affirmation.rest.isEmpty,
      ["yes", "no", nil].contains(meaning.command?.command)
    else { return false }
    if !affirmation.isYes { return true }
    defer { state.doubtedYes = !state.doubtedYes }
    return state.doubtedYes
  }

  /// What may have been a command and may have been an answer: the answer is asked back, the command is not obeyed.
  private mutating func doubtCommand(
    _ all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    let answers = all.filter { $0.command == nil && $0.affirmation == nil && !$0.slots.isEmpty }
    guard state.pending == nil, state.open.slot != nil, let first = answers.first else {
      return noMatch(utterance.texts[0])
    }
    answer(first, all: answers, stops: stops, utterance)
  }

  /// A yes or no that answers nothing in particular: a no takes back the last echo.
  private mutating func affirmed(
    _ affirmation: Affirmation, _ meaning: Interpretation, _ utterance: WizardState.Utterance
  ) {
    if affirmation.rest.isEmpty, affirmation.isYes || state.echoed.isEmpty { return restate() }
    if !affirmation.rest.isEmpty {
      var rest = utterance
      rest.texts = [affirmation.rest]
      return hear(rest.texts, method: rest.method, zone: rest.zone)
    }
    for slot in state.echoed { doubtName(at: slot) }
    state.echoed = []
    goBack()
  }

  /// A yes with nothing to say yes to: the question again, not counted.
  private mutating func restate() {
    outputs.append(.told(sayAnew(.needsAnswer)))
    ask()
  }

  // MARK: Replies to a question within a question

  /// Whether the utterance was a reply; otherwise it is treated as an answer.
  private mutating func reply(
    to pending: WizardState.Pending, _ meaning: Interpretation, stops: [String: Stop],
    _ utterance: WizardState.Utterance
  ) -> Bool {
    switch pending {
    case .confirm(let slot, let choice): return replyToConfirm(slot, choice, meaning, utterance)
    case .choose(let slot, let choice): return replyToChoose(slot, choice, meaning, utterance)
    case .confirmEnds(let from, let to): return replyToEnds(from, to, meaning, utterance)
    case .startOver:
      guard decide(meaning, yes: { $0.startOver() }, no: { $0.carryOn() }) else { return false }
      // "Yes, from Urfahr to Pregarten" begins the new one.
      if let affirmation = meaning.affirmation, affirmation.isYes, wizard.matcher.saysSomething(affirmation.rest) {
        hearMore(affirmation.rest, utterance)
      }
      return true
    case .cancel:
      return decide(meaning, yes: { $0.cancel() }, no: { $0.carryOn() })
    case .present: return replyToPresent(meaning)
    case .whichRow:
      state.pending = nil
      // Which row is wrong was asked, after a no: a yes sets nothing.
      if meaning.affirmation?.isYes == true { putReadBack() }
      return meaning.affirmation?.isYes == true
    }
  }

  private mutating func decide(
    _ meaning: Interpretation, yes: (inout DialogueTurn) -> Void, no: (inout DialogueTurn) -> Void
  ) -> Bool {
    guard let affirmation = meaning.affirmation else { return false }
    state.pending = nil
    affirmation.isYes ? yes(&self) : no(&self)
    return true
  }

  private mutating func goOnInstead() {
    state.pending = nil
    carryOn()
  }

  private func beginsWithNo(_ text: String) -> Bool {
    wizard.prompts.corrections.denials.length(at: 0, of: Normalizer.tokens(text).map(\.word)) > 0
  }

  mutating func carryOn() {
    tell(.carryOn)
    ask()
  }

  private mutating func replyToConfirm(
    _ slot: Slot, _ choice: WizardState.PendingChoice, _ meaning: Interpretation, _ utterance: WizardState.Utterance
  ) -> Bool {
    guard let affirmation = meaning.affirmation, let candidate = choice.candidates.first else { return false }
    state.pending = nil
    if affirmation.isYes {
      settle(candidate, of: choice, at: slot, tier: .confirm)
      hearMore(affirmation.rest, utterance)
      return true
    }
    // A no to another end than the one told keeps that one.
    if affirmation.rest.isEmpty, state.draft.isFilled(slot) {
      advance()
      return true
    }
    state.exclude([candidate.value], at: slot)
    if affirmation.rest.isEmpty {
      ask()
    } else {
      hear([affirmation.rest], method: utterance.method, zone: utterance.zone)
    }
    return true
  }

  private mutating func replyToChoose(
    _ slot: Slot, _ choice: WizardState.PendingChoice, _ meaning: Interpretation, _ utterance: WizardState.Utterance
  ) -> Bool {
    let text = utterance.texts[0]
    var picked = wizard.matcher.ordinal(text, count: choice.candidates.count)
    if picked == choice.candidates.count + 1 { picked = 0 }
    if picked == nil {
      let options = choice.candidates.map { MatchOption(id: $0.value, name: $0.name, alternatives: $0.told) }
      let match = wizard.matcher.choose(text, among: options)
      if match.decision == .accept, let value = match.value,
        let index = choice.candidates.firstIndex(where: { $0.value == value })
      {
        picked = index + 1
      }
    }
    if picked == nil, slot == .interval, let amount = amount(text, among: choice) { picked = amount + 1 }
    if picked == nil, let affirmation = meaning.affirmation {
      if affirmation.isYes {
        tell(.eitherOr)
        putPending()
        return true
      }
      if !affirmation.rest.isEmpty {
        state.pending = nil
        hear([affirmation.rest], method: utterance.method, zone: utterance.zone)
        return true
      }
      picked = 0
    }
    guard let picked, picked <= choice.candidates.count else { return false }
    state.pending = nil
    if picked == 0 {
      state.exclude(choice.candidates.map(\.value), at: slot)
      ask()
    } else {
      settle(choice.candidates[picked - 1], of: choice, at: slot, tier: .ask)
      advance()
    }
    return true
  }

  /// Which of several amounts a text names: "five" is five minutes where those are among them.
  private func amount(_ text: String, among choice: WizardState.PendingChoice) -> Int? {
    let modes = choice.candidates.compactMap { Interval(canonical: $0.value)?.mode }
    return modes.lazy.compactMap { mode -> Int? in
      let match = wizard.matcher.match(text, question: .slot(.interval), mode: mode)
      guard match.decision == .accept else { return nil }
      return choice.candidates.firstIndex { $0.value == match.value }
    }.first
  }

  /// Takes what the rider confirmed or chose, learns from it, and goes on.
  mutating func settle(
    _ candidate: Candidate, of choice: WizardState.PendingChoice, at slot: Slot, tier: Provenance.Tier
  ) {
    take(candidate, choice, for: slot, tier: tier)
    noteName(candidate, choice, at: slot)
    keepOthers(of: choice, than: candidate, at: slot)
  }

  /// Goes on with what was said behind a yes, or else with the next question.
  private mutating func hearMore(_ rest: String, _ utterance: WizardState.Utterance) {
    guard state.ending == nil, !agrees(rest), wizard.matcher.saysSomething(rest) else { return advance() }
    hear([rest], method: utterance.method, zone: utterance.zone)
  }

  /// Of the stops that were asked back, the best one that was not taken may be meant after all.
  private mutating func keepOthers(of choice: WizardState.PendingChoice, than taken: Candidate, at slot: Slot) {
    var others = choice
    others.candidates.removeAll { $0.value == taken.value || choice.stops[$0.value] == nil }
    if !others.candidates.isEmpty { state.runnerUp = .init(slot: slot, choice: others) }
  }

  private mutating func replyToEnds(
    _ from: WizardState.PendingChoice, _ to: WizardState.PendingChoice, _ meaning: Interpretation,
    _ utterance: WizardState.Utterance
  ) -> Bool {
    guard let affirmation = meaning.affirmation else { return false }
    state.pending = nil
    if affirmation.isYes, let origin = from.candidates.first, let destination = to.candidates.first {
      take(origin, from, for: .from, tier: .confirm)
      take(destination, to, for: .to, tier: .confirm)
      hearMore(affirmation.rest, utterance)
    } else if affirmation.rest.isEmpty {
      ask()
    } else {
      hear([affirmation.rest], method: utterance.method, zone: utterance.zone)
    }
    return true
  }
}

extension Candidate {
  /// What stands in parentheses behind its name: said alone it tells it from others of that name.
  fileprivate var told: [MatchOption.Alternative] {
    nameParts.told.map { [.init(name: String($0))] } ?? []
  }
}
