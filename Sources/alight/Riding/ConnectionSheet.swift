import Foundation
import Journey
import Timetable

/// Connections for people: times, lines in their colours, where one changes, and how many stops one rides.
struct ConnectionSheet {
  let isColoured: Bool

  /// One block a connection, with an empty line between; a day's name before the first one of it.
  func text(_ connections: [Connection]) -> String {
    var day = ""
    return connections.map { connection -> String in
      var lines = block(connection)
      let own = connection.rides.first.map { ServiceDay.text(connection.departure, zone: $0.zone) } ?? ""
      if own != day { lines.insert(own, at: 0) }
      day = own
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func block(_ connection: Connection) -> [String] {
    guard let zone = connection.rides.first?.zone else { return [] }
    let changes =
      switch connection.changes {
      case 0: "direct"
      case 1: "1 change"
      default: "\(connection.changes) changes"
      }
    let head =
      "\(time(connection.departure, zone)) - \(time(connection.arrival, zone))  "
      + "\(Self.span(connection.arrival.timeIntervalSince(connection.departure)))  \(changes)"
    return [head] + connection.rides.flatMap(ride)
  }

  private func ride(_ ride: Ride) -> [String] {
    guard let first = ride.stops.first, let last = ride.stops.last else { return [] }
    let heading = ride.headsign.map { " to \($0)" } ?? ""
    let ahead = ride.stopsAhead
    return [
      "  \(time(first.departure, ride.zone))  \(first.stop.name)",
      "         \(line(ride))\(heading), \(ahead == 1 ? "1 stop" : "\(ahead) stops")",
      "  \(time(last.arrival, ride.zone))  \(last.stop.name)",
    ]
  }

  /// The line's name, with a dot in its colour.
  private func line(_ ride: Ride) -> String {
    guard isColoured, let color = ride.color, let number = Int(color, radix: 16) else { return ride.line }
    return "\u{1B}[38;2;\(number >> 16);\(number >> 8 & 255);\(number & 255)m●\u{1B}[0m \(ride.line)"
  }

  private func time(_ instant: Date?, _ zone: String) -> String {
    instant.map { String(ClockText(zone: zone).text($0).prefix(5)) } ?? "     "
  }

  private static func span(_ seconds: TimeInterval) -> String {
    let minutes = Int((seconds / 60).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
