import Foundation
import Journey
import Matching

@testable import Conversation

/// A dialogue played with the real prompts and matcher on a small line, its look-ups answered from values.
struct Rehearsal {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let now = Date(timeIntervalSince1970: 1_796_108_400)  // 2026-12-01 08:00 in Vienna

  /// One line in order; the last two are on no line with the others.
  static let names = [
    "Linz Hauptbahnhof", "Linz Goethekreuzung", "Linz Hauptplatz", "Gallneukirchen Marktplatz", "Pregarten",
    "Hagenberg Softwarepark", "Hagenberg", "Freistadt Stifterplatz", "Steyr Bahnhof",
  ]
  static let onLine = 7

  let wizard: Wizard
  var state: WizardState
  var outputs: [WizardOutput] = []
  /// Everything said so far.
  var heard: [String] = []
  var saved: (reminder: Reminder, preferences: Preferences)?
  var learnedOnSave: [LearnedName]?
  /// What the rider has set before.
  var reminders: [Reminder] = []
  var past: [Trip] = []
  /// Where the rider is.
  var position: Position?
  /// The line of the ride that the rider is on, as positions tell it beside what they say.
  var aboard: (_ line: String?, _ avoids: Bool) -> String? = { _, _ in nil }
  var isAboardBroken = false
  /// Words that were learned for stops.
  var learned: [(text: String, stop: Stop)] = []
  /// What the timetable says of stops on the line.
  var hasService = true

  private let index: OptionIndex
  private let matcher: Matcher
  private let prompts: Prompts

  init(
    preferences: Preferences = Preferences(), isScripted: Bool = false, places: [NamedPlace] = [],
    language: String = "en"
  ) throws {
    prompts = try Prompts.load(from: Self.root.appending(path: "Prompts/\(language).yaml"))
    matcher = Matcher(lexicon: prompts.lexicon)
    wizard = Wizard(prompts: prompts)
    index = OptionIndex(
      Self.names.map { MatchOption(id: "t:\($0)", name: $0, served: 0.5) }, lexicon: prompts.lexicon)
    state = WizardState(
      draft: Draft(id: UUID(), createdAt: Self.now), preferences: preferences, isScripted: isScripted,
      zone: "Europe/Vienna", places: places)
    take(wizard.begin(state, at: Self.now))
  }

  /// Goes on with a state that was stored.
  init(resuming state: WizardState, like other: Rehearsal) {
    self = other
    outputs = []
    take(wizard.begin(state, at: Self.now))
  }

  static func stop(_ name: String) -> Stop {
    let place = Double(names.firstIndex(of: name) ?? 0)
    return Stop(
      name: name, position: Position(latitude: 48.29 + place * 0.02, longitude: 14.29 + place * 0.02),
      gtfs: .init(feed: "t", stopID: name))
  }

  mutating func type(_ text: String) {
    give(.text(text, .typed))
  }

  mutating func type(_ texts: String...) {
    for text in texts { give(.text(text, .typed)) }
  }

  mutating func give(_ input: WizardInput) {
    outputs = []
    take(wizard.step(state, input, at: Self.now))
  }

  private mutating func take(_ step: (WizardState, [WizardOutput])) {
    state = step.0
    for output in step.1 {
      outputs.append(output)
      switch output {
      case .lookUp(let lookUp): take(wizard.step(state, .found(answer(lookUp)), at: Self.now))
      case .save(let saving):
        saved = (saving.reminder, saving.preferences)
        learnedOnSave = saving.learned
        take(wizard.step(state, .found(.saved(SaveReport())), at: Self.now))
      case .told(let phrase), .heard(let phrase), .understood(let phrase), .unclear(_, let phrase):
        heard.append(words(phrase))
      case .confirm(let question): heard.append(words(question.text))
      case .choose(let choice): heard.append(words(choice.text))
      case .ask(let prompt): heard.append(words(prompt.text))
      case .readBack(let readBack): heard.append(words(readBack.sentence))
      case .saveTrip: take(wizard.step(state, .found(.saved(SaveReport())), at: Self.now))
      case .ended: break
      }
    }
  }

