import ArgumentParser
import Foundation
import Terminal
import Timetable

/// `alight feed lines`
struct ListLines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lines", abstract: "List the lines of the timetables: what runs them, and where they go.",
    discussion: """
      Without the name of a feed those of all are listed; where none is imported, those of the demonstration network.

      Examples:
        alight feed lines
        alight feed lines linz --json
      """)

  @Argument(help: "The feed's name, as `feed list` shows it.") var feed: String?
  @Flag(help: "Print one object a line as JSON, alight.line/1.") var json = false
  @OptionGroup var colour: DataColour
  @OptionGroup var data: DataOptions

  func run() throws {
    let output = Output()
    let timetable = try data.timetableInUse()
    let known = try timetable.feeds().map(\.name)
    if let feed, !known.contains(feed) { throw TimetableError.unknownFeed(name: feed, known: known) }
    let lines = try timetable.lines(ofFeed: feed)
    if json { return try lines.forEach { try output.json(LineReport($0)) } }
    let paint = colour.paint
    let width = lines.map { TextColumns.of($0.line.shortName) }.max() ?? 0
    for line in lines {
      let gap = String(repeating: " ", count: width - TextColumns.of(line.line.shortName))
      let trips = line.trips == 1 ? "1 trip" : "\(line.trips) trips"
      let parts = [
        line.line.kind, line.line.longName, line.line.headsigns.isEmpty ? nil : "to " + line.line.someHeadsigns, trips,
        known.count > 1 ? paint.faint(line.feed) : nil,
      ]
      output.data("\(paint.badge(line.line))\(gap) \(parts.compactMap(\.self).joined(separator: "  "))")
    }
  }
}

/// A line as `--json` prints it.
private struct LineReport: Encodable {
  let schema = "alight.line/1"
  let feed: String
  let name: String
  let longName: String?
  let agency: String?
  let kind: String
  /// As in GTFS.
  let type: Int
  let color: String?
  let textColor: String?
  let headsigns: [String]
  let trips: Int

  init(_ line: FeedLine) {
    (feed, agency, trips) = (line.feed, line.agency, line.trips)
    (name, longName, headsigns) = (line.line.name, line.line.longName, line.line.headsigns)
    (kind, type) = (line.line.kind, line.line.type)
    (color, textColor) = (line.line.color, line.line.textColor)
  }
}
