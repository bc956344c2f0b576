import Dialogue
import Foundation
import Journey
import Matching
import Storage
import Terminal

/// Reads values that are given as options by the same words as answers.
struct AnswerFlags {
  let assembly: Assembly
  let store: ReminderStore
  /// Whether somebody sits at a terminal, who is asked which of several stops is meant.
  var asks = false

  /// The stop that a text names: a place of the rider's, an id, or a name that leaves no doubt.
  /// - Throws: `CommandFailure` (75 where several or none are meant), or `TimetableError` for an id that is none.
  func stop(_ text: String, option: String) throws -> Answer<Stop> {
    let typed = Provenance(method: .flag, transcript: text, score: 1, tier: .accept)
    if let place = try store.place(text) { return Answer(place.stop, typed) }
    // By the words for a place of that kind, too: a point that is named home is "my place".
    let points = try store.places().filter(\.stop.isPoint)
    if let name = assembly.prompts.ownNames(places: points).name(text),
      let point = points.first(where: { $0.stop.id == name.stop })
    {
      return Answer(point.stop, typed)
    }
    let names = try RidersNames(store, assembly.timetable, assembly.prompts).own
    if let name = names.name(text), let stop = try assembly.timetable.stop(id: name.stop) { return Answer(stop, typed) }
    if text.contains(":"), let stop = try assembly.timetable.stop(id: text) { return Answer(stop, typed) }
    let index = try assembly.timetable.stopIndex(assembly.prompts.lexicon)
    var shared = SharedNames(assembly.timetable, texts: assembly.prompts.texts, everywhere: index)
    if let id = try shared.stop(called: text), let stop = try assembly.timetable.stop(id: id) {
      return Answer(stop, typed)
    }
    let match = try shared.apart(
      assembly.matcher.match(text, question: .slot(.to), among: index), among: index,
      policy: assembly.prompts.lexicon.policy)
    if match.decision == .reject, let missing = try assembly.timetable.missing(text) { throw missing }
    let id = try chosen(among: match, text) ?? value(of: match, option: option, text)
    guard let stop = try assembly.timetable.stop(id: id) else {
      throw CommandFailure(.noInput, "\(option) \(text): the timetable has no such stop any more")
    }
    return Answer(
      stop, Provenance(method: .flag, transcript: text, score: min(1, max(0, match.score)), tier: .accept))
  }

  /// The place that a text names: a stop as above, or a point on the map in one of the writings of `WrittenPosition`.
  /// - Throws: `CommandFailure` as above, and 64 for degrees that are no place on earth.
  func place(_ text: String, option: String) throws -> Answer<Stop> {
    do {
      let point = Stop(point: try WrittenPosition(text).position)
      return Answer(point, Provenance(method: .flag, transcript: text, score: 1, tier: .accept))
    } catch .outOfRange {
      do { _ = try GeoPoint.parse(text) } catch { throw CommandFailure(.usage, "\(option) \(text): \(error)") }
    } catch {}
    return try stop(text, option: option)
  }

  /// What each of the three levels is told before: "2 km, 800 m, 200 m".
  /// - Parameter mode: In which it is to be; nil for any.
  /// - Throws: `CommandFailure` (64) for what is none.
  func ladder(_ text: String, mode: Mode?, option: String = "--levels") throws -> [Interval] {
    let parts = text.split { $0 == "," || $0 == ";" }.map { $0.trimmingCharacters(in: .whitespaces) }
    let amounts = try parts.map { try interval($0, mode: mode ?? .distance, option: option) }
    guard amounts.isLadder, mode == nil || amounts[0].mode == mode else {
      throw CommandFailure(
        .usage,
        "\(option) \(text): give three amounts of one unit, each less than the one before: \"2 km, 800 m, 200 m\"")
    }
    return amounts
  }

  /// The mode that a text names.
  func mode(_ text: String) throws -> Mode {
    if let mode = Mode(rawValue: text) { return mode }
    let match = assembly.matcher.match(text, question: .slot(.mode))
    guard let mode = Mode(rawValue: try value(of: match, option: "--mode", text)) else {
      throw CommandFailure(.usage, "--mode \(text): say time, stations or distance")
    }
    return mode
  }

  /// The interval that a text names; a bare number is in the mode's unit.
  func interval(_ text: String, mode: Mode, option: String = "--interval") throws -> Interval {
    if let interval = Interval(canonical: text) { return interval }
    let match = assembly.matcher.match(text, question: .slot(.interval), mode: mode)
    guard let interval = Interval(canonical: try value(of: match, option: option, text)) else {
      throw CommandFailure(.usage, "\(option) \(text): say it like \"5 minutes\", \"two stops\" or \"500 m\"")
    }
    return interval
  }

  /// Asks which of several stops is meant, until one is: a number of the list, or its name.
  /// - Returns: nil where nobody is to be asked, nothing is in doubt, or no answer comes.
  private func chosen(among match: Match, _ text: String) -> String? {
    let offered = match.offered(assembly.matcher.policy)
    guard asks, match.decision == .ask || match.decision == .confirm, !offered.isEmpty else { return nil }
    let output = Output()
    let options = offered.map { MatchOption(id: $0.value, name: $0.name) }
    output.talk("Which stop is \"\(text)\"?")
    for (number, candidate) in offered.enumerated() { output.talk("  \(number + 1)  \(candidate.name)") }
    while true {
      output.prompt("> ")
      guard case .line(let line) = LineReader().next() else { return nil }
      let answer = line.trimmingCharacters(in: .whitespaces)
      if answer.isEmpty { return nil }
      if let number = Int(answer), offered.indices.contains(number - 1) { return offered[number - 1].value }
      let match = assembly.matcher.choose(answer, among: options)
      if match.decision == .accept, let value = match.value { return value }
      output.talk("\"\(answer)\" is none of them: give a number from 1 to \(offered.count), or the name.")
    }
  }

  private func value(of match: Match, option: String, _ text: String) throws -> String {
    if match.decision == .accept, let value = match.value { return value }
    let names = match.offered(assembly.matcher.policy).map { "\"\($0.name)\"" }
    guard match.decision != .reject, !names.isEmpty else {
      throw CommandFailure(.answerNeeded, "\(option) \(text): nothing like it is known; say it in other words")
    }
    throw CommandFailure(
      .answerNeeded, "\(option) \(text): is \(names.joined(separator: " or ")) meant? Give the whole name")
  }
}
