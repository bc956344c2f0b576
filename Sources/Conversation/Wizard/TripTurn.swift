import Foundation
import Journey
import Matching

/// The answers of a trip of several stops, beside its first stop and its last, which are those of a ride.
struct TripAnswers: Sendable, Hashable, Codable {
  /// The stops between.
  var via: [TripStop] = []
  /// Seconds at the last stop.
  var stay = 0.0
  /// What was said of stops that are still to be found, in order.
  var waiting: [Onward] = []
  var method = Provenance.Method.typed
  var zone: Transcript.Zone?
  /// What the timetable makes of it, once that was looked up.
  var itinerary: Itinerary?
}

extension WizardState {
  /// Where the way to the last stop begins.
  var legOrigin: Stop? { trip?.via.last?.place ?? draft.from?.value }

  /// Whether one more stop may be said: "then to Hagenberg".
  package var mayGoOn: Bool { draft.to != nil && draft.visit == nil && (open == .mode || open == .interval) }
}

/// Trips of several stops: the answers are those of a ride, and each "then to ..." makes the destination so far a stop on the way.
extension DialogueTurn {
  mutating func takeOnward(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, state.draft.visit == nil, state.open != .arrival else { return false }
    if state.trip?.itinerary != nil, takeTripChange(text) { return true }
    guard TripPieces.mayTell(text, wizard) else { return takeStay(text, method: method, zone: zone) }
    let pieces = tripPieces(text)
    guard hasDestination ? pieces.goesOn && !pieces.pieces.isEmpty : pieces.mayBeTrip else {
      return takeStay(text, method: method, zone: zone)
    }
    // Which of the pieces are stops only the timetable knows.
    state.awaiting = WizardState.Utterance(texts: [text], method: method, zone: zone, reading: .trip)
    lookUp(pieces.lookUps, open: .to, from: nil)
    return true
  }

  /// - Parameter stay: Seconds at a stop from which nothing leads on.
  private mutating func tellUnused(_ words: [String], stay: Double? = nil) {
    let stays = [stay].compactMap(\.self).filter { $0 > 0 }.map { wording.value(.duration(seconds: $0)) }
    guard !words.isEmpty || !stays.isEmpty else { return }
    tell(.tripUnused, ["words": .list(words.map { .name(short($0)) } + stays, separator: "; ")])
  }

  /// "First Linz, then Hagenberg" as "from Linz to Hagenberg": a ride beside which "then" is said, or how long one stays there.
  private func rideInWords(_ said: TripReading) -> String? {
    guard said.stops.count == 1, state.draft.to == nil, let stop = said.stops.first,
      stop.stay == nil ? said.leadsOn && said.start != nil : said.tellsStay,
      let words = inWords(from: said.start, to: stop.place)
    else { return nil }
    return ([words] + said.besides).joined(separator: ", ")
  }

  private func tripPieces(_ text: String) -> TripPieces {
    TripPieces(text, wizard, own: wizard.prompts.ownNames(places: state.places).addingPoints(in: text))
  }

  private var hasDestination: Bool { state.trip != nil || state.draft.to != nil }

  /// Takes in a trip once it is known which of its words name stops; what tells of none is heard as any other answer.
  mutating func takeTrip(_ meanings: [Interpretation], _ utterance: WizardState.Utterance) {
    let (text, goesOn) = (utterance.texts[0], hasDestination)
    let said = TripReading(
      tripPieces(text), meanings, wizard.matcher, goesOn: goesOn,
      needsStart: !goesOn && state.draft.from == nil)
    let count = (state.trip?.via.count ?? 0) + said.stops.count
    guard said.stops.count > (goesOn ? 0 : 1), count + 1 < TripPlan.mostStops else {
      let ride = rideInWords(said)
      if ride != nil { tellUnused(said.unused, stay: said.stops.first?.stay) }
      return hear([ride ?? text], method: utterance.method, zone: utterance.zone, mayBeTrip: false)
    }
    var trip = state.trip ?? TripAnswers()
    if goesOn, let stay = said.stayBefore { trip.stay = stay }
    trip.waiting += said.stops
    (trip.method, trip.zone) = (utterance.method, utterance.zone)
    state.trip = trip
    // Where they set out is asked for, as everything hangs on it.
    if state.draft.from == nil { state.draft.isFromAnywhere = false }
    forgetRide()
    tellUnused(said.unused)
    let start = said.start.map { [wizard.prompts.lexicon.words.cues.from.first, $0].compactMap(\.self) } ?? []
    let head = ([start.joined(separator: " ")] + said.besides).filter { !$0.isEmpty }
    if head.isEmpty { return advance() }
    hear([head.joined(separator: ", ")], method: utterance.method, zone: utterance.zone, mayBeTrip: false)
  }

