import Conversation
import Dialogue
import Foundation
import Journey
import Matching
import Speech

/// Holds dialogues and compares each turn, and the end, with the script.
package struct DialogueRunner: Sendable {
  /// What conversations are held with, by language; each call gives a database of its own.
  package typealias Setting = @Sendable () throws -> DialogueSetting

  package let settings: [String: Setting]
  package let standard: String

  package init(settings: [String: Setting], standard: String) {
    (self.settings, self.standard) = (settings, standard)
  }

  package func run(_ script: DialogueScript, of testCase: TestCase) async throws -> CaseOutcome {
    guard let setting = settings[testCase.language ?? standard] else {
      throw testCase.place.failure("its texts were not read", .internal)
    }
    let rider = try setting()
    for place in script.places { try rider.store.setPlace(place) }
    var play = try DialoguePlay(rider, now: script.now)
    var differences: [String] = []
    for (number, turn) in script.turns.enumerated() {
      let heading = "turn \(number + 1), line \(turn.place.line), \(turn.said)"
      if play.hasEnded, !DialoguePlay.mayFollowEnd(turn.answer) {
        differences += ["\(heading): the dialogue was over (\(play.waiting))"]
        break
      }
      do {
        try await play.answer(turn.answer)
      } catch let error as SpeechError where error.isAboutRecording {
        throw turn.place.failure(error.description)
      }
      let found = TurnComparison(turn, play).lines
      if !found.isEmpty { differences += ["\(heading):"] + found + play.said.map { "    said: \($0)" } }
    }
    let end = EndComparison(script, play).lines
    if !end.isEmpty { differences += ["at the end:"] + end }
    var outcome = CaseOutcome(testCase, isRight: differences.isEmpty, got: play.waiting)
    outcome.differences = differences
    outcome.reason = differences.first ?? ""
    return outcome
  }
}

/// What differs between a turn and its script: a line that was expected and a line that came, in the manner of a diff.
struct TurnComparison {
  private(set) var lines: [String] = []

  init(_ turn: DialogueScript.Turn, _ play: DialoguePlay) {
    for slot in Slot.allCases {
      guard let expected = turn.slots[slot] else { continue }
      let value = play.value(of: slot)
      if !Self.isSame(expected, value) { add("slots.\(slot.rawValue)", expected ?? "~", value?.name ?? "~") }
    }
    var rest = play.prompts[...]
    let missing = turn.prompts.filter { id in
      guard let place = rest.firstIndex(of: id) else { return true }
      rest = rest[(place + 1)...]
      return false
    }
    if !missing.isEmpty {
      add("prompts", turn.prompts.joined(separator: ", "), play.prompts.joined(separator: ", "))
    }
    if let state = turn.state, state != play.waiting { add("state", state, play.waiting) }
    if let options = turn.options, options != play.options {
      add("options", options.joined(separator: ", "), play.options.joined(separator: ", "))
    }
    for sentence in turn.sentences where !play.said.contains(where: { $0.contains(sentence) }) {
      add("says", sentence, play.said.joined(separator: " / "))
    }
    if let standard = turn.standard, standard != play.standard { add("default", standard, play.standard ?? "~") }
    if let line = turn.line, line != play.line { add("line", line, play.line ?? "~") }
  }

  private mutating func add(_ name: String, _ expected: String, _ got: String) {
    lines += ["  - \(name): \(expected)", "  + \(name): \(got)"]
  }

  private static func isSame(_ expected: String?, _ value: (name: String, id: String)?) -> Bool {
    guard let expected else { return value == nil }
    guard let value else { return false }
    return value.id == expected || Normalizer.key(value.name) == Normalizer.key(expected)
  }
}

/// What differs between the end of a dialogue and its script.
struct EndComparison {
  private(set) var lines: [String] = []

  init(_ script: DialogueScript, _ play: DialoguePlay) {
    if let ended = script.ended, ended != play.waiting, "ended \(ended)" != play.waiting {
      lines += [
        "  - ended: \(ended)", "  + ended: \(play.hasEnded ? play.waiting : "no, it waits at \(play.waiting)")",
      ]
    }
    guard !script.reminder.isEmpty else { return }
    guard let values = play.trip.map(Self.values) ?? play.reminder.map(Self.values) else {
      lines += ["  - reminder: saved", "  + reminder: none, the dialogue waits at \(play.waiting)"]
      return
    }
    for name in DialogueScript.reminderFields {
      guard let expected = script.reminder[name], let got = values[name] else { continue }
      if !got.contains(where: { $0 == expected || Normalizer.key($0) == Normalizer.key(expected) }) {
        lines += ["  - reminder.\(name): \(expected)", "  + reminder.\(name): \(got.first ?? "~")"]
      }
    }
  }

  private static func time(_ date: Date?, zone: String) -> [String] {
    guard let date, TimeZone(identifier: zone) != nil else { return [] }
    let parts = Calendar.gregorian(zone: zone).dateComponents([.hour, .minute], from: date)
    return [String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)]
  }

  /// By field, the ways to write its value; the stops of a trip with the minutes at each: `Linz, Hagenberg 120, Linz`.
  private static func values(_ trip: TripDesk.Planned) -> [String: [String]] {
    let plan = trip.plan
    let stops = plan.stops.map { stop in
      stop.stay > 0 ? "\(stop.place.name) \(Int(stop.stay / 60))" : stop.place.name
    }
    return [
      "from": plan.stops.first.map { [$0.place.name, $0.place.id] } ?? [],
      "to": plan.stops.last.map { [$0.place.name, $0.place.id] } ?? [], "mode": [plan.mode.rawValue],
      "visit": ["none"], "text": [""], "places": ["0"], "interval": [plan.interval.canonical],
      "stops": [stops.joined(separator: ", ")], "departure": time(trip.itinerary.start, zone: plan.zone),
      "arrival": time(trip.itinerary.rows.last?.arrival, zone: plan.zone),
      "vibration": plan.vibration ? ["on", "yes", "true"] : ["off", "no", "false"],
      "alarm": plan.alarm ? ["on", "yes", "true"] : ["off", "no", "false"],
    ]
  }

  /// By field, the ways to write its value.
  private static func values(_ reminder: Reminder) -> [String: [String]] {
    func time(_ date: Date?) -> [String] { Self.time(date, zone: reminder.ride.zone) }
    func isOn(_ means: AlertMeans) -> [String] {
      reminder.levels.contains { $0.channels.contains(means) } ? ["on", "yes", "true"] : ["off", "no", "false"]
    }
    return [
      "from": reminder.origin.map { [$0.name, $0.id] } ?? ["anywhere"],
      "to": [reminder.destination.name, reminder.destination.id], "mode": [reminder.mode.rawValue],
      "visit": [reminder.visit?.event.rawValue ?? "none"], "text": [reminder.visit?.text ?? ""],
      "places": [String(reminder.visit?.places.count ?? 0)], "interval": [reminder.interval.canonical],
      "line": [reminder.ride.line],
      "departure": time(reminder.anchor.departure), "arrival": time(reminder.anchor.arrival),
      "vibration": isOn(.vibration), "alarm": isOn(.alarm), "stops": [""],
    ]
  }
}
