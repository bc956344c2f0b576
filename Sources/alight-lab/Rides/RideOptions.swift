import ArgumentParser
import Foundation
import Timetable

/// Which simulated rides, and along which lines.
struct RideOptions: ParsableArguments {
  @Option(help: "A file of imported timetables; without it the demonstration network.")
  var timetable = ""

  @Option(help: "The folder of the demonstration network.")
  var demoNetwork = "Prompts/demo-network"

  @Option(help: "How many rides of all kinds together.")
  var count = 600

  @Option(help: "Where chance begins: the same seed gives the same rides.")
  var seed: UInt64 = 1

  @Option(help: "The instant from which on the rides of eight hours are looked up.")
  var at = "2023-06-14T15:00:00Z"

  func validate() throws {
    if count < 1 { throw ValidationError("--count counts rides: give 1 or more") }
  }

  /// The rides of the timetable.
  func source() throws -> RideSource {
    let store =
      if timetable.isEmpty {
        try TimetableSource.open(
          timetable: URL(filePath: "/nonexistent"), demoNetwork: URL(filePath: demoNetwork),
          cache: FileManager.default.temporaryDirectory.appending(path: "alight-lab"))
      } else {
        try TimetableStore(path: timetable, readOnly: true)
      }
    return try RideSource(store, at: Date(at, strategy: .iso8601))
  }
}
