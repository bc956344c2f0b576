import Alerts
import Foundation
import Journey
import Rehearsal

/// The rides that sentences are checked on.
struct SpokenRides {
  /// What riders ask for.
  private static let intervals: [Interval] = [
    .stops(1), .stops(2), .stops(4), .duration(seconds: 180), .duration(seconds: 420), .distance(metres: 500),
    .distance(metres: 1000),
  ]

  let options: RideOptions

  /// Rides along the timetable in all modes: in time and late, in tunnels, in bad and thin reception.
  func simulated() throws -> [SpokenRide] {
    let source = try options.source()
    var random = SplitMix(seed: options.seed)
    var rides: [SpokenRide] = []
    var tries = 0
    while rides.count < options.count, tries < 50 * options.count {
      tries += 1
      guard let ride = try source.ride(using: &random), ride.stops.count > 2 else { continue }
      let interval = Self.intervals[rides.count % Self.intervals.count].within(ride)
      func chance(_ values: [Double]) -> Double { values[Int(random.uniform() * Double(values.count))] }
      let (delay, tunnel) = (chance([0, 0, 120, 600]), chance([0, 0, 60, 240]))
      let (noise, lost) = (chance([0, 5, 20]), chance([0, 0, 0.5]))
      if let spoken = SpokenRide(
        ride, interval, delay: delay, tunnel: tunnel, noise: noise, lost: lost, seed: random.next() >> 40)
      {
        rides.append(spoken)
      }
    }
    return rides
  }

  /// Simulated trains: expresses, standstills, tunnels, lines that turn back, the wrong way.
  func trains() throws -> [SpokenRide] {
    var maker = RideMaker(try options.source(), seed: options.seed)
    return try (0..<options.count).compactMap { number in
      let made = try maker.nextTravelled()
      let ride = try RecordedRide(json: JSONEncoder().encode(made.file))
      return SpokenRide(
        ride, kind: "train", interval: Self.intervals[number % Self.intervals.count].within(ride.ride),
        journey: made.journey, boards: true)
    }
  }

  /// Hard rides, of all kinds in turn.
  func hard() -> [SpokenRide] {
    (0..<options.count).compactMap { number in
      let kind = HardRideKind.all[number % HardRideKind.all.count]
      let ride = kind.ride(number / HardRideKind.all.count, seed: options.seed, hasShape: number % 4 < 2)
      let interval = ride.intervals[(number / HardRideKind.all.count + number) % ride.intervals.count]
      return SpokenRide(ride, interval, name: "\(kind.name) \(number / HardRideKind.all.count)")
    }
  }

  /// Recorded rides in a folder, each in three modes; none where there is no such folder.
  static func recorded(_ folder: URL) throws -> [SpokenRide] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return try files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.flatMap { file in
      let data = try Data(contentsOf: file)
      guard let ride = try? RecordedRide(json: data), let journey = try TrueRide(ride, data) else {
        return [SpokenRide]()
      }
      return [Interval.stops(1), .stops(3), .duration(seconds: 120), .distance(metres: 500)].compactMap {
        SpokenRide(ride, kind: "recorded", interval: $0.within(ride.ride), journey: journey, boards: false)
      }
    }
  }
}

extension TrueRide {
  /// When a recorded vehicle was really at the last two stops.
  private struct File: Decodable {
    struct Truth: Decodable {
      var penultimate_reached_t: Double?
      var penultimate_left_t: Double?
      var destination_reached_t: Double?
    }
    var truth: Truth?
  }

  private static let driftMetres = 10.0

  /// A recorded ride by its own positions, and by what is written of its last two stops; nil where that is nothing.
  init?(_ ride: RecordedRide, _ data: Data) throws {
    guard let truth = try JSONDecoder().decode(File.self, from: data).truth, let last = ride.fixes.last,
      let end = truth.destination_reached_t, let reached = truth.penultimate_reached_t,
      let left = truth.penultimate_left_t
    else { return nil }
    var points: [Position] = []
    var index = 0
    for second in 0...max(0, Int(last.at.timeIntervalSince(ride.start))) {
      let at = ride.start.addingTimeInterval(Double(second))
      while index + 1 < ride.fixes.count, ride.fixes[index + 1].at <= at { index += 1 }
      // The errors of a receiver that stands are no way.
      let here = ride.fixes[index].position
      points.append(points.last.map { $0.metres(to: here) < Self.driftMetres ? $0 : here } ?? here)
    }
    var calls: [Call?] = Array(repeating: nil, count: ride.ride.stops.count)
    let destination = ride.ride.stops[calls.count - 1].stop.position
    let gone = points.indices.first { Double($0) > end && points[$0].metres(to: destination) > 60 }
    calls[calls.count - 1] = Call(reached: end, left: gone.map(Double.init) ?? .infinity)
    calls[calls.count - 2] = Call(reached: reached, left: left)
    // Backwards, so that a line which comes by twice is not mistaken. What lies before the recording is behind.
    var until = reached
    for stop in calls.indices.dropLast(2).reversed() {
      let place = ride.ride.stops[stop].stop.position
      let near = points.indices.filter { Double($0) < until && points[$0].metres(to: place) <= 35 }
      guard let leaves = near.last else {
        calls[stop] = Call(reached: -.infinity, left: -.infinity)
        continue
      }
      var comes = leaves
      while comes > 0, points[comes - 1].metres(to: place) <= 35 { comes -= 1 }
      calls[stop] = Call(reached: Double(comes), left: Double(leaves))
      until = Double(comes)
    }
    self.init(points: points, start: 0, calls: calls)
  }
}
