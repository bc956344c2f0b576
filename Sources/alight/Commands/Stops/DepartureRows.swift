import Foundation
import Terminal
import Timetable

/// Departures as a table.
struct DepartureRows {
  private let departures: [StopDeparture]
  private let time: BoardTime

  init(_ departures: [StopDeparture], _ time: BoardTime) {
    self.departures = departures
    self.time = time
  }

  /// A line of text for each line in each direction, with its times.
  /// - Precondition: the departures of one line and direction stand together.
  func linesByLine(_ paint: Paint) -> [String] {
    var groups: [[StopDeparture]] = []
    for departure in departures {
      if let last = groups.last?.last, last.line == departure.line, last.headsign == departure.headsign {
        groups[groups.count - 1].append(departure)
      } else {
        groups.append([departure])
      }
    }
    let lineWidth = departures.map { TextColumns.of($0.line.shortName) }.max() ?? 0
    let headsignWidth = departures.map { TextColumns.of($0.headsign) }.max() ?? 0
    return groups.map { group in
      let gap = String(repeating: " ", count: lineWidth - TextColumns.of(group[0].line.shortName))
      let headsign = TextColumns.padded(group[0].headsign, to: headsignWidth)
      let clocks = group.map { paint.strong(time.clock($0.time)) }.joined(separator: "  ")
      return "\(paint.badge(group[0].line))\(gap) \(headsign)  \(clocks)"
    }
  }

  func lines(_ paint: Paint) -> [String] {
    let clocks = departures.map { time.clock($0.time) }
    let clockWidth = clocks.map { TextColumns.of($0) }.max() ?? 0
    let lineWidth = departures.map { TextColumns.of($0.line.shortName) }.max() ?? 0
    let headsignWidth = departures.map { TextColumns.of($0.headsign) }.max() ?? 0
    return zip(departures, clocks).map { departure, clock in
      let gap = String(repeating: " ", count: lineWidth - TextColumns.of(departure.line.shortName))
      let platform = departure.platform.map { "  platform \($0)" }
      let headsign =
        platform == nil ? departure.headsign : TextColumns.padded(departure.headsign, to: headsignWidth)
      let clock = String(repeating: " ", count: clockWidth - TextColumns.of(clock)) + clock
      return "\(paint.strong(clock)) \(paint.badge(departure.line))\(gap) \(headsign)\(platform ?? "")"
    }
  }
}
