import Foundation
import Journey

/// Vehicles that leave out stops or take another way, and legs that are longer or shorter than others.
extension HardRideKind {
  /// Nobody wants the stop before, or those before it: the vehicle passes without stopping.
  static let passedStop = HardRideKind("passed-stop", underWay: true) { random in
    var outing = Outing.plain(random.uniform() < 0.7 ? .townBus : .countryBus, using: &random)
    let skips = (1..<outing.destination).filter { $0 == outing.before || outing.random.uniform() < 0.3 }
    outing.drive(Trip(skips: Set(skips)))
    return outing
  }

  /// An express on the way of the local line: it passes two thirds of the stops, slows at some, and the timetable names its own
  /// alone.
  static let expressOnLocal = HardRideKind("express-on-local", underWay: true) { random in
    var outing = Outing.plain(random.uniform() < 0.5 ? .metro : .townBus, stops: 11...18, using: &random)
    let kept = outing.line.metres.indices.filter {
      $0 == 0 || $0 == outing.destination || $0 == outing.destination + 1 || outing.random.uniform() < 0.35
    }
    outing.knownStops = kept
    let served = Set(kept)
    // Now and then it stands for a moment where the local one stops.
    let held = outing.line.metres.indices.dropLast().filter { !served.contains($0) && outing.random.uniform() < 0.3 }
    let jams = held.map { (leg: $0, share: 0.01, seconds: 5 + 25 * outing.random.uniform()) }
    outing.drive(Trip(jams: jams, skips: Set(outing.line.metres.indices).subtracting(served)))
    return outing
  }

  /// Streets 100 to 400 m aside for some stops, which nobody serves there; then back on the line before the destination.
  static let diversion = HardRideKind("diversion", underWay: true) { random in
    let line = MadeUpLine(
      stops: 10 + random.below(4), vehicle: .townBus, departure: Outing.departure, using: &random)
    let destination = line.metres.count - 2
    var outing = Outing(line, from: 0, to: destination, using: random)
    let aside = (100 + 300 * outing.random.uniform()) * (outing.random.uniform() < 0.5 ? 1 : -1)
    let left = 1 + outing.random.below(3)
    let first = 1 + outing.random.below(destination - left)
    let skipped = Set(first..<min(destination, first + left))
    let leaving = line.metres[first] - 100 - 60 * outing.random.uniform()
    let joining = line.metres[first + skipped.count - 1] + 80 + 60 * outing.random.uniform()
    outing.drive(
      Trip(
        skips: skipped, driven: line.aside(by: aside, from: leaving, to: min(joining, line.metres[destination] - 60)))
    )
    outing.note = "\(Int(abs(aside))) m, \(skipped.contains(outing.before) ? "with" : "without") the stop before"
    return outing
  }

  /// The vehicle takes the other branch of the line, before the stop before the destination, and the rider has not noticed: no last
  /// call is due.
  static let wrongBranch = HardRideKind("wrong-branch", underWay: true) { random in
    let line = MadeUpLine(
      stops: 9 + random.below(4), vehicle: .any(using: &random), departure: Outing.departure, using: &random)
    let destination = line.metres.count - 2
    var outing = Outing(line, from: 0, to: destination, using: random)
    let fork = max(1, destination - 2 - outing.random.below(3))
    outing.board(Trip())
    outing.ride(Trip(), from: 0, to: fork)
    // Off at a crossing after the stop, at 30 to 90 degrees, and on from stop to stop.
    let at = line.metres[fork] + 60 + 100 * outing.random.uniform()
    let angle = (0.5 + outing.random.uniform()) * (outing.random.uniform() < 0.5 ? 1 : -1)
    let (from, here) = (line.way.position(at: at - 20), line.way.position(at: at))
    var streets = Streets(heading: from.bearing(to: here) + angle)
    let legs = (0..<4).map { _ in line.vehicle.legs.any(using: &outing.random) }
    streets.wind(legs.reduce(0, +), hasCorners: line.vehicle.hasCorners, using: &outing.random)
    let branch = Way(streets.points(from: here))
    outing.track.drive(
      line.way, from: line.metres[fork], to: at, speed: line.speed, acceleration: line.vehicle.acceleration)
    var place = 0.0
    for leg in legs {
      outing.track.drive(
        branch, from: place, to: min(branch.length, place + leg), speed: line.speed,
        acceleration: line.vehicle.acceleration)
      outing.track.stand(for: line.vehicle.dwellSeconds(using: &outing.random))
      place += leg
    }
    outing.note = "\(destination - fork) legs before"
    return outing
  }

