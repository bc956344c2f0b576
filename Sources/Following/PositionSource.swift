import Alerts
import Foundation
import Journey

/// Where fixes come from, with the passing of time between them.
///
/// A source brings its own time: a live one the wall clock, a recording that of its day. What is due, and on which service
/// day, is decided by that time. Losing the position is silence, during which ticks go on.
public protocol PositionSource: Sendable {
  /// Whether there will be positions at all.
  var hasPositions: Bool { get }

  /// Whether its clock is the machine's; that of a recording begins anew each time it is played.
  var isLive: Bool { get }

  /// Whether its clock waits for whoever listens: then nothing is asked beside it.
  var isPlayed: Bool { get }

  /// Fixes and ticks in order until the source ends.
  func moments() -> AsyncThrowingStream<AlertInput, any Error>

  /// Asks for a position about this often from now on. A source that cannot be asked goes on as it does.
  func sample(every interval: Duration) async

  /// The rides that are followed now: of two places that contradict each other, the one on their way is more likely.
  func follow(_ ways: [AlertPlan]) async
}

extension PositionSource {
  public var isLive: Bool { true }
  public var isPlayed: Bool { false }
  public func follow(_ ways: [AlertPlan]) async {}
  public func sample(every interval: Duration) async {}
}

/// No positions, only the clock, once a second.
public struct ClockOnly: PositionSource {
  public let hasPositions = false
  public var isPlayed: Bool { speed != 1 }
  private let start: Date
  private let speed: Double

  /// - Parameter start: what time it is taken to be now.
  /// - Parameter speed: how many times faster than real time the clock runs. One that does not run as the wall clock does is played:
  ///   on a machine that is too slow for it, it runs slower, and leaves out no second.
  public init(start: Date = Date(), speed: Double = 1) {
    self.start = start
    self.speed = speed
  }

  public func moments() -> AsyncThrowingStream<AlertInput, any Error> {
    let began = ContinuousClock.now
    let (start, speed) = (start, speed)
    let step = 1.0
    let beat = Beat()
    return AsyncThrowingStream {
      let count = await beat.next()
      // Each tick has its own place on the clock, so that slow deliveries add up to no delay.
      try await Task.sleep(until: began + .seconds(Double(count) * step / speed), clock: .continuous)
      guard speed == 1 else { return .tick(start.addingTimeInterval(Double(count) * step)) }
      // Asleep with the computer, the continuous clock went on: what was missed is skipped, not counted through.
      let late = (ContinuousClock.now - began) / .seconds(1)
      await beat.skip(to: Int(late / step))
      return .tick(start.addingTimeInterval(max(Double(count) * step, late.rounded(.down))))
    }
  }

  private actor Beat {
    private var count = -1

    func next() -> Int {
      count += 1
      return count
    }

    func skip(to count: Int) { self.count = max(self.count, count) }
  }
}
