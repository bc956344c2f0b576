import Alerts
import Foundation
import Journey

/// An alert of one rider of many.
public struct FleetAlert: Sendable, Hashable {
  public var rider: RiderID
  public var reminder: UUID
  public var serviceDay: String
  public var alert: Alert
  /// Where the engine stood when it was told: from there another worker goes on, who has not seen the way that came before.
  public var state: AlertState?
  /// What its words are made from; nil where it was read from a ledger.
  public var record: Reminder?
  /// In which it is told; nil where that is not known.
  public var language: LanguageTag?

  public init(rider: RiderID, reminder: UUID, serviceDay: String, alert: Alert, state: AlertState? = nil) {
    (self.rider, self.reminder, self.serviceDay, self.alert) = (rider, reminder, serviceDay, alert)
    self.state = state
  }

  /// One that comes now of a reminder that is followed.
  init(_ alert: Alert, of reminder: Reminder, _ rider: RiderID, _ language: LanguageTag?, _ state: AlertState) {
    self.init(
      rider: rider, reminder: reminder.id, serviceDay: reminder.ride.serviceDay, alert: alert, state: state)
    (record, self.language) = (reminder, language)
  }

  /// What it is called by in records, logs and acknowledgements.
  public var trace: AlertTrace { AlertTrace(self) }

  /// What the ledger lets through once; nil for what is told without being owed.
  public var key: AlertKey? {
    alert.place.map {
      AlertKey(reminder: reminder, serviceDay: serviceDay, level: $0, round: alert.round, leg: alert.leg)
    }
  }
}
