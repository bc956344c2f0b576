import Foundation
import Journey
import Matching

/// Taking in what was typed or said, up to the look-up of its meaning.
extension DialogueTurn {
  /// More than any answer needs; a longer one is refused before it costs anything.
  private static let longestAnswer = 1000

  /// What may be beside the answers: to be found out, so, or part of a name.
  enum Asides {
    case unknown, taken, named
  }

  mutating func hear(
    _ texts: [String], method: Provenance.Method, zone: Transcript.Zone?, asides: Asides = .unknown,
    mayBeTrip: Bool = true
  ) {
    guard let text = texts.first else { return hearNothing(.text(.noInput)) }
    if text.allSatisfy(\.isWhitespace) { return takeDefault() }
    if text.trimmed == "?" { return perform(.help) }
    guard text.count <= Self.longestAnswer else { return noMatch("\(text.prefix(40))…") }
    if state.pending == .whichRow, zone != .doubtful, let row = rowNamed(text) { return edit(row: row) }
    if zone != .doubtful, let text = texts.first {
      if let text = correctedInOneBreath(text) ?? timeInstead(text) { return hear([text], method: method, zone: zone) }
      if takeNeighbour(beside: text, method: method, zone: zone) { return }
      if takeVisitMode(text) { return }
      if asides == .unknown, mayBeTrip, takeOnward(text, method: method, zone: zone) { return }
      if asides == .unknown, takeVisit(text, method: method, zone: zone) { return }
      if takeRepetition(text) { return }
      let days = state.draft.recurrence
      if let beside = takeRepetition(beside: text) {
        // What was said with days that are not clear sets nothing, even if it is a yes.
        guard beside.isClear ? isAnything(beside.rest) : wizard.matcher.saysSomething(beside.rest) else {
          return goToChosenDay() ? advance() : putAgain()
        }
        // "Yes, every Monday": other days are read back before they are set.
        if state.open == .readBack, state.pending == nil, state.draft.recurrence != days, isOnlyYes(beside.rest) {
          return goToChosenDay() ? advance() : putReadBack()
        }
        return hear([beside.rest], method: method, zone: zone)
      }
      if asides == .unknown, wizard.prompts.clock.neighbour(text) == nil,
        !wizard.prompts.asides.ranges(in: text).isEmpty
      {
        state.awaiting = WizardState.Utterance(texts: texts, method: method, zone: zone, reading: .aside)
        return lookUp(texts, open: state.open.slot ?? .to, from: state.draft.from?.value.id)
      }
      if asides == .taken, takeWish(text, method: method, zone: zone) || takeShift(text) { return }
      if state.pending == nil, wizard.prompts.repetition.isUnclear(text) {
        // Its day is not to be taken for a day of travel.
        if state.open == .readBack { return noMatch(text) }
        outputs.append(.unclear(state.open, sayAnew(.daysUnclear, ["heard": .name(text)])))
      }
    }
    if zone != .doubtful, takeLadder(text, method: method) { return }
    if zone != .doubtful, let words = arrowInWords(text) { return hear([words], method: method, zone: zone) }
    if asides != .named, zone != .doubtful,
      takeAboard(text, method: method, zone: zone) || takeLine(text, method: method, zone: zone)
    {
      return
    }
    if jump(text) || revise(text, zone: zone) || correct(texts, method: method, zone: zone) { return }
    if zone != .doubtful, takeNoSuchTime(text, method: method, zone: zone) { return }
    if asides != .named, zone != .doubtful,
      goOn(text) || takeDelegated(text) || takeNothing(text) || takeRideOfDay(text, method: method, zone: zone)
        || takeImpossible(text) || takePlatform(text, method: method, zone: zone)
        || takeHere(text, method: method, zone: zone) || takeAnywhere(text, method: method, zone: zone)
    {
      return
    }
    hearAnswer(texts, method: method, zone: zone)
  }

  /// "At 9, actually at 10" with what stands instead in its place; nil where an amount or a time is not corrected in one breath.
  private func correctedInOneBreath(_ text: String) -> String? {
    // A wish is taken first: the "no" of "no alarm" corrects nothing.
    guard state.pending == nil, wizard.prompts.asides.ranges(in: text).isEmpty,
      let said = Correction.inOneBreath(text, words: wizard.prompts.corrections)
    else {
      return nil
    }
    return wizard.matcher.corrected(said.head, by: said.tail)
  }

