import Foundation

/// The machine's clock beside one that nobody sets.
///
/// Somebody may set the machine's clock, and a network does it where a machine without a battery for its clock has just started.
/// Timetables go by the machine's clock; how long something took does not. While the machine is suspended both go on.
public struct WallClock: Sendable {
  var now: @Sendable () -> Date
  /// Seconds since some moment.
  var elapsed: @Sendable () -> Double

  /// The clocks of this machine.
  public static let system: Self = {
    let began = ContinuousClock.now
    return Self(now: { Date() }, elapsed: { (ContinuousClock.now - began) / .seconds(1) })
  }()
}

/// Notices when the machine's clock is set.
struct ClockWatch: Sendable {
  /// Seconds. Clocks that are steered drift by far less in a second, and no alert depends on so little.
  static let leap = 2.0

  private var last: (now: Date, elapsed: Double)?

  /// - Returns: By how many seconds it was set since the last call; nil for less than what matters.
  mutating func leap(_ clock: WallClock) -> Double? {
    let (now, elapsed) = (clock.now(), clock.elapsed())
    defer { last = (now, elapsed) }
    guard let last else { return nil }
    let leap = now.timeIntervalSince(last.now) - (elapsed - last.elapsed)
    return abs(leap) > Self.leap ? leap : nil
  }
}
