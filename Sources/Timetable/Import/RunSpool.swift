import Foundation
import GRDB

/// Gathers rows that belong together but may lie apart in a file: they come back grouped by key.
///
/// Rows are held in memory up to a limit; beyond it those that follow one another under one key go into a temporary table as one
/// piece of bytes, so that a feed of any size is read in bounded memory.
struct RunSpool<Element: BitwiseCopyable> {
  private let table: String
  private let database: Database
  private let insert: Statement
  private let most: Int
  private var rows: [Element] = []
  /// Of each stretch of `rows` its key and where it begins.
  private var runs: [(key: Int, start: Int)] = []
  private var isSpilled = false

  /// - Parameter most: How many rows are held in memory.
  init(_ table: String, _ database: Database, most: Int = 1 << 20) throws {
    self.table = table
    self.database = database
    self.most = most
    try database.execute(sql: "CREATE TEMP TABLE \(table) (key INTEGER NOT NULL, run BLOB NOT NULL)")
    insert = try database.makeStatement(sql: "INSERT INTO temp.\(table) VALUES (?, ?)")
  }

  mutating func append(_ row: Element, to key: Int) throws {
    if rows.count == most { try spill() }
    if runs.last?.key != key { runs.append((key, rows.count)) }
    rows.append(row)
  }

  private func stretch(_ run: Int) -> Range<Int> {
    runs[run].start..<(run + 1 < runs.count ? runs[run + 1].start : rows.count)
  }

  private mutating func spill() throws {
    isSpilled = true
    for run in runs.indices {
      let bytes = rows[stretch(run)].withUnsafeBytes { Data($0) }
      try insert.execute(arguments: [runs[run].key, bytes])
    }
    rows.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }

  /// Hands out all rows of each key, in the order in which they came, keys in order.
  mutating func drain(_ body: (Int, [Element]) throws -> Void) throws {
    isSpilled ? try drainTable(body) : try drainMemory(body)
  }

  private func drainMemory(_ body: (Int, [Element]) throws -> Void) throws {
    let order = runs.indices.sorted { (runs[$0].key, $0) < (runs[$1].key, $1) }
    var place = 0
    while place < order.count {
      let key = runs[order[place]].key
      var gathered = Array(rows[stretch(order[place])])
      place += 1
      while place < order.count, runs[order[place]].key == key {
        gathered += rows[stretch(order[place])]
        place += 1
      }
      try body(key, gathered)
    }
  }

  private mutating func drainTable(_ body: (Int, [Element]) throws -> Void) throws {
    try spill()
    // Through the sorter rather than an index: keys mostly come in order, which it does in one sweep.
    let found = try Row.fetchCursor(database, sql: "SELECT key, run FROM temp.\(table) ORDER BY key, rowid")
    var gathered: (key: Int, rows: [Element])?
    while let row = try found.next() {
      let key: Int = row[0]
      let run: Data = row[1]
      let rows = run.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: MemoryLayout<Element>.stride).map {
          bytes.loadUnaligned(fromByteOffset: $0, as: Element.self)
        }
      }
      if gathered?.key == key {
        gathered?.rows += rows
      } else {
        if let gathered { try body(gathered.key, gathered.rows) }
        gathered = (key, rows)
      }
    }
    if let gathered { try body(gathered.key, gathered.rows) }
  }

  mutating func drop() throws {
    (rows, runs) = ([], [])
    try database.execute(sql: "DROP TABLE temp.\(table)")
  }
}
