/// A value of a row, or of a parameter.
public enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  public var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .text, .null: nil
    }
  }

  public var text: String? { if case .text(let value) = self { value } else { nil } }

  init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
}

/// One statement of a transaction, with its parameters `$1`, `$2` and so on.
public struct SQLStatement: Sendable, Hashable {
  public var sql: String
  public var values: [SQLValue]

  public init(_ sql: String, _ values: [SQLValue] = []) { (self.sql, self.values) = (sql, values) }
}

/// A database that speaks SQL, in the words that SQLite and PostgreSQL share.
public protocol SQLSession: Sendable {
  /// Does statements one after the other, all or none.
  /// - Returns: The rows of each.
  /// - Throws: `SQLFailure`
  func transaction(_ statements: [SQLStatement]) async throws -> [[[SQLValue]]]
}

/// A database that cannot do what it was asked for.
public struct SQLFailure: Error, Hashable, CustomStringConvertible {
  /// Names the database.
  public var database: String
  public var cause: String
  /// Whether it may work when it is tried again.
  public var isPassing: Bool

  public init(database: String, cause: String, isPassing: Bool) {
    (self.database, self.cause, self.isPassing) = (database, cause, isPassing)
  }

  public var description: String { "\(database): \(cause)" + (isPassing ? "; it is tried again" : "") }
}
