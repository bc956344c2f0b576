import FleetSQL
import GRDB

/// A fleet's database in one file: one machine that serves several riders.
public struct SQLiteSession: SQLSession {
  private let database: DatabaseQueue
  public let name: String
  public var dialect: SQLDialect { .sqlite }

  /// - Throws: `SQLFailure` where the file cannot be opened.
  public init(path: String) throws {
    name = path
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      database = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw SQLFailure(database: path, cause: "it cannot be opened: \(error)", isPassing: false)
    }
  }

  public func transaction(_ statements: [SQLStatement]) async throws -> [[[SQLValue]]] {
    do {
      return try await database.write { database in
        try statements.map { statement in
          // Numbered parameters are written with another sign here.
          let prepared = try database.cachedStatement(sql: statement.sql.replacing("$", with: "?"))
          let values = StatementArguments(statement.values.map(\.databaseValue))
          return try Row.fetchAll(prepared, arguments: values).map { row in
            row.databaseValues.map(SQLValue.init)
          }
        }
      }
    } catch let error as DatabaseError {
      let isPassing = [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode)
      throw SQLFailure(database: name, cause: error.message ?? "\(error.resultCode)", isPassing: isPassing)
    }
  }
}

extension SQLValue {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .real(let value): value.databaseValue
    case .text(let value): value.databaseValue
    }
  }

  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .int64(let value): self = .integer(Int(value))
    case .double(let value): self = .real(value)
    case .string(let value): self = .text(value)
    case .null, .blob: self = .null
    }
  }
}
