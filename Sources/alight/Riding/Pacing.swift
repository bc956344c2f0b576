import Foundation
import Journey

/// How many times faster than real time something is replayed: `20x`, `20` or `0.5x`.
struct Speed: RangedArgument, Sendable {
  /// A second of a ride in less than a microsecond is faster than any clock; a hundredth of its speed nobody waits for.
  static let factors = 0.01...1_000_000
  static let range = "a speed from 0.01x to 1000000x"

  let factor: Double

  init?(argument: String) {
    let text = argument.hasSuffix("x") ? String(argument.dropLast()) : argument
    guard let factor = Double(text), Self.factors.contains(factor) else { return nil }
    self.factor = factor
  }
}

/// Keeps a replay in step with the wall clock.
struct Pacer: Sendable {
  private let speed: Speed
  private var began: (wall: ContinuousClock.Instant, ride: Date)?

  init(_ speed: Speed) {
    self.speed = speed
  }

  /// Returns when the wall clock has come to an instant of the ride; at once where it is past.
  mutating func wait(until instant: Date) async throws {
    guard let began else {
      began = (.now, instant)
      return
    }
    let seconds = min(instant.timeIntervalSince(began.ride) / speed.factor, 1e9)
    try await Task.sleep(until: began.wall + .seconds(seconds), clock: .continuous)
  }
}
