import Conversation
import Foundation
import Journey
import Listening
import Matching
import Planning
import Timetable

/// Answers what the wizard looks up: from the timetable, through the matcher.
struct StopFinder {
  private let matcher: Matcher
  private let timetable: TimetableStore
  /// The same with its connections searched for by what is known live; nil where nothing is.
  var live: TimetableStore?
  /// The trip that the rider is on already; nil where nobody knows of one.
  var aboard: AboardTrip?
  private let texts: PromptTexts
  private let network: StopNetwork
  private var everywhere: OptionIndex { network.index }
  /// The stops that a ride from one stop reaches; the wizard asks for the same one again and again.
  private var reachable: (from: String, index: OptionIndex)?
  /// Whether the stops are those of the demonstration, where nobody wants to get off.
  private let isDemonstration: Bool
  private let used: [Stop]
  private let names: RidersNames
  private var shared: SharedNames
  private let mostSpoken: Int
  private var notice: String?
  private var told: Set<String> = []

  /// - Parameters:
  ///   - names: What the rider calls stops.
  ///   - used: The stops of the rider's reminders, the last used first: they are listened for first.
  ///   - mostSpoken: How many stops are listened for at a question.
  init(
    _ prompts: Prompts, _ timetable: TimetableStore, names: RidersNames = .none, used: [Stop] = [],
    mostSpoken: Int = ListenedStops.standard
  ) throws {
    self.names = names
    self.used = names.places.map(\.stop) + used
    self.mostSpoken = mostSpoken
    self.timetable = timetable
    isDemonstration = try timetable.feeds().allSatisfy(\.isDemonstration)
    matcher = prompts.matcher
    texts = prompts.texts
    network = try timetable.stopNetwork(prompts.lexicon)
    shared = SharedNames(timetable, texts: texts, everywhere: network.index, used: used.map(\.id))
  }

  /// The stops that may be said at a question, the most served first.
  private mutating func index(for question: Question, from: String?) throws -> OptionIndex {
    guard question == .to, let from else { return everywhere }
    return try index(reachableFrom: from)
  }

  /// What is shown while a stop is typed; nil where the question is for something else.
  mutating func suggestions(for question: Question, from: String?) throws -> StopSuggestions? {
    guard let slot = question.slot, slot == .from || slot == .to else { return nil }
    let reachable = try slot == .to ? from.map { try index(reachableFrom: $0) } : nil
    return StopSuggestions(
      matcher: matcher, slot: .slot(slot), index: reachable ?? everywhere,
      own: names.own.names.filter { !$0.isLearned }, shared: shared)
  }

  /// The stops that may be said at a question: no grammar takes more than a few hundred.
  mutating func spokenStops(for question: Question, from: String?) throws -> [Stop] {
    guard question == .from || question == .to else { return [] }
    let stops = ListenedStops(Array(try index(for: question, from: from).options), used: used, limit: mostSpoken)
    notice = stops.notice(texts)
    return try stops.taken.compactMap { try timetable.stop(id: $0.id) }
  }

  /// What is to be said once about stops that are not listened for at the question that was prepared last.
  mutating func takeNotice() -> String? {
    defer { notice = nil }
    return notice.flatMap { told.insert($0).inserted ? $0 : nil }
  }

  /// The stops that may be said at a point of the dialogue.
  mutating func spokenPlaces(in state: WizardState) throws -> AnswerRecogniser.Places {
    let from = state.draft.from?.value.id
    var places = AnswerRecogniser.Places(
      open: try spokenStops(for: state.open, from: from), corrected: [], named: names.spoken)
    if state.open == .from { places.named.append(.init(value: WizardState.anywhere, name: texts.say(.anywhere))) }
    // Of the open question alone: whoever corrects has named the stop before.
    let notice = notice
    defer { self.notice = notice }
    for slot in state.correctable where slot == .from || slot == .to {
      places.corrected += try spokenStops(for: Question(slot), from: from)
    }
    return places
  }

