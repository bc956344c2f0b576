import Foundation
import Journey
import Matching

/// What is said beside the answers: how to be warned, and questions of the rider.
extension DialogueTurn {
  /// Takes wishes about alarm and vibration, and hears what is said besides.
  mutating func takeWish(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    let asides = wizard.prompts.asides
    guard let found = asides.wish(in: text), isWished(found, in: text) else { return false }
    var rest = found.rest
    // "No alarm, no, leave it on" changes nothing in the end.
    if let back = asides.any(in: found.behind, { $0 == .takenBack }), let opposite = found.meaning.opposite {
      grant(opposite)
      rest = [found.before, back.rest].filter { !$0.isEmpty }.joined(separator: ", ")
    } else {
      grant(found.meaning)
    }
    guard wizard.matcher.saysSomething(rest) else {
      putAgain()
      return true
    }
    hear([rest], method: method, zone: zone)
    return true
  }

  /// Whether a wish is one: not in a question ("is vibration off?"), and not where what is said with it is not understood ("no alarm
  /// on the way back").
  private func isWished(_ found: AsideWords.Found, in text: String) -> Bool {
    if text.trimmed.hasSuffix("?") {
      return wizard.prompts.asides.leading(in: text, { $0 == .request }) != nil
        && !wizard.matcher.saysSomething(found.rest)
    }
    guard state.pending == nil, state.open.slot != .from, state.open.slot != .to,
      let rest = wizard.matcher.clauseRest(of: text, around: found.range), wizard.matcher.saysSomething(rest)
    else { return true }
    let meaning = wizard.matcher.interpret(rest, open: state.open.slot ?? .interval, mode: state.draft.mode?.value)
    let isUnderstood = !wizard.matcher.isUnexplained(meaning)
    return isUnderstood || wizard.prompts.repetition.areMentioned(in: rest)
      || wizard.prompts.asides.wish(in: rest) != nil
  }

  private mutating func grant(_ wish: AsideWords.Meaning) {
    switch wish {
    case .alarmOff: switchAlarm(false)
    case .alarmOn: switchAlarm(true)
    case .vibrationOff: switchVibration(false)
    case .vibrationOn: switchVibration(true)
    case .vibrationOnly:
      switchVibration(true)
      if state.draft.alarm { switchAlarm(false) }
    case .notificationOnly:
      switchVibration(false)
      if state.draft.alarm { switchAlarm(false) }
    default: break
    }
  }

  private mutating func switchAlarm(_ isOn: Bool) {
    state.draft.alarm = isOn
    tellSwitch(.rowAlarm, isOn)
  }

  private mutating func switchVibration(_ isOn: Bool) {
    state.draft.vibration = isOn
    tellSwitch(.rowVibration, isOn)
  }

  /// Answers a question of the rider, or says that it has no answer; either way it fills nothing.
  mutating func takeQuestion(_ text: String) -> Bool {
    let asides = wizard.prompts.asides
    let isMarked = text.trimmed.hasSuffix("?")
    guard asides.leading(in: text, { $0 == .request }) == nil,
      let found = asides.leading(
        in: text, clauses: isMarked,
        {
          [.difference, .howLong, .howFar, .whenWarned, .question].contains($0) || isMarked && $0 == .markedQuestion
        })
    else { return false }
    if isAboutRides(text) { return true }
    if found.meaning == .difference {
      perform(.help)
      return true
    }
    switch (found.meaning, state.draft.ride) {
    case (.whenWarned, _?) where state.open == .readBack:
      if let reminder = Reminder(state.draft, createdAt: now) {
        for leg in reminder.legs.indices {
          outputs.append(
            .told(wording.whatWillHappen(reminder.leg(leg), vibration: state.draft.vibration, alarm: state.draft.alarm))
          )
        }
      }
    case (.howLong, let ride?) where ride.departure != nil:
      for ride in state.draft.rides {
        tell(ride.tripID == state.draft.ride?.tripID ? .rideFound : .rideChange, wording.values(of: ride))
      }
    case (.howFar, _?):
      let metres = state.draft.rides.reduce(0) { $0 + ($1.stops.last?.metres ?? 0) - ($1.stops.first?.metres ?? 0) }
      tell(
        .rideLength,
        [
          "from": .name(state.draft.from?.value.name ?? ""), "to": .name(state.draft.to?.value.name ?? ""),
          "value": wording.value(.distance(metres: metres < 1000 ? metres.rounded() : (metres / 100).rounded() * 100)),
        ])
    default: outputs.append(.unclear(state.open, sayAnew(.noAnswer, ["heard": .name(short(text))])))
    }
    putAgain()
    return true
  }