  /// The rider sits in the vehicle of the other direction to its end: no last call is due.
  static let wrongDirection = HardRideKind("wrong-direction") { random in
    let line = MadeUpLine(
      stops: 13 + random.below(4), vehicle: .any(using: &random), departure: Outing.departure, using: &random)
    let boarding = 6
    var outing = Outing(line, from: boarding, to: boarding + 3 + random.below(3), using: random)
    outing.board(Trip())
    for stop in (0..<boarding).reversed() {
      outing.track.drive(
        line.way, from: line.metres[stop + 1], to: line.metres[stop], speed: line.speed,
        acceleration: line.vehicle.acceleration)
      outing.track.stand(for: line.vehicle.dwellSeconds(using: &outing.random))
    }
    return outing
  }

  /// Stops 150 to 250 m apart, 25 seconds from one to the next.
  static let shortLegs = HardRideKind("short-legs", underWay: true) { random in
    var vehicle = Vehicle.townBus
    vehicle.legs = 150...250
    vehicle.speed = 8...11
    vehicle.dwell = (9, 0.6)
    vehicle.lights = (0.1, 5...30)
    var outing = Outing.plain(vehicle, stops: 8...18, using: &random)
    outing.drive()
    return outing
  }

  /// 40 m/s, and a minute and a half between stops.
  static let fastTrain = HardRideKind("fast-train", underWay: true) { random in
    var vehicle = Vehicle.train
    vehicle.legs = 2600...4200
    vehicle.speed = 38...44
    vehicle.acceleration = 0.9
    var outing = Outing.plain(vehicle, stops: 5...9, using: &random)
    outing.drive()
    return outing
  }

  /// Wide water, long legs, and minutes before a pier until the berth is free.
  static let ferry = HardRideKind("ferry", underWay: true) { random in
    var outing = Outing.plain(.ferry, stops: 3...5, using: &random)
    let jams = (0..<outing.destination).filter { _ in outing.random.uniform() < 0.5 }.map { leg in
      (leg: leg, share: 0.9, seconds: 30 + 150 * outing.random.uniform())
    }
    outing.drive(Trip(jams: jams))
    return outing
  }
}

extension MadeUpLine {
  /// The way with a stretch of it moved aside: out by a side street, along and back by another.
  func aside(by metres: Double, from begin: Double, to end: Double) -> (way: Way, metres: [Double]) {
    // A parallel street of a straight one: a winding one would cross itself.
    let (leaving, joining) = (way.position(at: begin), way.position(at: end))
    let out = leaving.beside(from: leaving, to: joining, metres: metres)
    let back = joining.beside(from: leaving, to: joining, metres: metres)
    let driven = way.cut(from: 0, to: begin) + [out, back] + way.cut(from: end, to: way.length)
    let (side, along) = (abs(metres), out.metres(to: back))
    let moved = self.metres.map { place -> Double in
      if place <= begin { return place }
      if place >= end { return place - end + begin + 2 * side + along }
      return begin + side + along * (place - begin) / (end - begin)
    }
    return (Way(driven), moved)
  }
}

extension Position {
  /// Radians from north to the east, for short ways.
  func bearing(to other: Position) -> Double {
    atan2((other.longitude - longitude) * cos(latitude * .pi / 180), other.latitude - latitude)
  }
}
