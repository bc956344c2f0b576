import Foundation
import GRDB

/// A browser that may see the rider's page.
public struct Browser: Sendable, Hashable, Codable, Identifiable {
  public var id: UUID
  /// What it called itself when it was let in.
  public var name: String
  public var createdAt: Date
  public var seenAt: Date

  public init(id: UUID = UUID(), name: String, createdAt: Date, seenAt: Date) {
    (self.id, self.name, self.createdAt, self.seenAt) = (id, name, createdAt, seenAt)
  }
}

extension ReminderStore {
  /// The browsers that are let in, the one seen last first.
  public func browsers() throws -> [Browser] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM browsers ORDER BY seen_at DESC, id").compactMap(Self.browser)
    }
  }

  /// The browser that holds a secret; nil where there is none, or its right was taken away.
  public func browser(holding secret: String) throws -> Browser? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM browsers WHERE secret = ?", arguments: [secret])
        .flatMap(Self.browser)
    }
  }

  /// Lets a browser in that shows this secret from now on.
  public func letIn(_ browser: Browser, secret: String) throws {
    try write { database in
      try database.execute(
        sql: "INSERT INTO browsers (id, secret, name, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          browser.id.uuidString, secret, browser.name, browser.createdAt.timeIntervalSince1970,
          browser.seenAt.timeIntervalSince1970,
        ])
    }
  }

  /// Notes that a browser was there.
  public func saw(_ browser: UUID, at now: Date) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE browsers SET seen_at = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, browser.uuidString])
    }
  }

  /// Takes the right away from the one browser whose id begins with `prefix`.
  /// - Returns: the browser.
  /// - Throws: `StorageError.noSuchBrowser` where none or several do.
  public func revoke(_ prefix: String) throws -> Browser {
    try forget { database in
      let found = try Row.fetchAll(database, sql: "SELECT * FROM browsers").compactMap(Self.browser).filter {
        $0.id.uuidString.lowercased().hasPrefix(prefix.lowercased())
      }
      guard let browser = found.first, found.count == 1 else { throw StorageError.noSuchBrowser(prefix) }
      try database.execute(sql: "DELETE FROM browsers WHERE id = ?", arguments: [browser.id.uuidString])
      return browser
    }
  }

  private static func browser(_ row: Row) -> Browser? {
    UUID(uuidString: row["id"]).map {
      Browser(
        id: $0, name: row["name"], createdAt: Date(timeIntervalSince1970: row["created_at"]),
        seenAt: Date(timeIntervalSince1970: row["seen_at"]))
    }
  }
}
