import Blocking
import CPostgres
import FleetSQL
import Foundation

/// A connection to PostgreSQL, one transaction at a time, which comes back by itself where it was lost.
public actor PostgresSession: SQLSession {
  /// The library blocks.
  private let executor = BlockingExecutor(label: "postgresql")
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let connection: Connection
  private let listener: Listening
  public nonisolated let name: String
  public nonisolated var dialect: SQLDialect { .postgres }
  /// The server has said goodbye, which the library may notice with the next statement only.
  private var isLost = false

  /// - Parameter address: As libpq takes it, `postgresql://host/database` or `host=… dbname=…`. A password belongs into a `passfile`,
  ///   where `ps` shows nothing of it.
  /// - Throws: `SQLFailure` where nobody answers there, without what could be secret in the address.
  public init(_ address: String) throws {
    listener = Listening(address)
    connection = Connection(Self.connect(address))
    let pointer = connection.pointer
    name = "PostgreSQL at \(Self.text(PQhost(pointer)) ?? "?"), database \(Self.text(PQdb(pointer)) ?? "?")"
    guard PQstatus(pointer) == CONNECTION_OK else {
      throw SQLFailure(database: name, cause: Self.text(PQerrorMessage(pointer)) ?? "no answer", isPassing: true)
    }
    PQsetNoticeReceiver(pointer, { _, _ in }, nil)
  }

  /// A server that is cut off without a word is noticed within some seconds; what the address says of that comes first.
  static func connect(_ address: String) -> OpaquePointer? {
    let settings = [
      ("connect_timeout", "3"), ("tcp_user_timeout", "5000"), ("keepalives_idle", "3"), ("keepalives_interval", "1"),
      ("keepalives_count", "3"), ("application_name", "alight-fleet"), ("dbname", address),
    ]
    return withPointers(settings.map(\.0) + [nil]) { names in
      withPointers(settings.map(\.1) + [nil]) { values in PQconnectdbParams(names, values, 1) }
    }
  }

  public nonisolated func takeNews() -> Bool { listener.takeNews() }

  public func transaction(_ statements: [SQLStatement]) throws -> [[[SQLValue]]] {
    try connect()
    guard statements.count != 1 else { return [try run(statements[0])] }
    _ = try run(SQLStatement("BEGIN"))
    do {
      let rows = try statements.map(run)
      _ = try run(SQLStatement("COMMIT"))
      return rows
    } catch {
      _ = try? run(SQLStatement("ROLLBACK"))
      throw error
    }
  }

  private func connect() throws {
    guard isLost || PQstatus(connection.pointer) != CONNECTION_OK else { return }
    PQreset(connection.pointer)
    guard PQstatus(connection.pointer) == CONNECTION_OK else {
      throw SQLFailure(
        database: name, cause: Self.text(PQerrorMessage(connection.pointer)) ?? "no answer", isPassing: true)
    }
    isLost = false
  }

  private func run(_ statement: SQLStatement) throws -> [[SQLValue]] {
    let texts = statement.values.map(\.parameter)
    let result = Self.withPointers(texts) { pointers in
      PQexecParams(connection.pointer, statement.sql, Int32(texts.count), nil, pointers, nil, nil, 0)
    }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK: return []
    case PGRES_TUPLES_OK: return Self.rows(result)
    default:
      let code = Self.text(PQresultErrorField(result, Int32(UInt8(ascii: "C")))) ?? ""
      isLost = code.isEmpty || ["08", "57"].contains(String(code.prefix(2)))
      // Resources, the system's own faults, and transactions that got in each other's way.
      let isPassing = isLost || ["53", "58", "40"].contains(String(code.prefix(2)))
      throw SQLFailure(
        database: name, cause: Self.text(PQerrorMessage(connection.pointer)) ?? "it has failed", isPassing: isPassing)
    }
  }

  private static func rows(_ result: OpaquePointer?) -> [[SQLValue]] {
    (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        guard PQgetisnull(result, row, column) == 0, let text = text(PQgetvalue(result, row, column)) else {
          return .null
        }
        // The numbers of the types as the server's catalogue has them: int8, int2, int4, float4 and float8.
        switch PQftype(result, column) {
        case 20, 21, 23: return Int(text).map { .integer($0) } ?? .text(text)
        case 700, 701: return Double(text).map { .real($0) } ?? .text(text)
        default: return .text(text)
        }
      }
    }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0).trimmingCharacters(in: .newlines) }
  }

  private static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    text(pointer.map { UnsafePointer($0) })
  }

  /// C strings for as long as they are used.
  private static func withPointers<Result>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { $0.map { strdup($0) } ?? nil }
    defer { copies.forEach { free($0) } }
    return body(copies.map { UnsafePointer($0) })
  }

  /// Closes with the last who holds it.
  private final class Connection: @unchecked Sendable {
    let pointer: OpaquePointer?
    init(_ pointer: OpaquePointer?) { self.pointer = pointer }
    deinit { PQfinish(pointer) }
  }
}

extension SQLValue {
  fileprivate var parameter: String? {
    switch self {
    case .null: nil
    case .integer(let value): String(value)
    // As many digits as it takes to read the same number.
    case .real(let value): "\(value)"
    case .text(let value): value
    }
  }
}