  mutating func answer(_ lookUp: LookUp) throws -> Finding {
    switch lookUp {
    case .suggestions(let slot, let from): return .suggestions(try offers(for: slot, from: from))
    case .interpret(let utterances, let open, let mode, let from, let without):
      let own = names.own.without(learnedFor: without ?? [])
      let meanings = try utterances.map { text in
        if let near = try stops(near: text, open: open, from: from) { return near }
        let named = try own.adding(ids(in: text)).addingPoints(in: text)
        return try apart(try interpret(text, open: open, mode: mode, from: from, named), from: from)
      }
      return .interpretations(meanings, stops: try stops(named: meanings))
    case .stops(let ids):
      return .stops(try ids.compactMap { try stop(id: $0) })
    case .rides(let from, let to, let time): return .rides(try rides(from: from, to: to, time: time))
    case .whereabouts: return .whereabouts(nil, zone: "UTC")
    case .aboard: return .aboard(.noPosition)
    // Whoever has no past has none to look up.
    case .reminders: return .reminders([])
    case .usual: return .usual(nil)
    case .trip: return .trip(nil)
    case .itinerary(let plan): return .itinerary(try TripPlanner(plan, timetable).itinerary())
    }
  }

  /// So many stops are offered, three on a page.
  private static let offered = 12

  /// The stops to offer for an end of the ride: the one nearest to the rider, then those that are likely, then the other near ones,
  /// and the most served.
  /// - Parameters:
  ///   - likely: What the rider's past says, the likeliest first.
  ///   - near: Where the rider is; nil where nobody knows. It says nothing of where the ride ends.
  mutating func offers(for slot: Slot, from: String?, likely: [Stop] = [], near: Position? = nil) throws -> [Stop] {
    let possible = try index(for: Question(slot), from: from)
    let reached = slot == .to && from != nil ? Set(possible.options.map(\.id)) : nil
    let nearest = slot == .from ? near.map { Self.nearest(to: $0, among: possible).map(\.option.id) } ?? [] : []
    let known = likely.map(\.id).filter { reached?.contains($0) ?? true }
    var seen: Set<String> = []
    var offered: [Stop] = []
    for id in nearest.prefix(1) + known + nearest.dropFirst() + possible.options.prefix(Self.offered).map(\.id)
    where offered.count < Self.offered && seen.insert(id).inserted {
      if let stop = try timetable.stop(id: id) { offered.append(try shared.told(stop)) }
    }
    return offered
  }

  /// Farther than this nobody walks to a stop ...
  private static let walkable = 2000.0
  /// ... and from a place that somebody wants to go to, no farther than this.
  private static let besidePlace = 500.0

  /// The stops near a place that was given on the map, to choose from; nil for a text that gives none. As a destination the place
  /// itself will do; where no stop is near it is taken at both ends.
  private mutating func stops(near text: String, open: Slot, from: String?) throws -> Interpretation? {
    guard open == .from || open == .to, let place = Self.written(text) else { return nil }
    let near = try isDemonstration && open == .to ? [] : stops(near: place, open: open, from: from)
    var candidates = near.map {
      Candidate(value: $0.option.id, name: $0.option.name, score: 1 - $0.metres / (2 * Self.walkable))
    }
    let point = Stop(point: place)
    if open == .to || near.isEmpty { candidates.append(Candidate(value: point.id, name: point.name, score: 1)) }
    let isTaken = near.isEmpty && !Self.isSwapped(text)
    let decision: Decision =
      isTaken ? .accept : candidates.isEmpty ? .reject : candidates.count == 1 ? .confirm : .ask
    let metres = near.first.map { "\(Int($0.metres)) m to \($0.option.name)" }
    let match = Match(
      utterance: text, decision: decision, value: candidates.count == 1 ? candidates[0].value : nil,
      candidates: candidates, score: candidates.map(\.score).max() ?? 0,
      reason: metres.map { .init(.near, $0) }
        ?? (isTaken ? .init(.near, "the place itself") : .init(.nothingLikeIt, "no stop is within 2 km")))
    return try apart(Interpretation(utterance: text, slots: [open: match]), from: from)
  }

  private mutating func stops(near place: Position, open: Slot, from: String?) throws
    -> [(option: MatchOption, metres: Double)]
  {
    let farthest = open == .to ? Self.besidePlace : Self.walkable
    return Self.nearest(to: place, among: try index(for: Question(open), from: from)).filter { $0.metres <= farthest }
  }

  /// A written place, or where one would be whose numbers are in the other order; nil for what is none.
  private static func written(_ text: String) -> Position? {
    do { return try WrittenPosition(text).position } catch {
      if case .outOfRange(let swapped) = error { return swapped }
      return nil
    }
  }

  private static func isSwapped(_ text: String) -> Bool { (try? WrittenPosition(text)) == nil }

  /// A stop by its id, a place of the rider's own by its name, or a point on the map by its degrees; nil for none of these.
  private mutating func stop(id: String) throws -> Stop? {
    if let stop = try timetable.stop(id: id) { return try shared.told(stop) }
    if let own = names.places.first(where: { $0.stop.isPoint && $0.stop.id == id }) { return own.stop }
    if let list = names.lists.first(where: { $0.id == id }) { return list }
    return Self.written(id).map { Stop(point: $0) }
  }

