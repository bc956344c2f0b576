import Foundation
import GRDB

/// Gathers rows that belong together but may lie apart in a file, without holding them in memory: rows in a run are kept as one
/// piece of bytes in a temporary table, and come back grouped by key.
struct RunSpool {
  private let table: String
  private let database: Database
  private let insert: Statement
  private var key: Int?
  private var run = Data()

  /// A run is written out at this size, so that a file with one endless key stays small in memory.
  private static let longestRun = 1 << 20

  init(_ table: String, _ database: Database) throws {
    self.table = table
    self.database = database
    try database.execute(sql: "CREATE TEMP TABLE \(table) (key INTEGER NOT NULL, run BLOB NOT NULL)")
    insert = try database.makeStatement(sql: "INSERT INTO temp.\(table) VALUES (?, ?)")
  }

  /// Adds one packed row.
  mutating func append(_ row: some DataProtocol, to key: Int) throws {
    if key != self.key || run.count > Self.longestRun {
      try flush()
      self.key = key
    }
    run.append(contentsOf: row)
  }

  private mutating func flush() throws {
    if let key, !run.isEmpty { try insert.execute(arguments: [key, run]) }
    run.removeAll(keepingCapacity: true)
  }

  /// Hands out all rows of each key, keys in order, and drops the table.
  mutating func drain(_ body: (Int, Data) throws -> Void) throws {
    try flush()
    // Through the sorter rather than an index: keys mostly come in order, which it does in one sweep.
    let rows = try Row.fetchCursor(database, sql: "SELECT key, run FROM temp.\(table) ORDER BY key, rowid")
    var gathered: (key: Int, rows: Data)?
    while let row = try rows.next() {
      let key: Int = row[0]
      let run: Data = row[1]
      if gathered?.key == key {
        gathered?.rows.append(run)
      } else {
        if let gathered { try body(gathered.key, gathered.rows) }
        gathered = (key, run)
      }
    }
    if let gathered { try body(gathered.key, gathered.rows) }
  }

  func drop() throws { try database.execute(sql: "DROP TABLE temp.\(table)") }
}
