import Foundation
import Journey
import Matching
import Places
import Storage

/// What the rider calls stops, listed and changed: for `alight places` and `alight stops alias`.
struct PlaceNames {
  private let data: DataOptions

  init(_ data: DataOptions) { self.data = data }

  func list(json: Bool, _ output: Output) throws {
    let places = try data.openStore().places()
    if json { return try places.forEach { try output.json(PlaceReport($0)) } }
    if places.isEmpty { output.talk("No place has a name: give one with \"alight places add NAME STOP\".") }
    for place in places { output.data(line(place)) }
  }

  private func line(_ place: NamedPlace) -> String {
    guard let radius = place.stop.radius else { return "\(place.name)  \(place.stop.name)" }
    let list = place.list.map { "  [\($0)]" } ?? ""
    return "\(place.name)  \(Stop(point: place.stop.position).name), \(Int(radius)) m round it\(list)"
  }

  /// Gives a stop or a point on the map a name, in place of what had it.
  /// - Parameter radius: Metres round a point that count as being there; nil for the usual ones.
  /// - Throws: `CommandFailure` (64 for a name that cannot be, or a radius round a stop; 75 where no stop or several are meant)
  func give(_ name: String, to stop: String, radius: Double?, json: Bool, _ output: Output) throws {
    let assembly = try Assembly(timetable: data.timetableURL)
    let store = try data.openStore()
    try check(name, assembly)
    var found = try AnswerFlags(assembly: assembly, store: store).place(stop, option: "the stop").value
    let name = ReminderLabel.trimmed(name)
    if found.isPoint {
      found = Stop(name: name, position: found.position, zone: found.zone, radius: radius ?? found.radius)
    } else if radius != nil {
      throw CommandFailure(.usage, "--radius goes with a point on the map: \(found.name) is a stop")
    }
    let place = NamedPlace(name: name, stop: found)
    try store.setPlace(place)
    json ? try output.json(PlaceReport(place)) : output.data(line(place))
  }

  /// Takes a name back.
  /// - Throws: `CommandFailure` (66) where there is none.
  func remove(_ name: String) throws {
    guard try data.openStore().removePlace(ReminderLabel.trimmed(name)) else {
      throw CommandFailure(.noInput, "no place is called \"\(name)\": \"alight places list\" shows what there is")
    }
  }

  /// Names the places of a file.
  /// - Throws: `CommandFailure` (65 for a file that holds none, 66 where there is no such file)
  func take(_ file: String, list: String, radius: Double?, _ output: Output) throws {
    let found: PlaceFile
    do {
      found = try PlaceFile(at: URL(filePath: file))
    } catch {
      if case .unreadable = error { throw CommandFailure(.noInput, error.description) }
      throw CommandFailure(.badData, error.description)
    }
    guard found.notes.count <= Visit.mostPlaces else {
      throw CommandFailure(
        .badData,
        "\(file) has \(found.notes.count) places, and a list \(Visit.mostPlaces) at most: cut it to those you go to")
    }
    for flaw in found.flaws { output.talk("left out: \(flaw)") }
    let places = found.notes.map { note in
      let reach = min(
        max(note.radius == Note.standardRadius ? radius ?? Stop.usualRadius : note.radius, Stop.radii.lowerBound),
        Stop.radii.upperBound)
      return NamedPlace(
        name: note.title, stop: Stop(name: note.title, position: note.position, radius: reach), list: list)
    }
    let (taken, gone) = try data.openStore().importPlaces(places, list: list)
    for name in taken.prefix(5) { output.talk("left out: something else is called \"\(name)\"") }
    if taken.count > 5 { output.talk("left out: \(taken.count - 5) more of such names") }
    let left = taken.count + found.leftOut
    output.data(
      "\(list): \(places.count - taken.count) places" + (left > 0 ? ", \(left) left out" : "")
        + (gone > 0 ? ", \(gone) of before are gone" : ""))
  }

  /// Takes the names of a list back.
  /// - Throws: `CommandFailure` (66) where there is none.
  func remove(list: String, _ output: Output) throws {
    let count = try data.openStore().removePlaces(list: list)
    guard count > 0 else {
      throw CommandFailure(.noInput, "no list is called \"\(list)\": \"alight places list\" shows what there is")
    }
    output.talk("\(count) places of \(list) are gone.")
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
