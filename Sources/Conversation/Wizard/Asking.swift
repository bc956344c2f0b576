import Foundation
import Journey
import Matching

/// Selecting the next question, putting it, and putting it again in other words.
extension DialogueTurn {
  /// Goes on to whatever is open: a reply, a ride to look up, a question, or the read-back.
  mutating func advance() {
    guard state.ending == nil, state.awaiting == nil else { return }
    if takeNextStop() || lookUpItinerary() { return }
    askWhichOfList()
    // Before anything is asked back: what undo brings back has its ride.
    if state.draft.comesFromAnywhere, state.draft.to != nil, state.draft.ride == nil {
      outputs.append(.lookUp(.whereabouts))
      return
    }
    if state.trip == nil, let from = state.draft.from?.value, let to = state.draft.to?.value,
      state.draft.ride == nil, !state.lacksTimetable
    {
      if from.isPoint || to.isPoint {
        state.lacksTimetable = true
        dropStations()
        return advance()
      }
      if let wanted = state.wantedRide { seek(wanted) }
      outputs.append(.lookUp(.rides(from: from, to: to, time: state.time ?? .departing(now.timeIntervalSince1970))))
      return
    }
    if let slot = Slot.allCases.first(where: { state.queued[$0] != nil }), let choice = state.queued[slot] {
      state.queued[slot] = nil
      state.open = Question(slot)
      state.pending = choice.asksWhich ? .choose(slot, choice) : .confirm(slot, choice)
      return putPending()
    }
    if lookUpPast() { return }
    if let wanted = state.wanted, state.draft.isFilled(wanted) { state.wanted = nil }
    if let slot = state.wanted ?? Slot.allCases.first(where: { !state.draft.isFilled($0) }) {
      open(Question(slot))
    } else if state.draft.ride == nil, state.draft.mode?.value == .time, state.draft.to?.value.isPoint != true {
      guard case .arriving(let instant) = state.time else { return open(.arrival) }
      useStraightLine(arrival: Date(timeIntervalSince1970: instant))
      advance()
    } else {
      if state.draft.ride == nil { useStraightLine(arrival: toldArrival) }
      if goToChosenDay() { return advance() }
      state.open = .readBack
      putReadBack()
    }
  }

  /// Asks what was set between both ends before, which is the next default; the same pair once.
  private mutating func lookUpPast() -> Bool {
    guard state.trip == nil, let from = state.draft.from?.value, let to = state.draft.to?.value,
      state.draft.filledSlots.count < 4, state.past?.from != from.id || state.past?.to != to.id
    else { return false }
    state.past = .init(from: from.id, to: to.id)
    outputs.append(.lookUp(.trip(from: from, to: to)))
    return true
  }

  mutating func take(past trip: Trip?) {
    state.past?.trip = trip
    advance()
  }

  private mutating func open(_ question: Question) {
    if state.open != question { state.page = 0 }
    state.open = question
    if let slot = question.slot, slot == .from || slot == .to, state.suggestions[slot] == nil {
      outputs.append(.lookUp(.suggestions(slot, from: slot == .to ? state.legOrigin?.id : nil)))
      return
    }
    ask()
  }

  /// Puts the open question with its options and default.
  /// - Parameter letters: Whether options bear letters, where a number would be a value.
  mutating func ask(letters: Bool = false) {
    if state.open == .readBack { return putReadBack() }
    state.offered = options(for: state.open, page: state.page, letters: letters)
    defer { state.line = nil }
    let filled = state.draft.filledSlots.count
    let place: Phrase =
      state.open.slot == nil
      ? .nothing : .text(.progress, ["number": .name(String(min(4, filled + 1))), "count": "4"])
    outputs.append(
      .ask(
        QuestionPrompt(
          question: state.open, text: question(state.open), progress: place, options: state.offered,
          standard: standard(for: state.open), line: state.line)))
  }

  private func question(_ question: Question) -> Phrase {
    let ends = [
      "to": Phrase.name(state.draft.to?.value.name ?? ""), "from": .name(state.draft.from?.value.name ?? ""),
    ]
    switch question {
    case .from: return .text(.askFrom)
    case .to: return .text(.askTo)
    case .mode: return .text(.askMode, ends)
    case .interval: return .text(.askInterval, ends)
    case .arrival: return .text(.askArrival)
    case .readBack: return .text(.readBackQuestion)
    }
  }

