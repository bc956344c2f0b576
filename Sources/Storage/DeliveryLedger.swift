import Foundation
import GRDB
import Journey

/// One line of the ledger: an alert that is to be shown, or was.
public struct Delivery: Sendable, Equatable {
  public var key: AlertKey
  public var alert: Alert
  public var pendingAt: Date
  /// Nil while it is pending.
  public var deliveredAt: Date?
  /// How often it was shown again because nobody knew whether it had been.
  public var repeats: Int
  /// Why what is written of the alert cannot be used; it then says no more than the key does.
  public var damage: String?

  public init(key: AlertKey, alert: Alert, pendingAt: Date, deliveredAt: Date? = nil, repeats: Int = 0) {
    self.key = key
    self.alert = alert
    self.pendingAt = pendingAt
    self.deliveredAt = deliveredAt
    self.repeats = repeats
  }
}

extension ReminderStore {
  /// Writes down that an alert is about to be shown. Written a second time it counts as a repeat.
  /// - Returns: false where it was delivered already and must not be shown.
  public func recordPending(_ alert: Alert, key: AlertKey, at now: Date) throws -> Bool {
    try writeLedger { try $0.recordPending(alert, key: key, at: now) }
  }

  /// Writes down that an alert was shown.
  public func recordDelivered(_ key: AlertKey, at now: Date) throws {
    try writeLedger { try $0.recordDelivered(key, at: now) }
  }

  /// What the ledger holds of a reminder on a service day, by ride and level.
  public func deliveries(of reminder: UUID, serviceDay: String) throws -> [Delivery] {
    let rows = try read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM ledger WHERE reminder = ? AND service_day = ? ORDER BY leg, level, round",
        arguments: [reminder.uuidString, serviceDay])
    }
    return rows.map { row in
      let key = AlertKey(
        reminder: reminder, serviceDay: serviceDay, level: row["level"], round: row["round"], leg: row["leg"])
      let pendingAt = Date(timeIntervalSince1970: row["pending_at"])
      let alert = Result { try Self.alert(row["alert"], named: key) }
      var delivery = Delivery(
        key: key, alert: (try? alert.get()) ?? Alert(key, at: pendingAt), pendingAt: pendingAt,
        deliveredAt: (row["delivered_at"] as Double?).map(Date.init(timeIntervalSince1970:)), repeats: row["repeats"])
      if case .failure(let error) = alert { delivery.damage = RecordError(error).description }
      return delivery
    }
  }

  /// The alert of a ledger's row, which must be the one that its key names.
  private static func alert(_ text: String, named key: AlertKey) throws -> Alert {
    let alert = try RecordCoding.decoder().decode(Alert.self, from: Data(text.utf8))
    guard alert.place == key.level, alert.leg == key.leg, alert.round == key.round else {
      throw RecordError.field(path: "alert", problem: "is another one than its row says")
    }
    return alert
  }

  /// The engine's state as the runner stored it last; nil before the first time.
  public func engineState(of reminder: UUID, serviceDay: String) throws -> Data? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT state FROM engine_states WHERE reminder = ? AND service_day = ?",
        arguments: [reminder.uuidString, serviceDay])
    }.map { Data($0.utf8) }
  }

  /// Stores the engine's state, which must be JSON.
  public func saveEngineState(_ state: Data, of reminder: UUID, serviceDay: String, at now: Date) throws {
    try writeLedger { try $0.saveEngineState(state, of: reminder, serviceDay: serviceDay, at: now) }
  }

  /// What becomes of a reminder when its ride of a service day has ended: it is moved on to its next ride, or is done.
  public func finishRide(of id: UUID, serviceDay: String, at now: Date) throws {
    try writeLedger { try $0.finishRide(of: id, serviceDay: serviceDay, at: now) }
  }

  /// Says that a runner is alive.
  public func recordRunner(process: Int32, at now: Date) throws {
    try writeLedger { try $0.recordRunner(process: process, at: now) }
  }

  /// Says that no runner is alive any more.
  public func clearRunner(process: Int32) throws {
    try write { try $0.execute(sql: "DELETE FROM runner WHERE process = ?", arguments: [process]) }
  }

  /// When a runner was last seen; nil where none ever was or it ended properly.
  public func runnerSeen() throws -> (process: Int32, at: Date)? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT process, seen_at FROM runner WHERE id = 1").map {
        (process: $0["process"], at: Date(timeIntervalSince1970: $0["seen_at"]))
      }
    }
  }
}

extension Alert {
  /// What the key of a delivery alone says about it.
  fileprivate init(_ key: AlertKey, at instant: Date) {
    let (event, level): (Event, Int?) =
      switch key.level {
      case ...3: (.alert, key.level)
      case 4: (.missed, nil)
      default: (.followUp, key.level - 4)
      }
    self.init(event: event, level: level, at: instant, estimated: true, round: key.round, leg: key.leg)
  }
}
