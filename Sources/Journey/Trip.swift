import Foundation

/// A pair of stops that the rider has travelled between, with what was asked for last.
public struct Trip: Sendable, Hashable, Codable {
  public var origin: Stop
  public var destination: Stop
  public var mode: Mode
  public var interval: Interval
  public var vibration: Bool
  public var alarm: Bool
  /// How often a reminder was set for it, at least 1.
  public var count: Int
  public var lastUsedAt: Date

  public init(
    origin: Stop, destination: Stop, mode: Mode, interval: Interval, vibration: Bool, alarm: Bool, count: Int = 1,
    lastUsedAt: Date
  ) {
    self.origin = origin
    self.destination = destination
    self.mode = mode
    self.interval = interval
    self.vibration = vibration
    self.alarm = alarm
    self.count = count
    self.lastUsedAt = lastUsedAt
  }

  /// The trip that a reminder is for; nil where it has no beginning.
  public init?(_ reminder: Reminder, at now: Date) {
    guard let origin = reminder.origin else { return nil }
    self.init(
      origin: origin, destination: reminder.destination, mode: reminder.mode, interval: reminder.interval,
      vibration: reminder.alerts(by: .vibration), alarm: reminder.alerts(by: .alarm), lastUsedAt: now)
  }
}

/// A stop by a name of the rider's own: "home", "work".
public struct NamedPlace: Sendable, Hashable, Codable {
  public var name: String
  public var stop: Stop
  /// The list that it came with, by whose name all of its places are meant; nil for none.
  public var list: String?

  public init(name: String, stop: Stop, list: String? = nil) {
    self.name = name
    self.stop = stop
    self.list = list
  }
}

/// What the rider calls a stop, learned when a doubtful answer was said yes to.
public struct LearnedName: Sendable, Hashable, Codable {
  /// The stop's id.
  public var stop: String
  public var text: String
  public var learnedAt: Date

  public init(stop: String, text: String, learnedAt: Date) {
    self.stop = stop
    self.text = text
    self.learnedAt = learnedAt
  }
}
