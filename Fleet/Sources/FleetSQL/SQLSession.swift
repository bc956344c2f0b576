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

extension SQLStatement {
  /// So many parameters are a statement's, at most.
  static let mostValues = 20_000

  /// Statements over many rows, each of as many as a statement may have.
  /// - Parameters:
  ///   - before: What comes before the rows, as `INSERT INTO … VALUES`.
  ///   - types: What each column is cast to, for statements whose columns do not tell.
  ///   - after: What comes after them.
  static func over(
    _ rows: [[SQLValue]], before: String, types: [String]? = nil, after: String = ""
  ) -> [SQLStatement] {
    guard let width = rows.first?.count, width > 0 else { return [] }
    let most = max(1, mostValues / width)
    return stride(from: 0, to: rows.count, by: most).map { start in
      let part = rows[start..<min(start + most, rows.count)]
      var number = 0
      let written = part.map { row in
        let columns = row.indices.map { column in
          number += 1
          return types.map { "CAST($\(number) AS \($0[column]))" } ?? "$\(number)"
        }
        return "(\(columns.joined(separator: ", ")))"
      }
      return SQLStatement("\(before) \(written.joined(separator: ", ")) \(after)", part.flatMap(\.self))
    }
  }

  /// Statements with a list of texts, each of as many as a statement may have.
  static func among(_ texts: [SQLValue], _ sql: (_ list: String) -> String) -> [SQLStatement] {
    stride(from: 0, to: texts.count, by: mostValues).map { start in
      let part = Array(texts[start..<min(start + mostValues, texts.count)])
      return SQLStatement(sql("(" + part.indices.map { "$\($0 + 1)" }.joined(separator: ", ") + ")"), part)
    }
  }
}

/// In which words a database differs from the others.
public enum SQLDialect: Sendable {
  case sqlite, postgres
}

/// A database that speaks SQL, in the words that SQLite and PostgreSQL share.
public protocol SQLSession: Sendable {
  var dialect: SQLDialect { get }

  /// Names the database in messages, without what could be secret.
  var name: String { get }

  /// Whether something may have been changed by somebody since this was asked last; false where only now and then one may look.
  func takeNews() -> Bool

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

extension SQLSession {
  public func takeNews() -> Bool { false }
}