  /// "Is there a later bus?": the times of the rides before or after the one that was found.
  private mutating func isAboutRides(_ text: String) -> Bool {
    guard let connections = state.connections, state.draft.ride != nil else { return false }
    let words = Normalizer.tokens(text).map(\.word)
    let clock = wizard.prompts.clock
    let step = words.indices.lazy.flatMap { first in
      (first + 1...min(first + 5, words.count)).lazy.compactMap {
        clock.namedNeighbour(words[first..<$0].joined(separator: " "))
      }
    }.first
    guard let step else { return false }
    let times = (step < 0 ? connections.earlier : connections.later).compactMap {
      $0.departure.map { wording.time($0) }
    }
    if times.isEmpty {
      tell(step < 0 ? .noEarlier : .noLater)
    } else {
      tell(step < 0 ? .rowEarlier : .rowLater, ["times": .list(times, separator: ", ")])
    }
    putAgain()
    return true
  }

  /// "At 25:00": told, and what else is said is heard.
  mutating func takeNoSuchTime(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, let time = text.firstMatch(of: /\b(\d{1,2}):(\d{2})\b/),
      (Int(time.1) ?? 0) > 24 || (Int(time.2) ?? 0) > 59
    else { return false }
    outputs.append(.unclear(state.open, sayAnew(.noSuchTime, ["heard": .name(String(time.0))])))
    let rest = text.replacing(time.0, with: " ")
    if wizard.matcher.saysSomething(rest) {
      hear([rest], method: method, zone: zone)
    } else {
      countNoMatch(heard: short(text))
    }
    return true
  }

  /// What names no stop although a stop's name is in it, what would warn too late, and amounts that cannot be: told with the reason.
  mutating func takeImpossible(_ text: String) -> Bool {
    guard state.pending == nil else { return false }
    if isStatement(text) {
      noMatch(text)
      return true
    }
    guard let id = impossibility(in: text) else { return false }
    outputs.append(.unclear(state.open, sayAnew(id, ["heard": .name(short(text))])))
    countNoMatch(heard: short(text))
    return true
  }

  /// "The bus is five minutes late" tells no interval.
  private func isStatement(_ text: String) -> Bool {
    guard [.mode, .interval, .readBack].contains(state.open) else { return false }
    let asides = wizard.prompts.asides
    // "Not at 8:50" tells no other time.
    let first = Normalizer.tokens(text).first.map(\.word) ?? ""
    if wizard.prompts.lexicon.words.cues.not.contains(first), text.contains(/\d[:.]\d\d/), !text.contains(",") {
      return true
    }
    return asides.any(in: text, { $0 == .statement }) != nil
      && asides.leading(in: text, { [.howLong, .howFar, .question].contains($0) }) == nil
      && wizard.matcher.match(text, question: .slot(.interval)).decision != .reject
  }

  private func impossibility(in text: String) -> PromptID? {
    if state.open != .from, state.open != .to {
      switch wizard.matcher.match(text, question: .slot(.interval), mode: state.draft.mode?.value).reason.code {
      case .negative: return .warnsBefore
      case .partOfStop: return .wholeStops
      default: break
      }
    }
    let asksForStop = state.open == .from || state.open == .to
    let found = wizard.prompts.asides.any(in: text) { meaning in
      switch meaning {
      case .notThere, .afterwards, .past: true
      case .otherStop, .counted: asksForStop
      case .atArrival: state.open == .interval
      case .between: state.open == .to
      default: false
      }
    }
    // "Ten minutes after nine" and "between twelve and one" are times.
    if let found, [.afterwards, .between].contains(found.meaning), found.behind.first?.isNumber == true { return nil }
    if let found, found.meaning == .counted, !isCounted(found, in: text) { return nil }
    // "One stop before" is an amount.
    let numbers = wizard.prompts.lexicon.words.numbers
    if let found, found.meaning == .otherStop, let last = Normalizer.tokens(found.before).last,
      last.isNumber || numbers.words[last.word] != nil,
      !Normalizer.tokens(text).contains(where: { numbers.behind.contains($0.word) })
    {
      return nil
    }
    // "Not in Linz but in Leonding" names a stop after all.
    let instead = wizard.prompts.lexicon.words.cues.instead
    if found?.meaning == .notThere, Normalizer.tokens(text).contains(where: { instead.contains($0.word) }) {
      return nil
    }
    switch found?.meaning {
    case .notThere: return .notThere
    case .afterwards: return asksForStop ? .nameTheStop : .warnsBefore
    case .counted: return .nameTheStop
    case .atArrival: return .warnsBefore
    case .past: return .noSuchTime
    case .otherStop, .between: return .nameTheStop
    default: return nil
    }
  }

