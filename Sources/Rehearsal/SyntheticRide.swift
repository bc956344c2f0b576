import Alerts
import Foundation
import Journey

/// Fixes of a vehicle that keeps the timetable: along the shape, with a start and a brake on each leg and a dwell at each stop.
///
/// It has no chance in it: the same ride and spread give the same fixes. `Ride.delayed` makes it late, `SyntheticReception` spoils the fixes.
public struct SyntheticRide: Sendable {
  /// How long the vehicle stands where the timetable has it arrive and leave in the same minute.
  private static let dwell = 15.0

  private let ride: Ride
  private let line: [(position: Position, metres: Double)]
  private let spread: Double

  /// - Parameter spread: how far the fixes lie off the way, in metres; 0 for none.
  public init(_ ride: Ride, spread: Double = 0) {
    self.ride = ride
    self.spread = spread
    let points = ride.shape.count > 1 ? ride.shape : ride.stops.map(\.stop.position)
    var line: [(Position, Double)] = []
    var metres = 0.0
    for point in points {
      if let last = line.last { metres += last.0.metres(to: point) }
      line.append((point, metres))
    }
    let isWhole = zip(points.suffix(1), ride.stops.suffix(1)).allSatisfy { $0.metres(to: $1.stop.position) < 100 }
    let scale = isWhole && metres > 0 ? ride.length / metres : 1
    let offset = ride.stops.first?.metres ?? 0
    self.line = line.map { (position: $0.0, metres: offset + $0.1 * scale) }
  }

  /// One fix a second from a minute before departure to two minutes after arrival; empty where the ride has no times.
  /// - Parameter since: when the rider comes to the boarding stop, where that is not a minute before departure.
  public func fixes(since: Date? = nil) -> [Fix] {
    guard let departure = ride.departure, let arrival = ride.arrival, arrival > departure else { return [] }
    let start = since ?? departure.addingTimeInterval(-60)
    let duration = arrival.timeIntervalSince(start)
    guard duration > 0, duration < 48 * 3600 else { return [] }
    return (0...Int(duration) + 120).map { second in
      let at = start.addingTimeInterval(Double(second))
      return Fix(at: at, position: scattered(position(atMetres: metres(at: at)), second), accuracy: 5)
    }
  }

  /// When the vehicle comes to a stop of the ride, to the second, and when it moves on; nil where the ride has no times.
  ///
  /// It never moves on from the last one.
  public func call(at stop: Int) -> (arrives: Date, leaves: Date)? {
    let place = ride.stops[stop].metres
    let instants = fixes().map(\.at)
    guard let last = instants.last, let arrives = instants.first(where: { metres(at: $0) >= place - 1 }) else {
      return nil
    }
    return (arrives, instants.first { metres(at: $0) > place + 1 } ?? last)
  }

  /// Where the vehicle is at an instant, on the way itself.
  public func position(at instant: Date) -> Position { position(atMetres: metres(at: instant)) }

  /// Metres along the ride at an instant, counted as the ride's stops are.
  public func metres(at instant: Date) -> Double {
    guard let first = ride.stops.first, let last = ride.stops.last else { return 0 }
    if instant <= (ride.departure ?? instant) { return first.metres }
    let timed = ride.stops.filter { $0.arrival != nil || $0.departure != nil }
    for (from, to) in zip(timed, timed.dropFirst()) {
      guard let leaving = from.departure ?? from.arrival, var arriving = to.arrival ?? to.departure else { continue }
      let departing = to.departure ?? arriving
      guard instant < departing || to.metres == last.metres else { continue }
      let leg = arriving.timeIntervalSince(leaving)
      if departing.timeIntervalSince(arriving) < Self.dwell { arriving -= min(Self.dwell, leg / 4) }
      let duration = arriving.timeIntervalSince(leaving)
      guard duration > 0 else { return to.metres }
      let share = instant.timeIntervalSince(leaving) / duration
      return from.metres + Self.eased(min(1, max(0, share))) * (to.metres - from.metres)
    }
    return last.metres
  }

  /// Way done after a share of a leg's time: speeding up for a fifth of it, braking for the last fifth.
  private static func eased(_ share: Double) -> Double {
    let ramp = 0.2
    let top = 1 / (1 - ramp)
    if share < ramp { return top * share * share / (2 * ramp) }
    if share > 1 - ramp { return 1 - top * (1 - share) * (1 - share) / (2 * ramp) }
    return top * (share - ramp / 2)
  }

  private func position(atMetres metres: Double) -> Position {
    guard let first = line.first, let last = line.last else { return Position(latitude: 0, longitude: 0) }
    if metres <= first.metres { return first.position }
    var low = 0
    var high = line.count - 1
    guard metres < last.metres else { return last.position }
    while high - low > 1 {
      let middle = (low + high) / 2
      if line[middle].metres <= metres { low = middle } else { high = middle }
    }
    let way = line[high].metres - line[low].metres
    return line[low].position.toward(line[high].position, share: way > 0 ? (metres - line[low].metres) / way : 1)
  }

  /// The position moved aside on two waves of different length, which no filter can mistake for motion.
  private func scattered(_ position: Position, _ second: Int) -> Position {
    guard spread > 0 else { return position }
    return position.moved(north: spread * sin(Double(second) * 1.7), east: spread * sin(Double(second) * 2.3 + 1))
  }
}
