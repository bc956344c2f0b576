import ArgumentParser
import Foundation
import Timetable

/// `alight stops near`
struct NearStops: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "List the stops round a place, the nearest first.",
    discussion: """
      Examples:
        alight stops near 48.2903,14.2915
        alight stops near 48.2903,14.2915 --within 300 --json
      """)

  @Argument(
    help: "Degrees north and east, like 48.2903,14.2915, a geo: address or a link of a map.", transform: GeoPoint.parse)
  var place: GeoPoint
  @Option(help: "How many metres away they may be.") var within = 1000.0
  @Option(help: "List so many at most.") var limit = 10
  @Flag(help: "Print one object a line as JSON.") var json = false
  @OptionGroup var colour: DataColour
  @OptionGroup var data: DataOptions

  func validate() throws {
    try ListLimit.check(limit)
    if !(within > 0 && within <= 100_000) { throw ValidationError("--within \(within): give 1 to 100000 metres") }
  }

  func run() throws {
    let output = Output()
    let timetable = try data.timetableInUse()
    let stops = try timetable.stops(near: place.position, within: within, limit: limit)
    guard !stops.isEmpty else {
      throw CommandFailure(.noInput, "no stop is within \(Int(within)) m of there: look farther with --within")
    }
    let rows = StopRows(
      try StopRecord.list(
        stops.map { StopGroup([$0]) }, timetable, ownNames: data.ownNames(), seenFrom: place.position))
    try rows.write(json: json, output, colour.paint)
  }
}
