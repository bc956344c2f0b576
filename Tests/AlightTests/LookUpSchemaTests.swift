import Foundation
import Testing

/// What look-ups print for other programs, held against the schemas that describe it.
@Suite("The JSON of a look-up") struct LookUpSchemaTests {
  private static let calls: [(schema: String, arguments: [String])] = [
    (
      "alight.connection-1",
      ["rides", "linz hbf", "hagenberg", "--json", "--limit", "2", "--now", "2026-12-01T08:00:00+01:00"]
    ),
    (
      "alight.connection-1",
      ["rides", "hagenberg", "freistadt bahnhof", "--json", "--limit", "2", "--now", "2026-12-01T08:00:00+01:00"]
    ),
    ("alight.trip-1", ["rides", "show", "demo:1-out-0800", "--json", "--now", "2026-12-01T08:00:00+01:00"]),
    ("alight.trip-1", ["rides", "show", "1-out-0800", "--json"]),
    ("alight.stop-1", ["stops", "search", "linz", "--json"]),
    ("alight.stop-1", ["stops", "near", "48.2903,14.2915", "--json"]),
    ("alight.stop-details-1", ["stops", "show", "demo:linz-hbf", "--json"]),
    ("alight.departure-1", ["stops", "departures", "hagenberg", "--json", "--now", "2026-12-01T08:00:00+01:00"]),
    ("alight.feeds-1", ["feed", "list", "--json"]),
    ("alight.line-1", ["feed", "lines", "--json"]),
  ]

  @Test("fits its schema, which describes each field of it", arguments: 0..<calls.count) func fits(_ number: Int) throws
  {
    let (name, arguments) = Self.calls[number]
    let program = try Program()
    let outcome = try program.run(arguments)
    #expect(outcome.status == 0, "\(outcome.talk)")
    let lines = outcome.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    let schema = try RecordSchema(named: name)
    for line in lines {
      #expect(try schema.problems(with: String(line)) == [])
      #expect(try schema.undescribed(in: String(line)) == [])
    }
  }

  @Test(
    "is none where nothing is found, which is a failure that says so",
    arguments: [
      ["stops", "near", "10,10", "--json"], ["rides", "show", "demo:nothing", "--json"],
      ["stops", "search", "qqqqqqq", "--json"],
    ]) func nothing(_ arguments: [String]) throws
  {
    let outcome = try Program().run(arguments)
    #expect(outcome.status == 66)
    #expect(outcome.object?["schema"] as? String == "alight.failure/1")
  }
}