  /// Up to three options; for the interval only those that fit the ride.
  func options(for question: Question, page: Int, letters: Bool = false) -> [ChoiceItem] {
    let values: [(String, Phrase)]
    switch question {
    case .from, .to:
      let stops = (state.suggestions[question == .from ? .from : .to] ?? [])
        .filter { $0.id != state.legOrigin?.id || question == .from }
        .filter { state.excluded[question == .from ? .from : .to]?.contains($0.id) != true }
      values = stops.dropFirst(page * 3).prefix(3).map { ($0.id, shown($0)) }
    case .mode:
      let modes = Mode.allCases.filter { $0 != .stations || state.mayCountStops }
      let visits = state.mayWatchPlace ? VisitMode.offered : []
      values =
        modes.map { ($0.rawValue, wording.value($0)) }
        + visits.map { ($0.rawValue, wording.value(Visit($0, places: []), at: nil)) }
    case .interval:
      let mode = state.draft.mode?.value ?? .time
      let choices = wizard.prompts.choices[mode]
      let check = IntervalCheck(choices: choices, state)
      values = choices.predefined.filter { check.problem(with: $0) == nil }.map { ($0.canonical, wording.value($0)) }
    case .arrival, .readBack: values = []
    }
    return values.enumerated().map { index, value in
      let label = letters ? String(UnicodeScalar(UInt8(97 + index))) : String(index + 1)
      return ChoiceItem(label: label, value: value.0, name: value.1)
    }
  }

  /// What an empty line takes, in words; nil where the question needs an answer.
  private func standard(for question: Question) -> Phrase? {
    switch question {
    case .from: (state.former.from?.value).map(shown)
    case .to: (state.former.to?.value).map(shown)
    case .mode: asBefore(wording.value(standardMode), standardMode == pastTrip?.mode)
    case .interval: standardInterval.map { asBefore(wording.value($0), $0 == pastTrip?.interval) }
    case .arrival, .readBack: nil
    }
  }

  /// A default in words, and that it is what was set the last time.
  private func asBefore(_ value: Phrase, _ isPast: Bool) -> Phrase {
    isPast ? .text(.asLastTime, ["value": value]) : value
  }

  private var pastTrip: Trip? { state.past?.trip }

  private var standardMode: Mode {
    let known = [state.former.mode, pastTrip?.mode, state.preferences.mode].compactMap(\.self)
    if let mode = known.first(where: { $0 != .stations || state.mayCountStops }) { return mode }
    return state.preferences.namesPositionSource ? .distance : .time
  }

  /// The interval used last, or the first default, or as much of it as the ride allows.
  private var standardInterval: Interval? {
    guard let mode = state.draft.mode?.value else { return nil }
    let choices = wizard.prompts.choices[mode]
    let check = IntervalCheck(choices: choices, state)
    let wanted =
      state.former.interval.flatMap { $0.mode == mode ? $0 : nil }
      ?? pastTrip.flatMap { $0.mode == mode ? $0.interval : nil }
      ?? state.preferences.interval(for: mode) ?? choices.standard
    return check.problem(with: wanted) == nil ? wanted : check.nearest(to: wanted)
  }

  /// Enter on an empty line, "skip" or "default".
  mutating func takeDefault() {
    let provenance = Provenance(method: .default)
    if state.pending != nil {
      tell(.eitherOr)
      return putPending()
    }
    state.echoed = []
    state.heard = nil
    switch state.open {
    case .mode:
      tell(.takenDefault, ["value": wording.value(standardMode)])
      _ = take(standardMode, provenance)
    case .interval:
      guard let interval = standardInterval else { return needAnswer() }
      tell(.takenDefault, ["value": wording.value(interval)])
      _ = take(interval, provenance)
    case .from, .to:
      guard let slot = state.open.slot, let last = slot == .from ? state.former.from : state.former.to else {
        return needAnswer()
      }
      _ = take(last.value, for: slot, last.provenance)
    case .arrival, .readBack: return needAnswer()
    }
    advance()
  }

  private mutating func needAnswer() {
    outputs.append(.unclear(state.open, sayAnew(.needsAnswer)))
    if state.isScripted { return end(.unanswered(state.open)) }
    ask()
  }

  /// An option taken by its number, letter or ordinal.
  mutating func select(_ item: ChoiceItem) {
    guard let slot = state.open.slot else { return }
    state.echoed = []
    let name = typed(item.name)
    state.heard = .init(text: name, isSpoken: false)
    let provenance = Provenance(method: .typed, transcript: name, score: 1, tier: .accept)
    switch slot {
    case .from, .to:
      if let stop = state.suggestions[slot]?.first(where: { $0.id == item.value }) {
        _ = take(stop, for: slot, provenance)
      }
    case .mode:
      if let mode = Mode(rawValue: item.value) { _ = take(mode, provenance) }
      if let visit = VisitMode(value: item.value) { take(visit) }
    case .interval: if let interval = Interval(canonical: item.value) { _ = take(interval, provenance) }
    }
    advance()
  }

