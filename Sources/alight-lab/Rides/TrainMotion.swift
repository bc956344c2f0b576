import Journey
import Alerts
import Foundation

/// How a train moves from stop to stop: it starts and brakes as trains do, stands for as long as its riders need, is held at
/// signals and gathers delay, all by chance.
struct TrainMotion {
  /// A place where the train stops.
  struct Call {
    var metres: Double
    /// Seconds by the timetable.
    var arrival: Double
    var departure: Double
  }

  /// m/s², comfortable for standing riders.
  private static let acceleration = 1.0
  /// m/s, the fastest that metros and suburban trains run.
  private static let fastest = 36.0
  /// Seconds that a train stands: median and logarithmic spread; 8 to 120 s cover what was seen.
  private static let dwell = (median: 22.0, spread: 0.5)
  /// Share of legs on which a signal holds the train, and for how long.
  private static let held = (share: 0.12, seconds: 10.0...90.0)

  /// Metres along at each second from `start` on.
  private(set) var metres: [Double] = []
  let start: Double
  /// Seconds at which it came to a stop at each call, and at which it began to move again.
  private(set) var arrived: [Double] = []
  private(set) var left: [Double] = []
  private var clock: Double
  private var place: Double

  /// - Parameters:
  ///   - start: Seconds at which the train is first seen, standing at its first call.
  ///   - late: Seconds behind the timetable when it leaves its first call.
  ///   - standstill: A call at which it stands for so many seconds more.
  init(
    _ calls: [Call], start: Double, late: Double, standstill: (call: Int, seconds: Double)? = nil,
    using random: inout SplitMix
  ) {
    self.start = start
    clock = start
    place = calls[0].metres
    metres = [place]
    arrived = [start]
    wait(until: max(start + 1, calls[0].departure + late))
    left = [clock]
    for index in 1..<calls.count {
      let planned = calls[index].arrival - calls[index - 1].departure
      // A timetable that gives one time for both keeps the standing in the leg.
      let standing = calls[index].departure - calls[index].arrival < 8 ? Self.dwell.median : 0
      run(to: calls[index].metres, in: max(20, planned - standing) * exp(0.08 * random.normal()), using: &random)
      arrived.append(clock)
      var dwell = min(120, max(8, Self.dwell.median * exp(Self.dwell.spread * random.normal())))
      if let standstill, standstill.call == index { dwell += standstill.seconds }
      if index == calls.count - 1 { dwell = 150 }
      wait(until: clock + dwell)
      left.append(clock)
    }
  }

  private mutating func wait(until end: Double) {
    let here = place
    clock = end
    fill(to: end) { _ in here }
  }

  private mutating func run(to end: Double, in seconds: Double, using random: inout SplitMix) {
    let from = place
    guard random.uniform() < Self.held.share, end - from > 600 else { return accelerate(to: end, in: seconds) }
    let stop = from + (end - from) * (0.2 + 0.6 * random.uniform())
    accelerate(to: stop, in: seconds * (stop - from) / (end - from))
    wait(until: clock + Self.held.seconds.lowerBound + 80 * random.uniform())
    accelerate(to: end, in: seconds * (end - stop) / (end - from))
  }

  /// Up to a speed, on at that speed and down again; later than asked where even the fastest train is.
  private mutating func accelerate(to end: Double, in seconds: Double) {
    let (from, began, way) = (place, clock, end - place)
    guard way > 0 else { return }
    let a = Self.acceleration
    let room = max(0, a * a * seconds * seconds - 4 * a * way)
    let leg = SpeedProfile(
      metres: way, speed: min(Self.fastest, (a * seconds - room.squareRoot()) / 2), acceleration: a)
    clock = began + leg.seconds
    place = end
    fill(to: clock) { from + leg.metres(at: $0 - began) }
  }

  private mutating func fill(to end: Double, _ place: (Double) -> Double) {
    while start + Double(metres.count) <= end { metres.append(place(start + Double(metres.count))) }
  }

  /// The first second at which the train is at or beyond a place; nil where it never is.
  func reached(_ place: Double) -> Double? { metres.firstIndex { $0 >= place }.map { start + Double($0) } }
}
