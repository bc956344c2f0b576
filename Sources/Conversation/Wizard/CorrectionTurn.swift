import Journey
import Matching

/// Corrections: a slot that has an answer gets another one, and the dialogue goes back to where it was.
extension DialogueTurn {
  /// Takes in an utterance that corrects an answer.
  /// - Returns: false where it corrects nothing; then it is an answer like any other.
  mutating func correct(_ texts: [String], method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    let words = wizard.prompts.corrections
    guard let first = texts.first, var correction = Correction(first, words: words) else { return false }
    if let denied = correction.denied, correction.slot == nil {
      // "Yes, but instead of Hagenberg please Pregarten": what is right stands behind what is wrong.
      let isMore = wizard.matcher.saysSomething(correction.text)
      let besides = !isMore || holdsFiller(denied) ? saidBesides(denied) : ""
      correction.text = [besides, isMore ? correction.text : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    // "But not today": which day instead nobody has said.
    if let denied = correction.denied, correction.text.isEmpty, tellsOnlyWhen(denied), state.draft.isFilled(.to) {
      noMatch(first)
      return true
    }
    // "No, rather another day", "rather in half an hour": a time is no other answer to a question of ours.
    if state.open == .readBack, state.pending == nil, correction.slot == nil, correction.denied == nil,
      tellsOnlyWhen(correction.text)
    {
      hearAnswer([correction.text], method: method, zone: zone)
      return true
    }
    // "No, rather the bus after that"
    if correction.slot == nil, state.pending == nil, takeNeighbour(correction.text) { return true }
    // "No, start over" names a slot only by its sound.
    if correction.slot != nil, isCommand(first) { return false }
    var slots = correction.slot.map { [$0] } ?? corrigible
    if let denied = correction.denied {
      if let slot = slots.first(where: { isPresent(denied, at: $0) }) {
        slots = [slot]
      } else if state.open == .mode, !correction.text.isEmpty,
        wizard.matcher.match(denied, question: .slot(.mode)).decision == .accept
      {
        slots = [.mode]
      } else if state.open == .mode || state.open == .interval, state.pending == nil, correction.text.isEmpty,
        amount(denied) == nil, wizard.matcher.match(denied, question: .slot(.mode)).decision == .accept
      {
        // What is not wanted tells nothing of what is.
        noMatch(first)
        return true
      } else if state.open == .interval, state.pending == nil, let amount = amount(denied) {
        guard !correction.text.isEmpty else {
          tell(.reopened, ["value": wording.value(amount)])
          ask()
          return true
        }
        slots = [.interval]
      } else {
        // Something else than an answer may be denied: "not sure".
        return false
      }
    }
    // A bare "no" before a reply is that reply's, and one before the answer to the open question may belong to it.
    if !correction.isSure, correction.slot == nil {
      guard state.pending == nil, let open = state.open.slot else { return false }
      slots = [open] + slots
    }
    guard let slot = slots.first else { return false }
    guard !correction.text.isEmpty else {
      reopen(slot)
      return true
    }
    let said = [correction.text] + texts.dropFirst().map { Correction($0, words: words)?.text ?? $0 }
    state.awaiting = WizardState.Utterance(
      texts: said, method: method, zone: zone,
      correction: .init(slots: slots, isSure: correction.isSure, original: texts))
    lookUp(said, for: slot)
    return true
  }

  /// What is said besides the name of an end that is told to be wrong; empty where that says nothing.
  private func saidBesides(_ denied: String) -> String {
    guard let slot = [Slot.to, .from].first(where: { isPresent(denied, at: $0) }) else { return "" }
    let named = Set(names(at: slot).flatMap { Normalizer.tokens($0).map(\.word) })
    let bytes = Array(denied.utf8)
    let rest = Normalizer.tokens(denied).filter { !named.contains($0.word) }
      .map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined(separator: " ")
    return wizard.matcher.saysSomething(rest) ? rest : ""
  }

  /// Whether a "please" or its like stands among words, which parts what is wrong from what is right.
  private func holdsFiller(_ text: String) -> Bool {
    let words = Normalizer.tokens(text).map(\.word)
    return words.indices.dropFirst().contains { wizard.prompts.corrections.fillers.length(at: $0, of: words) > 0 }
  }

  /// Whether words tell a day or a time of travel and nothing else.
  func tellsOnlyWhen(_ text: String) -> Bool {
    let meaning = wizard.matcher.interpret(text, open: .to)
    return !meaning.times.isEmpty && wizard.matcher.isExplained(meaning)
      && wizard.prompts.asides.shift(in: text, saysSomething: { _ in false }) == nil
  }

  private func isCommand(_ text: String) -> Bool {
    let match = wizard.matcher.match(text, question: .command)
    return match.decision == .accept && !["yes", "no"].contains(match.value ?? match.command)
  }

  /// The slots that may be meant: the one that is asked back, then those answered, the last one first.
  private var corrigible: [Slot] {
    var slots: [Slot] = []
    if state.pending != nil, let slot = state.open.slot { slots.append(slot) }
    if case .confirmEnds = state.pending { slots = [.from, .to] }
    if let slot = state.open.slot, slots.isEmpty, hasFailed(slot) { slots.append(slot) }
    let answered = state.answered.reversed() + state.draft.filledSlots.reversed()
    for slot in answered where !slots.contains(slot) && state.draft.isFilled(slot) { slots.append(slot) }
    return slots
  }

  /// Whether an answer to a question that is still open was not understood, or was denied.
  private func hasFailed(_ slot: Slot) -> Bool {
    !state.draft.isFilled(slot)
      && (state.counters[Question(slot)]?.noMatch ?? 0 > 0 || state.excluded[slot]?.isEmpty == false)
  }

  private mutating func lookUp(_ texts: [String], for slot: Slot) {
    lookUp(texts, open: slot, from: slot == .from ? nil : state.draft.from?.value.id)
  }

  /// What a correction means for the slot that is tried; another one is tried where it means nothing there.
  mutating func process(
    _ correction: WizardState.Utterance.Correction, _ meaning: Interpretation, all: [Interpretation],
    stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    guard let slot = correction.slots.first, meaning.command == nil else { return hearAgain(correction, utterance) }
    guard fits(meaning, slot, isSure: correction.isSure) else {
      var next = utterance
      next.correction?.slots.removeFirst()
      guard let slot = next.correction?.slots.first else { return hearAgain(correction, utterance) }
      state.awaiting = next
      return lookUp(utterance.texts, for: slot)
    }
    state.echoed = []
    noteHeard(utterance)
    exclude(at: slot)
    var narrowed = meaning
    narrowed.affirmation = nil
    // An amount tells the way to watch along with the interval; an end that was not named tells nothing.
    narrowed.slots = meaning.slots.filter { entry in
      entry.key == slot || meaning.hadCues || entry.key == .mode || entry.key == .interval
    }
    if let told = narrowed.slots[.interval]?.value.flatMap(Interval.init(canonical:)),
      told.mode != state.draft.mode?.value
    {
      narrowed.slots[.mode] = nil
      state.draft.mode = nil
      state.draft.interval = nil
    }
    state.open = Question(slot)
    answer(narrowed, all: all, stops: stops, utterance)
  }

  private func fits(_ meaning: Interpretation, _ slot: Slot, isSure: Bool) -> Bool {
    guard let match = meaning.slots[slot], match.decision != .reject else { return false }
    // The way to watch that an amount implies is no news where it is the present one: the amount is.
    if slot == .mode, match.value == state.draft.mode?.value.rawValue { return false }
    return isSure || match.decision == .accept
  }

  /// What it is instead is not what it was.
  private mutating func exclude(at slot: Slot) {
    switch state.pending {
    case .confirm(slot, let choice):
      if let value = choice.candidates.first?.value { state.exclude([value], at: slot) }
    default: break
    }
    let value =
      switch slot {
      case .from: state.draft.from?.value.id
      case .to: state.draft.to?.value.id
      case .mode, .interval: String?.none
      }
    if let value { state.exclude([value], at: slot) }
    doubtName(at: slot)
    state.pending = nil
  }

  /// It corrects nothing, so that it is heard as an answer: without what made it a correction if that was sure.
  private mutating func hearAgain(_ correction: WizardState.Utterance.Correction, _ utterance: WizardState.Utterance) {
    hearAnswer(
      correction.isSure ? utterance.texts : correction.original, method: utterance.method, zone: utterance.zone)
  }

  private mutating func reopen(_ slot: Slot) {
    exclude(at: slot)
    state.queued = [:]
    state.answered.removeAll { $0 == slot }
    tell(.reopened, ["value": clear(slot)])
    state.former.forget(slot)
    advance()
  }

  private func amount(_ text: String) -> Interval? {
    let match = wizard.matcher.match(text, question: .slot(.interval), mode: state.draft.mode?.value)
    return match.accepted.flatMap { Interval(canonical: $0.value) }
  }

  /// The names of an end that was told, and of what is asked back for it.
  private func names(at slot: Slot) -> [String] {
    var names = [slot == .from ? state.draft.from?.value.name : state.draft.to?.value.name].compactMap(\.self)
    if case .confirm(slot, let choice) = state.pending { names += choice.candidates.map(\.name) }
    return names
  }

  /// Whether words name the answer that a slot has, or the one that is asked back.
  private func isPresent(_ text: String, at slot: Slot) -> Bool {
    switch slot {
    case .from, .to:
      let said = Set(Normalizer.tokens(text).map(\.word))
      return names(at: slot).contains { !said.isDisjoint(with: Normalizer.tokens($0).map(\.word)) }
    case .mode:
      // "Not five minutes" is about the amount.
      guard let mode = state.draft.mode?.value, amount(text) == nil else { return false }
      return wizard.matcher.match(text, question: .slot(.mode)).value == mode.rawValue
    case .interval:
      guard let interval = state.draft.interval?.value else { return false }
      return wizard.matcher.match(text, question: .slot(.interval), mode: interval.mode).value == interval.canonical
    }
  }
}