  /// "Hagenberg for two hours", where the last stop of a trip is asked for again.
  private mutating func takeStay(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.trip != nil, state.open == .to, state.draft.to == nil else { return false }
    let said = StayReader(wizard).read(text)
    guard let stay = said.stay, wizard.matcher.saysSomething(said.place) else { return false }
    state.trip?.stay = stay
    hear([said.place], method: method, zone: zone)
    return true
  }

  /// Makes the destination so far a stop on the way, and looks the next one up.
  mutating func takeNextStop() -> Bool {
    guard var trip = state.trip, let next = trip.waiting.first, state.pending == nil, state.queued.isEmpty,
      let from = state.draft.from?.value
    else { return false }
    trip.waiting.removeFirst()
    // "Linz, then Hagenberg, then home": the first one behind where it begins is where it goes, so far.
    if let to = state.draft.to?.value {
      trip.via.append(TripStop(place: to, stay: trip.stay))
    } else {
      // The stop of that stay could not be taken.
      tellUnused([], stay: trip.stay)
    }
    trip.stay = next.stay ?? 0
    state.trip = trip
    state.draft.to = nil
    state.answered.removeAll { $0 == .to }
    (state.excluded[.to], state.suggestions[.to], state.counters[.to]) = (nil, nil, nil)
    forgetRide()
    state.open = .to
    state.awaiting = WizardState.Utterance(
      texts: [next.place], method: trip.method, zone: trip.zone, reading: .onward)
    lookUp([next.place], open: .to, from: (trip.via.last?.place ?? from).id)
    return true
  }

  /// Takes in what the words for one more stop mean; where they name none, the trip ends where it did, which is told.
  mutating func takeOnwardStop(
    _ meaning: Interpretation, _ all: [Interpretation], stops: [String: Stop], _ utterance: WizardState.Utterance
  ) {
    guard let match = meaning.slots[.to] ?? meaning.slots[.from], match.decision != .reject else {
      outputs.append(.unclear(.to, sayAnew(.noMatchRest, ["heard": .name(short(utterance.texts[0]))])))
      if let last = state.trip?.via.popLast() {
        state.draft.to = Answer(last.place, Provenance(method: utterance.method))
        state.trip?.stay = last.stay
      }
      endTripOfOneRide()
      return advance()
    }
    var only = meaning
    only.slots[.from] = nil
    only.slots[.to] = match
    only.hadCues = true
    answer(only, all: [only], stops: stops, utterance)
  }

  /// Asks what the timetable makes of the trip, once all its stops are known.
  mutating func lookUpItinerary() -> Bool {
    if state.trip?.waiting.isEmpty == true, state.trip?.via.isEmpty == true, state.draft.to != nil,
      state.pending == nil
    {
      // One way without a stop on it is a ride.
      endTripOfOneRide()
    }
    guard let trip = state.trip, trip.itinerary == nil, trip.waiting.isEmpty, state.pending == nil,
      state.queued.isEmpty,
      let plan = tripPlan
    else { return false }
    outputs.append(.lookUp(.itinerary(plan)))
    return true
  }

