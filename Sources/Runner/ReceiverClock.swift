import Foundation

/// Puts the times of a receiver on this machine's clock, by which ticks and timetables go.
///
/// A receiver's clock may be years off (its week number runs over), and the machine's minutes, until it has been set. Over a local
/// connection the least delay seen is next to none, so that it tells how far the two clocks are apart.
struct ReceiverClock: Sendable {
  /// A message that comes so much later than the quickest ones was kept back, with the position of then.
  static let latest = 3.0
  /// So many in a row, and one of the clocks has been set.
  static let lateInARow = 5

  private var offset: Double?
  private var late = 0

  /// When a position was taken, on this machine's clock.
  /// - Parameters:
  ///   - time: By the receiver; nil where it does not say.
  ///   - received: When the message came.
  mutating func instant(of time: Date?, received: Date) -> Date {
    guard let time else { return received }
    let delay = received.timeIntervalSince(time)
    guard let known = offset, delay - known <= Self.latest || late + 1 >= Self.lateInARow else {
      if offset == nil {
        offset = delay
        return received
      }
      late += 1
      return time.addingTimeInterval(offset ?? delay)
    }
    let isSet = delay - known > Self.latest
    late = 0
    offset = isSet ? delay : min(known, delay)
    return time.addingTimeInterval(offset ?? delay)
  }
}
