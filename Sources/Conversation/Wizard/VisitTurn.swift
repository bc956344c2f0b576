import Foundation
import Journey
import Matching

/// Reminders of a place: "remind me to pay when I arrive at lot 25", "wake me at seven if I am at home".
extension DialogueTurn {
  mutating func takeVisit(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, state.open != .arrival,
      let said = VisitReader(wizard, places: state.places, points: text).read(text)
    else { return false }
    var visit = Visit(said.event, places: [])
    visit.text = said.text
    if wizard.prompts.asides.any(in: text, { $0 == .eachTime }) != nil { visit.isEachTime = true }
    var draft = state.draft
    draft.visit = visit
    if said.event.isClock {
      guard let time = said.time.map(instant) else {
        outputs.append(.unclear(state.open, sayAnew(.visitNeedsTime, ["heard": .name(short(text))])))
        countNoMatch(heard: short(text))
        return true
      }
      (state.time, state.clockZone) = (.departing(time.timeIntervalSince1970), state.zone)
    } else if said.text != nil {
      // Who is to remember something needs no alarm; who wants to be woken does.
      draft.alarm = false
    }
    (draft.from, draft.isFromAnywhere, draft.to) = (nil, true, nil)
    (draft.mode, draft.interval, draft.ladder, draft.departure) = (nil, nil, nil, nil)
    draft.take(nil)
    state.draft = draft
    state.answered.removeAll()
    state.connections = nil
    state.open = .to
    if !said.rest.isEmpty {
      outputs.append(
        .unclear(.to, sayAnew(.noMatchRest, ["heard": .name(said.rest.joined(separator: ", "))])))
    }
    state.awaiting = WizardState.Utterance(texts: [said.place], method: method, zone: zone, reading: .visit)
    lookUp([said.place], open: .to, from: nil)
    return true
  }

  /// When it rings: of a time that may be in either half of the day, in the morning, when alarms are set for.
  private func instant(_ time: TravelTime) -> Date {
    var time = time
    time.clock = time.clock.map(morning)
    return time.instant(after: now, usual: now, zone: state.zone)
  }

  /// Takes in what the words for the place mean.
  mutating func takeVisitPlace(
    _ meaning: Interpretation, _ all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    guard let match = meaning.slots[.to] ?? meaning.slots[.from], match.decision != .reject else {
      state.draft.visit = nil
      (state.draft.isFromAnywhere, state.draft.departure) = (nil, nil)
      state.open = .from
      outputs.append(.unclear(state.open, sayAnew(.noPlaceYet, ["heard": .name(short(utterance.texts[0]))])))
      return countNoMatch(heard: short(utterance.texts[0]))
    }
    var only = meaning
    only.slots = [.to: match]
    only.hadCues = true
    if !only.times.isEmpty {
      // Only the place was asked for: on which days it counts is said by "every Monday" and the like.
      let said = only.parts.filter { [.departure, .arrival].contains($0.kind) }.map(\.text)
      outputs.append(.unclear(.to, sayAnew(.noMatchRest, ["heard": .name(said.joined(separator: ", "))])))
      only.times = []
    }
    answer(only, all: [only], stops: stops, utterance)
  }

  /// Completes a reminder of a place whose place is known.
  mutating func completeVisit(at position: Position?) {
    guard var visit = state.draft.visit, let to = state.draft.to?.value else { return advance() }
    if visit.places.isEmpty {
      let listed = state.places.filter { $0.list.map { Normalizer.key($0) == Normalizer.key(to.name) } ?? false }
      visit.places = listed.isEmpty ? [to] : listed.map(\.stop)
    }
    let inferred = Provenance(method: .inferred)
    state.draft.visit = visit
    // By the clock of the place, which only now is known.
    if visit.event.isClock, let time = state.time { state.draft.departure = time.instant }
    state.draft.mode = Answer(visit.event.isClock ? .time : .distance, inferred)
    let interval: Interval = visit.event.isClock ? .duration(seconds: 0) : .distance(metres: visit.places[0].reach)
    state.draft.interval = state.draft.interval ?? Answer(interval, inferred)
    var ride = Ride(
      approaching: visit.places[0], arrival: nil,
      day: firstDay(from: state.draft.departure ?? now), zone: state.zone)
    ride.stops[0].stop.name = visit.places.count > 1 ? to.name : visit.places[0].name
    state.draft.ride = ride
    let isThere = position.map { here in visit.places.contains { $0.position.metres(to: here) <= $0.reach } } ?? false
    guard visit.event == .arriving, isThere, visit.countsPresence == nil else { return advance() }
    if state.isScripted {
      tell(.visitPresentNext, ["to": wording.places(visit)])
      return advance()
    }
    state.pending = .present
    putPending()
  }

