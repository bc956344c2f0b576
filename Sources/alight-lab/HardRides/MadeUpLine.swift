import Foundation
import Journey

/// A line that exists nowhere, as its operator has planned it, with the way that its vehicles really drive.
struct MadeUpLine {
  var vehicle: Vehicle
  /// The way on the operator's map.
  let points: [Position]
  let way: Way
  /// Metres along the way of each stop.
  let metres: [Double]
  /// Where the map has each stop: a few metres beside the way.
  var places: [Position]
  /// m/s between stops.
  let speed: Double
  /// Planned seconds of arrival and departure at each stop, the first departing at `departure`.
  private(set) var arrivals: [Double] = []
  private(set) var departures: [Double] = []

  /// A line through streets, with stops at so many metres.
  /// - Parameters:
  ///   - departure: Planned seconds of the true clock at the first stop.
  ///   - isInMinutes: Whether the timetable is to the minute; nil for every second line.
  init(
    _ streets: Streets, stops: [Double], vehicle: Vehicle, departure: Double, isInMinutes: Bool? = nil,
    using random: inout SplitMix
  ) {
    let origin = Position(
      latitude: 40 + 20 * random.uniform(), longitude: -5 + 25 * random.uniform())
    points = streets.points(from: origin)
    way = Way(points)
    metres = stops
    self.vehicle = vehicle
    speed = vehicle.speed.any(using: &random)
    let (way, aside) = (way, 3 + 7 * random.uniform())
    places = stops.map { along in
      let (here, on) = (way.position(at: along), way.position(at: along + 5))
      let before = way.position(at: along - 5)
      return here.beside(from: before, to: on, metres: aside)
    }
    plan(departure: departure, isInMinutes: isInMinutes ?? (random.uniform() < 0.5), using: &random)
  }

  /// Stops on a winding way.
  init(
    stops: Int, vehicle: Vehicle, departure: Double, isInMinutes: Bool? = nil, using random: inout SplitMix
  ) {
    var metres = [30.0]
    for _ in 1..<stops { metres.append(metres[metres.count - 1] + vehicle.legs.any(using: &random).rounded()) }
    var streets = Streets(heading: 2 * .pi * random.uniform())
    streets.wind(metres[metres.count - 1] + 60, hasCorners: vehicle.hasCorners, using: &random)
    self.init(
      streets, stops: metres, vehicle: vehicle, departure: departure, isInMinutes: isInMinutes, using: &random)
  }

  /// What the operator plans: the mean of what happens.
  private mutating func plan(departure: Double, isInMinutes: Bool, using random: inout SplitMix) {
    let lights = vehicle.lights.share * (vehicle.lights.seconds.lowerBound + vehicle.lights.seconds.upperBound) / 2
    let slack = 1.02 + 0.1 * random.uniform()
    var exact = departure
    arrivals = [departure]
    departures = [departure]
    for index in 1..<metres.count {
      let leg = SpeedProfile(
        metres: max(1, metres[index] - metres[index - 1]), speed: 0.92 * speed, acceleration: vehicle.acceleration)
      exact += (leg.seconds + lights) * slack
      let standing = vehicle.dwell.median
      if isInMinutes {
        // Rounded down: nobody may leave before the time that riders read.
        let minute = departure + ((exact + standing - departure) / 60).rounded(.down) * 60
        arrivals.append(max(minute, departures[index - 1]))
        departures.append(arrivals[index])
      } else {
        arrivals.append(exact.rounded())
        departures.append((exact + standing).rounded())
      }
      exact += standing
    }
  }

  /// The ride between two of the stops, with what the feed knows of it.
  /// - Parameter knownStops: the indices of the stops that the timetable names; nil for all.
  func ride(from first: Int, to last: Int, knownStops: [Int]? = nil, epoch: Date) -> Ride {
    func stop(_ index: Int) -> RideStop {
      RideStop(
        stop: Stop(name: "Stop \(index)", position: places[index]), arrival: epoch.addingTimeInterval(arrivals[index]),
        departure: epoch.addingTimeInterval(departures[index]), metres: metres[index] - metres[first])
    }
    let indices = (knownStops ?? Array(metres.indices)).filter { (first...last).contains($0) }
    return Ride(
      tripID: "made up", line: "1", serviceDay: "2026-06-15", zone: "UTC", stops: indices.map(stop),
      next: last + 1 < metres.count ? stop(last + 1) : nil,
      shape: way.cut(from: metres[first], to: metres[last]))
  }
}

extension Position {
  /// So many metres to the right of here, for one who goes from one point to another.
  func beside(from: Position, to: Position, metres: Double) -> Position {
    let degree = Double.pi / 180
    let north = to.latitude - from.latitude
    let east = (to.longitude - from.longitude) * cos(latitude * degree)
    let length = (north * north + east * east).squareRoot()
    guard length > 0 else { return self }
    return moved(north: -metres * east / length, east: metres * north / length)
  }
}
