import Foundation
import Journey
import Live
import Timetable

/// Connections for people: times, lines in their colours, where one changes, and how many stops one rides.
struct ConnectionSheet {
  let isColoured: Bool
  /// Where the rider sets out and is going.
  let from: Stop
  let to: Stop
  /// What live feeds say.
  var board = LiveBoard.empty

  /// One block a connection, with an empty line between; a day's name before the first one of it.
  func text(_ connections: [Connection]) -> String {
    var day = ""
    return connections.map { connection -> String in
      var lines = block(connection)
      let own = connection.rides.first.map { ServiceDay.text(connection.departure, zone: $0.departureZone) } ?? ""
      if own != day { lines.insert(own, at: 0) }
      day = own
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func block(_ connection: Connection) -> [String] {
    guard let first = connection.rides.first, let last = connection.rides.last else { return [] }
    let (start, end) = (first.departureZone, last.arrivalZone)
    // Where the clock changes on the way, each time is told with the place whose clock it is.
    let isNamed = connection.rides.contains(where: \.crossesZones)
    let changes =
      switch connection.changes {
      case 0: "direct"
      case 1: "1 change"
      default: "\(connection.changes) changes"
      }
    let head =
      "\(time(connection.departure, start, isNamed)) - \(time(connection.arrival, end, isNamed))  "
      + "\(Self.span(connection.arrival.timeIntervalSince(connection.departure)))  \(changes)"
    let walks = connection.walks(from: from, to: to)
    let rides = connection.rides.enumerated().flatMap { place, next in
      walk(walks[place]) + ride(next, isNamed)
    }
    return [head] + rides + walk(walks.last ?? nil)
  }

  private func walk(_ walk: Walk?) -> [String] {
    guard let walk else { return [] }
    let minutes = max(1, Int((walk.seconds / 60).rounded(.up)))
    return ["         walk \(Int(walk.toldMetres)) m to \(walk.to.name), \(minutes) min"]
  }

  private func ride(_ ride: Ride, _ isNamed: Bool) -> [String] {
    guard let first = ride.stops.first, let last = ride.stops.last else { return [] }
    let start = time(first.departure, ride.zone(of: first), isNamed) + word(ride, 0)
    var lines = ["  \(start)  \(Self.place(first))"]
    var (name, headsign, from) = (line(ride), ride.headsign, 0)
    func section(to place: Int) -> String {
      let ahead = place - from
      return "         \(name)\(headsign.map { " to \($0)" } ?? ""), \(ahead == 1 ? "1 stop" : "\(ahead) stops")"
    }
    for next in ride.continuations where ride.stops.indices.contains(next.stop) {
      let stop = ride.stops[next.stop]
      lines.append(section(to: next.stop))
      lines.append("  \(time(stop.departure, ride.zone(of: stop), isNamed))  \(Self.place(stop)), stay on board")
      (name, headsign, from) = (next.line, next.headsign, next.stop)
    }
    let access = Self.access(ride)
    lines.append(([section(to: ride.stops.count - 1)] + access).joined(separator: ", "))
    let end = time(last.arrival, ride.zone(of: last), isNamed) + word(ride, ride.stops.count - 1)
    lines.append("  \(end)  \(Self.place(last))")
    if board.trip(of: ride)?.state == .cancelled { lines.append("         cancelled: take another one") }
    return lines
  }

  /// What is known live of a call, after its time: ` +3`.
  private func word(_ ride: Ride, _ stop: Int) -> String {
    guard board.trip(of: ride)?.state != .cancelled, let call = board.call(of: ride, at: stop) else { return "" }
    return LiveWord.of(call, isArrival: stop > 0).map { " \($0)" } ?? ""
  }

  /// `Fremont, platform 2`
  private static func place(_ stop: RideStop) -> String {
    stop.stop.name + (stop.platform.map { ", platform \($0)" } ?? "")
  }

  /// What the feed says to riders with wheelchairs or bicycles.
  private static func access(_ ride: Ride) -> [String] {
    [
      ride.wheelchair.map { $0 ? "wheelchairs" : "no wheelchairs" }, ride.bikes.map { $0 ? "bicycles" : "no bicycles" },
    ].compactMap(\.self)
  }

  /// The line's name, with a dot in its colour.
  private func line(_ ride: Ride) -> String {
    guard isColoured, let color = ride.color, let number = Int(color, radix: 16) else { return ride.line }
    return "\u{1B}[38;2;\(number >> 16);\(number >> 8 & 255);\(number & 255)m●\u{1B}[0m \(ride.line)"
  }

  /// `18:10`, or `18:10 (Chicago)`.
  private func time(_ instant: Date?, _ zone: String, _ isNamed: Bool) -> String {
    guard let instant else { return "     " }
    let clock = String(ClockText(zone: zone).text(instant).prefix(5))
    return isNamed ? "\(clock) (\(ClockText.place(of: zone)))" : clock
  }

  private static func span(_ seconds: TimeInterval) -> String {
    let minutes = Int((seconds / 60).rounded())
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
