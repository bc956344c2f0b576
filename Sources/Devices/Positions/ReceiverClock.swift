import Foundation

/// Puts the times of a receiver on this machine's clock, by which ticks and timetables go.
///
/// A receiver's clock may be years off (its week number runs over), and the machine's minutes, until it has been set. Over a local
/// connection the least delay seen is next to none, so that it tells how far the two clocks are apart.
struct ReceiverClock: Sendable {
  /// A message that comes so much later than the quickest ones was kept back, with the position of then.
  static let latest = 3.0
  /// So many in a row with the same delay, and one of the clocks has been set.
  static let sameInARow = 5
  /// Over so many seconds: what was kept back comes all at once.
  static let sameFor = 3.0
  /// Clocks that are wrong by less are so by a time zone or a battery, and are taken for what they are at once; for more there have
  /// to be several messages that agree.
  static let farthest = 3600.0

  private var offset: Double?
  private var odd: (delay: Double, since: Date, count: Int)?

  /// - Parameter offset: Seconds that the receiver is taken to be behind; nil where the first message is to tell.
  init(offset: Double? = nil) {
    self.offset = offset
  }

  /// When a position was taken, on this machine's clock; nil where its time is of another day and nothing tells yet that the
  /// receiver's clock is: it may be an old position as well.
  /// - Parameters:
  ///   - time: By the receiver; nil where it does not say.
  ///   - received: When the message came.
  mutating func instant(of time: Date?, received: Date) -> Date? {
    guard let time else { return received }
    let delay = received.timeIntervalSince(time)
    guard let known = offset else {
      guard abs(delay) <= Self.farthest || isSet(delay, received) else { return nil }
      odd = nil
      offset = delay
      return received
    }
    if abs(delay - known) <= Self.latest {
      odd = nil
      offset = min(known, delay)
      return time.addingTimeInterval(offset ?? delay)
    }
    if isSet(delay, received) {
      odd = nil
      offset = delay
      return received
    }
    if delay < known - Self.farthest { return nil }
    // No position is of later than it was told.
    return delay < known ? received : time.addingTimeInterval(known)
  }

  /// Whether messages have come with the same odd delay for a while.
  private mutating func isSet(_ delay: Double, _ received: Date) -> Bool {
    guard var run = odd, abs(delay - run.delay) <= Self.latest / 2 else {
      odd = (delay, received, 1)
      return false
    }
    run.count += 1
    odd = run
    return run.count >= Self.sameInARow && received.timeIntervalSince(run.since) >= Self.sameFor
  }
}
