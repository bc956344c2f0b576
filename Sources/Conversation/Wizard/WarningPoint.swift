import Foundation
import Journey
import Matching

/// Where or when to be warned, instead of how long before: "at 8:50", "at Pregarten", "when we leave Pregarten".
extension DialogueTurn {
  /// - Returns: Whether the answer told such a point on the way.
  mutating func takeWarningPoint(_ meaning: Interpretation, _ utterance: WizardState.Utterance) -> Bool {
    let isAsked = state.open == .interval || state.open == .mode
    guard isAsked || state.open == .readBack && tellsWarning(meaning), utterance.zone != .doubtful,
      meaning.command == nil,
      meaning.affirmation == nil,
      meaning.slots[.interval] == nil || meaning.slots[.interval]?.decision == .reject,
      let interval = interval(at: meaning) ?? interval(atStopIn: meaning)
    else { return false }
    state.echoed = []
    noteHeard(utterance)
    let provenance = Provenance(method: utterance.method, transcript: utterance.texts[0], score: 1, tier: .accept)
    _ = take(interval, provenance)
    if state.ending == nil { advance() }
    return true
  }

  /// Whether a time is that of the alert: "wake me at 8:45".
  func tellsWarning(_ meaning: Interpretation) -> Bool {
    meaning.times.contains { $0.clock != nil && !$0.isEventSaid && $0.day == nil }
      && wizard.prompts.asides.any(in: meaning.utterance, { $0 == .warns }) != nil
  }

  /// The minutes from a time of day to the arrival; nil where the last ride is not under way then.
  private func interval(at meaning: Interpretation) -> Interval? {
    // Where the way to watch is asked for, a time of day is one of travel.
    guard state.open == .interval || tellsWarning(meaning), meaning.times.count == 1, let time = meaning.times.first,
      let clock = time.clock,
      time.day == nil,
      !time.isEventSaid,
      meaning.slots.allSatisfy({ $0.value.decision == .reject || $0.key == .mode && $0.value.value == "time" }),
      let ride = state.draft.rides.last, let departure = ride.departure, let arrival = ride.arrival
    else { return nil }
    let instant = clock.nearest(to: arrival, zone: ride.arrivalZone)
    guard departure < instant, instant < arrival else { return nil }
    return .duration(seconds: arrival.timeIntervalSince(instant))
  }

  /// Whether a time of day alone is said where an interval is asked for, and it is none of the ride: then it is not clear whether
  /// another ride is meant.
  func isOffRide(_ meaning: Interpretation) -> Bool {
    guard state.open == .interval || tellsWarning(meaning), state.open != .from, state.open != .to,
      state.pending == nil,
      meaning.times.count == 1, let time = meaning.times.first,
      time.clock != nil, time.day == nil, !time.isEventSaid, meaning.command == nil, meaning.affirmation == nil,
      meaning.slots.values.allSatisfy({ $0.decision == .reject }),
      tellsWarning(meaning) || wizard.matcher.isExplained(meaning)
    else { return false }
    return state.draft.rides.last?.departure != nil
  }

  /// Whether the words before a stop mean another point than the stop: "before Pregarten", "from Pregarten".
  private func isLedElsewhere(_ text: String) -> Bool {
    let cues = wizard.prompts.lexicon.words.cues
    return Normalizer.tokens(text).first.map { (cues.ahead + cues.from + cues.to + cues.not).contains($0.word) }
      ?? false
  }

  /// Whether a text begins like "at Pregarten": where no point is asked for, a name alone may be another destination.
  private func isLedIn(_ text: String) -> Bool {
    let inside = wizard.prompts.lexicon.words.cues.inside
    return Normalizer.tokens(text).first.map { inside.contains($0.word) } ?? false
  }

  /// The stops from one of the ride to the destination; nil where none is named, or something else besides.
  private func interval(atStopIn meaning: Interpretation) -> Interval? {
    if let interval = interval(whereNamedIn: meaning) { return interval }
    guard meaning.times.isEmpty, meaning.slots[.to] == nil, meaning.slots[.mode] == nil,
      let ride = state.draft.rides.last, ride.departure != nil,
      !isLedElsewhere(meaning.utterance), state.open == .interval || isLedIn(meaning.utterance),
      let name = wizard.matcher.coreWords(of: meaning.utterance)
    else { return nil }
    return interval(at: name, of: ride)
  }

  /// "When we get to Pregarten": the words for an end tell of a stop on the way.
  private func interval(whereNamedIn meaning: Interpretation) -> Interval? {
    guard let ride = state.draft.rides.last, ride.departure != nil, meaning.slots[.mode] == nil, meaning.times.isEmpty,
      let found = wizard.prompts.asides.any(in: meaning.utterance, { $0 == .onTheWay }), found.isFirst
    else { return nil }
    let named =
      (meaning.slots[.to] ?? meaning.slots[.from])?.accepted?.name ?? wizard.matcher.coreWords(of: found.behind)
    return named.flatMap { interval(at: $0, of: ride) }
  }

  private func interval(at name: String, of ride: Ride) -> Interval? {
    let options = ride.stops.map { MatchOption(id: $0.stop.id, name: $0.stop.name) }
    let match = wizard.matcher.choose(name, among: options)
    guard match.decision == .accept, match.score >= wizard.matcher.policy.accept,
      let place = ride.stops.firstIndex(where: { $0.stop.id == match.value }),
      place > 0, place < ride.stops.count - 1
    else { return nil }
    return .stops(ride.stops.count - 1 - place)
  }
}