  private func answer(_ lookUp: LookUp) -> Finding {
    switch lookUp {
    case .suggestions: return .suggestions(Self.names.prefix(6).map(Self.stop))
    case .interpret(let texts, let open, let mode, _, let without):
      let own = prompts.ownNames(places: state.places, learned: learned).without(learnedFor: without ?? [])
      let meanings = texts.map { matcher.interpret($0, open: open, mode: mode, from: index, to: index, own: own) }
      var stops = Dictionary(uniqueKeysWithValues: Self.names.map { ("t:\($0)", Self.stop($0)) })
      for place in state.places where place.stop.isPoint { stops[place.stop.id] = place.stop }
      return .interpretations(meanings, stops: stops)
    case .stops(let ids): return .stops(Self.names.filter { ids.contains("t:\($0)") }.map(Self.stop))
    case .rides(let from, let to, let time): return .rides(rides(from, to, time))
    case .whereabouts: return .whereabouts(position, zone: "Europe/Vienna")
    case .aboard(let line, let avoids):
      if isAboardBroken { return .aboard(.failed("the receiver is gone")) }
      guard position != nil else { return .aboard(.noPosition) }
      return .aboard(
        aboard(line, avoids).map {
          .ride(
            AboardRide(
              trip: AboardTrip(feed: "t", tripID: "trip-\($0)", serviceDay: "2026-12-01"), line: $0,
              from: Self.stop("Linz Hauptplatz"), departure: Self.now - 120, next: "Gallneukirchen Marktplatz",
              isSure: true))
        } ?? .unknown)
    case .reminders: return .reminders(reminders)
    case .usual: return .usual(past.first)
    case .itinerary(let plan):
      // On foot between stops ten minutes apart.
      let rows = plan.stops.enumerated().map { index, stop in
        var row = Itinerary.Row(stop: stop)
        row.arrival = plan.start + Double(index) * 600
        (row.begins, row.leaves) = (row.arrival, row.arrival)
        return row
      }
      return .itinerary(Itinerary(rows: rows))
    case .trip(let from, let to):
      return .trip(past.first { $0.origin.id == from.id && $0.destination.id == to.id })
    }
  }

  private func rides(_ from: Stop, _ to: Stop, _ time: RideTime) -> RideFinding {
    let first = Self.names.firstIndex(of: from.name) ?? 0
    let last = Self.names.firstIndex(of: to.name) ?? 0
    guard first < last, last < Self.onLine else { return .neverConnected }
    guard hasService else { return .noService(zone: "Europe/Vienna") }
    let stops = Self.names[first...last].map(Self.stop)
    guard case .departing(let instant) = time else { return .noService(zone: "Europe/Vienna") }
    // Every half hour; the one that leaves at the instant or later is chosen.
    let chosen = ((instant - 20) / 1800).rounded(.up) * 1800
    var rides = (-2...2).map { Self.ride(stops, leaving: Date(timeIntervalSince1970: chosen + Double($0) * 1800)) }
    if let aboard = state.aboard { (rides[2].tripID, rides[2].serviceDay) = (aboard.tripID, aboard.serviceDay) }
    return .found(Connections(rides: rides, chosen: 2))
  }

  static func ride(_ stops: [Stop], leaving: Date) -> Ride {
    Ride(
      tripID: "t\(Int(leaving.timeIntervalSince1970))", line: "7", serviceDay: "2026-12-01", zone: "Europe/Vienna",
      stops: stops.enumerated().map { place, stop in
        let time = leaving.addingTimeInterval(Double(place) * 300)
        return RideStop(stop: stop, arrival: time, departure: time.addingTimeInterval(20), metres: Double(place) * 2700)
      })
  }

  // MARK: What was put last

  func words(_ phrase: Phrase) -> String { prompts.texts.say(phrase) }

  /// A question in words.
  struct QuestionWords: Equatable {
    struct Option: Equatable {
      let label: String
      let value: String
      let name: String
    }

    let question: Question
    let text: String
    let progress: String
    let options: [Option]
    let standard: String?
    let line: String?
    /// The ids of the texts in the default.
    let standardIDs: [PromptID]
  }

  var question: QuestionWords? {
    outputs.reversed().lazy.compactMap { if case .ask(let prompt) = $0 { prompt } else { nil } }.first.map {
      QuestionWords(
        question: $0.question, text: words($0.text), progress: words($0.progress),
        options: $0.options.map { .init(label: $0.label, value: $0.value, name: words($0.name)) },
        standard: $0.standard.map(words), line: $0.line, standardIDs: $0.standard?.ids ?? [])
    }
  }

  var choices: [String]? {
    outputs.reversed().lazy.compactMap { if case .choose(let choice) = $0 { choice.options.map(\.name) } else { nil } }
      .first?.map(words)
  }

  var confirmed: String? {
    outputs.reversed().lazy.compactMap { if case .confirm(let question) = $0 { question.label } else { nil } }.first
      .map(words)
  }

  /// The read-back in words.
  struct ReadBackWords {
    let sentence: String
    let rows: [(name: String, value: String)]
    let notes: [String]
    let answers: ReadBack.Answers
  }

  var readBack: ReadBackWords? {
    outputs.reversed().lazy.compactMap { if case .readBack(let readBack) = $0 { readBack } else { nil } }.first.map {
      ReadBackWords(
        sentence: words($0.sentence), rows: $0.rows.map { (words($0.name), words($0.value)) },
        notes: $0.notes.map(words), answers: $0.answers)
    }
  }

  var unclear: [String] {
    outputs.compactMap { if case .unclear(_, let phrase) = $0 { words(phrase) } else { nil } }
  }

  var told: [String] {
    outputs.compactMap { if case .told(let phrase) = $0 { words(phrase) } else { nil } }
  }

  /// The ids of what was told or found unclear, whatever the language.
  var said: [PromptID] {
    outputs.flatMap { output -> [PromptID] in
      switch output {
      case .told(let phrase), .heard(let phrase), .understood(let phrase), .unclear(_, let phrase): phrase.ids
      default: []
      }
    }
  }
}