  /// Whether stops are counted from one that is named, or on from here: "two stops further", "one before Pregarten". "Linz to
  /// Hagenberg, one before" tells an amount.
  private func isCounted(_ found: AsideWords.Found, in text: String) -> Bool {
    let numbers = wizard.prompts.lexicon.words.numbers.words
    if let last = Normalizer.tokens(found.before).last, last.isNumber || numbers[last.word] != nil { return true }
    let behind = Array(text.utf8).dropFirst(found.range.upperBound).first
    return behind == UInt8(ascii: " ") && wizard.matcher.saysSomething(found.behind)
  }

  /// "Don't cancel": the dialogue goes on.
  mutating func goOn(_ text: String) -> Bool {
    guard let found = wizard.prompts.asides.leading(in: text, { $0 == .goOn }),
      !wizard.matcher.saysSomething(found.rest)
    else { return false }
    if state.pending == .cancel || state.pending == .startOver { state.pending = nil }
    carryOn()
    return true
  }

  /// "You choose": what is usual is taken, as by Enter.
  mutating func takeDelegated(_ text: String) -> Bool {
    guard state.pending == nil, state.open == .mode || state.open == .interval,
      let found = wizard.prompts.asides.any(in: text, { $0 == .delegated }), !wizard.matcher.saysSomething(found.rest)
    else { return false }
    takeDefault()
    return true
  }

  /// "Never", "none": the question needs an answer, and no answer before is meant.
  mutating func takeNothing(_ text: String) -> Bool {
    guard state.pending == nil, state.open.slot != nil,
      let found = wizard.prompts.asides.any(in: text, { $0 == .nothing }), !wizard.matcher.saysSomething(found.rest)
    else { return false }
    noMatch(text)
    return true
  }