  /// The three nearest stops.
  private static func nearest(
    to position: Position, among index: OptionIndex
  ) -> [(option: MatchOption, metres: Double)] {
    var best: [(option: Int, metres: Double)] = []
    for option in index.options.indices {
      guard let metres = index.position(option)?.metres(to: position), best.count < 3 || metres < best[2].metres else {
        continue
      }
      best.append((option, metres))
      best.sort { $0.metres < $1.metres }
      best = Array(best.prefix(3))
    }
    return best.map { (option: index.options[$0.option], metres: $0.metres) }
  }

  /// The stops whose ids stand in an answer, as what they are called by: `linz:at-hbf`.
  private func ids(in text: String) throws -> [OwnNames.Name] {
    guard text.contains(":") else { return [] }
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
    return try words.filter { $0.contains(":") }.compactMap { word in
      try timetable.stop(id: word).map { OwnNames.Name(text: word, stop: $0.id, shown: $0.name) }
    }
  }

  /// With one end known the other is among few; but a stop that lies elsewhere must be recognised as what it is,
  /// so that the rider hears that no ride goes there and not the name of some stop like it.
  private mutating func interpret(
    _ utterance: String, open: Slot, mode: Mode?, from: String?, _ own: OwnNames
  ) throws -> Interpretation {
    let near = try from.map { try index(reachableFrom: $0) }
    let meaning = matcher.interpret(
      utterance, open: open, mode: mode, from: everywhere, to: near ?? everywhere, own: own)
    guard near != nil, meaning.slots[.to]?.decision != .accept || (meaning.slots[.to]?.score ?? 0) < 0.97 else {
      return meaning
    }
    let wide = matcher.interpret(utterance, open: open, mode: mode, from: everywhere, to: everywhere, own: own)
    let isNear = meaning.slots[.to].map { $0.decision != .reject } ?? false
    guard let far = wide.slots[.to], far.decision == .accept || far.decision == .ask && !isNear,
      far.score > meaning.slots[.to]?.score ?? 0
    else { return meaning }
    // Whole: what was not understood among the near ones is understood now.
    return wide
  }

  private mutating func index(reachableFrom stop: String) throws -> OptionIndex {
    if let reachable, reachable.from == stop { return reachable.index }
    // From a point on the map one may go anywhere.
    guard let key = try timetable.stationKey(of: stop) else { return everywhere }
    let index = network.index(reachedFromKey: key)
    reachable = (stop, index)
    return index
  }

  /// What was understood, with the places of a shared name told apart.
  private mutating func apart(_ meaning: Interpretation, from: String?) throws -> Interpretation {
    var meaning = meaning
    for slot in [Slot.from, .to] {
      guard let match = meaning.slots[slot] else { continue }
      let own = meaning.parts.filter { $0.kind.rawValue == slot.rawValue || $0.kind == .notUnderstood }.map(\.text)
      meaning.slots[slot] = try apart(match, at: slot, from: from, saying: own.joined(separator: " "))
    }
    return meaning
  }

  /// The id of a stop by its name with what tells it from others of that name.
  mutating func stop(called text: String) throws -> String? {
    names.own.name(text) == nil ? try shared.stop(called: text) : nil
  }

  /// A match for one end of the ride, with the places of a shared name told apart.
  mutating func apart(_ match: Match, at slot: Slot, from: String?, saying words: String = "") throws -> Match {
    let index = try index(for: Question(slot), from: from)
    return try shared.apart(match, among: index, policy: matcher.lexicon.policy, saying: words)
  }

  private mutating func stops(named meanings: [Interpretation]) throws -> [String: Stop] {
    var stops: [String: Stop] = [:]
    for meaning in meanings {
      for slot in [Slot.from, .to] {
        for candidate in meaning.slots[slot]?.candidates ?? [] where stops[candidate.value] == nil {
          stops[candidate.value] = try stop(id: candidate.value)
        }
      }
    }
    return stops
  }

  private func rides(from: Stop, to: Stop, time: RideTime) throws -> RideFinding {
    if let found = try RideLookUp(timetable: timetable, live: live, aboard: aboard)
      .connections(from: from, to: to, time: time)
    {
      return .found(found)
    }
    guard try timetable.reachable(from: from.id).contains(to.id) else { return .neverConnected }
    return .noService(zone: try timetable.feeds().first { from.id.hasPrefix($0.name + ":") }?.zone ?? "UTC")
  }
}
