import Foundation
import GRDB

/// Where and how alerts are pushed to a browser, as the browser itself says.
public struct PushSubscription: Sendable, Hashable {
  public var browser: UUID
  /// The address at the browser's push service.
  public var endpoint: String
  /// The browser's public key, an uncompressed point of P-256.
  public var publicKey: Data
  /// The secret that it shares with whoever pushes, of 16 bytes.
  public var secret: Data

  public init(browser: UUID, endpoint: String, publicKey: Data, secret: Data) {
    (self.browser, self.endpoint, self.publicKey, self.secret) = (browser, endpoint, publicKey, secret)
  }
}

extension ReminderStore {
  private static let pushKey = "push-key"

  public func pushSubscriptions() throws -> [PushSubscription] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM push_subscriptions ORDER BY browser").compactMap { row in
        UUID(uuidString: row["browser"]).map {
          PushSubscription(browser: $0, endpoint: row["endpoint"], publicKey: row["public_key"], secret: row["secret"])
        }
      }
    }
  }

  /// Pushes to a browser from now on; what it said before does not count any more.
  public func subscribe(_ subscription: PushSubscription) throws {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO push_subscriptions (browser, endpoint, public_key, secret) VALUES (?, ?, ?, ?)
          ON CONFLICT (browser) DO UPDATE SET endpoint = excluded.endpoint, public_key = excluded.public_key,
            secret = excluded.secret, receipt = NULL
          """,
        arguments: [
          subscription.browser.uuidString, subscription.endpoint, subscription.publicKey, subscription.secret,
        ])
    }
  }

  /// Pushes nothing to a browser any more.
  public func unsubscribe(_ browser: UUID) throws {
    try write { database in
      try database.execute(
        sql: "DELETE FROM push_subscriptions WHERE browser = ?", arguments: [browser.uuidString])
    }
  }

  /// Notes that a browser has shown what was pushed with this number.
  public func noteReceipt(_ receipt: UUID, of browser: UUID) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE push_subscriptions SET receipt = ? WHERE browser = ?",
        arguments: [receipt.uuidString, browser.uuidString])
    }
  }

  /// Whether any browser has shown what was pushed with this number.
  public func hasReceipt(_ receipt: UUID) throws -> Bool {
    try read { database in
      try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM push_subscriptions WHERE receipt = ?)",
        arguments: [receipt.uuidString]) ?? false
    }
  }

  /// The rider's own key for pushing, made by `make` where there is none yet.
  public func pushKey(_ make: () -> Data) throws -> Data {
    if let text = try read({ try Self.pushKey(in: $0) }), let key = Data(base64Encoded: text) { return key }
    return try write { database in
      // Another process may have been faster.
      if let text = try Self.pushKey(in: database), let key = Data(base64Encoded: text) { return key }
      let key = make()
      try database.execute(
        sql: "INSERT OR REPLACE INTO preferences (key, value) VALUES (?, ?)",
        arguments: [Self.pushKey, key.base64EncodedString()])
      return key
    }
  }

  private static func pushKey(in database: Database) throws -> String? {
    try String.fetchOne(database, sql: "SELECT value FROM preferences WHERE key = ?", arguments: [pushKey])
  }
}