  /// "Tomorrow instead of today", "not at eight but at nine": the text without the time that is denied; nil where none is.
  private func timeInstead(_ text: String) -> String? {
    guard state.pending == nil, let correction = Correction(text, words: wizard.prompts.corrections),
      let denied = correction.denied, !correction.text.isEmpty
    else { return nil }
    let isTime = [denied, correction.text].allSatisfy { part in
      let meaning = wizard.matcher.interpret(part, open: .to)
      return !meaning.times.isEmpty
    }
    return isTime && wizard.matcher.wordsLeft(of: wizard.matcher.interpret(denied, open: .to)).isEmpty
      ? correction.text : nil
  }

  /// Whether a text is a yes and no more.
  private func isOnlyYes(_ text: String) -> Bool {
    guard let affirmation = wizard.matcher.interpret(text, open: .to).affirmation else { return false }
    return affirmation.isYes && agrees(affirmation.rest)
  }

  /// Whether words are more than small ones: a yes, a wish and an amount are, though they may consist of such.
  private func isAnything(_ text: String) -> Bool {
    wizard.matcher.saysSomething(text) || wizard.prompts.asides.wish(in: text) != nil
      || [MatchQuestion.command, .slot(.interval), .slot(.mode)].contains {
        wizard.matcher.match(text, question: $0, mode: state.draft.mode?.value).decision != .reject
      }
  }

  /// Takes in what was looked up for names in which the words of a wish stand.
  mutating func hearAside(_ meaning: Interpretation, _ utterance: WizardState.Utterance) {
    let names = meaning.parts.filter { part in
      (part.kind == .from || part.kind == .to) && part.decision == .accept
    }
    // What begins before the word that leads to a name is no part of the name.
    let isNamed =
      isOnlyName(meaning)
      || wizard.prompts.asides.ranges(in: utterance.texts[0]).contains { range in
        names.contains { $0.range.overlaps(range) && $0.range.lowerBound < range.lowerBound }
      }
    hear(utterance.texts, method: utterance.method, zone: utterance.zone, asides: isNamed ? .named : .taken)
  }

  /// Takes in what corrects nothing.
  mutating func hearAnswer(_ texts: [String], method: Provenance.Method, zone: Transcript.Zone?) {
    guard let text = texts.first else { return }
    if selectByLetter(text) || selectOpenly(text) || takeNoSuchPlace(text) { return }
    state.awaiting = WizardState.Utterance(texts: texts, method: method, zone: zone)
    lookUp(texts, open: state.open.slot ?? .to, from: state.legOrigin?.id)
  }

  mutating func lookUp(_ texts: [String], open slot: Slot, from: String?) {
    let without = state.unlearned.isEmpty ? nil : state.unlearned
    outputs.append(
      .lookUp(.interpret(texts, open: slot, mode: state.draft.mode?.value, from: from, without: without)))
  }

  /// The time of day of the ride that was found or wished for, or else of now.
  private var usualTime: Date { state.draft.ride?.departure ?? state.time?.instant ?? now }

  /// Notes when the rider wants to travel; a ride found before is looked up anew.
  mutating func take(_ times: [TravelTime]) {
    // Of a departure and an arrival the ride must make the arrival.
    guard let time = times.first(where: { $0.event == .arrival }) ?? times.first else { return }
    // A time at a stop is told by the clock there.
    let place = time.event == .arrival ? state.draft.to : state.draft.from
    let zone = place?.value.zone ?? state.zone
    let instant = time.instant(after: now, usual: usualTime, zone: zone).timeIntervalSince1970
    state.time = time.event == .arrival ? .arriving(instant) : .departing(instant)
    state.clockZone = zone
    // Whoever wants another time is not on board of a ride that they know.
    state.aboard = nil
    forgetRide()
  }

  /// Says which time was noted, where no ride can tell it yet.
  mutating func tellNotedTime() {
    guard let time = state.time else { return }
    let isToday = ServiceDay.text(time.instant, zone: state.zone) == ServiceDay.text(now, zone: state.zone)
    let text: PromptID =
      switch time {
      case .departing: isToday ? .notedDeparture : .notedDepartureOn
      case .arriving: isToday ? .notedArrival : .notedArrivalOn
      }
    tell(text, ["time": wording.time(time.instant), "day": wording.day(time.instant)])
  }

