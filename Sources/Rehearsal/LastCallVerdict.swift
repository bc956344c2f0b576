/// Whether a last call would have got the rider off at the right stop.
public enum LastCallVerdict: Sendable, Hashable {
  /// So many seconds before the arrival, with the stop before left behind.
  case right(seconds: Double)
  /// The stop before was still ahead: who obeys gets off there.
  case early
  /// Too few seconds before the arrival, or below zero after it.
  case late(seconds: Double)
  case never

  /// Seconds that a rider needs to stand up and get to the door; on a short leg a share of it has to do.
  private static let (needed, neededShare) = (10.0, 0.6)
  /// Seconds by which a call may come before the wheels turn at the stop before: its doors are closed by then.
  private static let tolerance = 5.0

  /// - Parameters:
  ///   - call: When the last call came, on the same clock in seconds as the others; nil where it did not.
  ///   - leavesBefore: When the vehicle leaves the stop before the destination.
  public init(call: Double?, leavesBefore: Double, arrival: Double) {
    guard let call else {
      self = .never
      return
    }
    let left = arrival - call
    if call < leavesBefore - Self.tolerance {
      self = .early
    } else {
      let least = min(Self.needed, Self.neededShare * (arrival - leavesBefore))
      self = left < least ? .late(seconds: left) : .right(seconds: left)
    }
  }

  public var isRight: Bool {
    if case .right = self { return true }
    return false
  }

  /// What a program reads.
  public var name: String {
    switch self {
    case .right: "right"
    case .early: "early"
    case .late: "late"
    case .never: "never"
    }
  }

  public var secondsLeft: Double? {
    switch self {
    case .right(let seconds), .late(let seconds): seconds
    case .early, .never: nil
    }
  }
}
