import Foundation
import Journey

/// Lines that come by a place more than once.
extension HardRideKind {
  /// The destination is served on the way out and on the way back, and the rider wants the second.
  static let comesByTwice = HardRideKind("comes-by-twice") { random in
    outAndBack(aside: 6 + 4 * random.uniform(), using: &random)
  }

  /// Out along a street and back on its other side, with errors of 15 to 30 m: the destination is on the way back.
  static let outAndBack = HardRideKind("out-and-back") { random in
    var outing = outAndBack(aside: 5 + 4 * random.uniform(), using: &random)
    outing.reception.deviation = (15 + 15 * outing.random.uniform()) / 1.51
    return outing
  }

  /// Both directions lie 15 to 60 m apart as on one-way pairs, and every stop has another across.
  static let parallelStops = HardRideKind("parallel-stops") { random in
    outAndBack(aside: 8 + 22 * random.uniform(), using: &random)
  }

  /// Out, round and back again. Where the feed names the place the same both times, the rider wants the second.
  /// - Parameter aside: metres of each direction from the middle of the street.
  private static func outAndBack(aside: Double, using random: inout SplitMix) -> Outing {
    let count = 3 + random.below(5)
    let vehicle = random.uniform() < 0.7 ? Vehicle.townBus : .tram
    let legs = (0..<count).map { _ in vehicle.legs.any(using: &random).rounded() }
    let out = legs.reduce(60, +)
    var streets = Streets(heading: 2 * .pi * random.uniform())
    streets.ahead(out)
    // Round a block or in a turning loop, to the left where vehicles keep right.
    streets.arc(-.pi, radius: aside)
    streets.ahead(out)
    let turn = .pi * aside
    var stops = [30.0]
    for leg in legs.dropLast() { stops.append(stops[stops.count - 1] + leg) }
    let back = stops.reversed().map { 2 * out + turn - $0 }
    stops += back
    let line = MadeUpLine(streets, stops: stops, vehicle: vehicle, departure: Outing.departure, using: &random)
    let half = stops.count / 2
    let boarding = random.below(max(1, half - 2))
    // On the way back, at a place that the way out went by.
    let most = stops.count - 2 - boarding
    let destination = min(most, half + random.below(max(1, most - half + 1)))
    var outing = Outing(line, from: boarding, to: max(boarding + 2, destination), using: random)
    outing.drive()
    outing.note = "\(Int(2 * aside)) m apart"
    return outing
  }

  /// The rider takes the wrong direction for two or three stops, gets off and comes back past the boarding stop.
  static let wrongDirectionFirst = HardRideKind("wrong-direction-first") { random in
    let line = MadeUpLine(
      stops: 10 + random.below(4), vehicle: .any(using: &random), departure: Outing.departure, using: &random)
    let boarding = 3
    var outing = Outing(line, from: boarding, to: line.metres.count - 2, before: 120, using: random)
    let back = boarding - 1 - outing.random.below(2)
    outing.track.walk(to: line.way.position(at: line.metres[boarding]))
    outing.track.stand(for: 40)
    for stop in (back..<boarding).reversed() {
      outing.track.drive(
        line.way, from: line.metres[stop + 1], to: line.metres[stop], speed: line.speed,
        acceleration: line.vehicle.acceleration)
      outing.track.stand(for: 15)
    }
    outing.track.walk(to: line.places[back])
    outing.track.stand(for: 60 + 240 * outing.random.uniform())
    outing.track.walk(to: line.way.position(at: line.metres[back]))
    outing.track.stand(for: 12)
    outing.ride(Trip(), from: back, to: outing.destination)
    outing.arrive()
    outing.leave(Trip())
    return outing
  }

  /// Two stops across one square, served one after the other on both sides of a dual carriageway that the line turns round on.
  static let sideBySide = HardRideKind("side-by-side", underWay: true) { random in
    let vehicle = Vehicle.tram
    let (wide, long) = (12 + 30 * random.uniform(), 300 + 300 * random.uniform())
    let first = 60 + 700 * random.uniform()
    var streets = Streets(heading: 2 * .pi * random.uniform())
    streets.wind(1500 + first, hasCorners: true, using: &random)
    let at = 1500 + first
    streets.ahead(long)
    streets.turn(-.pi / 2, ahead: wide)
    streets.turn(-.pi / 2, ahead: long + 900)
    // Up to the square, past its stop, round, and the stop across: that one is the destination or the one before it.
    let stops = [30, 400, 800, 1200, at + 40, at + long - 30, at + 2 * long + wide - 40, at + 2 * long + wide + 500]
    let line = MadeUpLine(
      streets, stops: stops, vehicle: vehicle, departure: Outing.departure, using: &random)
    var outing = Outing(line, from: 0, to: 6, using: random)
    outing.drive()
    outing.note = "\(Int(wide)) m wide"
    return outing
  }

