import Foundation
import Journey

/// Fixes of a vehicle that keeps the timetable: along the shape, with a start and a brake on each leg and a dwell at each stop.
///
/// It has no chance in it: the same ride and spread give the same fixes.
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
  public func fixes() -> [Fix] {
    guard let departure = ride.departure, let arrival = ride.arrival, arrival > departure,
      arrival.timeIntervalSince(departure) < 48 * 3600
    else { return [] }
    let count = Int(arrival.timeIntervalSince(departure)) + 180
    return (0...count).map { second in
      let at = departure.addingTimeInterval(Double(second) - 60)
      return Fix(at: at, position: scattered(position(atMetres: metres(at: at)), second), accuracy: 5)
    }
  }

  /// Metres along the ride at an instant.
  private func metres(at instant: Date) -> Double {
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
    let north = spread * sin(Double(second) * 1.7)
    let east = spread * sin(Double(second) * 2.3 + 1)
    let metresPerDegree = 111_195.0
    return Position(
      latitude: position.latitude + north / metresPerDegree,
      longitude: position.longitude + east / (metresPerDegree * cos(position.latitude * .pi / 180)))
  }
}
