import Alerts
import Foundation
import Journey

/// One line of the decision log: what was told or done, or why for a while the next level did not fire.
public struct Decision: Sendable, Hashable, Codable {
  /// The name and version of the record, written into each line.
  public static let schema = "alight.decision/1"

  public enum Kind: String, Sendable, Codable {
    /// The level did not fire, for the reason in `wait`.
    case wait
    /// Something was told.
    case alert
    /// The rider did something.
    case action
    /// A live feed said something of the ride, or nothing any more.
    case live
    /// The file is as large as it may become: nothing more follows.
    case full
  }

  public var schema = Decision.schema
  public var kind: Kind
  public var reminder: UUID
  public var serviceDay: String
  /// Which ride of a journey with changes it is about; nil for the first.
  public var leg: Int?
  /// By the clock of the ride.
  public var from: Date
  public var to: Date
  /// The level that fired, or that comes next.
  public var level: Int?
  /// Why it did not fire at `from`, with its numbers.
  public var wait: Standing.Wait?
  /// The same at `to`, where that is later.
  public var waitAtEnd: Standing.Wait?
  public var estimated: Bool?
  /// How many fixes were used or, and why, were not: by `FixOutcome`.
  public var fixes: [String: Int]?
  public var event: Alert.Event?
  public var action: RiderAction?
  /// Seconds late at the destination by a live feed, and when that was made; nil where it says nothing.
  public var delay: Double?
  public var madeAt: Date?
  /// Whether it says that the ride is cancelled, or does not stop there.
  public var cancelled: Bool?
  public var skipped: Bool?

  init(_ kind: Kind, of reminder: Reminder, at instant: Date) {
    self.kind = kind
    self.reminder = reminder.id
    serviceDay = reminder.ride.serviceDay
    (from, to) = (instant, instant)
  }

  /// Whether a feed says the same of the ride in both.
  func saysTheSame(as other: Decision) -> Bool {
    delay == other.delay && cancelled == other.cancelled && skipped == other.skipped && leg == other.leg
      && serviceDay == other.serviceDay && (madeAt == nil) == (other.madeAt == nil)
  }

  /// Takes in what came next, where it is the same but for the way and the time that are left.
  /// - Parameter longest: Seconds that one line may tell of.
  /// - Returns: false where it is something else.
  mutating func join(_ next: Decision, longest: TimeInterval) -> Bool {
    guard kind == .wait, next.kind == .wait, level == next.level, estimated == next.estimated,
      reminder == next.reminder, leg == next.leg, serviceDay == next.serviceDay,
      wait?.isLike(next.wait) ?? (next.wait == nil),
      next.to >= to, next.to.timeIntervalSince(from) <= longest
    else { return false }
    to = next.to
    waitAtEnd = next.wait
    if let more = next.fixes { fixes = (fixes ?? [:]).merging(more, uniquingKeysWith: +) }
    return true
  }
}

extension Standing.Wait {
  /// Whether it is the same condition, whatever is left. What is due may follow the pace, and is no other condition.
  fileprivate func isLike(_ other: Standing.Wait?) -> Bool {
    switch (self, other) {
    case (.boarding, .boarding), (.outside, .outside), (.arrival, .arrival),
      (.departure, .departure), (.place, .place), (.unknown, .unknown), (.seconds, .seconds),
      (.metres, .metres):
      true
    case (.reach(let one, _), .reach(let other, _)), (.pass(let one, _), .pass(let other, _)): one == other
    case (.clock(let one), .clock(let other)): one == other
    default: false
    }
  }
}
