import GRDB
import Testing

@testable import Timetable

@Suite("Rows that lie apart in a file")
struct RunSpoolTests {
  @Test("come back by key in the order in which they came, held in memory or not", arguments: [1, 2, 3, 100])
  func groupsRows(most: Int) throws {
    let rows: [(key: Int, value: Int32)] = [(2, 20), (2, 21), (0, 1), (2, 22), (1, 10), (0, 2), (0, 3), (2, 23)]
    var handed: [String] = []
    try DatabaseQueue().write { database in
      var spool = try RunSpool<Int32>("gathered", database, most: most)
      for row in rows { try spool.append(row.value, to: row.key) }
      try spool.drain { handed.append("\($0): \($1)") }
      try spool.drop()
    }
    #expect(handed == ["0: [1, 2, 3]", "1: [10]", "2: [20, 21, 22, 23]"])
  }

  @Test("hand out nothing where nothing came")
  func isEmpty() throws {
    try DatabaseQueue().write { database in
      var spool = try RunSpool<Int32>("gathered", database)
      try spool.drain { _, _ in Issue.record("a group of nothing") }
    }
  }
}
