import ArgumentParser
import Foundation
import Timetable

/// `alight stops search`
struct SearchStops: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find stops by anything like their names.",
    discussion: """
      Slips, abbreviations, other languages, readings and stop codes count as well. The best come first, of equals the most \
      served. Poles of one name round a crossing are one stop; others of one name are told apart by what is near and by \
      their lines.

      Examples:
        alight stops search hagenberg
        alight stops search "linz haubtbahnhof" --limit 3 --json
      """)

  @Argument(help: "What the stop is called, or nearly.") var text: [String]
  @Option(help: "List so many at most.") var limit = 10
  @Flag(help: "Print one object a line as JSON.") var json = false
  @OptionGroup var colour: DataColour
  @OptionGroup var data: DataOptions

  func validate() throws {
    try ListLimit.check(limit)
  }

  func run() throws {
    let output = Output()
    let finder = try StopSearch(data)
    let name = text.joined(separator: " ")
    let own = try data.ownNames()
    let found = try finder.groups(like: name, own: own, limit: limit)
    guard !found.isEmpty else { throw try finder.nothing(like: name) }
    let rows = StopRows(try StopRecord.list(found, finder.timetable, ownNames: own, typed: name))
    try rows.write(json: json, output, colour.paint)
  }
}
