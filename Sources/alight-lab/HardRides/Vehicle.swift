import Foundation
import Journey

/// What a kind of vehicle does on its line: how far apart its stops lie, how fast it is and how long it stands.
struct Vehicle {
  /// Metres between stops.
  var legs: ClosedRange<Double>
  /// m/s between stops, traffic not counted.
  var speed: ClosedRange<Double>
  /// m/s²
  var acceleration: Double
  /// Median of the seconds at a stop, of which the spread is that of a logarithm.
  var dwell: (median: Double, spread: Double)
  /// Share of legs with a red light or signal, and its seconds.
  var lights: (share: Double, seconds: ClosedRange<Double>)
  var hasCorners: Bool

  /// Stops 250 to 550 m apart.
  static let townBus = Vehicle(
    legs: 250...550, speed: 8...13, acceleration: 1.1, dwell: (16, 0.6), lights: (0.35, 8...50), hasCorners: true)
  static let countryBus = Vehicle(
    legs: 600...1800, speed: 13...20, acceleration: 1, dwell: (12, 0.7), lights: (0.15, 8...60), hasCorners: true)
  static let tram = Vehicle(
    legs: 300...700, speed: 9...14, acceleration: 1.1, dwell: (20, 0.4), lights: (0.25, 5...40), hasCorners: true)
  static let metro = Vehicle(
    legs: 600...1500, speed: 16...22, acceleration: 1.1, dwell: (24, 0.3), lights: (0.06, 10...60), hasCorners: false)
  static let train = Vehicle(
    legs: 2500...7000, speed: 28...38, acceleration: 0.6, dwell: (40, 0.4), lights: (0.08, 20...120),
    hasCorners: false)
  static let ferry = Vehicle(
    legs: 1500...5000, speed: 6...10, acceleration: 0.1, dwell: (150, 0.5), lights: (0, 0...0), hasCorners: false)

  /// Any that drives in streets or on rails, the bus most often.
  static func any(using random: inout SplitMix) -> Vehicle {
    let all: [Vehicle] = [.townBus, .townBus, .countryBus, .tram, .metro]
    return all[random.below(all.count)]
  }

  /// Seconds at a stop, 2 to 98 as they were measured on buses; a ferry needs minutes.
  func dwellSeconds(using random: inout SplitMix) -> Double {
    min(max(98, 2 * dwell.median), max(2, dwell.median * exp(dwell.spread * random.normal())))
  }
}

extension ClosedRange<Double> {
  func any(using random: inout SplitMix) -> Double { Double.random(in: self, using: &random) }
}