  /// - Parameter match: What was decided on it among the answers to the open question; nil where its words are to tell.
  mutating func hear(_ transcript: Transcript, _ match: Match?) {
    if transcript.isSilent { return hearNothing(transcript.refusal.map(Phrase.name) ?? .text(.noInput)) }
    guard transcript.zone != .rejected, let best = transcript.hypotheses.first else {
      outputs.append(
        .unclear(
          state.open,
          sayAnew(
            .nothingHeard,
            [
              "file": .name(transcript.source),
              "reason": transcript.refusal.map(Phrase.name) ?? .text(.noInput),
            ])))
      state.heard = nil
      return countNoMatch()
    }
    outputs.append(.heard(.text(.heard, ["heard": .name(best.text)])))
    let texts = transcript.hypotheses.prefix(4).map(\.text)
    // Of a reply to what is asked back, and of what is more than an answer, the words tell.
    guard let match, match.decision != .reject, state.pending == nil, let slot = state.open.slot,
      match.value != WizardState.anywhere
    else {
      return hear(texts, method: .voice, zone: transcript.zone)
    }
    state.doubtedYes = false
    state.awaiting = WizardState.Utterance(texts: texts, method: .voice, zone: transcript.zone, match: match)
    guard slot == .from || slot == .to else { return takeHeard(stops: []) }
    outputs.append(.lookUp(.stops(match.candidates.map(\.value))))
  }

  /// Takes in what was decided on a recording.
  /// - Parameter stops: Those that its candidates name.
  mutating func takeHeard(stops: [Stop]) {
    guard var utterance = state.awaiting, var match = utterance.match, let slot = state.open.slot else {
      return advance()
    }
    if slot == .from || slot == .to {
      match.take(stops)
      guard match.hasItsValue else { return refuse(utterance.texts[0]) }
    }
    // Of an option that was named by its id the words are its name.
    if utterance.method != .voice { utterance.texts = [typed(wording.value(match.candidates[0], slot))] }
    state.awaiting = nil
    state.echoed = []
    noteHeard(utterance)
    let meaning = Interpretation(utterance: utterance.texts[0], slots: [slot: match])
    answer(
      meaning, all: [meaning], stops: Dictionary(stops.map { ($0.id, $0) }) { first, _ in first }, utterance)
  }

  /// No input is not a wrong answer: it has its own counter and its own words, fewer ones first. The third time in a row nobody
  /// seems to be there, and the draft waits.
  /// - Parameter reason: What is wrong with the answer; nothing where there was none.
  mutating func hearNothing(_ reason: Phrase) {
    let count = state.counters[state.open, default: .init()].noInput
    state.counters[state.open, default: .init()].noInput += 1
    if reason == .nothing {
      outputs.append(.unclear(state.open, sayAnew(.noInput, level: count)))
    } else {
      outputs.append(.unclear(state.open, reason))
    }
    if state.isScripted { return }
    if reason != .nothing { outputs.append(.told(sayAnew(.noInput, level: count))) }
    if count >= 2 { return end(.unanswered(state.open)) }
    if state.pending != nil { return putPending() }
    count == 0 ? askAgain() : ask()
  }

  /// The question in few words, without its options.
  private mutating func askAgain() {
    let id: PromptID? =
      switch state.open {
      case .from: .askAgainFrom
      case .to: .askAgainTo
      case .mode: .askAgainMode
      case .interval: .askAgainInterval
      case .arrival: .askAgainArrival
      case .readBack: nil
      }
    guard let id else { return putReadBack() }
    outputs.append(
      .ask(QuestionPrompt(question: state.open, text: .text(id), progress: .nothing, options: [], standard: nil)))
  }

  /// A letter of the last re-prompt at the interval, where a number is a value.
  private mutating func selectByLetter(_ text: String) -> Bool {
    let word = text.trimmed.lowercased()
    guard state.pending == nil, word.count == 1, word.first?.isLetter == true,
      let item = state.offered.first(where: { $0.label == word })
    else { return false }
    select(item)
    return true
  }

  /// Whether a text is an amount with its unit.
  private func isAmount(_ text: String) -> Bool {
    state.open != .interval && wizard.matcher.match(text, question: .slot(.interval)).decision == .accept
  }