  // MARK: Asking back

  /// Puts the question within the question.
  mutating func putPending() {
    switch state.pending {
    case .confirm(let slot, let choice):
      guard let candidate = choice.candidates.first else { return ask() }
      let label = wording.value(candidate, slot)
      confirm(.slot(slot), confirmation(of: label, at: slot), value: candidate.value, label: label)
    case .choose(let slot, let choice):
      outputs.append(.choose(Choosing(.slot(slot), text: .text(.choose), options: items(choice, slot))))
    case .confirmEnds(let from, let to):
      let names = [
        "from": Phrase.name(from.candidates.first?.name ?? ""), "to": .name(to.candidates.first?.name ?? ""),
      ]
      confirm(.ends, .text(.confirmBothEnds, names))
    case .startOver: confirm(.startOver, .text(.startOverConfirm))
    case .cancel: confirm(.cancel, .text(.cancelConfirm))
    case .present:
      let to = state.draft.visit.map(wording.places) ?? .nothing
      confirm(.present, .text(.visitPresent, ["to": to]))
    case .whichRow: outputs.append(.choose(Choosing(.row, text: .text(.whichRow), options: rowItems)))
    case nil: ask()
    }
  }

  /// Whether a value is meant, or, where it would take the place of an end told before, whether that is to be given up.
  private func confirmation(of label: Phrase, at slot: Slot) -> Phrase {
    switch (slot, state.draft.from?.value, state.draft.to?.value) {
    case (.from, let present?, _):
      .text(.confirmOtherFrom, ["value": label, "from": .name(present.name)])
    case (.to, _, let present?):
      .text(.confirmOtherTo, ["value": label, "to": .name(present.name)])
    default: .text(.confirm, ["value": label])
    }
  }

  private mutating func confirm(
    _ subject: Confirmation.Subject, _ text: Phrase, value: String? = nil, label: Phrase = .nothing
  ) {
    outputs.append(.confirm(Confirmation(subject, text: text, value: value, label: label)))
  }

  func items(_ choice: WizardState.PendingChoice, _ slot: Slot) -> [ChoiceItem] {
    var items = choice.candidates.enumerated().map { index, candidate in
      ChoiceItem(label: String(index + 1), value: candidate.value, name: wording.value(candidate, slot))
    }
    items.append(ChoiceItem(label: String(items.count + 1), value: "", name: .text(.neither)))
    return items
  }

  // MARK: Not understood

  /// Says in three steps, each shorter of words and longer of help, that an answer was not understood.
  mutating func noMatch(_ heard: String) {
    let count = state.counters[state.open, default: .init()].noMatch
    let short = short(heard)
    let examples = examples(for: state.open)
    let id: PromptID =
      switch state.open {
      case .from: .noMatchFrom
      case .to: .noMatchTo
      case .mode: .noMatchMode
      case .interval: .noMatchInterval
      case .arrival: .noMatchArrival
      case .readBack: wizard.prompts.repetition.areMentioned(in: heard) ? .daysUnclear : .noMatchReply
      }
    let values = ["heard": .name(short), "first": examples.0, "second": examples.1]
    outputs.append(.unclear(state.open, sayAnew(id, values, level: count)))
    countNoMatch(heard: short)
  }

  /// How often a question within a question is put again before it is given up.
  private static let mostRepeats = 3

  mutating func countNoMatch(heard: String = "") {
    let count = state.counters[state.open, default: .init()].noMatch + 1
    state.counters[state.open, default: .init()].noMatch = count
    if state.isScripted {
      // What was wished of the whole must not be lost in the yes that the next line may be.
      if count >= 2 || state.open == .readBack { end(.unclear(state.open, heard: heard)) }
      return
    }
    if count > 3 { outputs.append(.told(sayAnew(.stuck))) }
    if state.pending != nil, count < Self.mostRepeats { return putPending() }
    // What was asked back in vain is dropped: the plain question may do better.
    state.pending = nil
    ask(letters: hasLetters)
  }

  /// Whether so little was understood that only the options are left; at the interval a number is a value.
  var hasLetters: Bool {
    state.open == .interval && state.counters[.interval, default: .init()].noMatch >= 3
  }

  private func examples(for question: Question) -> (Phrase, Phrase) {
    let names = options(for: question, page: 0).map(\.name)
    return (names.first ?? .nothing, names.count > 1 ? names[1] : names.first ?? .nothing)
  }
}
