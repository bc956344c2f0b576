import Foundation
import Journey

/// Clocks that are set in the ride, and runs that are not where the timetable has them.
extension HardRideKind {
  static let clockBack = HardRideKind("clock-back") { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    outing.leap = ClockLeap(at: outing.moment(outing.random.uniform()).rounded(), by: -3600, clock: .machine)
    outing.mayLosePosition()
    return outing
  }

  static let clockForward = HardRideKind("clock-forward") { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    let by = [3600.0, 600, 120][outing.random.below(3)]
    outing.leap = ClockLeap(at: outing.moment(outing.random.uniform()).rounded(), by: by, clock: .machine)
    outing.note = "\(Int(by)) s"
    outing.mayLosePosition()
    return outing
  }

  /// Nobody notices: the clock that fixes are stamped by is off from the start, or is set on the way.
  static let phoneClock = HardRideKind("phone-clock") { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    let isSetOnTheWay = outing.random.uniform() < 0.5
    let by = [-3600, -300, -45, 45, 300, 3600][outing.random.below(6)]
    let clock = outing.random.uniform() < 0.7 ? ClockLeap.Clock.phone : .unnoticed
    let at = isSetOnTheWay ? outing.moment(outing.random.uniform()).rounded() : 0
    outing.leap = ClockLeap(at: at, by: Double(by), clock: isSetOnTheWay ? clock : .phone)
    outing.note = "\(isSetOnTheWay ? "\(clock) set" : "phone off") by \(by) s"
    return outing
  }

  /// The run comes 30, 90 or 300 minutes late, and the rider waits for it.
  static let lateRun = HardRideKind("late-run") { random in
    var outing = Outing.plain(using: &random)
    let minutes = [30.0, 30, 90, 300][outing.random.below(4)]
    outing.drive(Trip(late: minutes * 60 * (0.9 + 0.2 * outing.random.uniform())))
    outing.note = "\(Int(minutes)) min"
    return outing
  }

  /// The run leaves 20 minutes before its time, or less.
  static let earlyRun = HardRideKind("early-run") { random in
    let line = MadeUpLine(
      stops: 6 + random.below(8), vehicle: .any(using: &random), departure: Outing.departure, using: &random)
    let minutes = [20.0, 10, 5][random.below(3)]
    var outing = Outing(
      line, from: 0, to: line.metres.count - 2, before: minutes * 60 + 30 + 60 * random.uniform(), using: random)
    outing.drive(Trip(late: -minutes * 60))
    outing.note = "\(Int(minutes)) min"
    return outing
  }

  /// The rider misses theirs and takes the one after it, 7 to 20 minutes later.
  static let nextVehicle = HardRideKind("next-vehicle") { random in
    var outing = Outing.plain(using: &random)
    outing.drive(Trip(late: 60 * (7 + 13 * outing.random.uniform())))
    outing.mayLosePosition()
    return outing
  }

  /// Another run of the line, earlier or later, slower or faster than planned, which leaves out stops.
  static let anotherRun = HardRideKind("another-run") { random in
    let line = MadeUpLine(
      stops: 8 + random.below(8), vehicle: .any(using: &random), departure: Outing.departure, using: &random)
    let minutes = [-12.0, -6, 10, 25, 60][random.below(5)]
    var outing = Outing(
      line, from: 0, to: line.metres.count - 2, before: max(0, -60 * minutes) + 60, using: random)
    let skips = (1..<line.metres.count - 3).filter { _ in outing.random.uniform() < 0.4 }
    outing.drive(
      Trip(late: 60 * minutes, skips: Set(skips), speed: line.speed * (0.75 + 0.5 * outing.random.uniform())))
    outing.note = "\(Int(minutes)) min"
    return outing
  }

  /// The vehicle stands in traffic for 3 to 12 minutes, away from any stop, on the last legs more often than not.
  static let trafficJam = HardRideKind("traffic-jam", underWay: true) { random in
    var outing = Outing.plain(random.uniform() < 0.7 ? .townBus : .countryBus, stops: 6...12, using: &random)
    let leg =
      outing.random.uniform() < 0.6
      ? outing.destination - 1 - outing.random.below(3) : outing.random.below(outing.destination)
    let seconds = 180 + 540 * outing.random.uniform()
    let share = 0.25 + 0.5 * outing.random.uniform()
    outing.drive(Trip(jams: [(leg, share, seconds)]))
    outing.truth.forgivesEarly = true
    outing.note = "\(Int(seconds)) s, \(outing.destination - leg) legs before"
    return outing
  }

  /// The vehicle waits ten minutes: in the light, before a tunnel hides the last legs; or at the stop before, in the dark.
  static let waitsInTunnel = HardRideKind("waits-in-tunnel") { random in
    var outing = Outing.plain(.metro, stops: 6...12, using: &random)
    let isKnown = outing.random.uniform() < 0.7
    let stop = isKnown ? outing.before - 1 - outing.random.below(3) : outing.before
    let seconds = 500 + 200 * outing.random.uniform()
    outing.drive(Trip(stands: [stop: seconds]))
    let begin = (outing.calls.left[stop] ?? 0) - (isKnown ? -10 : seconds + 60)
    let end = isKnown ? outing.track.clock : (outing.calls.left[stop] ?? 0) + 5
    outing.reception.dark = [begin...max(begin, end)]
    outing.note = isKnown ? "waited in the light" : "waits in the dark"
    return outing
  }
}

extension Outing {
  /// In every third ride no position comes in from some moment on.
  fileprivate mutating func mayLosePosition() {
    guard random.uniform() < 0.33 else { return }
    let begin = moment(0.1 + 0.8 * random.uniform())
    reception.dark.append(begin...1e6)
    note += (note.isEmpty ? "" : ", ") + "position lost"
  }
}
