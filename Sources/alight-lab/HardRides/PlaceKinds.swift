import Foundation
import Journey

/// Riders who are, or seem to be, near the destination before they travel.
extension HardRideKind {
  /// The phone's first word is where it was kept before: at the destination.
  static let cachedDestination = HardRideKind("cached-destination") { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    let place = outing.line.places[outing.destination]
    let count = 1 + outing.random.below(4)
    let start = outing.track.start
    let accuracy = [5.0, 15, 30][outing.random.below(3)]
    for index in 0..<count {
      let error = 8.0
      let spot = place.moved(north: error * outing.random.normal(), east: error * outing.random.normal())
      let time = start - Double(count - index)
      outing.reception.cached.append(
        Reception.Received(comes: start, taken: time, position: spot, accuracy: accuracy, speed: nil))
    }
    outing.note = "\(count) fixes"
    return outing
  }

  /// The rider walks or rides past the destination on the way to the origin.
  static let passesDestinationFirst = HardRideKind("passes-destination-first") { random in
    let line = MadeUpLine(
      stops: 6 + random.below(4), vehicle: .townBus, departure: Outing.departure, using: &random)
    let (board, end) = (0, 3 + random.below(line.metres.count - 4))
    let isRiding = random.uniform() < 0.6
    let back = line.metres[end] - line.metres[board]
    let speed = isRiding ? 9.0 : 1.4
    var outing = Outing(
      line, from: board, to: end, before: (back + 400) / speed + 60 + 240 * random.uniform(), using: random)
    outing.startOver(at: line.way.position(at: line.metres[end] + 180))
    if isRiding {
      outing.track.drive(line.way, from: line.metres[end] + 180, to: line.metres[board], speed: speed)
    } else {
      outing.track.walk(to: line.places[end])
      outing.track.drive(line.way, from: line.metres[end], to: line.metres[board], speed: 1.4)
    }
    outing.track.walk(to: line.places[board])
    outing.drive()
    outing.note = isRiding ? "rides" : "walks"
    return outing
  }

  /// The line goes round: boarding and destination lie 80 to 350 m apart, and the ride is nearly the whole loop.
  static let startsNearDestination = HardRideKind("starts-near-destination") { random in
    let gap = 80 + 270 * random.uniform()
    return loop(gap: gap, laps: 1, using: &random)
  }

  /// The line ends where it begins, at the same stop.
  static let closedLoop = HardRideKind("closed-loop") { random in loop(gap: 0, laps: 1, using: &random) }

  /// The rider stays in a line that goes round until it comes by the second time.
  static let twoLaps = HardRideKind("two-laps") { random in loop(gap: 0, laps: 2, using: &random) }

  /// A loop of streets of 3 to 6 km.
  private static func loop(gap: Double, laps: Int, using random: inout SplitMix) -> Outing {
    let (long, short) = (700 + 800 * random.uniform(), 500 + 600 * random.uniform())
    let round = 2 * (long + short)
    var streets = Streets(heading: 2 * .pi * random.uniform())
    let side = random.uniform() < 0.5 ? 1.0 : -1
    for _ in 0..<laps {
      for (index, metres) in [long, short, long, short].enumerated() {
        if index == 0 { streets.ahead(metres) } else { streets.turn(side * .pi / 2, ahead: metres) }
      }
      streets.heading += side * .pi / 2
    }
    streets.ahead(long / 2)
    let count = max(6, Int(round / 400))
    let begin = 100 + 100 * random.uniform()
    // The last stop lies a gap short of the place where the ride begins.
    let leg = (round - gap / Double(laps)) / Double(count)
    let placed = (0...count * laps).map { begin + (leg * Double($0)).rounded() }
    var destination = placed.count - 1
    if laps == 2 { destination = count + 2 + random.below(count - 2) }
    let line = MadeUpLine(
      streets, stops: placed, vehicle: .townBus, departure: Outing.departure, using: &random)
    var outing = Outing(line, from: 0, to: destination, using: random)
    outing.drive()
    return outing
  }
}

extension Outing {
  /// The rider is first seen somewhere else than at the boarding stop.
  fileprivate mutating func startOver(at place: Position) {
    track = Track(at: place, start: track.start)
  }
}
