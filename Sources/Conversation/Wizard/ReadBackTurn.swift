import Foundation
import Journey
import Matching

/// The whole reminder for a last look, its changes, and the save.
extension DialogueTurn {
  mutating func putReadBack() {
    state.offered = []
    if let trip = state.trip, let itinerary = trip.itinerary { return putTripReadBack(trip, itinerary) }
    if let visit = state.draft.visit, !visit.places.isEmpty, let ride = state.draft.ride {
      return putVisitReadBack(visit, ride)
    }
    let from = state.draft.from?.value
    guard let to = state.draft.to?.value, let mode = state.draft.mode?.value,
      let interval = state.draft.interval?.value, let ride = state.draft.ride, from != nil || ride.isFromAnywhere
    else { return advance() }
    var values = wording.values(of: ride)
    values["from"] = from.map { .name($0.name) } ?? .text(.anywhere)
    values["to"] = .name(to.name)
    // With changes, the last ride's.
    if let last = state.draft.rides.last, last.arrival != nil { values["arrival"] = wording.arrival(of: last) }
    values["mode"] = wording.value(mode)
    values["interval"] = wording.value(interval)
    let hasTimes = ride.departure != nil
    let sentence: PromptID = ride.isFromAnywhere ? .readBackAnywhere : hasTimes ? .readBack : .readBackNoTimes
    outputs.append(
      .readBack(
        ReadBack(
          sentence: .text(sentence, values.filter { hasTimes || $0.key != "line" }),
          rows: rows(ride), notes: notes(ride, to: to, mode: mode), question: .text(.readBackQuestion),
          answers: .init(from: from, to: to, mode: mode, interval: interval))))
  }

  /// The rows by number, to be chosen from.
  var rowItems: [ChoiceItem] {
    guard let ride = state.draft.ride else { return [] }
    let rows = state.draft.visit.map(visitRows) ?? state.trip?.itinerary.map(tripRows) ?? rows(ride)
    return rows.map { ChoiceItem(label: String($0.number), value: String($0.number), name: $0.name) }
  }

  private func rows(_ ride: Ride) -> [ReadBack.Row] {
    let onward = (state.draft.onward ?? []).map { wording.row(of: $0, connections: nil) }
    let rides = Phrase.list([wording.row(of: ride, connections: state.connections)] + onward, separator: "; ")
    let values: [(PromptID, Phrase)] = [
      (.rowFrom, (state.draft.from?.value).map(shown) ?? .text(.anywhere)),
      (.rowTo, (state.draft.to?.value).map(shown) ?? .nothing),
      (.rowMode, state.draft.mode.map { wording.value($0.value) } ?? .nothing),
      (.rowInterval, state.draft.interval.map { wording.value($0.value, state.draft.ladder) } ?? .nothing),
      (.rowRide, rides),
      (.rowVibration, .text(state.draft.vibration ? .switchedOn : .switchedOff)),
      (.rowAlarm, .text(state.draft.alarm ? .switchedOn : .switchedOff)),
    ]
    return (values + extraRows.map(value)).enumerated().map {
      ReadBack.Row(number: $0.offset + 1, name: .text($0.element.0), value: $0.element.1)
    }
  }

  /// Whether nothing is told without a position: by distance, and by time where nobody knows when the rider arrives.
  private func needsPosition(_ mode: Mode, _ ride: Ride) -> Bool {
    mode == .distance || mode == .time && ride.arrival == nil
  }

  private func notes(_ ride: Ride, to: Stop, mode: Mode) -> [Phrase] {
    var notes = live()
    notes += walksTold.compactMap(\.self)
    notes += state.draft.rides.flatMap(wording.goingOn)
    if let reminder = Reminder(state.draft, createdAt: now) {
      for leg in reminder.legs.indices {
        let leg = expected(reminder.leg(leg))
        notes.append(wording.whatWillHappen(leg, vibration: state.draft.vibration, alarm: state.draft.alarm))
      }
    }
    if ride.isDemonstration { notes.append(.text(.demonstration)) }
    if mode == .time, ride.isFromAnywhere || to.isPoint {
      notes.append(.text(.timeByPace, ["to": .name(to.name)]))
      if let arrival = ride.arrival { notes.append(.text(.timeByClock, ["time": wording.time(arrival)])) }
    }
    if needsPosition(mode, ride), !state.preferences.namesPositionSource { notes.append(.text(.distanceNeedsPosition)) }
    return notes
  }

