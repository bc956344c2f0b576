import Foundation
import Terminal
import Live
import Timetable

/// Departures as a table.
struct DepartureRows {
  private let departures: [LiveDeparture]
  private let time: BoardTime

  init(_ departures: [LiveDeparture], _ time: BoardTime) {
    self.departures = departures
    self.time = time
  }

  /// A line of text for each line in each direction, with its times.
  /// - Precondition: the departures of one line and direction stand together.
  func linesByLine(_ paint: Paint) -> [String] {
    var groups: [[LiveDeparture]] = []
    for departure in departures {
      if let last = groups.last?.last?.departure, last.line == departure.departure.line,
        last.headsign == departure.departure.headsign
      {
        groups[groups.count - 1].append(departure)
      } else {
        groups.append([departure])
      }
    }
    let lineWidth = departures.map { TextColumns.of($0.departure.line.shortName) }.max() ?? 0
    let headsignWidth = departures.map { TextColumns.of($0.departure.headsign) }.max() ?? 0
    return groups.map { group in
      let gap = String(repeating: " ", count: lineWidth - TextColumns.of(group[0].departure.line.shortName))
      let headsign = TextColumns.padded(group[0].departure.headsign, to: headsignWidth)
      let clocks = group.map { paint.strong(clock($0)) }.joined(separator: "  ")
      return "\(paint.badge(group[0].departure.line))\(gap) \(headsign)  \(clocks)"
    }
  }

  /// By the timetable, with what is known live: `08:04 +3`.
  private func clock(_ departure: LiveDeparture) -> String {
    time.clock(departure.departure.time) + (departure.word.map { " \($0)" } ?? "")
  }

  func lines(_ paint: Paint) -> [String] {
    let clocks = departures.map { time.clock($0.departure.time) }
    let wordWidth = departures.map { TextColumns.of($0.word ?? "") }.max() ?? 0
    let clockWidth = clocks.map { TextColumns.of($0) }.max() ?? 0
    let lineWidth = departures.map { TextColumns.of($0.departure.line.shortName) }.max() ?? 0
    let headsignWidth = departures.map { TextColumns.of($0.departure.headsign) }.max() ?? 0
    return zip(departures, clocks).map { live, clock in
      let departure = live.departure
      let gap = String(repeating: " ", count: lineWidth - TextColumns.of(departure.line.shortName))
      let platform = departure.platform.map { "  platform \($0)" }
      let headsign =
        platform == nil ? departure.headsign : TextColumns.padded(departure.headsign, to: headsignWidth)
      let clock = String(repeating: " ", count: clockWidth - TextColumns.of(clock)) + clock
      let word = wordWidth == 0 ? "" : " " + TextColumns.padded(live.word ?? "", to: wordWidth)
      return "\(paint.strong(clock))\(word) \(paint.badge(departure.line))\(gap) \(headsign)\(platform ?? "")"
    }
  }
}