  /// After the stop before the vehicle drives on, turns round and comes back on the other side.
  static let uTurn = HardRideKind("u-turn", underWay: true) { random in
    let beyond = 150 + 250 * random.uniform()
    let back = 40 + (beyond + 500) * random.uniform()
    var streets = Streets(heading: 2 * .pi * random.uniform())
    streets.wind(2000, hasCorners: true, using: &random)
    streets.ahead(200 + beyond)
    streets.arc(-.pi, radius: 6)
    streets.ahead(back + 700)
    let turned = 2200 + beyond + 6 * .pi
    let stops = [30, 380, 760, 1150, 1560, 2200, turned + back, turned + back + 600]
    let line = MadeUpLine(
      streets, stops: stops, vehicle: .townBus, departure: Outing.departure, using: &random)
    var outing = Outing(line, from: 0, to: 6, using: random)
    outing.drive()
    outing.note = "\(Int(beyond)) m on, \(Int(back)) m back"
    return outing
  }

  /// The line ends in a loop: the last stop lies 25 to 80 m from the one before it, and 250 to 500 m by road.
  static let terminalLoop = HardRideKind("terminal-loop", underWay: true) { random in
    let (long, wide) = (70 + 120 * random.uniform(), 40 + 60 * random.uniform())
    var streets = Streets(heading: 2 * .pi * random.uniform())
    streets.wind(2000, hasCorners: true, using: &random)
    streets.ahead(100 + long)
    streets.turn(-.pi / 2, ahead: wide)
    streets.turn(-.pi / 2, ahead: long + 100)
    streets.turn(-.pi / 2, ahead: wide - 10)
    let end = 2100 + 2 * long + wide
    let stops = [30, 420, 800, 1190, 1600, 2060, end + 20 * random.uniform()]
    let line = MadeUpLine(
      streets, stops: stops, vehicle: .townBus, departure: Outing.departure, using: &random)
    var outing = Outing(line, from: 0, to: 6, using: random)
    outing.drive()
    return outing
  }

  /// The vehicle sets down near the stop before, waits in a loop 40 to 70 m from it, comes back to it and goes on.
  static let layoverNearStopBefore = HardRideKind("layover-near-stop-before", underWay: true) { random in
    var outing = Outing.plain(.townBus, stops: 5...9, using: &random)
    let (line, before) = (outing.line, outing.before)
    outing.board(Trip())
    outing.ride(Trip(), from: 0, to: before)
    let away = 40 + 30 * outing.random.uniform()
    // Into the loop beside the stop or a little on along the street, and back to the stop after the wait.
    let isBeside = outing.random.uniform() < 0.6
    let here = line.way.position(at: line.metres[before])
    let loop =
      isBeside
      ? Way([
        here,
        here.beside(
          from: line.way.position(at: line.metres[before] - 5), to: line.way.position(at: line.metres[before] + 5),
          metres: away),
      ]) : line.way
    let (from, to) = isBeside ? (0, away) : (line.metres[before], line.metres[before] + away)
    outing.track.stand(for: 10 + 20 * outing.random.uniform())
    outing.track.drive(loop, from: from, to: to, speed: 5)
    outing.track.stand(for: 60 + 300 * outing.random.uniform())
    outing.track.drive(loop, from: to, to: from, speed: 5)
    outing.track.stand(for: 10 + 20 * outing.random.uniform())
    outing.leaves(before)
    outing.ride(Trip(), from: before, to: outing.destination)
    outing.arrive()
    outing.leave(Trip())
    outing.note = isBeside ? "beside" : "along"
    return outing
  }

  /// The line serves one stop, drives a spur and serves it again; the destination comes after that.
  static let servedTwice = HardRideKind("served-twice") { random in
    let spur = 150 + 400 * random.uniform()
    var streets = Streets(heading: 2 * .pi * random.uniform())
    streets.wind(1300, hasCorners: true, using: &random)
    // The spur leaves to the right and comes back to the same corner.
    streets.turn(.pi / 2, ahead: spur)
    streets.turn(.pi, ahead: spur)
    streets.turn(.pi / 2, ahead: 5)
    let corner = 1300 + 2 * spur
    streets.ahead(900)
    let stops = [30, 400, 820, 1290, 1300 + spur, corner + 15, corner + 350, corner + 700]
    let line = MadeUpLine(
      streets, stops: stops, vehicle: .townBus, departure: Outing.departure, using: &random)
    var outing = Outing(line, from: 0, to: 6, using: random)
    // In a feed without the spur's own stop one place comes twice in a row.
    if outing.random.uniform() < 0.5 { outing.knownStops = [0, 1, 2, 3, 5, 6, 7] }
    outing.drive()
    outing.note = outing.knownStops == nil ? "spur has a stop" : "twice in a row"
    return outing
  }
}
