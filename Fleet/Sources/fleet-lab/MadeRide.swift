import Alerts
import Fleet
import Foundation
import Journey

/// A ride that chance has made, with how a vehicle drives it: what load is made of. It proves nothing of how well stops are found.
struct MadeRide: Sendable {
  typealias Stop = (name: String, position: Position, arrival: Double, departure: Double, metres: Double)

  let number: Int
  /// The ride after a change, and its seconds after this one's departure; nil for most.
  let onward: [(ride: MadeRide, after: Double)]
  /// Stops with their seconds after the departure and metres along the way.
  let stops: [Stop]
  /// Whether a timetable has the line that it drives, and not only its stops.
  let hasShape: Bool

  /// - Parameters:
  ///   - stretch: Times as many stops as a ride of some minutes has.
  ///   - start: Where it begins; nil for anywhere. Every fourth that begins anywhere goes on with another ride.
  init(_ number: Int, seed: UInt64, stretch: Double = 1, hasShape: Bool = false, from start: Position? = nil) {
    var random = SplitMix(seed: seed &+ UInt64(number) &* 7919)
    func chance(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + Double(random.next() >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
    }
    (self.number, self.hasShape) = (number, hasShape)
    var (latitude, longitude) = (start?.latitude ?? chance(40...55), start?.longitude ?? chance(-5...25))
    var (heading, second, metres) = (chance(0...360), 0.0, 0.0)
    let count = Int(Double(4 + random.next() % 2) * stretch)
    let made: [Stop] = (0..<count).map { index in
      if index > 0 {
        let way = chance(200...350)
        heading += chance(-40...40)
        latitude += way * cos(heading * .pi / 180) / 111_195
        longitude += way * sin(heading * .pi / 180) / (111_195 * cos(latitude * .pi / 180))
        metres += way
        second += way / chance(9...15)
      }
      let dwell = index == 0 || index == count - 1 ? 0 : chance(3...8).rounded()
      defer { second += dwell }
      return (
        "Stop \(number)-\(index)", Position(latitude: latitude, longitude: longitude), second.rounded(),
        (second + dwell).rounded(), metres
      )
    }
    stops = made
    onward =
      start == nil && number % 4 == 3
      ? made.last.map {
        [(MadeRide(number + 100_000, seed: seed, hasShape: hasShape, from: $0.position), $0.arrival + 40)]
      } ?? [] : []
  }

  /// Seconds from the first stop to the last.
  var seconds: Double { onward.first.map { $0.after + $0.ride.seconds } ?? stops.last?.arrival ?? 0 }

  private func ride(departing: Date) -> Ride {
    var ride = Ride(
      tripID: "made-\(number)", line: "\(number % 1000)", serviceDay: Self.day(departing), zone: "UTC",
      stops: stops.map { stop in
        RideStop(
          stop: Journey.Stop(name: stop.name, position: stop.position), arrival: departing + stop.arrival,
          departure: departing + stop.departure, metres: stop.metres)
      }, shape: hasShape ? stops.map(\.position) : [])
    ride.routeType = 3
    return ride
  }

  /// The reminder of one of its riders: by stops, by metres or by minutes.
  func reminder(departing: Date, rider: Int) -> Reminder? {
    let ride = ride(departing: departing)
    let last = onward.first.map { $0.ride.ride(departing: departing + $0.after) }
    let typed = Provenance(method: .typed)
    guard let from = ride.stops.first, let to = (last ?? ride).stops.last else { return nil }
    var draft = Draft(id: UUID(), createdAt: departing - 3600)
    draft.from = Answer(from.stop, typed)
    draft.to = Answer(to.stop, typed)
    let interval: Interval = [.stops(2), .distance(metres: 400), .duration(seconds: 45)][rider % 3]
    draft.mode = Answer(interval.mode, typed)
    draft.interval = Answer(interval, typed)
    draft.ride = ride
    draft.onward = last.map { [$0] }
    return Reminder(draft, createdAt: departing - 3600)
  }

  private static func day(_ instant: Date) -> String { String(instant.formatted(.iso8601).prefix(10)) }

  /// Where the vehicle is so many seconds after the departure: a receiver that works never says the same place twice.
  func position(_ second: Double, noise: Double) -> Position {
    if let (ride, after) = onward.first, second >= after { return ride.position(second - after, noise: noise) }
    let metres = metres(second)
    let next = max(1, stops.firstIndex { $0.metres > metres } ?? stops.count - 1)
    let (one, other) = (stops[next - 1], stops[next])
    let share = (metres - one.metres) / max(1, other.metres - one.metres)
    let wander = 0.00003 * sin(1.7 * second + noise)
    return Position(
      latitude: one.position.latitude + share * (other.position.latitude - one.position.latitude) + wander,
      longitude: one.position.longitude + share * (other.position.longitude - one.position.longitude) + wander)
  }

  private func metres(_ second: Double) -> Double {
    guard let next = stops.firstIndex(where: { $0.arrival > second }) else { return stops.last?.metres ?? 0 }
    guard next > 0 else { return 0 }
    let (one, other) = (stops[next - 1], stops[next])
    let share = (second - one.departure) / max(1, other.arrival - one.departure)
    return one.metres + max(0, min(1, share)) * (other.metres - one.metres)
  }

  /// When each level comes where nothing goes wrong, by its ride and its number as `0.3`, in seconds after the departure: by the engine
  /// alone, with a fix a second.
  /// - Parameters:
  ///   - phase: The part of a second at which this phone speaks.
  ///   - noise: How its receiver wanders.
  ///   - silent: When nothing is heard of the phone, in seconds after the departure.
  func expected(rider: Int, phase: Double = 0, noise: Double = 0, silent: Range<Double> = 0..<0) -> [String: Double] {
    let departing = Date(timeIntervalSince1970: 1_800_000_000)
    guard let reminder = reminder(departing: departing, rider: rider), let plan = AlertPlan(reminder) else {
      return [:]
    }
    var (state, levels) = (AlertState(), [String: Double]())
    for whole in -Int(Self.speaksBefore)...Int(seconds + 120) {
      let second = Double(whole) + phase
      let fix = Fix(at: departing + second, position: position(second, noise: noise), accuracy: 8)
      let inputs = [AlertInput.tick(departing + second)] + (silent.contains(second) ? [] : [.fix(fix)])
      for input in inputs {
        for case .deliver(let alert) in AlertEngine.advance(plan, &state, input) where alert.event == .alert {
          guard let level = alert.level.map({ "\(alert.leg).\($0)" }), levels[level] == nil else { continue }
          levels[level] = second
        }
      }
    }
    return levels
  }

  /// Seconds before the departure from which on a phone speaks.
  static let speaksBefore = 100.0
}
