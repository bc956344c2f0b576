import Foundation

/// Names one delivery: nothing is shown again once the delivery of its key was written down.
public struct AlertKey: Sendable, Hashable, Codable {
  public var reminder: UUID
  public var serviceDay: String
  /// 1 to 3; 4 stands for `missed`, which comes after all levels.
  public var level: Int

  public init(reminder: UUID, serviceDay: String, level: Int) {
    self.reminder = reminder
    self.serviceDay = serviceDay
    self.level = level
  }
}

/// One alert to deliver.
public struct Alert: Sendable, Hashable, Codable {
  /// What is told.
  public enum Event: String, Sendable, Codable {
    case alert, missed
    case positionLost = "position-lost"
    case offRoute = "off-route"
  }

  public var event: Event
  /// 1 to 3 for an alert; nil for the other events.
  public var level: Int?
  /// The instant at which it fired, by the engine's clock.
  public var at: Date
  /// Whether the schedule decided and not a position.
  public var estimated: Bool

  public init(event: Event, level: Int?, at: Date, estimated: Bool) {
    self.event = event
    self.level = level
    self.at = at
    self.estimated = estimated
  }
}