  /// "Ten" where an amount is asked for is ten of it, and not the tenth of a list.
  private func isNumberAlone(_ text: String) -> Bool {
    let numbers = wizard.prompts.lexicon.words.numbers.words
    return Normalizer.tokens(text).allSatisfy { numbers[$0.word] != nil }
      && wizard.matcher.match(text, question: .slot(.interval), mode: state.draft.mode?.value).decision != .reject
  }

  /// Whether a verb makes the number in a text one of the clock: "leave at two" is no second option.
  private func tellsTime(_ text: String) -> Bool {
    let clock = wizard.prompts.clock
    let words = Normalizer.tokens(text).map(\.word)
    return words.count > 1
      && (clock.leaving + clock.arriving).contains { verb in
        let spelled = Normalizer.tokens(verb).map(\.word)
        return words.indices.contains { words[$0...].starts(with: spelled) }
      }
  }

  /// Whether a number is one of a row, and no amount: "the third", "option three", but not "three or so".
  private func namesRow(_ text: String) -> Bool {
    let numbers = wizard.prompts.lexicon.words.numbers
    return Normalizer.tokens(text).contains { token in
      numbers.ordinals[token.word] != nil || numbers.item.contains(token.word) || numbers.last.contains(token.word)
        || numbers.middle.contains(token.word) || text.contains("#")
    }
  }

  /// The row of the read-back that is called so: "the first alert".
  private func rowNamed(_ text: String) -> Int? {
    let said = Normalizer.tokens(text).map(\.word)
    let little = wizard.prompts.lexicon.words.chatter
    let rows = rowItems.filter { item in
      let name = Normalizer.tokens(typed(item.name)).map(\.word)
      return name == said || said.first.map(little.contains) == true && name == Array(said.dropFirst())
    }
    return rows.count == 1 ? Int(rows[0].value) : nil
  }

  /// A number or an ordinal where one can only mean the list.
  private mutating func selectOpenly(_ text: String) -> Bool {
    // "One stop" is no first option.
    if isAmount(text) || tellsTime(text) { return false }
    if state.open == .readBack, state.pending == nil || state.pending == .whichRow {
      // "At seven" is no row.
      if Normalizer.tokens(text).count > 1, !namesRow(text), !wizard.matcher.interpret(text, open: .to).times.isEmpty {
        return false
      }
      guard let row = wizard.matcher.ordinal(text, count: 7 + extraRows.count), row > 0 else { return false }
      edit(row: row)
      return true
    }
    guard state.pending == nil, !state.offered.isEmpty, let slot = state.open.slot else { return false }
    if slot == .interval, text.trimmed.allSatisfy({ $0.isNumber || $0.isPunctuation && $0 != "#" }) { return false }
    if slot == .interval, isNumberAlone(text) { return false }
    // By the list's own length the last one is found, by a longer one what is not in it.
    let count = state.offered.count
    guard let place = wizard.matcher.ordinal(text, count: count) ?? wizard.matcher.ordinal(text, count: 99), place > 0
    else { return false }
    // Without a word for a row the number is an amount, which may be the one that stands there.
    if slot == .interval, !namesRow(text) {
      let amount = wizard.matcher.match(text, question: .slot(.interval), mode: state.draft.mode?.value)
      guard place <= count, amount.value == state.offered[place - 1].value else { return false }
    }
    guard place <= count else {
      // "Option nine" of three can mean nothing else; a number alone may still be a stop's name.
      guard slot == .interval else { return false }
      noMatch(text)
      return true
    }
    select(state.offered[place - 1])
    return true
  }
}

extension Match {
  /// Leaves of the candidates those that the timetable has, under their own id and name: the id of a platform is told as its station.
  fileprivate mutating func take(_ stops: [Stop]) {
    if candidates.count == 1, let stop = stops.first, stops.count == 1 {
      if value != nil { value = stop.id }
      candidates[0].value = stop.id
      if candidates[0].name != stop.name, isExact { candidates[0].name = stop.name }
    }
    candidates.removeAll { candidate in !stops.contains { $0.id == candidate.value } }
  }

  /// Whether what was taken, or something to ask about, is among its candidates.
  fileprivate var hasItsValue: Bool {
    value.map { value in candidates.contains { $0.value == value } } ?? !candidates.isEmpty
  }
}

extension String {
  var trimmed: String { String(self.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
