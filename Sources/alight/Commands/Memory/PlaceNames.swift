import Foundation
import Journey
import Matching
import Storage

/// What the rider calls stops, listed and changed: for `alight places` and `alight stops alias`.
struct PlaceNames {
  private let data: DataOptions

  init(_ data: DataOptions) { self.data = data }

  func list(json: Bool, _ output: Output) throws {
    let places = try data.openStore().places()
    if json { return try places.forEach { try output.json(PlaceReport($0)) } }
    if places.isEmpty { output.talk("No place has a name: give one with \"alight places add NAME STOP\".") }
    for place in places { output.data("\(place.name)  \(place.stop.name)") }
  }

  /// Gives a stop a name, in place of the stop that had it.
  /// - Throws: `CommandFailure` (64 for a name that cannot be, 75 where no stop or several are meant)
  func give(_ name: String, to stop: String, json: Bool, _ output: Output) throws {
    let assembly = try Assembly(timetable: data.timetableURL)
    let store = try data.openStore()
    try check(name, assembly)
    let found = try AnswerFlags(assembly: assembly, store: store).stop(stop, option: "the stop")
    let place = NamedPlace(name: ReminderLabel.trimmed(name), stop: found.value)
    try store.setPlace(place)
    json ? try output.json(PlaceReport(place)) : output.data("\(place.name)  \(place.stop.name)")
  }

  /// Takes a name back.
  /// - Throws: `CommandFailure` (66) where there is none.
  func remove(_ name: String) throws {
    guard try data.openStore().removePlace(ReminderLabel.trimmed(name)) else {
      throw CommandFailure(.noInput, "no place is called \"\(name)\": \"alight places list\" shows what there is")
    }
  }

  /// In the dialogue a command and the number of an option go before an answer: such a place could never be named.
  private func check(_ name: String, _ assembly: Assembly) throws {
    let stops = try assembly.timetable.stopIndex(assembly.prompts.lexicon)
    if let command = assembly.matcher.match(name, question: .slot(.to), among: stops).command {
      throw CommandFailure(.usage, "\"\(name)\" is a word of the dialogue (\(command)): take another name")
    }
    if name.allSatisfy({ $0.isNumber || $0.isWhitespace }) {
      throw CommandFailure(.usage, "\"\(name)\" is a number, which picks from a list: take another name")
    }
  }
}

/// A place as `--json` prints it.
private struct PlaceReport: Encodable {
  let schema = "alight.place/1"
  let name: String
  let stop: Stop

  init(_ place: NamedPlace) {
    name = place.name
    stop = place.stop
  }
}