  /// With the times at which its alerts come by what is known live.
  private func expected(_ leg: Reminder) -> Reminder {
    guard let late = state.connections?.news(of: leg.ride)?.late, late > 0 else { return leg }
    var leg = leg
    for level in leg.levels.indices { leg.levels[level].at?.addTimeInterval(late) }
    return leg
  }

  /// What is known live of the rides that are taken, and of those before them that are cancelled.
  private func live() -> [Phrase] {
    guard let connections = state.connections else { return [] }
    let cancelled = connections.earlier.filter { connections.news(of: $0)?.isCancelled == true }.suffix(1)
    let told = (cancelled + state.draft.rides).compactMap { ride in
      connections.news(of: ride).flatMap { wizard.prompts.sentence($0, of: ride) }
    }
    // One announcement for the whole line is of each of its rides.
    var known: Set<String> = []
    let announced = state.draft.rides.compactMap(connections.news).flatMap(wizard.prompts.announcements)
      .filter { known.insert($0).inserted }
    let own = connections.leavesOwnRide == true ? [wizard.prompts.alerts.live.leavesOwnRide] : []
    return (own + told + announced).map { .name($0) }
  }

  /// Whether the utterance was a reply to the read-back; otherwise it is a correction of some slot.
  mutating func readBackReply(_ meaning: Interpretation, _ utterance: WizardState.Utterance) -> Bool {
    let text = utterance.texts[0]
    let words = wizard.prompts.clock
    if let affirmation = meaning.affirmation {
      if affirmation.isYes, denies(affirmation.rest) {
        // "Yes, no, wait": nothing is set that may not be meant.
        noMatch(text)
      } else if affirmation.isYes, agrees(affirmation.rest) {
        save()
      } else if affirmation.rest.isEmpty {
        state.pending = .whichRow
        putPending()
      } else {
        hear([affirmation.rest], method: utterance.method, zone: utterance.zone)
      }
      return true
    }
    // A number alone is a row.
    if text.trimmed.allSatisfy(\.isNumber) { return false }
    if state.trip != nil { return takeTripTime(meaning) }
    if let clock = ClockTime(text, words: words), meaning.slots[.interval]?.decision != .accept {
      return takeRide(at: clock)
    }
    return takeTime(meaning)
  }

  /// "The 17:00 one", "tomorrow at seven": the ride at that time, where nothing else was said.
  private mutating func takeTime(_ meaning: Interpretation) -> Bool {
    // "The first Friday of the month" is no day of travel.
    if wizard.prompts.repetition.areMentioned(in: meaning.utterance),
      wizard.prompts.asides.any(in: meaning.utterance, { $0 == .also }) != nil
        || Normalizer.tokens(meaning.utterance).count > 3
    {
      return false
    }
    guard let time = meaning.times.first, meaning.slots.values.allSatisfy({ $0.decision == .reject }),
      wizard.matcher.isExplained(meaning)
    else { return false }
    if time.day == nil, time.delay == nil, let clock = time.clock { return takeRide(at: clock) }
    take(meaning.times)
    advance()
    return true
  }

  /// Whether what follows a yes holds a no.
  private func denies(_ rest: String) -> Bool {
    let words = Normalizer.tokens(rest).map(\.word)
    return words.indices.contains { wizard.prompts.corrections.denials.length(at: $0, of: words) > 0 }
      && words.count < 4
  }

  /// Whether what follows a yes says no more than it. "Yes, but not yet" is no leave to set anything: it is heard by itself.
  func agrees(_ rest: String) -> Bool {
    if rest.isEmpty { return true }
    let match = wizard.matcher.match(rest, question: .command)
    // Setting a reminder that was not meant costs more than asking once more.
    if match.decision == .accept, match.score >= 0.95, ["yes", "thanks", "bye"].contains(match.command) { return true }
    guard let (head, tail) = wizard.matcher.firstClause(of: rest) else { return false }
    return agrees(head) && agrees(tail)
  }

