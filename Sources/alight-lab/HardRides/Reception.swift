import Alerts
import Foundation
import Journey
import Rehearsal

/// What a phone makes of a track: errors that wander, an accuracy that is a guess, fixes that are lost, jumps, and what the kind of
/// the ride puts on top.
struct Reception {
  /// A fix with the moment at which it comes in, in seconds of the true clock.
  struct Received {
    var comes: Double
    var taken: Double
    var position: Position
    var accuracy: Double?
    var speed: Double?
  }

  /// Radius that holds 68 % of the positions, for a deviation of 1 to each side.
  private static let radius = 1.51

  /// Metres of standard deviation to each side.
  var deviation: Double
  /// The claimed accuracy as a share of the true one; nil where none is claimed.
  var claim: Double?
  var tellsSpeed: Bool
  var lost = 0.03
  var jumps = 0.0015
  /// Seconds between fixes.
  var every = 1.0
  /// Stretches of the true clock without a fix.
  var dark: [ClosedRange<Double>] = []
  /// Seconds between rough fixes in the dark, as the networks of underground stations give them; nil for none.
  var roughEvery: Double?
  /// A stretch in which the place of its beginning is repeated, with this accuracy; and whether the speed goes on being true.
  var frozen: (during: ClosedRange<Double>, accuracy: Double?, knowsSpeed: Bool)?
  /// Stretches whose fixes come in all together at the end, newest first or last.
  var backlogs: [(during: ClosedRange<Double>, isReversed: Bool)] = []
  /// A stretch in which the position drifts aside by so many metres and back.
  var drift: (during: ClosedRange<Double>, north: Double, east: Double)?
  /// Fixes of places kept from before, which come first of all.
  var cached: [Received] = []

  init(using random: inout SplitMix) {
    deviation = 2 + 8 * random.uniform()
    claim = random.uniform() < 0.9 ? 0.6 + 0.8 * random.uniform() : nil
    tellsSpeed = random.uniform() < 0.5
  }

  /// The fixes in the order in which they come in.
  func fixes(of track: Track, using random: inout SplitMix) -> [Received] {
    var fixes = cached
    var wandering = WanderingError(deviation: deviation, using: &random)
    var inTheLight = 60.0
    var next = track.start + every * random.uniform()
    var held: Received?
    for (second, place) in track.points.enumerated() {
      let time = track.start + Double(second)
      let error = wandering.next(using: &random)
      let (isLost, isJump) = (random.uniform() < lost, random.uniform() < jumps)
      if dark.contains(where: { $0.contains(time) }) {
        inTheLight = 0
        if let roughEvery, time >= next {
          next = time + roughEvery * (0.7 + 0.6 * random.uniform())
          let spot = place.moved(north: 25 * random.normal(), east: 25 * random.normal())
          fixes.append(
            Received(comes: time, taken: time, position: spot, accuracy: 35 + 30 * random.uniform(), speed: nil))
        }
        continue
      }
      inTheLight += 1
      guard time >= next else { continue }
      next = max(next + every, time)
      if isLost { continue }
      // A receiver that has just come out of the dark finds its place over some seconds.
      let factor: Double = isJump ? 12 : inTheLight < 6 ? 3 : 1
      let share = drift.map { Self.share(of: $0.during, at: time) } ?? 0
      let position = place.moved(
        north: factor * error.north + share * (drift?.north ?? 0),
        east: factor * error.east + share * (drift?.east ?? 0))
      let speed = second > 0 ? max(0, place.metres(to: track.points[second - 1]) + 0.3 * random.normal()) : 0
      var fix = Received(
        comes: time, taken: time, position: position,
        accuracy: claim.map { (10 * Self.radius * deviation * $0 * factor).rounded() / 10 },
        speed: tellsSpeed ? speed : nil)
      if let frozen, frozen.during.contains(time) {
        let first = held ?? fix
        held = first
        fix.position = first.position
        fix.accuracy = frozen.accuracy
        fix.speed = frozen.knowsSpeed ? fix.speed : fix.speed.map { _ in 0 }
      }
      fixes.append(fix)
    }
    return backlogs.isEmpty ? fixes : late(fixes)
  }

  /// How far a drift has come at a moment: up over a quarter of its time, and down again over the last.
  private static func share(of during: ClosedRange<Double>, at time: Double) -> Double {
    guard during.contains(time) else { return 0 }
    let gone = (time - during.lowerBound) / (during.upperBound - during.lowerBound)
    return min(1, 4 * gone, 4 * (1 - gone))
  }

  private func late(_ fixes: [Received]) -> [Received] {
    var order: [(fix: Received, place: Int)] = []
    for (index, fix) in fixes.enumerated() {
      var (fix, place) = (fix, index)
      if let backlog = backlogs.first(where: { $0.during.contains(fix.taken) }) {
        fix.comes = backlog.during.upperBound
        if backlog.isReversed { place = -index }
      }
      order.append((fix, place))
    }
    return order.sorted { ($0.fix.comes, $0.place) < ($1.fix.comes, $1.place) }.map(\.fix)
  }
}
