import Foundation
import Journey

/// Something that the runner tells about its work.
public enum RunnerNotice: Sendable, Hashable {
  /// What is left of a journey, from the ride that is under way or comes next.
  /// - Parameter isLive: Whether live feeds say how late it is.
  case following(Reminder, hasPositions: Bool, isLive: Bool = false)
  case finished(Reminder)
  /// The rider has changed, or should have; what is left of the journey, from the ride that is followed now.
  case changed(Reminder)
  /// The rider has done something about a ride. What was put off is of the ride under way: its stop is where that one ends.
  case took(RiderAction, Reminder)
  case channelFailed(channel: String, cause: String)
  /// The ledger could not be written or read; the rider is told all the same.
  case ledgerFailed(cause: String)
  /// A reminder, or something that was written of its ride, cannot be used: it is left out, and the others go on.
  case leftOut(cause: String)
  /// Why levels did not fire is no longer written down; alerts go on.
  case decisionsFailed(cause: String)
  /// The machine cannot be kept awake, and may fall asleep on the ride.
  case maySleep(cause: String)
}