  /// "Earlier" or "later", and "the one after" as soon as a ride was told: the ride before or after.
  mutating func takeNeighbour(_ text: String) -> Bool {
    let words = wizard.prompts.clock
    let isTold = state.draft.ride != nil && state.connections != nil
    let step = state.open == .readBack ? words.neighbour(text) : isTold ? words.namedNeighbour(text) : nil
    guard let step else { return false }
    if abs(step) > 1, let connections = state.connections,
      connections.rides.indices.contains(connections.chosen + step.signum()),
      !connections.rides.indices.contains(connections.chosen + step)
    {
      // So far nothing was looked up: that there is none would not be true.
      noMatch(text)
    } else {
      moveRide(by: step)
    }
    return true
  }

  /// "A later bus, and three minutes": the ride is moved, and what else is said is heard.
  mutating func takeNeighbour(beside text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.open == .readBack, state.pending == nil, let connections = state.connections,
      let (head, rest) = wizard.matcher.firstClause(of: text), let step = wizard.prompts.clock.neighbour(head),
      connections.rides.indices.contains(connections.chosen + step)
    else { return false }
    seek(connections.rides[connections.chosen + step])
    hear([rest], method: method, zone: zone)
    return true
  }

  /// Re-opens a row of the table; the switches flip.
  mutating func edit(row: Int) {
    state.pending = nil
    if let visit = state.draft.visit, row <= 5 { return editVisit(row: row, visit) }
    if state.trip != nil, row == 5 { return putReadBack() }
    switch row {
    case 1...4:
      let slot = Slot.allCases[row - 1]
      state.answered.removeAll { $0 == slot }
      _ = clear(slot)
    case 5: return moveRide(by: 1)
    case 6:
      state.draft.vibration.toggle()
      tellSwitch(.rowVibration, state.draft.vibration)
    case 7:
      state.draft.alarm.toggle()
      tellSwitch(.rowAlarm, state.draft.alarm)
    default:
      let rows = extraRows
      if rows.indices.contains(row - 8) { drop(rows[row - 8]) }
    }
    advance()
  }

  mutating func tellSwitch(_ row: PromptID, _ isOn: Bool) {
    let told = WizardOutput.told(.list([.text(row), .text(isOn ? .switchedOn : .switchedOff)], separator: ": "))
    if !outputs.contains(told) { outputs.append(told) }
  }

  mutating func save() {
    if let plan = state.trip?.itinerary == nil ? nil : tripPlan { return outputs.append(.saveTrip(plan)) }
    guard let reminder = Reminder(state.draft, createdAt: now) else { return advance() }
    if let arrival = reminder.anchor.arrival, arrival <= now {
      outputs.append(.unclear(.readBack, .text(.rideOver, ["time": wording.time(arrival)])))
      if state.isScripted { return end(.unclear(.readBack, heard: typed(wording.time(arrival)))) }
      return putReadBack()
    }
    var preferences = state.preferences
    preferences.mode = reminder.mode
    preferences.intervals[reminder.mode.rawValue] = reminder.interval.canonical
    preferences.vibration = state.draft.vibration
    preferences.alarm = state.draft.alarm
    outputs.append(.save(Saving(reminder, preferences: preferences, learned: learnedNames)))
  }

  mutating func tellSaved(_ report: SaveReport) {
    if state.trip != nil { return tellTripSaved(report) }
    let reminder = report.id ?? state.draft.id
    let id = Phrase.name(reminder.short)
    let arrival = state.draft.rides.last.map { wording.arrival(of: $0) } ?? .nothing
    let isTimeless = state.draft.rides.last?.arrival == nil
    let isOfPlace = state.draft.visit != nil
    tell(
      report.isAlreadySet ? .alreadySet : isTimeless ? .savedAnywhere : .saved,
      ["id": id, "to": .name(state.draft.to?.value.name ?? "")].merging(isTimeless ? [:] : ["time": arrival]) { $1 })
    if !report.isAlreadySet {
      if let runnerSeen = report.runnerSeen {
        tell(.runnerAlive, ["seconds": .name(String(Int(runnerSeen)))])
      } else {
        tell(.nobodyWatching)
      }
      if !isOfPlace { tell(.trySimulate, ["id": id]) }
    }
    end(.saved(reminder))
  }
}