  /// "Linz Hbf, platform 3": that the platform says nothing, and what else is said is heard.
  mutating func takePlatform(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard let found = wizard.prompts.asides.any(in: text, { $0 == .platform }), let name = lineName(behind: found)
    else {
      return false
    }
    let rest = [found.before, String(found.behind.dropFirst(name.count))].map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: ", ")
    guard wizard.matcher.saysSomething(rest) else { return false }
    let said = text.utf8.dropFirst(found.range.lowerBound).dropLast(found.behind.utf8.count - name.utf8.count)
    outputs.append(.unclear(state.open, sayAnew(.noMatchRest, ["heard": .name(String(decoding: said, as: UTF8.self))])))
    hear([rest], method: method, zone: zone)
    return true
  }

  /// "From here": that nobody knows where this is, and what else is said is heard.
  mutating func takeHere(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, let found = wizard.prompts.asides.any(in: text, { $0 == .here }) else { return false }
    outputs.append(.unclear(state.open, sayAnew(.noPosition)))
    if wizard.matcher.saysSomething(found.rest) {
      hear([found.rest], method: method, zone: zone)
    } else {
      countNoMatch(heard: short(text))
    }
    return true
  }

  /// "With line 3", "not line 1": the ride to be taken is one of that line, or none of it.
  mutating func takeLine(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard let found = wizard.prompts.asides.any(in: text, { $0 == .line || $0 == .notLine }),
      let line = lineName(behind: found)
    else { return false }
    // Of stops that are told apart by their lines one is chosen so.
    if case .choose(_, let choice) = state.pending,
      choice.candidates.contains(where: { Normalizer.tokens($0.name).contains { $0.word == Normalizer.key(line) } })
    {
      return false
    }
    (state.wantedLine, state.linesSought, state.pending) = (line, nil, nil)
    let behind = found.behind.dropFirst(line.count).drop { " ,;.!?".contains($0) }
    // "Line 1 I do not like"
    let denials = Set(wizard.prompts.lexicon.words.cues.not)
    let isDenied = Normalizer.tokens(String(behind)).contains { denials.contains($0.word) }
    state.avoidsLine = found.meaning == .notLine || isDenied ? true : nil
    let rest = [found.before, String(behind)].filter { !$0.isEmpty }.joined(separator: ", ")
    // Whatever comes of the rest, the ride is looked up anew.
    if let departure = state.draft.ride?.departure {
      state.time = .departing(departure.timeIntervalSince1970)
      forgetRide()
    }
    // A yes or a no beside it is about the ride that is given up.
    let isAffirmation = ["yes", "no"].contains(wizard.matcher.match(rest, question: .command).command)
    if wizard.matcher.saysSomething(rest), !isAffirmation {
      hear([rest], method: method, zone: zone)
    } else {
      if state.draft.from == nil || state.draft.to == nil {
        tell(found.meaning == .notLine ? .notedNotLine : .notedLine, ["line": .name(line)])
      }
      state.draft.ride == nil && state.time == nil ? putAgain() : advance()
    }
    return true
  }

  /// The name of a line right behind the word for one: with a digit, or in capitals. An amount, a time and any other word is none.
  private func lineName(behind found: AsideWords.Found) -> String? {
    let line = found.behind.prefix { $0.isLetter || $0.isNumber }
    let rest = found.behind.dropFirst(line.count)
    guard (1...6).contains(line.count), line.contains(where: \.isNumber) || line == line.uppercased(),
      rest.first != ":", rest.first != "."
    else { return nil }
    let next = rest.split(separator: " ").first.map { "\(line) \($0)" } ?? ""
    let isAmount = wizard.matcher.match(next, question: .slot(.interval)).decision == .accept
    return isAmount ? nil : String(line)
  }

  /// What was heard, no longer than a sentence can hold.
  func short(_ text: String) -> String { text.count > 60 ? "\(text.prefix(60))…" : text }

  /// Whether words beside "earlier" count: an amount does, though it may consist of small words.
  private func saysMore(_ text: String) -> Bool {
    wizard.matcher.saysSomething(text) || wizard.matcher.match(text, question: .slot(.interval)).decision != .reject
  }

  /// Whether an alert moved by so many seconds would come after the stop, or is counted in something else.
  private func isBeyondStop(_ present: Interval, _ seconds: TimeInterval) -> Bool {
    guard case .duration(let lead) = present else { return true }
    return lead + seconds <= 0
  }

  /// "One stop earlier", against the alert that is set: the new one, or nil where the words say nothing like it.
  mutating func takeShift(_ text: String) -> Bool {
    guard let present = state.draft.interval?.value,
      let shift = wizard.prompts.asides.shift(in: text, saysSomething: saysMore)
    else { return false }
    guard wizard.prompts.clock.neighbour(text) == nil else { return false }
    let match = wizard.matcher.match(shift.amount, question: .slot(.interval))
    guard match.decision == .accept,
      let amount = match.value.flatMap(Interval.init(canonical:))
    else { return false }
    // Of "take a bus an hour later" it is the ride that is meant, and of what would be after the stop as well.
    let isOfAlert = wizard.prompts.asides.any(in: text) { $0 == .warns } != nil
    if !isOfAlert, case .duration(let seconds) = amount,
      shift.isOfRide || isBeyondStop(present, shift.isEarlier ? seconds : -seconds),
      let departure = state.draft.ride?.departure
    {
      state.time = .departing(departure.timeIntervalSince1970 + (shift.isEarlier ? -seconds : seconds))
      (state.echoed, state.pending) = ([], nil)
      forgetRide()
      advance()
      return true
    }
    guard isOfAlert || !shift.isOfRide else {
      noMatch(text)
      return true
    }
    guard let moved = present.moved(by: amount, isEarlier: shift.isEarlier) else {
      invalid(.text(.wrongUnit, ["value": wording.value(amount), "mode": wording.value(present.mode)]))
      if state.ending == nil { putAgain() }
      return true
    }
    guard moved.isAhead else {
      outputs.append(.unclear(state.open, sayAnew(.warnsBefore)))
      countNoMatch(heard: short(text))
      return true
    }
    (state.echoed, state.pending) = ([], nil)
    _ = take(moved, Provenance(method: .typed, transcript: text, score: 1, tier: .accept))
    if state.ending == nil { advance() }
    return true
  }
}

extension Interval {
  /// Whether it is before the destination at all.
  fileprivate var isAhead: Bool {
    switch self {
    case .stops(let count): count > 0
    case .duration(let amount), .distance(let amount): amount > 0
    }
  }

  /// So much more or less before the destination; nil where the amount counts something else.
  fileprivate func moved(by amount: Interval, isEarlier: Bool) -> Interval? {
    let sign = isEarlier ? 1.0 : -1.0
    switch (self, amount) {
    case (.stops(let count), .stops(let more)): return .stops(count + Int(sign) * more)
    case (.duration(let seconds), .duration(let more)): return .duration(seconds: seconds + sign * more)
    case (.distance(let metres), .distance(let more)): return .distance(metres: metres + sign * more)
    default: return nil
    }
  }
}
