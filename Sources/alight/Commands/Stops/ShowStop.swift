import ArgumentParser
import Foundation
import Journey
import Terminal
import Timetable

/// `alight stops show`
struct ShowStop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all that is known of a stop: names, codes, platforms, lines, days of service.",
    discussion: """
      Examples:
        alight stops show demo:hagenberg
        alight stops show "linz hbf" --json
      """)

  @Argument(help: "The stop: its id, your name for it, or its name.", completion: Completions.stops) var stop: String
  @Flag(help: "Print it as JSON, one object a line.") var json = false
  @OptionGroup var colour: DataColour
  @OptionGroup var data: DataOptions

  func run() throws {
    let output = Output()
    let ids = try StopSearch.stop(stop, data)
    let timetable = try data.timetableInUse()
    let own = try data.ownNames()
    for (number, id) in ids.enumerated() {
      guard let details = try timetable.stopDetails(id: id) else { continue }
      let sheet = StopDetailsRecord(details, yours: own.filter { $0.stop.id == details.stop.id }.map(\.name))
      if json {
        try output.json(sheet)
      } else {
        if number > 0 { output.data("") }
        for line in sheet.text(colour.paint) { output.data(line) }
      }
    }
  }
}

extension StopDetailsRecord {
  fileprivate func text(_ paint: Paint) -> [String] {
    var rows = [("place", String(format: "%.5f, %.5f", lat, lon))]
    let codes = [code].compactMap(\.self) + platforms.compactMap(\.code).filter { $0 != code }
    if !codes.isEmpty { rows.append(("code", codes.joined(separator: ", "))) }
    for name in names { rows.append((name.language.isEmpty ? "also" : name.language, name.name)) }
    if !aliases.isEmpty { rows.append(("yours", aliases.joined(separator: ", "))) }
    if !platforms.isEmpty { rows.append(("platforms", platforms.map(Self.text).joined(separator: ", "))) }
    if let access { rows.append(("wheelchair", access)) }
    let days = firstDay.flatMap { first in lastDay.map { "\(first) to \($0)" } } ?? "no trip calls on any day"
    rows.append(("service", "\(days), times of \(zone)"))
    let width = rows.map { TextColumns.of($0.0) }.max() ?? 0
    return ["\(paint.strong(name))  \(paint.faint(id))"]
      + rows.map { "  \(TextColumns.padded($0.0, to: width))  \($0.1)" } + lineRows(paint)
  }

  /// Whether it can be got on from a wheelchair, with the platforms where that is otherwise; nil where nothing is known.
  private var access: String? {
    let known = platforms.filter { $0.wheelchair != nil }
    let without = known.filter { $0.wheelchair == false }
    if without.isEmpty, wheelchair == true || !known.isEmpty && known.count == platforms.count { return "yes" }
    if !without.isEmpty, without.count < known.count {
      return "yes, but not at \(without.map(Self.text).joined(separator: ", "))"
    }
    return wheelchair == false || !without.isEmpty ? "no" : nil
  }

  private static func text(_ platform: Platform) -> String { platform.platform ?? platform.id }

  private func lineRows(_ paint: Paint) -> [String] {
    let width = stopLines.map { TextColumns.of($0.shortName) }.max() ?? 0
    return stopLines.map { line in
      let gap = String(repeating: " ", count: width - TextColumns.of(line.shortName))
      let parts = [line.kind, line.longName, line.headsigns.isEmpty ? nil : "to " + line.someHeadsigns]
      return "  \(paint.badge(line))\(gap) \(parts.compactMap(\.self).joined(separator: "  "))"
    }
  }

}