  /// The first day from an instant on which it comes.
  func firstDay(from instant: Date) -> String {
    let day = ServiceDay.text(instant, zone: state.zone)
    guard let days = state.draft.recurrence?.weekdays else { return day }
    let next = (0..<7).lazy.compactMap { ServiceDay.day(day, plus: $0) }
    return next.first { ServiceDay.instant($0).map { days.contains(Weekday(of: $0, zone: "GMT")) } ?? false } ?? day
  }

  /// Whether being there already counts.
  mutating func replyToPresent(_ meaning: Interpretation) -> Bool {
    guard let affirmation = meaning.affirmation else { return false }
    state.pending = nil
    state.draft.visit?.countsPresence = affirmation.isYes
    if affirmation.isYes { tell(.visitPresentCounts) }
    advance()
    return true
  }

  // MARK: The read-back

  mutating func putVisitReadBack(_ visit: Visit, _ ride: Ride) {
    let mode: Mode = state.draft.mode?.value ?? .distance
    let interval = state.draft.interval?.value ?? .distance(metres: visit.places[0].reach)
    outputs.append(
      .readBack(
        ReadBack(
          sentence: wording.sentence(visit, at: state.draft.departure), rows: visitRows(visit),
          notes: visitNotes(visit),
          question: .text(.readBackQuestion),
          answers: .init(from: nil, to: ride.stops[0].stop, mode: mode, interval: interval))))
  }

  /// As many rows as a ride has, so that a number means the same.
  func visitRows(_ visit: Visit) -> [ReadBack.Row] {
    let values: [(PromptID, Phrase)] = [
      (.rowFrom, .text(.anywhere)), (.rowPlace, wording.places(visit)),
      (.rowMode, wording.value(visit, at: state.draft.departure)),
      (.rowText, visit.text.map(Phrase.name) ?? "–"), (.rowHours, .name(visit.hours ?? "–")),
      (.rowVibration, .text(state.draft.vibration ? .switchedOn : .switchedOff)),
      (.rowAlarm, .text(state.draft.alarm ? .switchedOn : .switchedOff)),
    ]
    return (values + extraRows.map(value)).enumerated().map {
      ReadBack.Row(number: $0.offset + 1, name: .text($0.element.0), value: $0.element.1)
    }
  }

  private func visitNotes(_ visit: Visit) -> [Phrase] {
    var notes: [Phrase] = []
    if let reminder = Reminder(state.draft, createdAt: now) {
      notes.append(
        wording.whatWillHappen(reminder, vibration: state.draft.vibration, alarm: state.draft.alarm))
      if reminder.followsUp == true { notes.append(.text(.visitFollowsUp)) }
    }
    if let action = wording.action(visit) { notes.append(action) }
    if !state.preferences.namesPositionSource { notes.append(.text(.visitNeedsPosition)) }
    return notes
  }

  /// Changes a row of a reminder of a place.
  mutating func editVisit(row: Int, _ visit: Visit) {
    switch row {
    case 2:
      state.draft.visit?.places = []
      _ = clear(.to)
    case 3 where !visit.event.isClock:
      state.draft.visit?.event = visit.event == .arriving ? .leaving : .arriving
    case 4: state.draft.visit?.text = nil
    case 5: state.draft.visit?.hours = nil
    default: break
    }
    advance()
  }
}
