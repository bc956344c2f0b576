import Foundation
import Journey

/// Receivers that report what is not so, too little or too late.
extension HardRideKind {
  /// For eight minutes the fixes keep coming, with new times and one place.
  static let freezesForMinutes = HardRideKind("freezes-for-minutes", underWay: true) { random in
    var outing = Outing.plain(stops: 7...14, using: &random)
    outing.drive()
    let begin = outing.moment(0.05 + 0.85 * outing.random.uniform())
    outing.freeze(begin...begin + 480)
    return outing
  }

  /// The same from some moment on to the end.
  static let freezesToTheEnd = HardRideKind("freezes-to-the-end", underWay: true) { random in
    var outing = Outing.plain(stops: 6...14, using: &random)
    outing.drive()
    let begin = outing.moment(0.1 + 0.8 * outing.random.uniform())
    outing.freeze(begin...begin + 1e6)
    return outing
  }

  /// Fixes of a stretch of one to ten minutes come in late, all at once and in either order.
  static let backlog = HardRideKind("backlog") { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    let begin = outing.moment(0.1 + 0.8 * outing.random.uniform())
    let seconds = 60 + 540 * outing.random.uniform()
    outing.reception.backlogs = [(begin...begin + seconds, outing.random.uniform() < 0.3)]
    return outing
  }

  /// A fix in 30 s, as vehicles report themselves.
  static let sparseFixes = HardRideKind("sparse-fixes", underWay: true) { random in
    var outing = Outing.plain(random.uniform() < 0.7 ? .townBus : .countryBus, stops: 6...14, using: &random)
    outing.drive()
    outing.reception.every = 28 + 4 * outing.random.uniform()
    outing.reception.jumps = 0
    return outing
  }

  /// No position from before boarding until after the arrival. The vehicle keeps its timetable, and that is to the second: nothing
  /// else could tell a last call where it belongs.
  static let noPosition = HardRideKind("no-position") { random in
    var outing = Outing.plain(isInMinutes: false, using: &random)
    outing.drive(Trip(late: 5 * random.uniform(), keepsTime: true))
    outing.reception.dark = [0...1e6]
    return outing
  }

  /// Errors of 40 to 60 m, and no word of it.
  static let unclaimedNoise = HardRideKind("unclaimed-noise", underWay: true) { random in
    var outing = Outing.plain(using: &random)
    outing.drive()
    outing.reception.deviation = (40 + 20 * outing.random.uniform()) / 1.51
    outing.reception.claim = nil
    return outing
  }

  /// Reflections between tall houses push the position 60 to 150 m aside for some minutes, and the receiver is sure of it.
  static let drift = HardRideKind("drift", underWay: true) { random in
    var outing = Outing.plain(.townBus, stops: 6...14, using: &random)
    outing.drive()
    let begin = outing.moment(0.2 + 0.7 * outing.random.uniform())
    let (metres, angle) = (60 + 90 * outing.random.uniform(), 2 * .pi * outing.random.uniform())
    outing.reception.drift = (
      begin...begin + 90 + 150 * outing.random.uniform(), metres * cos(angle), metres * sin(angle)
    )
    return outing
  }
}

extension Outing {
  /// The receiver repeats one place, as good as ever or worse by its own word, with its speed true or none.
  fileprivate mutating func freeze(_ during: ClosedRange<Double>) {
    let isSure = random.uniform() < 0.5
    reception.frozen = (during, isSure ? 4 + 6 * random.uniform() : 40 + 50 * random.uniform(), random.uniform() < 0.5)
    truth.forgivesEarly = true
    note =
      (isSure ? "sure" : "unsure") + (reception.tellsSpeed && reception.frozen?.knowsSpeed == true ? ", speed" : "")
  }
}
