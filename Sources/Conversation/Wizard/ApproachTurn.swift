import Foundation
import Journey
import Matching

/// Destinations that are come to from anywhere: points on the map, and stops of which the rider does not say where they get on.
extension WizardState {
  /// Stands for no stop in particular where one is listened for.
  public static let anywhere = "anywhere"
}

extension DialogueTurn {
  /// "From anywhere": where the rider gets on is no matter.
  mutating func takeAnywhere(_ text: String, method: Provenance.Method, zone: Transcript.Zone?) -> Bool {
    guard state.pending == nil, let found = wizard.prompts.asides.any(in: text, { $0 == .anywhere }),
      // Alone it answers the question where they get on, and no other.
      state.open == .from || wizard.matcher.saysSomething(found.rest)
    else { return false }
    (state.draft.from, state.draft.isFromAnywhere) = (nil, true)
    state.answered.removeAll { $0 == .from }
    state.suggestions[.to] = nil
    forgetRide()
    tell(.echoAnywhere)
    if wizard.matcher.saysSomething(found.rest) {
      hear([found.rest], method: method, zone: zone)
    } else {
      advance()
    }
    return true
  }

  /// Takes in where the rider is: for "here", or for how far it is to a destination that is come to from anywhere.
  mutating func take(whereabouts position: Position?, zone: String) {
    if let utterance = state.awaiting, case .here(let rest) = utterance.reading {
      state.awaiting = nil
      return takeHere(position, rest: rest, utterance)
    }
    guard let to = state.draft.to?.value else { return advance() }
    useOwnZone(zone)
    if state.draft.visit != nil { return completeVisit(at: position) }
    let away = position?.metres(to: to.position)
    let isNews = away != state.away
    state.away = away
    if let away, isNews {
      let isThere = away <= to.radius ?? Stop.usualRadius
      let rounded = away < 1000 ? (away / 10).rounded() * 10 : (away / 100).rounded() * 100
      isThere
        ? tell(.hereAlready, ["to": shown(to)])
        : tell(.toldAway, ["to": shown(to), "value": wording.value(.distance(metres: rounded))])
    }
    dropStations()
    useApproach(to)
    dropImpossibleInterval()
    advance()
  }

  /// A time that was read by another clock than that of the place was meant by the place's.
  private mutating func useOwnZone(_ zone: String) {
    if let used = state.clockZone, used != zone, let time = state.time {
      let offsets = [used, zone].map { (TimeZone(identifier: $0) ?? .gmt).secondsFromGMT(for: time.instant) }
      state.time = time.moved(to: time.instant.addingTimeInterval(Double(offsets[0] - offsets[1])))
      state.clockZone = zone
    }
    state.zone = zone
  }

  /// The way to a place, of which only the end is known.
  private mutating func useApproach(_ to: Stop) {
    let begin = toldDeparture
    let day = firstDay(from: toldArrival ?? begin ?? now)
    (state.draft.onward, state.draft.walkSeconds) = (nil, nil)
    state.draft.departure = begin
    state.draft.ride = Ride(approaching: to, arrival: toldArrival, day: day, zone: state.zone)
  }

  /// On arrival any place of a list counts; by time or distance one of them is gone to, and the rider says which.
  mutating func askWhichOfList() {
    guard state.draft.visit == nil, state.draft.mode != nil, state.trip == nil, state.pending == nil,
      let to = state.draft.to, to.value.isPoint, !state.places.contains(where: { $0.name == to.value.name })
    else { return }
    let members = state.places.filter { $0.list == to.value.name }
    guard let first = members.first else { return }
    guard members.count > 1 else {
      state.draft.to?.value = first.stop
      return forgetRide()
    }
    let offered = members.prefix(wizard.matcher.policy.choices)
    state.queued[.to] = WizardState.PendingChoice(
      candidates: offered.map { Candidate(value: $0.stop.id, name: $0.name, score: 1) },
      stops: Dictionary(offered.map { ($0.stop.id, $0.stop) }) { first, _ in first }, provenance: to.provenance,
      asksWhich: true, isDoubtful: nil)
    state.answered.removeAll { $0 == .to }
    state.draft.to = nil
    forgetRide()
  }

  /// When the rider has said to be there.
  var toldArrival: Date? {
    guard case .arriving(let instant) = state.time else { return nil }
    return Date(timeIntervalSince1970: instant)
  }

  /// When the rider has said to set out, where that is still to come.
  private var toldDeparture: Date? {
    guard case .departing(let instant) = state.time else { return nil }
    return instant > now.timeIntervalSince1970 + 60 ? Date(timeIntervalSince1970: instant) : nil
  }

  /// Why stops cannot be counted on the way to the destination.
  var stationsNeedRide: Phrase {
    .text(.stationsNeedRide, ["to": (state.draft.to?.value).map(shown) ?? .text(.anywhere)])
  }

  /// Stops that were to be counted cannot be any more, now that the ends are known.
  mutating func dropStations() {
    guard state.draft.mode?.value == .stations else { return }
    invalid(stationsNeedRide)
    for slot in [Slot.mode, .interval] where state.draft.isFilled(slot) {
      state.answered.removeAll { $0 == slot }
      _ = clear(slot)
    }
    (state.former.mode, state.former.interval) = (nil, nil)
  }

  /// Degrees that are no place on earth; where the other order is one, that is told, and asked back by what they mean.
  mutating func takeNoSuchPlace(_ text: String) -> Bool {
    guard state.pending == nil, state.open == .from || state.open == .to else { return false }
    do {
      _ = try WrittenPosition(text)
    } catch .outOfRange(let swapped) {
      let values = ["heard": Phrase.name(short(text))]
      guard swapped == nil else {
        tell(.swappedPlace, values)
        return false
      }
      outputs.append(.unclear(state.open, sayAnew(.noSuchPlace, values)))
      countNoMatch(heard: short(text))
      return true
    } catch {}
    return false
  }

  private mutating func takeHere(_ position: Position?, rest: String, _ utterance: WizardState.Utterance) {
    guard let position else {
      outputs.append(.unclear(state.open, sayAnew(.noPosition)))
      guard wizard.matcher.saysSomething(rest) else { return countNoMatch(heard: short(utterance.texts[0])) }
      return hear([rest], method: utterance.method, zone: utterance.zone)
    }
    // Where nothing else was said it answers the question; else the rest tells, and "from here" is anywhere that the rider is.
    guard wizard.matcher.saysSomething(rest) else {
      return hearAnswer([Stop(point: position).name], method: utterance.method, zone: utterance.zone)
    }
    hear([rest], method: utterance.method, zone: utterance.zone)
  }
}