  /// The trip as far as it is known; nil where an end is missing.
  var tripPlan: TripPlan? {
    guard let trip = state.trip, let from = state.draft.from?.value, let to = state.draft.to?.value else { return nil }
    let departing: Date? = if case .departing(let time) = state.time { Date(timeIntervalSince1970: time) } else { nil }
    let arriving: Date? = if case .arriving(let time) = state.time { Date(timeIntervalSince1970: time) } else { nil }
    let stops = [TripStop(place: from)] + trip.via + [TripStop(place: to, stay: trip.stay, by: arriving)]
    let names = stops.dropFirst().map(\.place.name).joined(separator: ", ")
    var plan = TripPlan(
      id: state.draft.id, name: state.draft.label ?? String(names.prefix(ReminderLabel.longest)),
      createdAt: state.draft.createdAt,
      start: departing ?? Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.up)),
      zone: from.zone ?? state.zone, stops: stops, vibration: state.draft.vibration, alarm: state.draft.alarm)
    if let mode = state.draft.mode?.value, let interval = state.draft.interval?.value {
      (plan.mode, plan.interval, plan.ladder) = (mode, interval, state.draft.ladder)
    }
    (plan.speech, plan.volume) = (state.draft.speech, state.draft.volume)
    return plan
  }

  mutating func take(_ itinerary: Itinerary) {
    guard let plan = tripPlan else { return advance() }
    if let row = itinerary.rows.firstIndex(where: { $0.arrival == nil }) { return giveUp(row, of: itinerary) }
    state.trip?.itinerary = itinerary
    state.lacksTimetable = false
    let rides = itinerary.rows.flatMap { $0.way?.connection?.rides ?? [] }
    state.zone = plan.zone
    if let longest = rides.longest {
      // An interval has the most room on the longest ride.
      (state.draft.ride, state.draft.onward, state.draft.walkSeconds) = (longest, nil, nil)
    } else {
      useStraightLine(arrival: itinerary.end)
    }
    tell(.tripFound, ["stops": stopNames(itinerary), "total": wording.total(itinerary)])
    if state.draft.recurrence != nil {
      state.draft.recurrence = nil
      tell(.tripComesOnce)
    }
    dropImpossibleInterval()
    advance()
  }

  /// A stop that is not reached: the last one is asked for again, another one is left out, and both are told.
  private mutating func giveUp(_ row: Int, of itinerary: Itinerary) {
    let why = wording.notes(row, of: itinerary).first ?? .text(.tripNoConnection)
    let name = Phrase.name(itinerary.rows[row].stop.place.name)
    invalid(.text(.tripNotReached, ["to": name, "why": why]))
    if row == itinerary.rows.count - 1 {
      state.answered.removeAll { $0 == .to }
      _ = clear(.to)
      state.former.forget(.to)
      state.open = .to
    } else if row > 0 {
      state.trip?.via.remove(at: row - 1)
      endTripOfOneRide()
    } else {
      // Asked again it would be the same.
      state.trip = nil
      forgetRide()
    }
    if state.ending == nil { advance() }
  }

  /// A trip that has no stop on the way any more is a ride.
  private mutating func endTripOfOneRide() {
    if let trip = state.trip, trip.via.isEmpty, trip.waiting.isEmpty {
      tellUnused([], stay: trip.stay)
      state.trip = nil
    }
    forgetRide()
  }

  private func stopNames(_ itinerary: Itinerary) -> Phrase {
    .list(itinerary.rows.map { .name($0.stop.place.name) }, separator: ", ")
  }

  // MARK: The read-back

  mutating func putTripReadBack(_ trip: TripAnswers, _ itinerary: Itinerary) {
    guard let to = state.draft.to?.value, let mode = state.draft.mode?.value,
      let interval = state.draft.interval?.value
    else { return advance() }
    outputs.append(
      .readBack(
        ReadBack(
          sentence: .text(
            .tripReadBack, ["stops": stopNames(itinerary), "total": wording.total(itinerary)]),
          rows: tripRows(itinerary), notes: tripNotes(itinerary, interval), question: .text(.readBackQuestion),
          answers: .init(from: state.draft.from?.value, to: to, mode: mode, interval: interval))))
  }

  /// As many rows as a ride has, so that a number means the same.
  func tripRows(_ itinerary: Itinerary) -> [ReadBack.Row] {
    let values: [(PromptID, Phrase)] = [
      (.rowFrom, (state.draft.from?.value).map(shown) ?? .nothing),
      (.rowTo, (state.draft.to?.value).map(shown) ?? .nothing),
      (.rowMode, state.draft.mode.map { wording.value($0.value) } ?? .nothing),
      (.rowInterval, state.draft.interval.map { wording.value($0.value, state.draft.ladder) } ?? .nothing),
      (.rowRide, wording.total(itinerary)),
      (.rowVibration, .text(state.draft.vibration ? .switchedOn : .switchedOff)),
      (.rowAlarm, .text(state.draft.alarm ? .switchedOn : .switchedOff)),
    ]
    return (values + extraRows.map(value)).enumerated().map {
      ReadBack.Row(number: $0.offset + 1, name: .text($0.element.0), value: $0.element.1)
    }
  }

  private func tripNotes(_ itinerary: Itinerary, _ interval: Interval) -> [Phrase] {
    var notes: [Phrase] = []
    for index in itinerary.rows.indices {
      let row: [Phrase] = [wording.row(index, of: itinerary)] + wording.way(itinerary.rows[index], of: itinerary)
      notes.append(.capitalized(.list(row, separator: "; ")))
      notes += wording.notes(index, of: itinerary).map { .capitalized($0) }
    }
    notes.append(.text(.tripWillHappen, ["interval": wording.value(interval, state.draft.ladder)]))
    let rides = itinerary.rows.flatMap { $0.way?.connection?.rides ?? [] }
    if rides.contains(where: \.isDemonstration) { notes.append(.text(.demonstration)) }
    if state.draft.mode?.value == .distance, !state.preferences.namesPositionSource {
      notes.append(.text(.distanceNeedsPosition))
    }
    return notes
  }

  /// "At nine", "tomorrow": when the trip sets out.
  mutating func takeTripTime(_ meaning: Interpretation) -> Bool {
    guard !meaning.times.isEmpty, meaning.slots.values.allSatisfy({ $0.decision != .accept }),
      wizard.matcher.isExplained(meaning)
    else { return false }
    take(meaning.times)
    advance()
    return true
  }

  /// "Without Gallneukirchen", "an hour in Hagenberg": a stop of the trip that is read back is left out, or stayed at for as long.
  private mutating func takeTripChange(_ text: String) -> Bool {
    let stops = (state.trip?.via ?? []).map(\.place) + [state.draft.to?.value].compactMap(\.self)
    func index(of words: String) -> Int? {
      let options = stops.enumerated().map { MatchOption(id: String($0.offset), name: $0.element.name) }
      let own = wizard.prompts.ownNames(places: state.places)
      if let id = own.name(words)?.stop, let place = stops.lastIndex(where: { $0.id == id }) { return place }
      let match = wizard.matcher.choose(words, among: options)
      return match.decision == .accept ? match.value.flatMap(Int.init) : nil
    }
    if let skip = wizard.prompts.asides.any(in: text, { $0 == .leaveOut }) {
      let words = [skip.before, skip.behind].joined(separator: " ").trimmed
      guard stops.count > 1, let place = index(of: words) else { return false }
      leaveOut(place)
      return true
    }
    let said = StayReader(wizard).read(text)
    guard let stay = said.stay, let place = index(of: said.place) else { return false }
    if place < stops.count - 1 { state.trip?.via[place].stay = stay } else { state.trip?.stay = stay }
    forgetRide()
    advance()
    return true
  }

  private mutating func leaveOut(_ place: Int) {
    guard let trip = state.trip, let from = state.draft.from?.value else { return }
    let around = [from] + trip.via.map(\.place) + [state.draft.to?.value].compactMap(\.self)
    if place + 2 < around.count, around[place].id == around[place + 2].id {
      invalid(.text(.sameStop, ["from": .name(around[place].name), "to": .name(around[place].name)]))
      return putReadBack()
    }
    if place < trip.via.count {
      tell(.tripLeftOut, ["to": .name(trip.via[place].place.name)])
      state.trip?.via.remove(at: place)
    } else if let last = trip.via.last, let to = state.draft.to {
      tell(.tripLeftOut, ["to": .name(to.value.name)])
      state.draft.to = Answer(last.place, to.provenance)
      state.trip?.via.removeLast()
      state.trip?.stay = last.stay
    }
    endTripOfOneRide()
    advance()
  }

  mutating func tellTripSaved(_ report: SaveReport) {
    let trip = report.id ?? state.draft.id
    tell(.tripSaved, ["id": .name(trip.short), "to": .name(state.draft.to?.value.name ?? "")])
    if let runnerSeen = report.runnerSeen {
      tell(.runnerAlive, ["seconds": .name(String(Int(runnerSeen)))])
    } else {
      tell(.nobodyWatching)
    }
    end(.saved(trip))
  }
}
